//! Transforms of instances: angles in a level, a quaternion in a scene file.

use glam::{Mat4, Vec3};
use gouraud::scene::Scene as Shown;
use gouraud_testing::build::groff::{InstanceTransform, Level, Scene};

use super::fixture::{bytes, crate_model};
use super::folder::Folder;

const POSITION: [f32; 3] = [3.0, -4.0, 5.0];

fn turned([x, y, z]: [f32; 3]) -> InstanceTransform {
    InstanceTransform {
        position: POSITION,
        ..InstanceTransform::at(0.0, 0.0, 0.0).turned(x, y, z).scaled(2.0)
    }
}

fn level(place: InstanceTransform) -> Vec<u8> {
    let mut level = Level::default();
    let model = level.model("Box", crate_model());
    level.instance("Box", model, place, 0);
    bytes(&level.finish())
}

/// Transform of the instance in the level without a scene file.
fn transform(place: InstanceTransform) -> Mat4 {
    Folder::default().scene("small.grf", &level(place)).0.nodes[0].local
}

/// A level with a companion scene file.
fn with_scene_file(place: InstanceTransform, saved: InstanceTransform) -> Shown {
    let mut scene = Scene::new(r"D:\data\small.grf");
    scene.moved("Box", saved, 0x10);
    let folder = Folder::default().with("small.scn", bytes(&scene.finish()));
    folder.scene("small.grf", &level(place)).0
}

#[test]
fn axes_are_converted_once() {
    // (1, 10, 100) of the level is (1, 100, -10) of the scene.
    let at = transform(turned([0.0; 3])).transform_point3(Vec3::new(1.0, 100.0, -10.0));
    assert_eq!(at, Vec3::new(5.0, 205.0, -16.0));
}

#[test]
fn rotation_about_two_axes_matches_the_document() {
    let quarter = std::f32::consts::FRAC_PI_2;
    // In the level's axes: Y turns to Z (about X) and remains there (about Z).
    let up = transform(turned([quarter, 0.0, quarter])).transform_vector3(Vec3::NEG_Z);
    assert!((up - Vec3::new(0.0, 2.0, 0.0)).length() < 1e-5, "{up}");
}

#[test]
fn angles_and_quaternions_agree() {
    for angles in [[0.1, 0.2, 0.3], [3.0, -1.0, 2.0], [-0.5, 1.5, 4.0]] {
        assert!(with_scene_file(turned(angles), turned(angles)).variants.is_empty(), "{angles:?}");
    }
    let moved = InstanceTransform { position: [3.0, -4.0, 5.1], ..turned([0.1, 0.2, 0.3]) };
    assert_eq!(with_scene_file(turned([0.1, 0.2, 0.3]), moved).variants.len(), 1);
}

#[test]
fn instance_without_a_transform_is_lost_unless_the_scene_file_has_it() {
    let nowhere = InstanceTransform { position: [f32::NAN, 0.0, 0.0], ..turned([0.0; 3]) };
    let endless = turned([0.0; 3]).scaled(f32::INFINITY);
    let layer = |scene: &Shown| {
        let layer = usize::from(scene.nodes[0].layer);
        scene.layers[layer].name.clone()
    };
    assert_eq!(layer(&with_scene_file(nowhere, endless)), "Lost");
    let found = with_scene_file(nowhere, turned([0.0; 3]));
    assert_eq!((layer(&found).as_str(), found.variants.len()), ("Objects", 0));
    assert_eq!(found.nodes[0].local.w_axis.truncate(), Vec3::new(3.0, 5.0, 4.0));
}

#[test]
fn origin_of_a_transform_is_the_file_that_stores_it() {
    let place = turned([0.1, 0.2, 0.3]);
    let mut scene = Scene::new(r"D:\data\small.grf");
    scene.moved("Box", place, 0x10);
    let scene = bytes(&scene.finish());
    let level = level(place);
    let path = |scene: &Shown| {
        let node = scene.nodes.iter().find(|node| node.name == "Box").unwrap();
        node.origin.path.clone()
    };
    let of_level = Folder::default().with("small.scn", scene.clone()).scene("small.grf", &level).0;
    assert!(path(&of_level).contains(".instances["), "{}", path(&of_level));
    let of_scene = Folder::default().with("small.grf", level.clone()).scene("small.scn", &scene).0;
    assert!(!path(&of_scene).contains('.'), "a section: {}", path(&of_scene));
    assert!(of_scene.variants.is_empty());
    // Where the two files disagree, each node originates from the file that places it.
    let moved = InstanceTransform { position: [9.0, 9.0, 9.0], ..place };
    let both = with_scene_file(place, moved);
    let paths: Vec<&str> = both.nodes.iter().map(|node| node.origin.path.as_str()).collect();
    assert_eq!(paths.len(), 2);
    assert!(paths[0].contains(".instances[") && !paths[1].contains('.'), "{paths:?}");
}
