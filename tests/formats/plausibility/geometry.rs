//! Normals and long edges.

use glam::Vec3;
use gouraud::scene::*;

use super::{checked, outcome, worst};

/// A horizontal grid of `side` × `side` quads whose normals point up.
fn field(side: u32) -> Mesh {
    let spans = Spans::even(Default::default(), 0x100, 16, 10_000, "faces".to_owned());
    let mut mesh = Mesh { normals: vec![Vec3::Y], face_spans: spans, ..Mesh::default() };
    let at = |x: u32, z: u32| x + z * (side + 1);
    for z in 0..=side {
        mesh.positions.extend((0..=side).map(|x| Vec3::new(x as f32, 0.0, z as f32)));
    }
    for cell in 0..side * side {
        let (x, z) = (cell % side, cell / side);
        mesh.faces.extend([Face {
            // Counter-clockwise from above.
            corners: [at(x, z), at(x, z + 1), at(x + 1, z), at(x + 1, z + 1)],
            normals: [0; 4],
            index: cell,
            ..Face::default()
        }]);
    }
    mesh
}

fn scene(mesh: Mesh) -> Scene {
    let mut scene = Scene::default();
    scene.meshes.push(mesh);
    scene
}

#[test]
fn normals_that_point_to_the_front_are_plausible() {
    let found = checked(&scene(field(8)), "normals");
    assert_eq!((found.checked, found.broken), (64, 0));
    let turned = Mesh { winding: Winding::Clockwise, normals: vec![Vec3::NEG_Y], ..field(8) };
    assert_eq!(checked(&scene(turned), "normals").broken, 0);
}

#[test]
fn reversed_or_swapped_normals_break_the_rule() {
    let other_side = Mesh { winding: Winding::Clockwise, ..field(8) };
    let found = checked(&scene(other_side), "normals");
    assert_eq!((found.checked, found.broken, found.is_broken()), (64, 64, true));
    assert!((worst(&found) - 180.0).abs() < 0.1);
    let other_axis = Mesh { normals: vec![Vec3::Z], ..field(8) };
    assert!(checked(&scene(other_axis), "normals").is_broken());
}

#[test]
fn skips_normals_of_meshes_without_a_known_front() {
    let open = Mesh { front: Front::Open, ..field(8) };
    assert!(outcome(&scene(open), "normals").is_none());
}

#[test]
fn distant_vertex_is_a_spike() {
    assert_eq!(checked(&scene(field(8)), "long_edges").broken, 0);
    let mut mesh = field(8);
    mesh.positions[80] = Vec3::new(500.0, 900.0, 3.0);
    let found = checked(&scene(mesh), "long_edges");
    assert_eq!((found.checked, found.broken), (1, 1));
    assert!(worst(&found) > 50.0);
    assert_eq!(found.worst.as_ref().unwrap().origin.path, "faces[63]");
}

#[test]
fn model_with_many_long_edges_is_intentional() {
    // A fan of long blades.
    let mut mesh = Mesh::default();
    for blade in 0..40u32 {
        let first = mesh.positions.len() as u32;
        let way = Vec3::new((blade as f32).cos(), 0.0, (blade as f32).sin()) * 100.0;
        mesh.positions.extend([Vec3::ZERO, Vec3::Y, way]);
        let corners = [first, first + 1, first + 2, NO_CORNER];
        mesh.faces.extend([Face { corners, index: blade, ..Face::default() }]);
    }
    let found = checked(&scene(mesh), "long_edges");
    assert_eq!((found.checked, found.broken), (1, 0));
}
