//! Waveform: playhead, captions, seeking, selecting a range, zoom.

use egui::{Align2, Color32, Mesh, PointerButton, Rect, Sense, Shape, Stroke, Ui, pos2};

use super::caption_edit::CaptionEdit;
use super::clock;
use super::scale::Scale;
use super::stretches::Stretches;
use crate::app::model::Command;
use crate::app::model::sound::{Key, Track};
use crate::app::ui::{Ctx, GRID, ROW, Theme, theme};
use crate::audio;
use crate::scene::{LoopPart, Sound};

/// State of the waveform view.
#[derive(Default)]
pub struct Wave {
    key: Option<Key>,
    /// Length of the sound in seconds.
    length: f64,
    /// Visible range in seconds.
    shown: (f64, f64),
    /// Time at which a drag started, in seconds.
    from: Option<f64>,
    stretches: Stretches,
}

/// Shortest visible range, in frames.
const CLOSEST: f64 = 32.0;
/// Shortest range that a drag selects, in points.
const MIN_WIDTH: f32 = 4.0;

impl Wave {
    /// Fills `ui` with the waveform of a sound.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        cx: &mut Ctx<'_>,
        (key, sound): (Key, &Sound),
        words: &mut CaptionEdit,
    ) {
        let theme = Theme::of(ui);
        let rect = ui.available_rect_before_wrap();
        let response = ui.allocate_rect(rect, Sense::click_and_drag());
        ui.painter().rect_filled(rect, 0.0, theme.well);
        let track = match cx.state.sound.track(key) {
            Some(Some(track)) => track,
            Some(None) => return note(ui, rect, "This sound cannot be decoded", theme.warning),
            None => return note(ui, rect, "Decoding…", theme.weak),
        };
        if self.key != Some(key) {
            let length = track.seconds();
            let (key, shown) = (Some(key), (0.0, length));
            *self = Self { key, length, shown, ..Self::default() };
        }
        self.zoom(ui, &response, track);
        let scale = Scale { rect, shown: self.shown };
        let captions = if sound.captions.is_empty() { 0.0 } else { ROW };
        let above = rect.with_max_y(rect.bottom() - captions);
        let playing = cx.state.sound.now().is_some_and(|now| now.key == key);
        let region = cx.state.sound.region().filter(|_| playing);
        let dragged = self.interact(&response, scale, playing, key, cx);
        if let Some((start, end)) = dragged.or(region) {
            let band = above.with_min_x(scale.x(start)).with_max_x(scale.x(end));
            ui.painter().rect_filled(band.intersect(rect), 0.0, theme.accent_fill);
        }
        samples(ui, above, scale, track, &theme);
        if let Some(part) = sound.looped {
            loop_marks(ui, above, scale, (sound.rate, part), &theme);
        }
        self.stretches.ui(ui, cx, (key, sound), scale, words);
        ruler(ui, scale, &theme);
        if let Some(at) = cx.state.sound.position_in(key) {
            playhead(ui, scale, at, &theme);
        }
        response.widget_info(|| {
            let at = cx.state.sound.position_in(key).unwrap_or(0.0);
            let label = format!("Waveform, {} of {}", clock(at), clock(track.seconds()));
            egui::WidgetInfo::labeled(egui::Role::Slider, true, label)
        });
        if let Some(pointer) = response.hover_pos() {
            let stopped = cx.state.sound.state() == audio::State::Stopped;
            let colour = if stopped { theme.faint } else { theme.weak };
            ui.painter().vline(pointer.x, above.y_range(), Stroke::new(1.0, colour));
        }
    }

    /// The wheel zooms around the pointer; with Shift, or horizontally, it scrolls.
    fn zoom(&mut self, ui: &Ui, response: &egui::Response, track: &Track) {
        let all = track.seconds().max(1e-3);
        if let Some(pointer) = response.hover_pos() {
            let (wheel, zoom) = ui.input_mut(|input| {
                let wheel = std::mem::take(&mut input.smooth_scroll_delta);
                (wheel, input.zoom_delta())
            });
            let scale = Scale { rect: response.rect, shown: self.shown };
            let span = self.shown.1 - self.shown.0;
            let factor = f64::from((wheel.y * -0.005).exp() / zoom);
            let closest = CLOSEST / f64::from(track.clip.rate());
            let new = (span * factor).clamp(closest.min(all), all);
            let centre = scale.seconds(pointer.x);
            let move_by = f64::from(-wheel.x / response.rect.width().max(1.0)) * span;
            let start = centre - (centre - self.shown.0) * new / span.max(1e-9) + move_by;
            let start = start.clamp(0.0, (all - new).max(0.0));
            self.shown = (start, start + new);
        }
        if self.shown.1 <= self.shown.0 {
            self.shown = (0.0, all);
        }
    }

    /// A click seeks, a drag selects, a double click clears the selection. Returns the range that is
    /// being selected.
    fn interact(
        &mut self,
        response: &egui::Response,
        scale: Scale,
        playing: bool,
        key: Key,
        cx: &mut Ctx<'_>,
    ) -> Option<(f64, f64)> {
        let length = self.length;
        let at = |pos: egui::Pos2| scale.seconds(pos.x).clamp(0.0, length);
        let start_playing = |cx: &mut Ctx<'_>| {
            if !playing {
                cx.push(Command::PlaySound(key.sound));
            }
        };
        if response.drag_started_by(PointerButton::Primary) {
            let origin = response.ctx.input(|input| input.pointer.press_origin());
            self.from = origin.map(at);
        }
        let pointer = response.interact_pointer_pos();
        let stretch = self.from.zip(pointer).map(|(from, pointer)| {
            let to = at(pointer);
            (from.min(to), from.max(to))
        });
        let wide = stretch.filter(|(a, b)| scale.x(*b) - scale.x(*a) >= MIN_WIDTH);
        if response.drag_stopped() {
            self.from = None;
            if let Some((start, end)) = wide {
                start_playing(cx);
                cx.push(Command::PlayOnly(Some((start, end))));
                cx.push(Command::SeekTo(start));
            }
        } else if response.double_clicked() {
            cx.push(Command::PlayOnly(None));
        } else if response.clicked()
            && let Some(pointer) = pointer
        {
            start_playing(cx);
            cx.push(Command::SeekTo(at(pointer)));
        }
        wide
    }
}

