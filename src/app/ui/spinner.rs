//! The spinner that is shown while waiting.

use std::f32::consts::TAU;
use std::time::Duration;

use egui::{Rect, Response, Role, Sense, Ui, Vec2, WidgetInfo, vec2};

/// Steps per second, and number of dots. Each step redraws the whole window, for which a software adapter
/// uses all cores; the pending work needs them.
const STEPS: u8 = 8;

/// Seconds before a job or a wait is shown: shorter ones need no extra frames.
pub const SILENT: f64 = 0.4;

/// A spinner with a height of `size`.
pub fn spinner(ui: &mut Ui, size: f32) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(size), Sense::hover());
    response.widget_info(|| WidgetInfo::new(Role::ProgressIndicator));
    paint_spinner(ui, rect);
    response
}

/// Paints a spinner into `rect`.
pub fn paint_spinner(ui: &Ui, rect: Rect) {
    if !ui.is_rect_visible(rect) {
        return;
    }
    let each = 1.0 / f64::from(STEPS);
    let time = ui.input(|input| input.time);
    ui.ctx().request_repaint_after(Duration::from_secs_f64(each - time % each));
    let ahead = (time / each).rem_euclid(f64::from(STEPS)).floor() as u8;
    let radius = rect.size().min_elem() / 2.0;
    let colour = ui.visuals().strong_text_color();
    for dot in 0..STEPS {
        // The leading dot is the brightest.
        let behind = (ahead + STEPS - dot) % STEPS;
        let strength = 1.0 - f32::from(behind) / f32::from(STEPS);
        let angle = TAU * f32::from(dot) / f32::from(STEPS);
        let at = rect.center() + 0.75 * radius * vec2(angle.sin(), -angle.cos());
        ui.painter().circle_filled(at, 0.2 * radius, colour.gamma_multiply(strength));
    }
}
