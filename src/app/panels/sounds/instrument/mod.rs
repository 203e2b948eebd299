//! Instruments: the programs of a bank with their tones, the cues of levels, the envelope of a tone, and
//! a keyboard that plays it.

mod envelope;
mod keys;

use egui::{Align2, Rect, Role, Sense, Ui, UiBuilder, pos2, vec2};
use egui_material_icons::icons;

use self::keys::Keyboard;
use crate::app::model::{Command, DocScene, PanelId, SelectionTarget};
use crate::app::panels::element_menu;
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, ROW, Theme, cells, row, theme};
use crate::scene::{
    Cue, CueId, Element, Id, Program, ProgramId, Scene, Tone, keys_in_words, note_name,
};

/// Height of the envelope and the keyboard.
const BELOW: f32 = 220.0;

/// State of the view.
#[derive(Default)]
pub struct Instrument {
    program: ProgramId,
    /// Only this tone plays.
    tone: Option<u32>,
    keyboard: Keyboard,
}

/// A line of the list.
#[derive(Clone, Copy)]
enum Line {
    Program(ProgramId),
    Tone(ProgramId, u32),
    Cue(CueId),
}

impl Line {
    fn element(self) -> Element {
        match self {
            Line::Program(program) => Element::Program(program),
            Line::Tone(program, tone) => Element::Tone { program, tone },
            Line::Cue(cue) => Element::Cue(cue),
        }
    }
}

impl Instrument {
    /// Shows an element that was selected elsewhere; returns `false` if it is not part of an instrument.
    pub fn choose(&mut self, element: Element) -> bool {
        match element {
            Element::Program(program) => (self.program, self.tone) = (program, None),
            Element::Tone { program, tone } => (self.program, self.tone) = (program, Some(tone)),
            Element::Cue(_) => {}
            _ => return false,
        }
        true
    }

    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene) {
        let scene = &scene.scene;
        if scene.programs.get(self.program).is_none() {
            (self.program, self.tone) = (Id::new(0), None);
        }
        let all = ui.available_rect_before_wrap();
        let has_keys = !scene.programs.is_empty();
        let below = if has_keys { BELOW.min(all.height() * 0.6) } else { 0.0 };
        let (list, below) = all.split_top_bottom_at_y(all.bottom() - below);
        ui.scope_builder(UiBuilder::new().id_salt("programs").max_rect(list), |ui| {
            self.list(ui, cx, scene);
        });
        if has_keys {
            ui.scope_builder(UiBuilder::new().id_salt("keys").max_rect(below), |ui| {
                self.instrument(ui, cx, scene);
            });
        }
    }

    fn list(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, scene: &Scene) {
        let programs = scene.programs.pairs().flat_map(|(program, stored)| {
            let tones = (0..).zip(&stored.tones).map(move |(tone, _)| Line::Tone(program, tone));
            std::iter::once(Line::Program(program)).chain(tones)
        });
        let cues = scene.cues.ids().map(Line::Cue);
        let lines: Vec<Line> = programs.chain(cues).collect();
        let area = ui.available_rect_before_wrap();
        ui.painter().rect_filled(area, 0.0, Theme::of(ui).well);
        let scroll = egui::ScrollArea::vertical().auto_shrink([false, false]);
        scroll.show_rows(ui, ROW, lines.len(), |ui, rows| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for line in lines.get(rows).unwrap_or(&[]) {
                let size = vec2(ui.available_width(), ROW);
                let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
                self.line(ui, cx, scene, (*line, rect));
            }
        });
    }

    fn line(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, scene: &Scene, (line, rect): (Line, Rect)) {
        let theme = Theme::of(ui);
        let element = line.element();
        let response = ui.interact(rect, ui.scope_id().with(element), Sense::click());
        let is_selected = cx.state.selected_element() == Some(element);
        row::fill(ui, rect, is_selected, response.hovered());
        let (depth, icon, title, detail) = match line {
            Line::Program(program) => (0.0, icons::ICON_PIANO, self::program(scene, program), None),
            Line::Tone(program, tone) => {
                let stored = scene.tone(program, tone);
                let detail = stored.map(|stored| self::tone(scene, stored));
                (1.0, icons::ICON_MUSIC_NOTE, format!("tone {tone}"), detail)
            }
            Line::Cue(cue) => {
                let stored = scene.cues.get(cue);
                let title = stored.map(|cue| format!("cue {}", cue.alias)).unwrap_or_default();
                (0.0, icons::ICON_CAMPAIGN, title, stored.map(|cue| self::cue(scene, cue)))
            }
        };
        let left = rect.left() + GRID + depth * 5.0 * GRID;
        row::row_icon(ui, rect, left, icon, theme::BODY, theme.weak);
        let text = left + 6.0 * GRID;
        row::row_text(ui, rect, text, rect.right(), title.clone(), theme::body(), theme.text);
        if let Some(detail) = &detail {
            let from =
                text + (cells::width(ui, &title, theme::body()) + 4.0 * GRID).max(24.0 * GRID);
            row::row_text(
                ui,
                rect,
                from,
                rect.right() - GRID,
                detail.clone(),
                theme::small(),
                theme.weak,
            );
        }
        element_menu::show(&response, element, PanelId::SOUNDS, cx);
        let name = format!("{title} {}", detail.unwrap_or_default());
        response.named_on(Role::Button, is_selected, name.trim().to_owned());
        if response.clicked() {
            self.choose(element);
            cx.select(SelectionTarget::Element(element));
            if let Line::Cue(cue) = line {
                cx.push(Command::PlayCue(cue));
            }
        }
        if response.hovered() {
            cx.hover(SelectionTarget::Element(element));
        }
    }

    /// Draws the envelope of the current tone and the keyboard.
    fn instrument(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, scene: &Scene) {
        let Some(program) = scene.programs.get(self.program) else { return };
        let all = ui.available_rect_before_wrap();
        let (above, keys) = all.split_top_bottom_at_fraction(0.45);
        let note = self.keyboard.note();
        let heard = program.tones.iter().find(|tone| tone.is_heard_at(note));
        let chosen = self.tone.and_then(|tone| program.tones.get(tone as usize));
        match chosen.or(heard).or(program.tones.first()) {
            Some(tone) => envelope::show(ui, above, tone),
            None => {
                let font = theme::body();
                let (centre, weak) = (above.center(), Theme::of(ui).weak);
                ui.painter().text(centre, Align2::CENTER_CENTER, "No tones", font, weak);
            }
        }
        let only = self.tone.filter(|_| chosen.is_some());
        let played = self.keyboard.ui(ui, cx, keys, |note| match chosen {
            Some(tone) => tone.sound.is_some(),
            None => program.tones.iter().any(|tone| tone.is_heard_at(note)),
        });
        let command = match played {
            keys::NoteEvents::Down(note) => {
                Command::PlayNote { program: self.program, tone: only, note }
            }
            keys::NoteEvents::Up => Command::ReleaseNote,
            keys::NoteEvents::Nothing => return,
        };
        cx.push(command);
    }
}

