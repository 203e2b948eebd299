//! Sounds of a bank: the list, the waveform with captions, instruments, collision sounds, and the queue.

mod caption_edit;
mod captions;
mod collision_preview;
mod instrument;
pub mod list;
mod queue;
pub mod scale;
mod stretches;
mod transport;
pub mod wave;

use egui::{Ui, UiBuilder};
use egui_material_icons::{MaterialIcon, icons};

use self::caption_edit::CaptionEdit;
use self::captions::Captions;
use self::collision_preview::CollisionPreview;
use self::instrument::Instrument;
use self::list::List;
use self::queue::QueueList;
pub use self::transport::{clip_light, heard_position, mute, output_menu, volume};
use self::wave::Wave;
use crate::app::model::export::preset::ExportAs;
use crate::app::model::{Command, DocScene, PanelId, SelectionTarget, State, sound::Key};
use crate::app::ui::{
    Ctx, DefaultPosition, Filter, GRID, Panel, PanelInfo, buttons, shortcuts, tips,
};
use crate::export::{Subject, TimeRange};
use crate::scene::{Element, RecordingId, name_of};

/// Below this width, the tools take two rows.
const NARROW: f32 = 130.0 * GRID;

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::SOUNDS,
    title: "Sounds",
    icon: icons::ICON_GRAPHIC_EQ,
    home: DefaultPosition::Centre,
    is_searched: true,
    make: Some(|| Box::<SoundsPanel>::default()),
    ..PanelInfo::EMPTY
};

/// The displayed view.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum SoundsView {
    #[default]
    List,
    Instruments,
    Collisions,
    Queue,
}

/// See the [module](self).
#[derive(Default)]
pub struct SoundsPanel {
    list: List,
    wave: Wave,
    captions: Captions,
    /// Caption editor.
    words: CaptionEdit,
    preview: CollisionPreview,
    instrument: Instrument,
    queue: QueueList,
    shown: SoundsView,
    filter: Filter,
    starred_only: bool,
    /// Commands that need the order of the list; handled in the next frame.
    asked: Vec<Command>,
}

impl Panel for SoundsPanel {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let scene = cx.state.scene();
        let Some(scene) = scene.filter(|s| !s.scene.sounds.is_empty() || has_instruments(s)) else {
            let hint = "Open a sound bank (.tpa, .vab, .kat) or a sound (.vag, .xa) to play it";
            return tips::empty_state(ui, icons::ICON_GRAPHIC_EQ, "No sounds in this file", hint);
        };
        self.filter.follow(cx.state.document_path());
        self.list.update(cx.state, scene, self.filter.words(), self.starred_only);
        for command in std::mem::take(&mut self.asked) {
            self.run_command(&command, cx);
        }
        self.bar(ui, cx);
        match self.shown {
            SoundsView::Collisions if !scene.scene.collisions.is_empty() => {
                self.preview.ui(ui, cx, scene);
            }
            SoundsView::Instruments if has_instruments(scene) => self.instrument.ui(ui, cx, scene),
            SoundsView::Queue => self.queue.ui(ui, cx),
            _ => self.bank(ui, cx, scene),
        }
    }

    fn command(&mut self, command: &Command, state: &State) {
        match command {
            Command::Select(_) | Command::Back | Command::Forward => {
                if let Some(sound) = state.selected_sound() {
                    self.list.arrive(sound);
                    self.shown = SoundsView::List;
                }
                let element = state.selected_element();
                if let Some(Element::Collision(collision)) = element {
                    self.preview.choose(collision);
                    self.shown = SoundsView::Collisions;
                }
                if element.is_some_and(|element| self.instrument.choose(element)) {
                    self.shown = SoundsView::Instruments;
                }
            }
            Command::Find if state.focus == PanelId::SOUNDS => self.filter.focus(),
            Command::SelectAll | Command::ExtendSelection { .. }
                if state.focus == PanelId::SOUNDS =>
            {
                self.asked.push(command.clone());
            }
            Command::NextSound
            | Command::PreviousSound
            | Command::ExportSelectedSounds
            | Command::ExportAllSounds => self.asked.push(command.clone()),
            _ => {}
        }
    }
}

impl SoundsPanel {
    fn run_command(&mut self, command: &Command, cx: &mut Ctx<'_>) {
        let export = |sounds: Vec<RecordingId>| {
            Command::ExportThese(sounds.into_iter().map(Subject::Sound).collect())
        };
        match command {
            Command::NextSound => self.step(1, cx),
            Command::PreviousSound => self.step(-1, cx),
            Command::SelectAll => self.list.select_all(cx),
            Command::ExtendSelection { down } => self.list.extend(*down, cx),
            Command::ExportSelectedSounds => {
                let selected: Vec<RecordingId> = cx.state.selected_sounds().collect();
                let shown = || self.list.listed().to_vec();
                cx.push(export(if selected.is_empty() { shown() } else { selected }));
            }
            _ => cx.push(export(self.list.all().collect())),
        }
    }