/// Writes a message instead of a waveform.
pub fn note(ui: &Ui, rect: Rect, text: &str, colour: Color32) {
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, text, theme::body(), colour);
}

/// Draws a bar per pixel, from the lowest to the highest sample; each channel has its own lane.
pub fn samples(ui: &Ui, rect: Rect, scale: Scale, track: &Track, theme: &Theme) {
    let clip = &track.clip;
    let Some(peaks) = track.peaks() else {
        return note(ui, rect, "Drawing…", theme.weak);
    };
    let lanes = clip.channels();
    let height = rect.height() / lanes as f32;
    let pixel = 1.0 / ui.ctx().pixels_per_point();
    let columns = (rect.width() / pixel) as usize;
    let frame = |x: f32| (scale.seconds(x).max(0.0) * f64::from(clip.rate())) as usize;
    let mut mesh = Mesh::default();
    for lane in 0..lanes {
        let middle = rect.top() + height * (lane as f32 + 0.5);
        let reach = height * 0.5 - GRID;
        let y = |sample: i16| middle - f32::from(sample) / 32768.0 * reach;
        ui.painter().hline(rect.x_range(), middle, Stroke::new(1.0, theme.line));
        for column in 0..columns {
            let x = rect.left() + column as f32 * pixel;
            let (start, end) = (frame(x), frame(x + pixel));
            // Adjacent bars share a frame, so that steep edges stay connected.
            let Some((low, high)) = peaks.bounds(clip, lane, start..end.max(start) + 1) else {
                break;
            };
            let (top, bottom) = (y(high), y(low).max(y(high) + pixel));
            let bar = Rect::from_min_max(pos2(x, top), pos2(x + pixel, bottom));
            mesh.add_colored_rect(bar, theme.accent);
        }
    }
    ui.painter().add(Shape::mesh(mesh));
}

/// Draws times at round steps.
pub fn ruler(ui: &Ui, scale: Scale, theme: &Theme) {
    let span = scale.shown.1 - scale.shown.0;
    let most = f64::from(scale.rect.width() / 90.0).max(1.0);
    let rough = (span / most).max(1e-6);
    let power = 10f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    let step = steps.into_iter().find(|step| *step >= rough).unwrap_or(power * 10.0);
    let decimals = (-step.log10().floor()).max(0.0) as usize;
    let first = (scale.shown.0 / step).ceil() as i64;
    let last = (scale.shown.1 / step).floor() as i64;
    for tick in first..=last {
        let seconds = tick as f64 * step;
        let x = scale.x(seconds);
        let top = scale.rect.top();
        ui.painter().vline(x, top..=top + GRID, Stroke::new(1.0, theme.faint));
        if x + 8.0 * GRID < scale.rect.right() {
            let text = format!("{seconds:.decimals$}");
            let at = pos2(x + 3.0, top);
            ui.painter().text(at, Align2::LEFT_TOP, text, theme::small(), theme.weak);
        }
    }
}

/// Draws a bracket under the loop.
fn loop_marks(ui: &Ui, rect: Rect, scale: Scale, (rate, part): (u32, LoopPart), theme: &Theme) {
    let seconds = |frame: u64| frame as f64 / f64::from(rate.max(1));
    let (start, end) = (scale.x(seconds(part.first)), scale.x(seconds(part.last + 1)));
    let painter = ui.painter().with_clip_rect(rect);
    let stroke = Stroke::new(1.0, theme.weak);
    for x in [start, end] {
        painter.vline(x, rect.y_range(), stroke);
    }
    let foot = rect.bottom() - GRID;
    painter.hline(start..=end, foot, Stroke::new(2.0, theme.weak));
    let corner = pos2(start + GRID, foot - GRID / 2.0);
    painter.text(corner, Align2::LEFT_BOTTOM, "Loop", theme::small(), theme.text);
}

/// Draws the position of the playing sound.
pub fn playhead(ui: &Ui, scale: Scale, at: f64, theme: &Theme) {
    let x = scale.x(at);
    if scale.rect.x_range().contains(x) {
        // Two colours, to be visible on the waveform and next to it.
        ui.painter().vline(x, scale.rect.y_range(), Stroke::new(3.0, theme.well));
        ui.painter().vline(x, scale.rect.y_range(), Stroke::new(1.0, theme.warning));
    }
}
