use glam::Vec3;
use gouraud::scene::*;

#[test]
fn start_direction_is_horizontal() {
    let ahead = |x, y, z| {
        let direction = Vec3::new(x, y, z);
        Start::new(String::new(), Vec3::ZERO, direction, 1.0, Origin::default()).ahead
    };
    assert_eq!(ahead(3.0, 40.0, 0.0), Vec3::X);
    assert_eq!(ahead(0.0, 1.0, 0.0), Vec3::NEG_Z, "straight up leads nowhere");
    assert_eq!(ahead(f32::NAN, 0.0, 1.0), Vec3::NEG_Z);
}

/// A wall of ten units at z = −20, and a sky around everything.
fn wall() -> Scene {
    let square = |half: f32, z: f32| Mesh {
        positions: [(-half, -half), (half, -half), (-half, half), (half, half)]
            .map(|(x, y)| Vec3::new(x, y, z))
            .to_vec(),
        faces: [Face { corners: [0, 1, 2, 3], ..Face::default() }].into_iter().collect(),
        ..Mesh::default()
    };
    let mut scene = Scene::default();
    scene.layer("drawn", LayerKind::Drawn, true);
    let sky = scene.layer("sky", LayerKind::Sky, true);
    scene.meshes = vec![square(5.0, -20.0), square(5000.0, 5000.0)].into();
    let node = |mesh, layer| Node { mesh: Some(Id::new(mesh)), layer, ..Node::default() };
    scene.nodes = vec![node(0, 0), node(1, sky)].into();
    scene
}

#[test]
fn first_view_is_from_a_start_that_has_more_than_sky_in_sight() {
    let start = |name: &str, at, direction| {
        Start::new(name.to_owned(), at, direction, 1.6, Origin::default())
    };
    let mut scene = wall();
    scene.starts = vec![
        start("away", Vec3::ZERO, Vec3::Z),
        start("past", Vec3::new(50.0, 0.0, 0.0), Vec3::NEG_Z),
        start("to the wall", Vec3::ZERO, Vec3::NEG_Z),
    ];
    assert_eq!(scene.first_start().map(|start| &*start.name), Some("to the wall"));
    scene.starts.truncate(2);
    assert!(scene.first_start().is_none());
    scene.meshes = Vec::new().into();
    assert_eq!(scene.first_start().map(|start| &*start.name), Some("away"), "nothing is drawn");
}

#[test]
fn a_floor_that_surrounds_a_start_is_in_sight() {
    let mut scene = wall();
    // No corner of it is inside the picture.
    scene.meshes[0].positions =
        [(-900.0, 900.0), (900.0, 900.0), (-900.0, -900.0), (900.0, -900.0)]
            .map(|(x, z)| Vec3::new(x, 0.0, z))
            .to_vec();
    let name = "on the floor".to_owned();
    scene.starts = vec![Start::new(name, Vec3::ZERO, Vec3::X, 1.6, Origin::default())];
    assert!(scene.first_start().is_some());
}
