//! Editing captions on the waveform and in their list, adding and removing sounds: each is one step that
//! undo reverts.

use std::path::{Path, PathBuf};

use egui::{Key, Pos2, vec2};
use egui_kittest::kittest::Queryable;
use gouraud::app::Options;
use gouraud::app::model::{Command, PanelId, SelectionTarget};
use gouraud::formats::trespasser::name_hash;
use gouraud::scene::{CodingUse, Element, Id};
use gouraud_testing::build::tpa;

use crate::driver::{Bench, Driver, window_with};

/// A bank in a temporary folder: one sound of four seconds with three captions of a second each, and one
/// without captions.
struct Bank(tempfile::TempDir);

impl Bank {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let silence = tpa::pcm8(1000, 1, &[128; 4000]);
        let said = [(1000, "One"), (1000, "Two"), (1000, "Three")];
        let sounds = vec![tpa::with_captions(silence.clone(), &said), silence];
        let ids = ["SPOKEN", "SILENT"].iter().enumerate();
        let ids = ids.map(|(at, name)| tpa::id(name_hash(name), at)).collect();
        let bytes = tpa::bank(ids, sounds, Vec::new()).write().unwrap();
        std::fs::write(folder.path().join("voices.tpa"), bytes).unwrap();
        Self(folder)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().canonicalize().unwrap().join(name)
    }

    /// A window with the bank open and this sound selected.
    fn open(&self, sound: u32) -> Bench {
        let path = self.file("voices.tpa").to_string_lossy().into_owned();
        let mut window = window_with(vec![path], Options { remember: false, ..Options::default() });
        window.until("the bank is open", |w| w.state.has_sounds() && w.is_idle());
        let mut settings = window.model().settings.clone();
        settings.audition = false;
        window.state_mut().push(Command::SetSettings(Box::new(settings)));
        window.state_mut().push(Command::ShowPanel(PanelId::SOUNDS));
        window
            .state_mut()
            .push(Command::Select(SelectionTarget::Element(Element::Sound(Id::new(sound)))));
        window.until("the sound is decoded", |w| {
            let key = w.state.sound_key(Id::new(sound));
            key.is_some_and(|key| matches!(w.state.sound.track(key), Some(Some(_))))
        });
        window
    }
}

fn captions(window: &Bench) -> Vec<(u64, String)> {
    let scene = &window.model().scene().unwrap().scene;
    let sound = scene.sounds.pairs().find(|(_, sound)| !sound.captions.is_empty());
    let captions = sound.map(|(_, sound)| sound.captions.clone()).unwrap_or_default();
    captions.iter().map(|one| (one.end_ms - one.start_ms, one.text.clone())).collect()
}

fn steps(window: &Bench) -> usize {
    window.model().own_edits().map_or(0, |edits| edits.history.done())
}

/// Drags from a point by this many pixels to the right.
fn drag(window: &mut Bench, from: Pos2, by: f32) {
    window.hover_at(from);
    window.run_steps(2);
    window.drag_at(from);
    window.run_steps(2);
    for part in 1..=4 {
        window.hover_at(from + vec2(by * part as f32 / 4.0, 0.0));
        window.run_steps(2);
    }
    window.drop_at(from + vec2(by, 0.0));
    window.settle_scene();
}

/// Pixels per second on the wave.
fn second(window: &Bench) -> f32 {
    window.get_by_label("On the waveform: One").rect().width()
}

#[test]
fn dragging_an_edge_moves_time_between_captions() {
    let bank = Bank::new();
    let mut window = bank.open(0);
    let edge = window.get_by_label("End of caption 1").rect().center();
    let by = second(&window) * 0.4;
    drag(&mut window, edge, by);
    let said = |lengths: [u64; 3]| -> Vec<(u64, String)> {
        lengths.into_iter().zip(["One", "Two", "Three"].map(str::to_owned)).collect()
    };
    assert_eq!(captions(&window), said([1400, 600, 1000]));
    assert_eq!(steps(&window), 1, "one gesture is one step");
    // A caption keeps at least a fifth of a second.
    let edge = window.get_by_label("End of caption 1").rect().center();
    let by = second(&window) * 2.0;
    drag(&mut window, edge, by);
    assert_eq!(captions(&window), said([1800, 200, 1000]));
    let edge = window.get_by_label("End of caption 3").rect().center();
    let by = second(&window) / 1.8 * 0.6;
    drag(&mut window, edge, by);
    assert_eq!(captions(&window), said([1800, 200, 1600]));
    for _ in 0..3 {
        window.state_mut().push(Command::Undo);
        window.settle_scene();
    }
    assert_eq!(captions(&window), said([1000; 3]));
}

