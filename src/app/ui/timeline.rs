//! Elements of time lines.

use egui::{Color32, Rect, pos2};

/// Minimum distance between ticks, in points.
const TICK_ROOM: f32 = 4.0;

pub fn playhead(painter: &egui::Painter, x: f32, rect: Rect, colour: Color32) {
    let stroke = egui::Stroke::new(2.0, colour);
    painter.line_segment([pos2(x, rect.top()), pos2(x, rect.bottom())], stroke);
}

/// Number of frames between ticks: 1, 2, 5, 10, …
pub fn tick_step(width: f32, frames: u32) -> u32 {
    let most = (width / TICK_ROOM).max(1.0);
    let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
    let fits = |step: &u32| frames as f32 / *step as f32 <= most;
    steps.into_iter().find(fits).unwrap_or(frames.max(1))
}
