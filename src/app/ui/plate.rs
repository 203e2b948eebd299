//! Plates over a picture, which keep text readable on any background.

use std::sync::Arc;

use egui::{
    Align2, Area, Color32, Frame, Galley, Id, Margin, Order, Painter, Pos2, Rect, Stroke, Ui,
};

use super::Theme;

/// An area over the picture in `rect`, with its `pivot` at `at`.
pub fn area(name: &str, rect: Rect, pivot: Align2, at: Pos2) -> Area {
    Area::new(Id::unique(name)).pivot(pivot).fixed_pos(at).order(Order::Middle).constrain_to(rect)
}

/// The frame around the widgets in an area.
pub fn frame(ui: &Ui, margin: impl Into<Margin>) -> Frame {
    let theme = Theme::of(ui);
    let frame = Frame::new().fill(theme.panel.gamma_multiply(0.94)).corner_radius(4);
    frame.stroke(Stroke::new(1.0, theme.line)).inner_margin(margin)
}

/// Paints text into `area`, on a dark plate that is `margin` larger.
pub fn words(painter: &Painter, area: Rect, margin: f32, galley: Arc<Galley>) {
    painter.rect_filled(area.expand(margin), 3.0, Color32::from_black_alpha(120));
    painter.galley(area.min, galley, Color32::WHITE);
}
