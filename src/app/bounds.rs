//! Where things of the scene are.

use glam::{Mat4, Vec3};

use super::state::DocScene;

use crate::scene::{Element, Mesh};

/// World position of every corner of an element, to frame it.
pub fn points_of(scene: &DocScene, element: Element) -> Vec<Vec3> {
    let nodes = || scene.scene.nodes.iter().zip(&scene.world);
    let mut points = Vec::new();
    match element {
        Element::Node(node) => {
            // With everything below it: parents come before their children.
            let mut below = vec![false; scene.scene.nodes.len()];
            for (index, (at, world)) in nodes().enumerate() {
                let of_parent = at.parent.and_then(|p| below.get(p as usize)).copied();
                let inside = index == node as usize || of_parent.unwrap_or(false);
                if let Some(flag) = below.get_mut(index) {
                    *flag = inside;
                }
                if let (true, Some(mesh)) = (inside, scene.scene.mesh_of(at)) {
                    add_faces(mesh, 0..mesh.faces.len(), world, &mut points);
                }
            }
        }
        Element::Mesh(mesh) => {
            for (node, world) in nodes().filter(|(node, _)| node.mesh == Some(mesh)) {
                if let Some(mesh) = scene.scene.mesh_of(node) {
                    add_faces(mesh, 0..mesh.faces.len(), world, &mut points);
                }
            }
        }
        Element::Face(face) => {
            let world = scene.world.get(face.node as usize);
            if let (Some((mesh, _)), Some(world)) = (scene.face(face), world) {
                let index = face.face as usize;
                add_faces(mesh, index..index + 1, world, &mut points);
            }
        }
        Element::Vertex { mesh, vertex } => {
            let stored = scene.scene.meshes.get(mesh as usize);
            let position = stored.and_then(|m| m.positions.get(vertex as usize));
            for (_, world) in nodes().filter(|(node, _)| node.mesh == Some(mesh)) {
                points.extend(position.map(|p| world.transform_point3(*p)));
            }
        }
        Element::Helper(helper) => {
            let helper = scene.scene.helpers.get(helper as usize);
            points.extend(helper.iter().flat_map(|h| h.shape.points()));
        }
        _ => {}
    }
    points
}

fn add_faces(mesh: &Mesh, faces: std::ops::Range<usize>, world: &Mat4, points: &mut Vec<Vec3>) {
    for face in mesh.faces.get(faces).unwrap_or(&[]) {
        for corner in face.corners.iter().take(face.sides()) {
            let position = mesh.positions.get(*corner as usize);
            points.extend(position.map(|p| world.transform_point3(*p)));
        }
    }
}
