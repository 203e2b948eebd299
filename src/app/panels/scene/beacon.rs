//! Marks a selection that is hard to see: an outline around a hidden face, a ring around a face smaller
//! than a pixel, an arrow to one outside the picture.

use egui::{Align2, Color32, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, Vec2, vec2};
use glam::{Vec3, Vec4};

use super::marks::on_screen;
use crate::app::model::{Command, DocScene, view::bounds::points_of};
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, Theme, shortcuts};
use crate::render::Camera;
use crate::scene::{Element, LayerKind};

/// Elements smaller than this get a ring, in points.
const SMALL: f32 = 14.0;
/// Distance of the arrow from the edge of the picture, in points.
const INSET: f32 = 26.0;

/// Draws the mark of the first selected element.
pub fn show(ui: &mut Ui, cx: &mut Ctx<'_>, rect: Rect, scene: &DocScene, camera: &Camera) {
    let Some(element) = cx.state.selected_element() else {
        return;
    };
    // Textures, palettes and the sky have no single position.
    if is_sky(scene, element) || matches!(element, Element::Texture(_) | Element::Palette(_)) {
        return;
    }
    let points = points_of(scene, &cx.state.motion.posed, element);
    let Some(bounds) = crate::render::Bounds::of(points.iter().copied()) else { return };
    let matrix = camera.matrix(rect.width() / rect.height());
    let project = |point: Vec3| on_screen(matrix * Vec4::from((point, 1.0)), rect);
    let colour = Theme::of(ui).accent;
    let Some(centre) = project(bounds.centre()).filter(|centre| rect.contains(*centre)) else {
        let (right, up, _) = camera.basis();
        let way = bounds.centre() - camera.eye();
        return arrow(ui, cx, rect, vec2(way.dot(right), -way.dot(up)));
    };
    let painter = ui.painter().with_clip_rect(rect);
    let corners: Option<Vec<Pos2>> = points.iter().map(|point| project(*point)).collect();
    let Some(corners) = corners else { return };
    let size = Rect::from_points(&corners).size().max_elem();
    if size < SMALL {
        for (width, colour) in [(4.0, Color32::from_black_alpha(140)), (2.0, colour)] {
            painter.circle_stroke(centre, SMALL, Stroke::new(width, colour));
        }
    } else if let (Element::Face(_), Some(outline)) = (element, outline(&corners)) {
        painter.add(Shape::closed_line(outline, Stroke::new(1.0, colour.gamma_multiply(0.6))));
    }
}

/// The sky surrounds the viewer and has no position.
fn is_sky(scene: &DocScene, element: Element) -> bool {
    let node = match element {
        Element::Face(face) => face.node,
        Element::Node(node) => node,
        _ => return false,
    };
    let layer = scene.scene.nodes.get(node).map(|node| usize::from(node.layer));
    let layer = layer.and_then(|layer| scene.scene.layers.get(layer));
    layer.is_some_and(|layer| layer.kind == LayerKind::Sky)
}

/// Corners of a face in order around its edge; quads are stored as two rows.
fn outline(corners: &[Pos2]) -> Option<Vec<Pos2>> {
    match *corners {
        [a, b, c] => Some(vec![a, b, c]),
        [a, b, c, d] => Some(vec![a, b, d, c]),
        _ => None,
    }
}

/// Arrow at the edge that points `towards` the selection; a click frames it.
fn arrow(ui: &mut Ui, cx: &mut Ctx<'_>, rect: Rect, towards: Vec2) {
    let theme = Theme::of(ui);
    // An element straight behind has no direction: the arrow points down.
    let way = if towards.length() > 0.0 { towards.normalized() } else { vec2(0.0, 1.0) };
    let half = rect.shrink(INSET).size() * 0.5;
    let reach = (half.x / way.x.abs()).min(half.y / way.y.abs());
    let centre = rect.center() + way * reach.max(0.0);
    let button = Align2::CENTER_CENTER.anchor_size(centre, Vec2::splat(8.0 * GRID));
    let response = ui.interact(button, ui.scope_id().with("to the selection"), Sense::click());
    let fill = if response.hovered() { theme.accent_fill } else { theme.panel };
    ui.painter().circle(centre, 4.0 * GRID, fill, Stroke::new(1.0, theme.accent));
    let corner = |along: f32, across: f32| centre + way * along + vec2(-way.y, way.x) * across;
    let triangle = vec![corner(8.0, 0.0), corner(-5.0, 7.0), corner(-5.0, -7.0)];
    ui.painter().add(Shape::convex_polygon(triangle, theme.accent, Stroke::NONE));
    let frame = shortcuts::tip(&Command::FrameSelection);
    let tip = format!("The selection is outside the picture. {frame}");
    response.named(Role::Button, &tip);
    if response.on_hover_text(tip).clicked() {
        cx.push(Command::FrameSelection);
    }
}
