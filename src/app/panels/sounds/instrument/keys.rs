//! Keyboard of one octave, played with the pointer or with the computer keyboard.

use egui::{
    Align2, CornerRadius, Event, Key, Rect, Role, Sense, Stroke, StrokeKind, Ui, pos2, vec2,
};
use egui_material_icons::icons;

use crate::app::model::PanelId;
use crate::app::ui::{Ctx, GRID, Theme, buttons, input, theme};
use crate::scene::{MIDDLE_C, note_name};

/// Keys of a row for the white notes C to B, and of the row above for the black ones.
const KEYS: [(Key, &str); 12] = [
    (Key::Q, "Q"),
    (Key::Num2, "2"),
    (Key::W, "W"),
    (Key::Num3, "3"),
    (Key::E, "E"),
    (Key::R, "R"),
    (Key::Num5, "5"),
    (Key::T, "T"),
    (Key::Num6, "6"),
    (Key::Y, "Y"),
    (Key::Num7, "7"),
    (Key::U, "U"),
];
/// Black keys among the twelve notes.
const BLACK: [bool; 12] =
    [false, true, false, true, false, false, true, false, true, false, true, false];
const WHITES: f32 = 7.0;
/// Range of octaves.
const OCTAVES: std::ops::RangeInclusive<u8> = 0..=9;

/// Note events of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoteEvents {
    Nothing,
    Down(u8),
    Up,
}

/// Source of a pressed key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum KeySource {
    Pointer,
    Key(Key),
}

/// State of the keyboard.
pub struct Keyboard {
    octave: u8,
    held: Option<(KeySource, u8)>,
    /// The last note that was pressed.
    last: u8,
}

impl Default for Keyboard {
    fn default() -> Self {
        Self { octave: MIDDLE_C / 12, held: None, last: MIDDLE_C }
    }
}

impl Keyboard {
    /// The pressed note, or the last one.
    pub fn note(&self) -> u8 {
        self.last
    }

