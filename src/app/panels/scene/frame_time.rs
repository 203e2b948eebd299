//! Displays frame times. An idle window draws no frames.

use std::collections::VecDeque;

use egui::{Align2, Color32, Rect, Ui, vec2};

use crate::app::ui::{GRID, plate, theme};

/// Number of frames that are averaged.
const FRAMES: usize = 60;
/// Longer pauses count as idle, in seconds.
const PAUSE: f32 = 0.25;

/// Durations of the last frames, in seconds.
#[derive(Default)]
pub struct FrameTime(VecDeque<f32>);

impl FrameTime {
    /// Adds the time since the previous frame.
    pub fn add(&mut self, seconds: f32) {
        if seconds > PAUSE {
            return self.0.clear();
        }
        self.0.push_back(seconds);
        if self.0.len() > FRAMES {
            self.0.pop_front();
        }
    }

    /// Formats the times: `16.7 ms · 60 fps · worst 33.4 ms`, or `idle`.
    pub fn words(&self) -> String {
        let total: f32 = self.0.iter().sum();
        if total <= 0.0 {
            return "idle".to_owned();
        }
        let mean = total / self.0.len() as f32;
        let worst = self.0.iter().copied().fold(0.0, f32::max);
        let ms = |seconds: f32| seconds * 1000.0;
        format!("{:.1} ms · {:.0} fps · worst {:.1} ms", ms(mean), 1.0 / mean, ms(worst))
    }

    /// Draws the frame times in the upper right corner of the picture.
    pub fn show(&mut self, ui: &Ui, rect: Rect) {
        self.add(ui.input(|input| input.unstable_dt));
        let colour = Color32::from_white_alpha(200);
        let galley = ui.painter().layout_no_wrap(self.words(), theme::mono(), colour);
        let corner = rect.right_top() + vec2(-3.0, 3.0) * GRID;
        let area = Align2::RIGHT_TOP.anchor_size(corner, galley.size());
        plate::words(ui.painter(), area, GRID, galley);
    }
}
