//! Storing transforms of the scene: objects, instances, nodes, vertices and texture coordinates. Numbers
//! are worked out from the format documents by hand.

mod levels;
mod models;

use std::path::PathBuf;
use std::sync::Arc;

use glam::{Mat4, Vec3};
use gouraud::bytes::{Source, Value};
use gouraud::container::Context;
use gouraud::edit::{EditOp, InputData, apply};
use gouraud::formats::{Document, identify};
use gouraud::library::{Library, Opened};
use gouraud::scene::{Element, ElementState, FaceRef, Scene};
use gouraud_testing::fixtures;

/// Reads a file of one of the formats.
fn document(name: &str, bytes: Vec<u8>) -> Document {
    let source = Source::from_bytes(name, bytes);
    identify(&source).unwrap().0.open(&source).unwrap()
}

fn stored(
    document: &Document,
    path: &str,
    shown: &ElementState,
) -> Result<Vec<(String, Value)>, String> {
    document
        .content
        .editable()
        .stored_as(Context::ALONE, path, shown)
        .map_err(|refusal| refusal.to_string())
}

/// The stored number as `f64`, whatever its type.
fn number(document: &Document, path: &str) -> f64 {
    let id = document.tree.find(path).unwrap_or_else(|_| panic!("{path} is missing"));
    document.tree.field(&id).unwrap().value.as_f64().unwrap()
}

/// The numbers of fields below `path`.
fn numbers<const N: usize>(document: &Document, path: &str, names: [&str; N]) -> [f64; N] {
    names.map(|name| number(document, &format!("{path}{name}")))
}

/// The file after storing another state of an element.
fn stored_as(document: &Document, path: &str, shown: &ElementState) -> Document {
    let fields = stored(document, path, shown).unwrap();
    let orders: Vec<EditOp> = fields
        .iter()
        .map(|(path, value)| EditOp::set(path.clone(), InputData::from(value)))
        .collect();
    apply(document, &orders).unwrap()
}

/// Asserts that storing an unchanged state sets the numbers that are already there; false if it is
/// refused.
fn assert_unchanged(document: &Document, path: &str, shown: &ElementState) -> bool {
    let Ok(fields) = stored(document, path, shown) else { return false };
    assert!(!fields.is_empty(), "{path} is not stored");
    for (field, value) in fields {
        let (now, then) = (number(document, &field), value.as_f64().unwrap());
        assert!(now == then || now.is_nan() && then.is_nan(), "{field}: {now} becomes {then}");
    }
    true
}

/// At most `most` items, evenly spread.
fn sample<T>(all: Vec<T>, most: usize) -> Vec<T> {
    let step = all.len().div_ceil(most).max(1);
    all.into_iter().step_by(step).collect()
}

/// Numbers of nodes and helpers, vertices, and faces of a file that can be moved; asserts that storing
/// each unchanged changes nothing.
fn assert_all_unchanged(document: &Document, scene: &Scene) -> [usize; 3] {
    let own = document.source.id();
    let world = scene.world_transforms();
    let nodes = scene.nodes.ids().map(Element::Node);
    let elements = nodes.chain(scene.helpers.ids().map(Element::Helper));
    let standing = elements.filter_map(|element| scene.placement_of(element, &world));
    let standing = standing.filter(|standing| standing.origin.span.source == own);
    let standing = sample(standing.collect(), 300).into_iter();
    let at = |s: &gouraud::scene::Placement| {
        assert_unchanged(document, &s.origin.path, &s.moved(&Mat4::IDENTITY))
    };
    let mut counts = [standing.filter(at).count(), 0, 0];
    for (id, mesh) in scene.meshes.pairs() {
        let vertices = sample(mesh.positions.iter().enumerate().collect(), 40);
        for (index, position) in vertices {
            let vertex = Element::Vertex { mesh: id, vertex: u32::try_from(index).unwrap() };
            let origin = scene.origin(vertex).unwrap();
            if origin.span.source == own && origin.span.len > 0 {
                let shown = ElementState::Vertex(*position);
                counts[1] += usize::from(assert_unchanged(document, &origin.path, &shown));
            }
        }
        let node = scene.nodes.find(|node| node.mesh == Some(id));
        for (index, face) in sample(mesh.faces.iter().enumerate().collect(), 40) {
            let Some(node) = node else { continue };
            let face_ref = FaceRef { node, face: u32::try_from(index).unwrap() };
            let origin = scene.origin(Element::Face(face_ref)).unwrap();
            if origin.span.source == own && origin.span.len > 0 {
                let shown = ElementState::TexCoords(face.tex_coords().collect());
                counts[2] += usize::from(assert_unchanged(document, &origin.path, &shown));
            }
        }
    }
    counts
}