    /// Selects and plays a sound `by` rows away in the list.
    fn step(&mut self, by: isize, cx: &mut Ctx<'_>) {
        if let Some(next) = self.list.beside(cx.state.selected_sound(), by) {
            audition(next, cx);
            self.list.reveal(next);
        }
    }

    fn bar(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        egui::Frame::new().inner_margin(GRID).show(ui, |ui| {
            let is_narrow = ui.available_width() < NARROW;
            let size = egui::vec2(ui.available_width(), ui.spacing().interact_size.y);
            // Laid out from the right, so that the filter takes the remaining width.
            let layout = egui::Layout::right_to_left(egui::Align::Center);
            ui.allocate_ui_with_layout(size, layout, |ui| {
                let tip = shortcuts::tip(&Command::SoundNames);
                if buttons::icon_button(ui, icons::ICON_LABEL, &tip, false).clicked() {
                    cx.push(Command::SoundNames);
                }
                let scene = cx.state.scene();
                if scene.is_some_and(|scene| !scene.scene.collisions.is_empty()) {
                    let tip = "Collision sounds of two materials";
                    self.view_button(ui, icons::ICON_JOIN_INNER, tip, SoundsView::Collisions);
                }
                if scene.is_some_and(has_instruments) {
                    let tip = "Programs, tones and cues, with a keyboard";
                    self.view_button(ui, icons::ICON_PIANO, tip, SoundsView::Instruments);
                }
                let tip = "Queue of sounds from all banks";
                self.view_button(ui, icons::ICON_QUEUE_MUSIC, tip, SoundsView::Queue);
                self.export_menu(ui, cx);
                if !is_narrow {
                    switches(ui, cx);
                }
                self.filters(ui);
            });
            if is_narrow {
                ui.horizontal(|ui| switches(ui, cx));
            }
        });
    }

    /// Button that switches to a view, or back to the list.
    fn view_button(&mut self, ui: &mut Ui, icon: MaterialIcon, tip: &str, view: SoundsView) {
        if buttons::icon_button(ui, icon, tip, self.shown == view).clicked() {
            self.shown = if self.shown == view { SoundsView::List } else { view };
        }
    }

    /// Filters of the list, laid out from the right.
    fn filters(&mut self, ui: &mut Ui) {
        let tip = "Starred sounds only";
        if buttons::icon_button(ui, icons::ICON_STAR, tip, self.starred_only).clicked() {
            self.starred_only = !self.starred_only;
        }
        let width = ui.available_width() - 2.0 * GRID;
        if self.filter.show(ui, "Filter sounds", "Filter names and captions", width) {
            self.list.to_top();
        }
    }

    fn export_menu(&self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let icon = icons::ICON_FILE_EXPORT;
        let button = buttons::icon_button(ui, icon, "Export sounds", false);
        egui::Popup::menu(&button).show(|ui| {
            let part = stretch(cx.state);
            let title = "Selected part of the waveform…";
            let response = ui.add_enabled(part.is_some(), egui::Button::new(title));
            let response = response.on_disabled_hover_text("Drag over the waveform to select one");
            if let (true, Some(part)) = (response.clicked(), part) {
                cx.commands.push(Command::ExportAs(Box::new(part)));
                ui.close();
            }
            let mut entry = |name: &str, sounds: Vec<RecordingId>| {
                let title = format!("{name} ({})…", sounds.len());
                if ui.add_enabled(!sounds.is_empty(), egui::Button::new(title)).clicked() {
                    let these = sounds.into_iter().map(Subject::Sound).collect();
                    cx.commands.push(Command::ExportThese(these));
                    ui.close();
                }
            };
            entry("Selected", cx.state.selected_sounds().collect());
            entry("Starred", self.list.all().filter(|s| cx.state.is_starred(*s)).collect());
            entry("Filtered", self.list.listed().to_vec());
            entry("All", self.list.all().collect());
        });
    }

    fn bank(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene) {
        let all = ui.available_rect_before_wrap();
        let below = (all.height() * 0.52).clamp(0.0, 400.0);
        let (list, below) = all.split_top_bottom_at_y(all.bottom() - below);
        ui.scope_builder(UiBuilder::new().id_salt("list").max_rect(list), |ui| {
            self.list.ui(ui, cx, scene);
        });
        ui.scope_builder(UiBuilder::new().id_salt("picture").max_rect(below), |ui| {
            transport::ui(ui, cx);
            self.picture(ui, cx, scene);
        });
    }

