//! A level and a scene written from the document alone, compared with what the document says that they
//! show.

use glam::Vec3;
use gouraud::bytes::Source;
use gouraud::formats::trespasser::groff::body::Body;
use gouraud::formats::trespasser::groff::grf::region::Region;
use gouraud::formats::trespasser::groff::grf::values::{Properties, Value, Values};
use gouraud::formats::trespasser::groff::scn::block::Block;
use gouraud::scene::Scene;
use gouraud_testing::by_paper;

use super::fixture::{open_as, parsed, problems};
use super::folder::Folder;

#[test]
fn reads_and_writes_files_made_from_the_document() {
    for (name, bytes) in
        [("hand.grf", by_paper::groff::level()), ("hand.scn", by_paper::groff::scene())]
    {
        let document = open_as(name, &bytes);
        assert_eq!(problems(&document), [""; 0], "{name}");
        let coverage = document.tree.coverage();
        assert_eq!((coverage.unread, coverage.overlap), (0, 0), "{name}");
        assert_eq!(document.content.write().unwrap(), bytes, "{name}");
    }
}

#[test]
fn finds_the_properties_of_an_instance_made_from_the_document() {
    let source = Source::from_bytes("hand.grf", by_paper::groff::level());
    let file = parsed(&source).groff;
    let table = file.sections.iter().find_map(|section| match &section.body {
        Body::Values(table) => Some(table),
        _ => None,
    });
    let values = Values::new(table.unwrap());
    let post = file.first::<Region>().unwrap().instances[0].values.id;
    assert_eq!(values.text(post, "Class").as_deref(), Some("CInstance"));
    assert_eq!(Properties::of(&values, post).get("Moveable", Value::as_flag), Some(true));
    assert_eq!(values.float(post, "Mass"), Some(12.5));
}

/// Corners of a node's faces in the scene.
fn corners(scene: &Scene, name: &str) -> Vec<Vec3> {
    let at = scene.nodes.iter().position(|node| node.name == name).expect(name);
    let mesh = scene.mesh_of(&scene.nodes[at]).unwrap();
    let world = scene.world_transforms()[at];
    mesh.positions.iter().map(|position| world.transform_point3(*position)).collect()
}

#[test]
fn shows_a_level_made_from_the_document() {
    let (scene, _) = Folder::default().scene("hand.grf", &by_paper::groff::level());
    // Scaled by 2, turned by a quarter about X, then about Z, moved to (3, −2, 1.5); (x, y, z) is shown
    // at (x, z, −y).
    let expected = [[3.0, -0.5, 1.5], [3.0, 3.5, 1.5], [7.0, 3.5, 1.5], [7.0, -0.5, 1.5]];
    for (corner, expected) in corners(&scene, "Post-00").iter().zip(expected) {
        assert!(corner.distance(Vec3::from(expected)) < 1e-5, "{corner} {expected:?}");
    }
    let post = scene.nodes.iter().find(|node| node.name == "Post-00").unwrap();
    let face = scene.mesh_of(post).unwrap().faces.get(0).unwrap();
    // A face of the scene lists its corners as a strip: the last two are swapped.
    assert_eq!(face.uvs, [[0.0, 0.0], [1.0, 0.0], [0.0, 0.5], [1.0, 0.5]]);
    let top = corners(&scene, "$PostBox")[0];
    assert!(top.distance(Vec3::new(3.0, 2.6, 2.0)) < 1e-5, "{top}");
}

#[test]
fn finds_the_place_of_an_instance_in_a_scene_made_from_the_document() {
    let source = Source::from_bytes("hand.scn", by_paper::groff::scene());
    let read = parsed(&source);
    let block = read
        .groff
        .sections
        .iter()
        .find(|section| read.texts.get(section.name) == by_paper::groff::POST_HASH);
    let Body::Block(Block::Placement { place, flags }) = &block.unwrap().body else {
        panic!("a placement");
    };
    assert_eq!((place.position.x, place.position.y, place.position.z), (10.0, 20.0, 30.0));
    assert_eq!((place.rotation.w, place.scale, *flags), (1.0, 2.0, Some(0x10)));
}