fn program(scene: &Scene, id: ProgramId) -> String {
    let stored: Option<&Program> = scene.programs.get(id);
    stored.map_or_else(String::new, |program| {
        let tones = match program.tones.len() {
            1 => "1 tone".to_owned(),
            count => format!("{count} tones"),
        };
        format!("program {}, volume {}, {tones}", program.number, program.volume)
    })
}

fn tone(scene: &Scene, tone: &Tone) -> String {
    let sound = tone.sound.and_then(|sound| scene.sounds.get(sound));
    let sound = sound.map_or("no sound", |sound| sound.name.as_str());
    let (keys, centre) = (keys_in_words(tone.keys), note_name(tone.centre));
    let reverb = if tone.reverb { ", reverb" } else { "" };
    format!(
        "{sound}, keys {keys}, centre {centre} +{}/128, volume {}{reverb}",
        tone.fine, tone.volume
    )
}

fn cue(scene: &Scene, cue: &Cue) -> String {
    let sound = cue.sound.and_then(|sound| scene.sounds.get(sound));
    let sound = sound.map_or("not in this bank", |sound| sound.name.as_str());
    let repeats = if cue.repeats { ", repeated" } else { "" };
    let (asked, note, gain) = (&cue.asks_for, note_name(cue.note), cue.gain * 100.0);
    format!("{asked} at {note}: {sound}, {gain:.0} %{repeats}")
}

/// Position of a point in a plot, from fractions of its width and, from the bottom, of its height.
fn point(rect: Rect, x: f32, y: f32) -> egui::Pos2 {
    pos2(rect.left() + x * rect.width(), rect.bottom() - y * rect.height())
}
