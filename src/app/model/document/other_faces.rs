//! The faces of a scene that an element of a file consists of, and their corners.

use glam::Vec3;

use crate::bytes::SourceId;
use crate::scene::{Element, FaceRef, Posed, Scene};

/// The placed faces of the element at `path` of a file: those of an object, of a model in all its places, or a single
/// face. Of a part of a model, such as a vertex, those of the whole model.
pub fn faces_at(scene: &Scene, source: SourceId, path: &str) -> Vec<FaceRef> {
    let is_at = |element: Element, holds: &dyn Fn(&str) -> bool| {
        let origin = scene.origin(element);
        origin.is_some_and(|origin| origin.span.source == source && holds(&origin.path))
    };
    let is_same = |own: &str| own == path;
    let is_inside = |own: &str| path.strip_prefix(own).is_some_and(|rest| rest.starts_with('.'));
    let faces = |(node, here): (crate::scene::NodeId, &crate::scene::Node)| {
        let count = scene.mesh_of(here).map_or(0, |mesh| mesh.faces.len());
        (0..u32::try_from(count).unwrap_or(u32::MAX)).map(move |face| FaceRef { node, face })
    };
    let nodes = || scene.nodes.pairs().filter(|(_, node)| node.mesh.is_some());
    let of_nodes: Vec<FaceRef> =
        nodes().filter(|(node, _)| is_at(Element::Node(*node), &is_same)).flat_map(faces).collect();
    if !of_nodes.is_empty() {
        return of_nodes;
    }
    let has_model = |holds: &dyn Fn(&str) -> bool, node: &crate::scene::Node| {
        node.mesh.is_some_and(|mesh| is_at(Element::Mesh(mesh), holds))
    };
    let of_models: Vec<FaceRef> =
        nodes().filter(|(_, node)| has_model(&is_same, node)).flat_map(faces).collect();
    if !of_models.is_empty() {
        return of_models;
    }
    let around: Vec<FaceRef> =
        nodes().filter(|(_, node)| has_model(&is_inside, node)).flat_map(faces).collect();
    let exact = around.iter().copied().filter(|face| is_at(Element::Face(*face), &is_same));
    let exact: Vec<FaceRef> = exact.collect();
    if exact.is_empty() { around } else { exact }
}

/// World positions of the corners of faces.
pub fn corners(scene: &Scene, posed: &Posed, faces: &[FaceRef]) -> Vec<Vec3> {
    let corners = |at: &FaceRef| {
        let node = scene.nodes.get(at.node)?;
        let face = scene.mesh_of(node)?.faces.get(at.face as usize)?;
        let positions = posed.positions(scene, node.mesh?);
        let world = posed.placed().get(at.node.index())?;
        let corners = face.corners.into_iter().take(face.sides());
        let corners = corners.filter_map(move |corner| positions.get(corner as usize));
        Some(corners.map(move |position| world.transform_point3(*position)))
    };
    faces.iter().filter_map(corners).flatten().collect()
}
