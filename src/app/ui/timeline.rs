//! Pieces of lines of time.

use egui::{Color32, Rect, pos2};

pub fn playhead(painter: &egui::Painter, x: f32, rect: Rect, colour: Color32) {
    let stroke = egui::Stroke::new(2.0, colour);
    painter.line_segment([pos2(x, rect.top()), pos2(x, rect.bottom())], stroke);
}
