//! First run: the scene turns slowly until it is touched, and three hints fade out.

use egui::{Align2, Rect, Ui, vec2};

use super::marks;
use crate::app::model::Command;
use crate::app::ui::{GRID, ROW, Theme, shortcuts};
use crate::render::Camera;

/// Seconds for a full turn.
const TURN: f64 = 40.0;
/// Seconds that a hint remains after the user followed it.
const FADE: f64 = 0.6;

/// The hints for new users; `done` is the time at which each was followed.
fn all_hints() -> [String; 3] {
    let keys = shortcuts::with_keys("All keys", &Command::CheatSheet);
    ["Drag to orbit".to_owned(), "Click a face to inspect it".to_owned(), keys]
}

/// State of the hints for new users.
#[derive(Default)]
pub struct Welcome {
    on: bool,
    turning: bool,
    started: Option<f64>,
    last: Option<f64>,
    /// Time at which each hint was followed.
    done: [Option<Option<f64>>; 3],
}

impl Welcome {
    pub fn start(&mut self) {
        *self = Self { on: true, turning: true, ..Self::default() };
    }

    /// Called when the user moves the camera.
    pub fn touched(&mut self) {
        self.turning = false;
        if self.on && self.done[0].is_none() {
            self.done[0] = Some(None);
        }
    }

    /// Called for commands that follow the other hints.
    pub fn done(&mut self, command: &Command) {
        let hint = match command {
            Command::Select(_) => 1,
            Command::CheatSheet => 2,
            _ => return,
        };
        self.turning = false;
        if let Some(done) = self.done.get_mut(hint).filter(|done| self.on && done.is_none()) {
            *done = Some(None);
        }
    }

    /// The slowly turning camera.
    pub fn turn(&mut self, ui: &Ui, camera: Camera, still: bool) -> Option<Camera> {
        if !self.turning || still {
            return None;
        }
        let now = ui.input(|input| input.time);
        let started = *self.started.get_or_insert(now);
        let before = self.last.replace(now).unwrap_or(now);
        if now - started > TURN {
            self.turning = false;
            return None;
        }
        ui.ctx().request_repaint();
        let mut camera = camera;
        camera.orbit(((now - before) * 360.0 / TURN) as f32, 0.0);
        Some(camera)
    }

    /// Draws the hints at the bottom of the picture.
    pub fn hints(&mut self, ui: &Ui, rect: Rect, still: bool) {
        if !self.on {
            return;
        }
        let now = ui.input(|input| input.time);
        let mut shown: Vec<(String, f32)> = Vec::new();
        for (hint, done) in all_hints().into_iter().zip(&mut self.done) {
            let strength = match done {
                None => 1.0,
                Some(_) if still => 0.0,
                Some(when) => {
                    let age = now - *when.get_or_insert(now);
                    if age < FADE {
                        ui.ctx().request_repaint();
                    }
                    (1.0 - age / FADE).max(0.0) as f32
                }
            };
            if strength > 0.0 {
                shown.push((hint, strength));
            }
        }
        if shown.is_empty() {
            self.on = false;
            return;
        }
        paint(ui, rect, &shown);
    }
}

fn paint(ui: &Ui, rect: Rect, hints: &[(String, f32)]) {
    let theme = Theme::of(ui);
    let font = egui::FontId::proportional(14.0);
    let gap = 3.0 * GRID;
    let galleys: Vec<_> = hints
        .iter()
        .map(|(text, strength)| {
            let galley = ui.painter().layout_no_wrap(text.clone(), font.clone(), theme.text);
            (galley, *strength)
        })
        .collect();
    let pad = vec2(3.0, 1.5) * GRID;
    let width: f32 = galleys.iter().map(|(g, _)| g.size().x + 2.0 * pad.x + gap).sum::<f32>() - gap;
    // In the middle if they do not cover the axes there; next to them, otherwise above them.
    let axes = marks::axes_rect(rect);
    let middle = rect.center().x - width * 0.5;
    let mut left = middle.max(axes.right() + gap).min(rect.right() - gap - width).max(rect.left());
    let bottom = match left < axes.right() {
        true => axes.top() - gap,
        false => rect.bottom() - 6.0 * GRID,
    };
    // In a very small picture they would cover the buttons at its top.
    if width > rect.width() || bottom < rect.top() + 4.0 * ROW {
        return;
    }
    for (galley, strength) in galleys {
        let size = galley.size() + 2.0 * pad;
        let at = egui::pos2(left, bottom - size.y);
        let plate = Rect::from_min_size(at, size);
        let fill = theme.panel.gamma_multiply(0.86 * strength);
        ui.painter().rect_filled(plate, size.y * 0.5, fill);
        let colour = theme.text.gamma_multiply(strength);
        let text = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), plate).min;
        ui.painter().galley_with_override_text_color(text, galley, colour);
        left = plate.right() + gap;
    }
}
