//! Waveforms of a sound of both files and of their difference.

use egui::{Rect, Role, Sense, Ui, vec2};
use egui_material_icons::icons;

use super::pair_list::{self, PairList, Rows};
use crate::app::model::Command;
use crate::app::model::document::compared_sounds::{ComparedSound, ComparedSounds};
use crate::app::model::document::pair_part::PairPart;
use crate::app::model::sound::Key;
use crate::app::panels::compare::names;
use crate::app::panels::sounds::scale::Scale;
use crate::app::panels::sounds::wave;
use crate::app::ui::named::Named;
use crate::app::ui::shorten::capitalized;
use crate::app::ui::{Ctx, GRID, ROW, Theme, cells, command_button, icon_button, row, theme};
use crate::edit::Kind;
use crate::scene::Element;

/// See the [module](self).
#[derive(Default)]
pub struct SoundsView {
    list: PairList,
    /// The selected sound of the open file that was last followed.
    followed: Option<Key>,
}

impl SoundsView {
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, sounds: &ComparedSounds) {
        let selected = cx.state.selected_sound().and_then(|sound| cx.state.sound_key(sound));
        if selected != self.followed {
            self.followed = selected;
            let pair = selected.and_then(|key| sounds.pair_of(key.sound));
            pair.into_iter().for_each(|pair| self.list.show(pair));
        }
        let title = |pair| title(sounds, pair);
        let rows = Rows { name: "Differing sounds", count: sounds.len(), row: &title };
        if let Some((_, Some(own))) = self.list.ui(ui, cx, &rows).and_then(|at| sounds.pair(at)) {
            cx.select_unless_selected(Element::Sound(own));
        }
        let pair = self.list.current;
        self.controls(ui, cx, sounds);
        let all = ui.available_rect_before_wrap();
        ui.advance_cursor_after_rect(all);
        ui.painter().rect_filled(all, 0.0, Theme::of(ui).well);
        let lengths = PairPart::ALL.map(|part| {
            let sound = sounds.sound(ComparedSound { pair, part });
            sound.map_or(0.0, |sound| sound.frames as f64 / f64::from(sound.rate.max(1)))
        });
        let longest = lengths.into_iter().fold(1e-3, f64::max);
        let height = all.height() / PairPart::ALL.len() as f32;
        for (index, part) in PairPart::ALL.into_iter().enumerate() {
            let top = all.top() + height * index as f32;
            let lane = all.with_min_y(top).with_max_y(top + height);
            self.lane(ui, cx, sounds, part, Scale { rect: lane, shown: (0.0, longest) });
        }
    }

    fn controls(&self, ui: &mut Ui, cx: &mut Ctx<'_>, sounds: &ComparedSounds) {
        ui.add_space(GRID);
        ui.horizontal(|ui| {
            ui.add_space(2.0 * GRID);
            for part in PairPart::ALL {
                let sound = ComparedSound { pair: self.list.current, part };
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
                    ui.label(capitalized(part.name()));
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
        part: PairPart,
        scale: Scale,
    ) {
        let theme = Theme::of(ui);
        let lane = scale.rect;
        let sound = ComparedSound { pair: self.list.current, part };
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
            let id = ui.scope_id().with(("compared lane", self.list.current, part.name()));
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
                PairPart::Difference => sounds.refusal(self.list.current).unwrap_or_default(),
                _ => "This file does not have the sound",
            };
            wave::note(ui, below, why, theme.weak);
        }
        wave::ruler(ui, scale, &theme);
        let file = names::of_comparison(cx.state).and_then(|[other, own]| match part {
            PairPart::Other => Some(other),
            PairPart::Own => Some(own),
            PairPart::Difference => None,
        });
        let file = file.map(|file| format!(": {file}")).unwrap_or_default();
        let font = theme::small();
        let line = below.with_max_y(below.top() + ROW).shrink2(vec2(2.0 * GRID, 2.0));
        let text = format!("{}{file}", capitalized(part.name()));
        let text = cells::cut_inside(ui, &text, &font, line.width());
        let plate = line.with_max_x(line.left() + cells::width(ui, &text, font.clone()));
        ui.painter().rect_filled(plate.expand2(vec2(GRID, 0.0)), 2.0, theme.well);
        row::row_text(ui, line, line.left(), line.right() + GRID, text, font, theme.text);
    }
}

/// Name of the sounds of a pair, and the change.
fn title(sounds: &ComparedSounds, pair: usize) -> (String, Kind) {
    let name = |part| Some(&*sounds.sound(ComparedSound { pair, part })?.name);
    pair_list::title(name(PairPart::Other), name(PairPart::Own))
}