    /// Draws the keyboard; `is_heard` returns `true` if a note has a tone.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        cx: &mut Ctx<'_>,
        rect: Rect,
        is_heard: impl Fn(u8) -> bool,
    ) -> NoteEvents {
        let bar = rect.with_max_y(rect.top() + ui.spacing().interact_size.y);
        self.bar(ui, bar);
        let area = rect.with_min_y(bar.bottom() + GRID).shrink2(vec2(GRID, 0.0));
        let area = area.with_max_y(area.bottom() - GRID);
        let id = ui.scope_id().with("keyboard");
        let response = input::key_area(ui, id, area, Role::Group, "Keyboard of one octave");
        let by_key = match input::takes_keys(ui, response.id, cx.state.focus == PanelId::SOUNDS) {
            true => self.presses(ui),
            false => self.let_go_of_keys(),
        };
        let pointed = self.pointer(ui, area);
        self.paint(ui, area, is_heard);
        let played = if by_key == NoteEvents::Nothing { pointed } else { by_key };
        if let NoteEvents::Down(note) = played {
            self.last = note;
        }
        played
    }

    /// The octave and buttons to change it.
    fn bar(&mut self, ui: &mut Ui, rect: Rect) {
        let builder =
            egui::UiBuilder::new().id_salt("octave").max_rect(rect.shrink2(vec2(GRID, 0.0)));
        ui.scope_builder(builder, |ui| {
            ui.horizontal_centered(|ui| {
                let (low, high) = (self.octave > *OCTAVES.start(), self.octave < *OCTAVES.end());
                let down = ui.add_enabled_ui(low, |ui| {
                    let tip = "An octave lower (,)";
                    buttons::icon_button(ui, icons::ICON_REMOVE, tip, false).clicked()
                });
                let name = format!(
                    "{} to {}",
                    note_name(self.octave * 12),
                    note_name(self.octave * 12 + 11)
                );
                ui.label(egui::RichText::new(name).font(theme::mono()));
                let up = ui.add_enabled_ui(high, |ui| {
                    let tip = "An octave higher (.)";
                    buttons::icon_button(ui, icons::ICON_ADD, tip, false).clicked()
                });
                self.shift(i8::from(up.inner) - i8::from(down.inner));
                ui.weak("Hold Q 2 W 3 E R 5 T 6 Y 7 U to play");
            });
        });
    }

    fn shift(&mut self, by: i8) {
        let octave = self.octave.saturating_add_signed(by);
        self.octave = octave.clamp(*OCTAVES.start(), *OCTAVES.end());
    }

    /// Note of a key in this octave.
    fn note_at(&self, index: usize) -> u8 {
        self.octave.saturating_mul(12).saturating_add(index as u8).min(127)
    }

    /// Handles and consumes the keys of the keyboard.
    fn presses(&mut self, ui: &Ui) -> NoteEvents {
        let mut played = NoteEvents::Nothing;
        ui.input_mut(|input| {
            input.events.retain(|event| {
                let Event::Key { key, pressed, repeat, modifiers, .. } = event else { return true };
                let index = KEYS.iter().position(|(of, _)| of == key);
                let is_up = self.held.is_some_and(|(by, _)| by == KeySource::Key(*key)) && !pressed;
                match (index, key) {
                    _ if is_up => {
                        (self.held, played) = (None, NoteEvents::Up);
                        return false;
                    }
                    _ if modifiers.any() || !pressed => return true,
                    (Some(index), _) if !repeat => {
                        let note = self.note_at(index);
                        (self.held, played) =
                            (Some((KeySource::Key(*key), note)), NoteEvents::Down(note));
                    }
                    (Some(_), _) => {}
                    (None, Key::Comma) => self.shift(-1),
                    (None, Key::Period) => self.shift(1),
                    _ => return true,
                }
                false
            });
        });
        played
    }

    /// Releases a pressed key when the panel loses the focus.
    fn let_go_of_keys(&mut self) -> NoteEvents {
        match self.held {
            Some((KeySource::Key(_), _)) => {
                self.held = None;
                NoteEvents::Up
            }
            _ => NoteEvents::Nothing,
        }
    }

    fn pointer(&mut self, ui: &Ui, area: Rect) -> NoteEvents {
        let response = ui.interact(area, ui.scope_id().with("piano"), Sense::click_and_drag());
        let at = response.interact_pointer_pos().filter(|_| response.is_pointer_button_down_on());
        let note = at.and_then(|at| Some(self.note_at(key_at(area, at)?)));
        let held = self.held.filter(|(by, _)| *by == KeySource::Pointer).map(|(_, note)| note);
        match (note, held) {
            (Some(note), held) if held != Some(note) => {
                self.held = Some((KeySource::Pointer, note));
                NoteEvents::Down(note)
            }
            (None, Some(_)) => {
                self.held = None;
                NoteEvents::Up
            }
            _ => NoteEvents::Nothing,
        }
    }

    fn paint(&self, ui: &Ui, area: Rect, is_heard: impl Fn(u8) -> bool) {
        let theme = Theme::of(ui);
        let painter = ui.painter().with_clip_rect(area);
        for is_black in [false, true] {
            for (index, (_, letter)) in
                KEYS.iter().enumerate().filter(|(i, _)| BLACK[*i] == is_black)
            {
                let rect = key_rect(area, index);
                let note = self.note_at(index);
                let is_down = self.held.is_some_and(|(_, held)| held == note);
                let (face, ink) = match is_black {
                    true => (egui::Color32::from_gray(38), egui::Color32::from_gray(190)),
                    false => (egui::Color32::from_gray(236), egui::Color32::from_gray(70)),
                };
                let face = match (is_down, is_heard(note)) {
                    (true, _) => theme.accent,
                    (false, true) => face,
                    // The note has no tone.
                    (false, false) => face.lerp_to_gamma(egui::Color32::from_gray(128), 0.6),
                };
                painter.rect_filled(rect, CornerRadius::same(2), face);
                let edge = Stroke::new(1.0, egui::Color32::from_gray(90));
                painter.rect_stroke(rect, CornerRadius::same(2), edge, StrokeKind::Inside);
                let foot = rect.center_bottom() - vec2(0.0, GRID);
                painter.text(foot, Align2::CENTER_BOTTOM, letter, theme::small(), ink);
                if index == 0 {
                    let above = foot - vec2(0.0, 4.0 * GRID);
                    let name = note_name(note);
                    painter.text(above, Align2::CENTER_BOTTOM, name, theme::small(), ink);
                }
            }
        }
    }
}

/// Rectangle of a key.
fn key_rect(area: Rect, index: usize) -> Rect {
    let white = area.width() / WHITES;
    let before = BLACK.iter().take(index).filter(|is_black| !**is_black).count() as f32;
    let left = area.left() + before * white;
    match BLACK.get(index) {
        Some(true) => {
            let size = vec2(white * 0.6, area.height() * 0.6);
            Rect::from_min_size(pos2(left - size.x / 2.0, area.top()), size)
        }
        _ => Rect::from_min_size(pos2(left, area.top()), vec2(white, area.height())),
    }
}

/// The key at a point; black keys lie over white ones.
fn key_at(area: Rect, at: egui::Pos2) -> Option<usize> {
    let under = |black: bool| {
        (0..KEYS.len()).find(|index| BLACK[*index] == black && key_rect(area, *index).contains(at))
    };
    under(true).or_else(|| under(false))
}
