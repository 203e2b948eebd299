//! Where things of the scene are.

use glam::{Mat4, Vec3};

use super::state::DocScene;
use crate::scene::{Element, Posed, Scene};

/// World position of every corner of an element in a pose, to frame it.
pub fn points_of(scene: &DocScene, posed: &Posed, element: Element) -> Vec<Vec3> {
    let nodes = || scene.scene.nodes.iter().zip(posed.placed());
    let of_node = |mesh: u32, place: &Mat4, points: &mut Vec<Vec3>| {
        let count = scene.scene.meshes.get(mesh as usize).map_or(0, |mesh| mesh.faces.len());
        add_faces(&scene.scene, posed, mesh, 0..count, place, points);
    };
    let mut points = Vec::new();
    match element {
        Element::Bone { .. } => {
            let node = scene.scene.bone(element).map(|bone| bone.node);
            return node.map_or(points, |node| points_of(scene, posed, Element::Node(node)));
        }
        Element::Row { .. } => {
            let node = scene.scene.node_of(element);
            return node.map_or(points, |node| points_of(scene, posed, Element::Node(node)));
        }
        Element::Node(node) => {
            // With everything below it: parents come before their children.
            let mut below = vec![false; scene.scene.nodes.len()];
            for (index, (at, place)) in nodes().enumerate() {
                let of_parent = at.parent.and_then(|p| below.get(p as usize)).copied();
                let inside = index == node as usize || of_parent.unwrap_or(false);
                if let Some(flag) = below.get_mut(index) {
                    *flag = inside;
                }
                if let (true, Some(mesh)) = (inside, at.mesh) {
                    of_node(mesh, place, &mut points);
                }
            }
            if points.is_empty() {
                // A joint is a point.
                points.extend(posed.bones().get(node as usize).map(|at| at.w_axis.truncate()));
            }
        }
        Element::Mesh(mesh) => {
            for (_, place) in nodes().filter(|(node, _)| node.mesh == Some(mesh)) {
                of_node(mesh, place, &mut points);
            }
        }
        Element::Face(face) => {
            let placed = nodes().nth(face.node as usize);
            if let Some((Some(mesh), place)) = placed.map(|(node, place)| (node.mesh, place)) {
                let index = face.face as usize;
                add_faces(&scene.scene, posed, mesh, index..index + 1, place, &mut points);
            }
        }
        Element::Vertex { mesh, vertex } => {
            let position = posed.positions(&scene.scene, mesh).get(vertex as usize);
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

fn add_faces(
    scene: &Scene,
    posed: &Posed,
    mesh: u32,
    faces: std::ops::Range<usize>,
    place: &Mat4,
    points: &mut Vec<Vec3>,
) {
    let stored = scene.meshes.get(mesh as usize).and_then(|mesh| mesh.faces.get(faces));
    let positions = posed.positions(scene, mesh);
    for face in stored.unwrap_or(&[]) {
        for corner in face.corners.iter().take(face.sides()) {
            let position = positions.get(*corner as usize);
            points.extend(position.map(|p| place.transform_point3(*p)));
        }
    }
}