#[test]
fn edits_caption_text_in_place() {
    let bank = Bank::new();
    let mut window = bank.open(0);
    let at = window.get_by_label("On the waveform: Two").rect().center();
    double_click(&mut window, at);
    let words = window.get_by_label("Text of the caption");
    assert!(words.is_focused());
    words.type_text("Who is there?");
    window.run_steps(2);
    window.key_press(Key::Enter);
    window.settle_scene();
    let texts = |window: &Bench| -> Vec<String> {
        captions(window).into_iter().map(|(_, text)| text).collect()
    };
    assert_eq!(texts(&window), ["One", "Who is there?", "Three"]);
    assert!(window.query_by_label("Text of the caption").is_none());
    // Escape cancels the edit.
    let at = window.get_by_label("Caption: Three").rect().center();
    double_click(&mut window, at);
    window.type_into("Text of the caption", "nothing");
    window.key_press(Key::Escape);
    window.settle_scene();
    assert_eq!(texts(&window), ["One", "Who is there?", "Three"]);
    assert_eq!(steps(&window), 1);
}

fn double_click(window: &mut Bench, at: Pos2) {
    window.hover_at(at);
    window.run_steps(1);
    for _ in 0..2 {
        window.drag_at(at);
        window.step();
        window.drop_at(at);
        window.step();
    }
    window.run_steps(3);
}

#[test]
fn adds_the_first_caption_and_edits_it_immediately() {
    let bank = Bank::new();
    let mut window = bank.open(1);
    assert!(window.query_by_label("On the waveform: One").is_none());
    window.get_by_label_contains("Add caption").click();
    window.settle_scene();
    let words = window.get_by_label("Text of the caption");
    words.type_text("At last");
    window.run_steps(2);
    window.key_press(Key::Enter);
    window.settle_scene();
    let scene = &window.model().scene().unwrap().scene;
    let silent = scene.sounds.get(Id::new(1)).unwrap();
    assert_eq!(silent.captions[0].text, "At last");
    assert_eq!(silent.captions[0].end_ms, 3000, "three seconds of the four");
    window.get_by_label("Caption: At last").click_secondary();
    window.run_steps(2);
    window.get_by_label("Remove caption").click();
    window.settle_scene();
    let scene = &window.model().scene().unwrap().scene;
    assert!(scene.sounds.get(Id::new(1)).unwrap().captions.is_empty());
    assert_eq!(steps(&window), 3);
}

#[test]
fn adds_a_recording_named_after_its_file() {
    let bank = Bank::new();
    let wav = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/voices/step_1.wav");
    std::fs::copy(wav, bank.file("BARK.wav")).unwrap();
    let mut window = bank.open(1);
    let element = Element::Sound(Id::new(1));
    let file = bank.file("BARK.wav");
    window.state_mut().push(Command::AddBesideWith { element, coding: CodingUse::Keep, file });
    window.settle_scene();
    let ids = |window: &Bench| -> Vec<u32> {
        let scene = &window.model().scene().unwrap().scene;
        scene.sounds.iter().flat_map(|sound| &sound.ids).map(|id| id.name.hash).collect()
    };
    let first = [name_hash("SPOKEN"), name_hash("SILENT")];
    assert_eq!(ids(&window), [&first[..], &[name_hash("bark")]].concat());
    window.state_mut().push(Command::Undo);
    window.settle_scene();
    assert_eq!(ids(&window), first);
}
