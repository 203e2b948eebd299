//! Meshes and animations of Final Fantasy VII on PC: transforms in the viewport, and lists.

use glam::{Vec2, Vec3};
use gouraud::bytes::Value;
use gouraud::container::Context;
use gouraud::edit::{EditError, EditOp, apply};
use gouraud::formats::ff7::pc::a::A;
use gouraud::formats::ff7::pc::p::P;
use gouraud::formats::{Document, Records};
use gouraud::scene::ElementState;
use gouraud_testing::build::ff7::pc::{cuboid, field, mesh, square};
use gouraud_testing::small::ff7_pc as small;

use super::replacing::{open, scene};

fn two_groups() -> Document {
    let made = mesh(&[cuboid([0.0; 3], [1.0; 3], [9, 9, 9]), square(1.0, 0.0, 0)]);
    open::<P>("x.p", made.write().unwrap())
}

fn stored(document: &Document, path: &str, shown: &ElementState) -> Vec<(String, f64)> {
    let fields = document.content.editable().stored_as(Context::ALONE, path, shown).unwrap();
    let number = |value: Value| value.as_f64().unwrap();
    fields.into_iter().map(|(path, value)| (path, number(value))).collect()
}

fn named(list: &[(&str, f64)]) -> Vec<(String, f64)> {
    list.iter().map(|(path, value)| ((*path).to_owned(), *value)).collect()
}

#[test]
fn stores_moved_elements_in_file_axes() {
    let document = two_groups();
    let to = ElementState::Vertex(Vec3::new(1.0, -2.0, 3.5));
    let expected = [("vertices[3].x", 1.0), ("vertices[3].y", 2.0), ("vertices[3].z", -3.5)];
    assert_eq!(stored(&document, "vertices[3]", &to), named(&expected));
    // The square's corners are vertices 8 to 11, and its first coordinate is 0.
    let to = ElementState::TexCoords(vec![(9, Vec2::new(0.25, -1.5))]);
    let expected = [("texcoords[1].u", 0.25), ("texcoords[1].v", -1.5)];
    assert_eq!(stored(&document, "polygons[12]", &to), named(&expected));
    let to = ElementState::Colours(vec![None, Some([1, 2, 3]), None]);
    let expected = [("vertex_colours[9]", f64::from(0xFF01_0203u32))];
    assert_eq!(stored(&document, "polygons[12]", &to), named(&expected));
    let refused = document.content.editable().stored_as(
        Context::ALONE,
        "polygons[0]",
        &ElementState::TexCoords(vec![(0, Vec2::ZERO)]),
    );
    assert!(refused.is_err(), "a box without a texture");
}

fn changed(document: &Document, order: EditOp) -> Result<Document, EditError> {
    apply(document, &[order])
}

fn remove(paths: &[&str]) -> EditOp {
    EditOp::Remove { remove: paths.iter().map(|path| (*path).to_owned()).collect() }
}

fn copy(paths: &[&str]) -> EditOp {
    EditOp::Copy { copy: paths.iter().map(|path| (*path).to_owned()).collect() }
}

#[test]
fn adds_and_removes_polygons_and_groups() {
    let document = two_groups();
    let faces = |document: &Document| scene(document).meshes[0].faces.len();
    assert_eq!(faces(&document), 14);
    let fewer = changed(&document, remove(&["polygons[0]", "polygons[13]"])).unwrap();
    assert_eq!(faces(&fewer), 12);
    let group = |document: &Document, path: &str| super::number(document, path);
    assert_eq!(group(&fewer, "groups[1].first_polygon"), 11);
    assert_eq!(group(&fewer, "groups[1].polygon_count"), 1);
    let more = changed(&document, copy(&["polygons[12]"])).unwrap();
    assert_eq!((faces(&more), group(&more, "groups[1].polygon_count")), (15, 3));
    let why = changed(&document, copy(&["polygons[0]"])).unwrap_err().to_string();
    assert!(why.contains("the last"), "{why}");
    let without = changed(&document, remove(&["groups[0]"])).unwrap();
    assert_eq!((faces(&without), group(&without, "state_count")), (2, 1));
}

#[test]
fn adds_and_removes_frames() {
    let document = open::<A>("x.a", field(small::frames(3, 2)).write().unwrap());
    let fewer = changed(&document, remove(&["frames[1]"])).unwrap();
    assert_eq!((super::number(&fewer, "head.frame_count"), fewer.source.len()), (2, 36 + 2 * 48));
    let more = changed(&document, copy(&["frames[0]", "frames[2]"])).unwrap();
    assert_eq!(super::number(&more, "head.frame_count"), 5);
}
