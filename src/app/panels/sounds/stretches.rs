//! Captions on the waveform, each over its time; the current one is highlighted. Their edges can be
//! dragged.

use egui::{CursorIcon, Id, Rect, Role, Sense, Stroke, Ui, vec2};

use super::caption_edit::{CaptionEdit, seconds, set_durations, units};
use super::scale::Scale;
use crate::app::model::{Command, SelectionTarget, sound::Key};
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, ROW, Theme, row, theme};
use crate::scene::{Caption, Element, Sound, caption_at};

/// Distance from an edge within which it can be dragged, in points.
const REACH: f32 = 4.0;

/// State of the edge that is being dragged.
#[derive(Default)]
pub struct Stretches {
    drag: Option<Drag>,
}

struct Drag {
    key: Key,
    /// Index of the caption that ends at the edge.
    caption: usize,
    /// New durations of this caption and of the next one, which gains or loses the difference.
    units: (u64, Option<u64>),
}

impl Stretches {
    /// Draws the captions at the lower edge of the waveform.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        cx: &mut Ctx<'_>,
        (key, sound): (Key, &Sound),
        scale: Scale,
        words: &mut CaptionEdit,
    ) {
        let theme = Theme::of(ui);
        self.drag.take_if(|drag| drag.key != key);
        let strip = scale.rect.with_min_y(scale.rect.bottom() - ROW);
        let at = cx.state.sound.position_in(key);
        let now = at.and_then(|at| caption_at(&sound.captions, (at * 1000.0) as u64));
        let ends = self.ends(&sound.captions);
        let mut start = 0.0;
        for (index, (caption, end)) in sound.captions.iter().zip(&ends).enumerate() {
            let [left, right] = [start, *end].map(|at| scale.x(at));
            start = *end;
            let band = strip.with_min_x(left).with_max_x(right).intersect(strip);
            if band.width() <= 0.0 {
                continue;
            }
            let id = Id::unique("caption on the waveform").with(index);
            let response = ui.interact(band, id, Sense::click());
            response.named(Role::Button, format!("On the waveform: {}", caption.text));
            let is_hovered = response.hovered();
            paint(ui, band, caption, (now == Some(index), is_hovered), &theme);
            if is_hovered {
                let caption = index as u32;
                cx.hover(SelectionTarget::Element(Element::Caption { sound: key.sound, caption }));
            }
            if response.double_clicked() {
                words.begin(caption);
            } else if response.clicked() {
                cx.push(Command::PlaySound(key.sound));
                cx.push(Command::SeekTo(caption.start_ms as f64 / 1000.0));
            }
            words.menu(&response, cx, caption);
        }
        // Drawn above the bands, so that narrow ones can be resized.
        for (index, end) in ends.iter().enumerate() {
            self.edge(ui, cx, (key, sound), (index, *end), (scale, strip));
        }
    }

    /// End times of the captions, including a drag in progress.
    fn ends(&self, captions: &[Caption]) -> Vec<f64> {
        let mut end = 0.0;
        let length = |(index, caption): (usize, &Caption)| {
            let stored = units(caption);
            let units = match &self.drag {
                Some(drag) if drag.caption == index => drag.units.0,
                Some(drag) if drag.caption + 1 == index => drag.units.1.unwrap_or(stored),
                _ => stored,
            };
            end += seconds(units);
            end
        };
        captions.iter().enumerate().map(length).collect()
    }

    /// The edge at the end of a caption. A drag moves time between it and the next caption; with Shift,
    /// all later captions move.
    fn edge(
        &mut self,
        ui: &mut Ui,
        cx: &mut Ctx<'_>,
        (key, sound): (Key, &Sound),
        (index, end): (usize, f64),
        (scale, strip): (Scale, Rect),
    ) {
        let x = scale.x(end);
        if !strip.x_range().contains(x) {
            return;
        }
        let place = Rect::from_x_y_ranges(x - REACH..=x + REACH, strip.y_range());
        let id = Id::unique("edge of a caption").with(index);
        let response = ui.interact(place, id, Sense::drag());
        response.named(Role::Slider, format!("End of caption {}", index + 1));
        let response = response.on_hover_cursor(CursorIcon::ResizeHorizontal);
        let theme = Theme::of(ui);
        if response.hovered() || response.dragged() {
            ui.painter().vline(x, strip.y_range(), Stroke::new(2.0, theme.accent));
        }
        let Some(caption) = sound.captions.get(index) else { return };
        let next = sound.captions.get(index + 1);
        if response.dragged()
            && let Some(pointer) = response.interact_pointer_pos()
        {
            let alone = ui.input(|input| input.modifiers.shift);
            let to = scale.seconds(pointer.x) - caption.start_ms as f64 / 1000.0;
            let units = lengths(units(caption), next.filter(|_| !alone).map(units), to);
            self.drag = Some(Drag { key, caption: index, units });
            let text = format!("{:.1} s", seconds(units.0));
            response.clone().show_tooltip_text(text);
        }
        if response.drag_stopped()
            && let Some(drag) = self.drag.take()
        {
            let behind = next.zip(drag.units.1);
            let both = std::iter::once((caption, drag.units.0)).chain(behind);
            let other = both.filter(|(caption, now)| units(caption) != *now);
            set_durations(cx, &other.collect::<Vec<_>>());
        }
    }
}

/// Units of a caption with a new duration in seconds, and of the next caption; both keep at least one.
fn lengths(own: u64, next: Option<u64>, seconds_wanted: f64) -> (u64, Option<u64>) {
    let wanted = (seconds_wanted / seconds(1)).round().max(1.0) as u64;
    match next {
        Some(next) => {
            let both = own + next;
            let now = wanted.min(both.saturating_sub(1)).max(1);
            (now, Some((both.saturating_sub(now)).max(1)))
        }
        None => (wanted, None),
    }
}

fn paint(ui: &Ui, band: Rect, caption: &Caption, (lit, hovered): (bool, bool), theme: &Theme) {
    let fill = if lit { theme.accent_fill } else { theme.hover_fill };
    let inner = band.shrink2(vec2(0.5, 1.0));
    if !caption.is_pause() || lit || hovered {
        ui.painter().rect_filled(inner, 2.0, fill);
    }
    let text = caption.text.replace('\n', " ");
    let colour = if lit { theme.text } else { theme.weak };
    let (left, right) = (inner.left() + GRID, inner.right() - GRID);
    row::row_text(ui, inner, left, right, text, theme::small(), colour);
}
