//! Bounding boxes of elements.

use glam::{Mat4, Vec3};

use crate::app::model::DocScene;
use crate::app::model::view::element_faces::each_run;
use crate::scene::{Element, MeshId, Posed, Scene};

/// World positions of all corners of an element in a pose, used to frame it.
pub fn points_of(scene: &DocScene, posed: &Posed, element: Element) -> Vec<Vec3> {
    let nodes = || scene.scene.nodes.iter().zip(posed.placed());
    let mut points = Vec::new();
    match element {
        Element::Vertex { mesh, vertex } => {
            let position = posed.positions(&scene.scene, mesh).get(vertex as usize);
            for (_, world) in nodes().filter(|(node, _)| node.mesh == Some(mesh)) {
                points.extend(position.map(|p| world.transform_point3(*p)));
            }
        }
        Element::Helper(helper) => {
            let helper = scene.scene.helpers.get(helper);
            points.extend(helper.iter().flat_map(|h| h.shape.points()));
        }
        _ => each_run(scene, element, &mut |run| {
            let mesh = scene.scene.nodes.get(run.node).and_then(|node| node.mesh);
            let transform = posed.placed().get(run.node.index());
            if let (Some(mesh), Some(transform)) = (mesh, transform) {
                let faces = run.faces.start as usize..run.faces.end as usize;
                add_faces(&scene.scene, posed, mesh, faces, transform, &mut points);
            }
        }),
    }
    if points.is_empty() {
        // A joint is a point.
        let bone = scene.scene.bone(element).map(|bone| bone.node);
        let node = bone.or_else(|| scene.scene.node_of(element));
        let joint = node.and_then(|node| posed.bones().get(node.index()));
        points.extend(joint.map(|at| at.w_axis.truncate()));
    }
    points
}

fn add_faces(
    scene: &Scene,
    posed: &Posed,
    mesh: MeshId,
    faces: std::ops::Range<usize>,
    transform: &Mat4,
    points: &mut Vec<Vec3>,
) {
    let Some(stored) = scene.meshes.get(mesh) else { return };
    let positions = posed.positions(scene, mesh);
    for face in faces.filter_map(|at| stored.faces.get(at)) {
        for corner in face.corners.iter().take(face.sides()) {
            let position = positions.get(*corner as usize);
            points.extend(position.map(|p| transform.transform_point3(*p)));
        }
    }
}
