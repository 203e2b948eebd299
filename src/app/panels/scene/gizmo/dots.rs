//! Vertices that can be picked: corners of the selected faces, and neighbours of selected vertices.

use std::collections::BTreeSet;

use egui::{Color32, Painter, Pos2, Rect, Stroke};
use glam::Vec4;

use crate::app::model::{DocScene, State};
use crate::app::panels::scene::marks::on_screen;
use crate::render::Camera;
use crate::scene::{Element, NO_CORNER, NodeId};

/// Maximum number of vertices that are drawn.
const MAX_DOTS: usize = 240;
/// Greatest distance of the pointer from a vertex, in points.
const REACH: f32 = 8.0;

/// Visible on any picture, in both themes.
const BLUE: Color32 = Color32::from_rgb(90, 190, 255);

/// A vertex in screen coordinates.
pub struct VertexPoint {
    pub element: Element,
    pub at: Pos2,
}

/// The vertices in the picture.
pub fn dots(state: &State, camera: &Camera, rect: Rect) -> Vec<VertexPoint> {
    let Some(scene) = state.scene() else { return Vec::new() };
    let matrix = camera.matrix(rect.width() / rect.height().max(1.0));
    let posed = &state.motion.posed;
    let dot = |(node, vertex): (NodeId, u32)| {
        let mesh = scene.scene.nodes.get(node)?.mesh?;
        let at = *posed.positions(&scene.scene, mesh).get(vertex as usize)?;
        let world = *posed.placed().get(node.index())? * Vec4::from((at, 1.0));
        let at = on_screen(matrix * world, rect).filter(|at| rect.contains(*at))?;
        Some(VertexPoint { element: Element::Vertex { mesh, vertex }, at })
    };
    pickable_vertices(state, scene).into_iter().take(MAX_DOTS).filter_map(dot).collect()
}

/// Vertices that can be picked, with a node that places each.
fn pickable_vertices(state: &State, scene: &DocScene) -> BTreeSet<(NodeId, u32)> {
    let mut found = BTreeSet::new();
    let corners = |corners: [u32; 4]| corners.into_iter().filter(|corner| *corner != NO_CORNER);
    for at in state.selected_faces().take(MAX_DOTS) {
        let face = scene.face(at).map(|(_, face)| face);
        found.extend(face.into_iter().flat_map(|face| corners(face.corners)).map(|v| (at.node, v)));
    }
    for element in state.selected().take(MAX_DOTS) {
        let Element::Vertex { mesh, vertex } = element else { continue };
        let node = scene.scene.nodes.find(|node| node.mesh == Some(mesh));
        let (Some(node), Some(mesh)) = (node, scene.scene.meshes.get(mesh)) else { continue };
        let beside = mesh.faces.iter().filter(|face| face.corners.contains(&vertex));
        found.extend(beside.flat_map(|face| corners(face.corners)).map(|corner| (node, corner)));
        found.insert((node, vertex));
    }
    found
}

/// The vertex under the pointer.
pub fn under(dots: &[VertexPoint], pointer: Pos2) -> Option<Element> {
    let near = dots.iter().map(|dot| (dot.at.distance(pointer), dot.element));
    let near = near.filter(|(far, _)| *far <= REACH);
    near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, element)| element)
}

/// Draws the vertices.
pub fn paint(painter: &Painter, dots: &[VertexPoint], state: &State, hovered: Option<Element>) {
    for dot in dots {
        let on = hovered == Some(dot.element);
        let selected = state.selection.as_ref().is_some_and(|s| s.contains(dot.element));
        let fill = if on || selected { Color32::WHITE } else { BLUE };
        let half = if on { 5.0 } else { 3.0 };
        let square = Rect::from_center_size(dot.at, egui::Vec2::splat(2.0 * half));
        painter.rect_filled(square.expand(1.0), 1.0, Color32::from_black_alpha(150));
        painter.rect(square, 1.0, fill, Stroke::NONE, egui::StrokeKind::Inside);
    }
}
