//! Waveforms of a sound of both files and of their difference.

use egui::{Rect, Role, Sense, Ui};
use egui_material_icons::icons;

use crate::app::model::Command;
use crate::app::model::document::compared_sounds::{ComparedSound, ComparedSounds, SoundPart};
use crate::app::model::sound::Key;
use crate::app::panels::sounds::scale::Scale;
use crate::app::panels::sounds::wave;
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, ROW, RowScroll, Theme, command_button, icon_button, row, theme};

/// Most rows of the list.
const MAX_ROWS: f32 = 6.0;

/// See the [module](self).
#[derive(Default)]
pub struct SoundsView {
    pair: usize,
    /// The selected sound of the open file that was last followed.
    followed: Option<Key>,
    scroll: RowScroll,
}

impl SoundsView {
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, sounds: &ComparedSounds) {
        let selected = cx.state.selected_sound().and_then(|sound| cx.state.sound_key(sound));
        if selected != self.followed {
            self.followed = selected;
            let pair = selected.and_then(|key| sounds.pair_of(key.sound));
            self.pair = pair.unwrap_or(self.pair);
        }
        self.pair = self.pair.min(sounds.len().saturating_sub(1));
        self.list(ui, cx, sounds);
        let pair = self.pair;
        self.controls(ui, cx, sounds);
        let all = ui.available_rect_before_wrap();
        ui.advance_cursor_after_rect(all);
        ui.painter().rect_filled(all, 0.0, Theme::of(ui).well);
        let lengths = SoundPart::ALL.map(|part| {
            let sound = sounds.sound(ComparedSound { pair, part });
            sound.map_or(0.0, |sound| sound.frames as f64 / f64::from(sound.rate.max(1)))
        });
        let longest = lengths.into_iter().fold(1e-3, f64::max);
        let height = all.height() / SoundPart::ALL.len() as f32;
        for (index, part) in SoundPart::ALL.into_iter().enumerate() {
            let top = all.top() + height * index as f32;
            let lane = all.with_min_y(top).with_max_y(top + height);
            self.lane(ui, cx, sounds, part, Scale { rect: lane, shown: (0.0, longest) });
        }
    }

    /// The sounds that differ, with the file that has them.
    fn list(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, sounds: &ComparedSounds) {
        let all = ui.available_rect_before_wrap();
        let height = (sounds.len() as f32).min(MAX_ROWS) * ROW;
        let area = all.with_max_y(all.top() + height);
        let mut child = ui.new_child(egui::UiBuilder::new().max_rect(area));
        let rows = self.scroll.show(&mut child, "Differing sounds", sounds.len() as u64, ROW);
        let mut chosen = None;
        rows.each(&mut child, |ui, index, rect| {
            // In range: an index of a row in memory.
            let index = index as usize;
            let label = title(sounds, index);
            let id = ui.scope_id().with(("differing sound", index));
            let response = ui.interact(rect, id, Sense::CLICK);
            row::fill(ui, rect, index == self.pair, response.hovered());
            response.named_on(Role::ListItem, index == self.pair, label.clone());
            let theme = Theme::of(ui);
            let left = rect.left() + 2.0 * GRID;
            row::row_text(ui, rect, left, rect.right(), label, theme::body(), theme.text);
            if response.clicked() {
                chosen = Some(index);
            }
        });
        if let Some(index) = chosen {
            self.pair = index;
            if let Some((_, Some(own))) = sounds.pair(index) {
                cx.select_unless_selected(crate::scene::Element::Sound(own));
            }
        }
        ui.advance_cursor_after_rect(area);
    }

    fn controls(&self, ui: &mut Ui, cx: &mut Ctx<'_>, sounds: &ComparedSounds) {
        ui.add_space(GRID);
        ui.horizontal(|ui| {
            ui.add_space(2.0 * GRID);
            for part in SoundPart::ALL {
                let sound = ComparedSound { pair: self.pair, part };
                let key = sounds.find(sound).map(|(key, _)| key);
                let plays = key.is_some_and(|key| {
                    cx.state.sound.is_playing() && cx.state.sound.position_in(key).is_some()
                });
                ui.add_enabled_ui(key.is_some(), |ui| {
                    let tip = format!("Play the {}", part.name());
                    let icon = icons::ICON_PLAY_ARROW;
                    if icon_button(ui, icon, &tip, plays).clicked() {
                        cx.push(Command::PlayCompared(sound));
                    }
                    ui.label(capital(part.name()));
                });
                ui.add_space(2.0 * GRID);
            }
            command_button(ui, cx, icons::ICON_STOP, &Command::StopSound);
        });
        ui.add_space(GRID);
    }

    fn lane(
        &self,
        ui: &mut Ui,
        cx: &mut Ctx<'_>,
        sounds: &ComparedSounds,
        part: SoundPart,
        scale: Scale,
    ) {
        let theme = Theme::of(ui);
        let lane = scale.rect;
        let sound = ComparedSound { pair: self.pair, part };
        let below = Rect { min: egui::pos2(lane.left(), lane.top() + ROW), max: lane.max };
        ui.painter().hline(lane.x_range(), lane.top(), egui::Stroke::new(1.0, theme.line));
        if let Some((key, _)) = sounds.find(sound) {
            match cx.state.sound.track(key) {
                None => {
                    cx.push(Command::LoadCompared(sound));
                    wave::note(ui, below, "Decoding…", theme.weak);
                }
                Some(None) => {
                    wave::note(ui, below, "This sound cannot be decoded", theme.warning);
                }
                Some(Some(track)) => {
                    // The waveform ends with the sound.
                    let end = scale.x(track.seconds()).clamp(below.left(), below.right());
                    let own = Scale { rect: below.with_max_x(end), shown: (0.0, track.seconds()) };
                    wave::samples(ui, own.rect, own, track, &theme);
                }
            }
            let at = Scale { rect: below, ..scale };
            if let Some(position) = cx.state.sound.position_in(key) {
                wave::playhead(ui, at, position, &theme);
            }
            let id = ui.scope_id().with(("compared lane", self.pair, part.name()));
            let response = ui.interact(below, id, Sense::CLICK);
            response.named(Role::Slider, format!("Waveform of the {}", part.name()));
            if response.clicked()
                && let Some(pointer) = response.interact_pointer_pos()
            {
                cx.push(Command::PlayCompared(sound));
                cx.push(Command::SeekTo(at.seconds(pointer.x).max(0.0)));
            }
        } else {
            let why = match part {
                SoundPart::Difference => sounds.refusal(self.pair).unwrap_or_default(),
                _ => "This file does not have the sound",
            };
            wave::note(ui, below, why, theme.weak);
        }
        wave::ruler(ui, scale, &theme);
        let text = capital(part.name());
        let font = theme::small();
        let width = crate::app::ui::cells::width(ui, &text, font.clone());
        row::row_text(
            ui,
            lane.with_max_y(lane.top() + ROW),
            lane.right() - width - 2.0 * GRID,
            lane.right(),
            text,
            font,
            theme.text,
        );
    }
}

/// Name of the sounds of a pair, and the change.
fn title(sounds: &ComparedSounds, pair: usize) -> String {
    let name = |part| sounds.sound(ComparedSound { pair, part }).map(|sound| sound.name.clone());
    match (name(SoundPart::Other), name(SoundPart::Own)) {
        (Some(a), Some(b)) if a == b => format!("{b}: changed"),
        (Some(a), Some(b)) => format!("{b}: changed, {a} before"),
        (Some(a), None) => format!("{a}: removed"),
        (None, Some(b)) => format!("{b}: added"),
        (None, None) => String::new(),
    }
}

/// A name with a capital letter.
fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
