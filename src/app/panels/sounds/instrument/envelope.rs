//! Plots an envelope: phases of equal width, each with its duration.

use egui::{Align2, Rect, Stroke, Ui, vec2};

use super::point;
use crate::app::ui::{GRID, ROW, Theme, theme};
use crate::scene::{FULL_LEVEL, Phase, Tone, time_in_words};

/// Points of the curve per phase.
const POINTS: u16 = 48;

/// Draws the envelope of a tone.
pub fn show(ui: &Ui, rect: Rect, tone: &Tone) {
    let theme = Theme::of(ui);
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 0.0, theme.panel);
    let plot = rect.shrink2(vec2(2.0 * GRID, GRID));
    let plot = plot.with_max_y(plot.bottom() - ROW);
    let curves = curves(tone);
    let width = 1.0 / curves.len() as f32;
    let names = ["Attack", "Decay", "Sustain", "Release"];
    let steps = tone.envelope.steps();
    for (index, ((curve, name), steps)) in curves.iter().zip(names).zip(steps).enumerate() {
        let from = index as f32 * width;
        let points = curve.iter().enumerate().map(|(step, level)| {
            point(plot, from + width * step as f32 / f32::from(POINTS), *level)
        });
        painter.line(points.collect(), Stroke::new(2.0, theme.accent));
        let start = point(plot, from, 0.0);
        painter.vline(start.x, plot.y_range(), Stroke::new(1.0, theme.line));
        let time = match name {
            "Sustain" => format!("{} %, {}", tone.sustain_percent(), time_in_words(steps)),
            _ => time_in_words(steps),
        };
        let corner = start + vec2(GRID, ROW / 2.0 + GRID);
        painter.text(
            corner,
            Align2::LEFT_CENTER,
            format!("{name} {time}"),
            theme::small(),
            theme.weak,
        );
    }
    painter.hline(plot.x_range(), plot.bottom(), Stroke::new(1.0, theme.line));
}

/// Levels over each phase, 0 to 1. Shows one second of a phase that never ends.
fn curves(tone: &Tone) -> [Vec<f32>; 4] {
    const SECOND: u64 = crate::scene::ENVELOPE_RATE as u64;
    let mut note = tone.envelope.start();
    let phases = [Phase::Attack, Phase::Decay, Phase::Sustain, Phase::Release];
    let [attack, decay, sustain, _] = tone.envelope.steps();
    let held = [attack, decay, sustain];
    std::array::from_fn(|index| {
        let phase = phases.get(index).copied().unwrap_or(Phase::Release);
        if phase == Phase::Release {
            note.release();
        }
        let full = f32::from(FULL_LEVEL);
        let mut levels = vec![f32::from(note.level()) / full];
        // The release starts at the level where the sustain ended.
        let length = match held.get(index) {
            Some(steps) => steps.unwrap_or(SECOND).min(4 * SECOND),
            None => tone.envelope.steps()[3].unwrap_or(SECOND).min(4 * SECOND),
        };
        let mut gone = 0;
        for step in 1..=u64::from(POINTS) {
            let at = length * step / u64::from(POINTS);
            note.advance(at - gone);
            gone = at;
            levels.push(f32::from(note.level()) / full);
        }
        levels
    })
}