    /// Draws the waveform and captions of the selected sound, or of the one that plays.
    fn picture(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene) {
        let generation = cx.state.generation();
        let playing = cx.state.sound.now().map(|now| now.key);
        let playing = playing.filter(|key| key.generation == generation);
        let selected = cx.state.selected_sound().and_then(|sound| cx.state.sound_key(sound));
        let all = ui.available_rect_before_wrap();
        let stored = |key: Key| Some((key, scene.scene.sounds.get(key.sound)?));
        let Some((key, sound)) = selected.or(playing).and_then(stored) else {
            let hint = "Use the up and down keys to play sounds";
            return tips::empty_state(ui, icons::ICON_GRAPHIC_EQ, "No sound is selected", hint);
        };
        self.words.stay_with(sound);
        let share = if sound.captions.is_empty() { 0.85 } else { 0.52 };
        let (wave, captions) = all.split_top_bottom_at_fraction(share);
        ui.scope_builder(UiBuilder::new().id_salt("wave").max_rect(wave), |ui| {
            self.wave.ui(ui, cx, (key, sound), &mut self.words);
        });
        ui.scope_builder(UiBuilder::new().id_salt("captions").max_rect(captions), |ui| {
            self.captions.ui(ui, cx, (key, sound), &mut self.words);
        });
    }
}

/// Export of the part of a sound that is selected on its waveform.
fn stretch(state: &State) -> Option<ExportAs> {
    let (from, to) = state.sound.region()?;
    let key = state.sound.now()?.key;
    let subjects = vec![Subject::Sound(key.sound)];
    let part = Some(TimeRange { from, to });
    (key.generation == state.generation()).then_some(ExportAs {
        subjects,
        part,
        ..ExportAs::default()
    })
}

/// `true` if the scene has instruments.
fn has_instruments(scene: &DocScene) -> bool {
    !scene.scene.programs.is_empty() || !scene.scene.cues.is_empty()
}

/// Name of an element that plays a sound.
fn user_name(user: Element, scene: Option<&DocScene>) -> String {
    let Some(scene) = scene.map(|scene| &scene.scene) else { return String::new() };
    match user {
        Element::Tone { program, tone } => {
            format!("{}, tone {tone}", name_of(scene, Element::Program(program)))
        }
        Element::Cue(cue) => match scene.cues.get(cue) {
            Some(stored) => format!("cue {} (alias {})", cue, stored.alias),
            None => String::new(),
        },
        user => name_of(scene, user),
    }
}

/// Selects a sound, and plays it if *Audition* is on.
fn audition(sound: RecordingId, cx: &mut Ctx<'_>) {
    cx.select(SelectionTarget::Element(Element::Sound(sound)));
    if cx.state.settings.audition {
        cx.push(Command::PlaySound(sound));
    }
}

/// Playback settings for all banks, laid out from the right.
fn switches(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let mut changed = cx.state.settings.clone();
    let mut switch = |on: &mut bool, text: &str, tip: &str| {
        if ui.selectable_label(*on, text).on_hover_text(tip).clicked() {
            *on = !*on;
        }
    };
    let tip = "Play all sounds at about the same loudness; exports are not affected";
    switch(&mut changed.normalise, "Even loudness", tip);
    let tip = "Play at the volume stored in the bank";
    switch(&mut changed.bank_volume, "Bank volume", tip);
    switch(&mut changed.audition, "Audition", "Play a sound when it is selected");
    if changed != cx.state.settings {
        cx.push(Command::SetSettings(Box::new(changed)));
    }
}

/// Slider of the distance from which sounds with an attenuation are heard.
fn distance(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let mut changed = cx.state.settings.clone();
    let label = ui.label("Distance");
    ui.spacing_mut().slider_width = 25.0 * GRID;
    let slider = egui::Slider::new(&mut changed.distance, 0.0..=100.0).suffix(" m");
    let tip = "Volume is divided by 10^(attenuation · distance / 10)";
    ui.add(slider.fixed_decimals(1)).labelled_by(label.id).on_hover_text(tip);
    if changed != cx.state.settings {
        cx.push(Command::SetSettings(Box::new(changed)));
    }
}

/// Formats a time to the nearest millisecond: `1:02.340`.
pub fn clock(seconds: f64) -> String {
    let ms = (seconds.max(0.0) * 1000.0).round() as u64;
    format!("{}:{:02}.{:03}", ms / 60_000, ms / 1000 % 60, ms % 1000)
}