fn assert_file_unchanged(library: &Library, opened: &Arc<Opened>) -> [usize; 3] {
    let scene = opened.scene(library);
    scene.map_or([0; 3], |scene| assert_all_unchanged(&opened.document, &scene))
}

#[test]
fn storing_unchanged_demo_elements_changes_nothing() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo"));
    let count = |name: &str| {
        let library = Library::new();
        let path = folder.join(name);
        assert_file_unchanged(&library, &library.open(path.to_str().unwrap(), None).unwrap())
    };
    let [objects, vertices, faces] = count("plaza.psx");
    assert!(objects > 20 && vertices > 200 && faces > 200, "{objects} {vertices} {faces}");
    let [nodes, ..] = count("plaza_t.trg");
    assert!(nodes > 20, "{nodes}");
    let [bones, vertices, _] = count("skater.psx");
    assert!(bones > 5 && vertices > 50, "{bones} {vertices}");
    let [instances, vertices, faces] = count("island.grf");
    assert!(instances > 20 && vertices > 100 && faces > 50, "{instances} {vertices} {faces}");
    count("island.scn");
    let [_, vertices, faces] = count("arena.lzs");
    assert!(vertices > 50 && faces > 20, "{vertices} {faces}");
    let [_, vertices, _] = count("creature.lzs");
    assert!(vertices > 50, "{vertices}");
}

#[test]
fn storing_unchanged_fixture_elements_changes_nothing() {
    let mut total = [0; 3];
    for fixture in fixtures::all() {
        let name = fixture.name.rsplit('/').next().unwrap();
        let source = Source::from_bytes(name, fixture.bytes);
        let Some(document) = identify(&source).and_then(|(format, _)| format.open(&source).ok())
        else {
            continue;
        };
        let Some((scene, _)) = document.content.displayed().scene(Context::ALONE) else { continue };
        let counts = assert_all_unchanged(&document, &scene);
        total = std::array::from_fn(|i| total[i] + counts[i]);
    }
    let [standing, vertices, faces] = total;
    assert!(standing > 10 && vertices > 50 && faces > 5, "{total:?}");
}

#[test]
fn moves_object_by_its_row_or_face() {
    let library = Library::new();
    let plaza = super::plaza(&library);
    let scene = plaza.scene(&library).unwrap();
    let world = scene.world_transforms();
    let (node, of_node) = scene.nodes.pairs().find(|(_, node)| node.mesh.is_some()).unwrap();
    let face = Element::Face(FaceRef { node, face: 0 });
    let standing = scene.placement_of(face, &world).unwrap();
    assert_eq!(standing.origin, of_node.origin);
    let by = Mat4::from_translation(Vec3::new(16.0, -8.0, 0.5));
    let ElementState::At(to) = standing.moved(&by) else { panic!("an object has a transform") };
    assert_eq!(to.w_axis - of_node.local.w_axis, glam::Vec4::new(16.0, -8.0, 0.5, 0.0));
    let moved = stored_as(&plaza.document, &standing.origin.path, &ElementState::At(to));
    let difference = |axis: &str| {
        let path = format!("{}.position.{axis}", standing.origin.path);
        number(&moved, &path) - number(&plaza.document, &path)
    };
    // 4096 to the unit; Y and Z are reversed.
    assert_eq!(["x", "y", "z"].map(difference), [65536.0, 32768.0, -2048.0]);
}
