//! Draws the gizmo.

use egui::{Color32, Painter, Pos2, Shape, Stroke, Ui, vec2};
use glam::Vec3;

use super::handles::{Frame, Handle, MIDDLE};
use crate::app::ui::theme::{self, axis_colours};
use crate::app::ui::{GRID, plate};

/// Line widths: under the pointer, and otherwise.
const WIDE: f32 = 4.0;
const LINE: f32 = 2.5;

/// Draws all handles; during a drag, only the dragged one.
pub fn handles(painter: &Painter, frame: &Frame, hovered: Option<Handle>, held: Option<Handle>) {
    let is_shown = |handle: Handle| frame.is_there(handle) && held.is_none_or(|own| own == handle);
    let is_lit = |handle: Handle| hovered == Some(handle) || held == Some(handle);
    for (axis, colour) in axis_colours().into_iter().enumerate() {
        let ring = Handle::Ring(axis);
        if is_shown(ring) {
            line(painter, frame.ring(axis), lit(colour, is_lit(ring)), is_lit(ring));
        }
    }
    for (axis, colour) in axis_colours().into_iter().enumerate() {
        let plane = Handle::Plane(axis);
        if let Some(corners) = frame.square(axis).filter(|_| is_shown(plane)) {
            let colour = lit(colour, is_lit(plane));
            let fill = colour.gamma_multiply(if is_lit(plane) { 0.7 } else { 0.35 });
            painter.add(Shape::convex_polygon(corners.to_vec(), fill, Stroke::new(1.0, colour)));
        }
    }
    for axis in nearest_last(frame) {
        let handle = Handle::Axis(axis);
        if let Some([from, to]) = frame.arrow(axis).filter(|_| is_shown(handle)) {
            let colour = axis_colours().get(axis).copied().unwrap_or(Color32::WHITE);
            arrow(painter, from, to, lit(colour, is_lit(handle)), is_lit(handle));
        }
    }
    if is_shown(Handle::Free) {
        let fill = lit(Color32::from_gray(225), is_lit(Handle::Free));
        let edge = Stroke::new(1.0, Color32::from_black_alpha(160));
        painter.circle(frame.middle, MIDDLE, fill.gamma_multiply(0.9), edge);
    }
}

/// The axes, with the one closest to the view direction last.
fn nearest_last(frame: &Frame) -> [usize; 3] {
    let towards = frame.towards_viewer();
    let mut axes = [0, 1, 2];
    axes.sort_by(|a: &usize, b| {
        Vec3::AXES[*a].dot(towards).total_cmp(&Vec3::AXES[*b].dot(towards))
    });
    axes
}

fn lit(colour: Color32, on: bool) -> Color32 {
    if on { Color32::from_rgb(255, 214, 80) } else { colour }
}

/// A line with a dark edge, to be visible on any background.
fn line(painter: &Painter, points: Vec<Pos2>, colour: Color32, wide: bool) {
    let width = if wide { WIDE } else { LINE };
    let edge = Stroke::new(width + 1.5, Color32::from_black_alpha(90));
    painter.add(Shape::line(points.clone(), edge));
    painter.add(Shape::line(points, Stroke::new(width, colour)));
}

fn arrow(painter: &Painter, from: Pos2, to: Pos2, colour: Color32, wide: bool) {
    let along = (to - from).normalized();
    let (long, half) = if wide { (17.0, 7.0) } else { (14.0, 5.5) };
    let neck = to - along * long;
    if (to - from).length() > long {
        line(painter, vec![from, neck], colour, wide);
    }
    let side = vec2(-along.y, along.x) * half;
    let head = vec![to, neck + side, neck - side];
    let edge = Stroke::new(1.0, Color32::from_black_alpha(110));
    painter.add(Shape::convex_polygon(head, colour, edge));
}

/// Trail from the old to the new position.
pub fn trail(painter: &Painter, from: Pos2, to: Pos2) {
    let white = Stroke::new(1.5, Color32::from_white_alpha(190));
    painter.add(Shape::dashed_line(&[from, to], white, 5.0, 4.0));
    painter.circle_stroke(from, 3.0, white);
    painter.circle(to, 4.5, Color32::WHITE, Stroke::new(1.0, Color32::from_black_alpha(160)));
}

/// Reason why nothing can be moved, below the centre of the picture.
pub fn note(ui: &Ui, painter: &Painter, rect: egui::Rect, why: &str) {
    let width = (rect.width() - 16.0 * GRID).max(20.0 * GRID);
    let galley = ui.painter().layout(why.to_owned(), theme::body(), Color32::WHITE, width);
    let middle = egui::pos2(rect.center().x, rect.bottom() - 8.0 * GRID);
    plate::words(
        painter,
        egui::Align2::CENTER_BOTTOM.anchor_size(middle, galley.size()),
        GRID,
        galley,
    );
}

/// Current amount of the drag, next to the pointer.
pub fn words(ui: &Ui, painter: &Painter, pointer: Pos2, text: String) {
    let galley = ui.painter().layout_no_wrap(text, theme::mono(), Color32::WHITE);
    let at = pointer + vec2(4.0 * GRID, 4.0 * GRID);
    let area = egui::Rect::from_min_size(at, galley.size());
    let room = painter.clip_rect().shrink(2.0 * GRID);
    let back = vec2((room.max.x - area.max.x).min(0.0), (room.max.y - area.max.y).min(0.0));
    plate::words(painter, area.translate(back), GRID, galley);
}
