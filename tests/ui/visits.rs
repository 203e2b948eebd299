//! Switching between files restores camera, selection and undo, and Back returns to the previous file.

use egui::{Key, Modifiers};
use gouraud::app::Window;
use gouraud::app::model::Command;
use gouraud::render::{Camera, Preset};
use gouraud::scene::{Element, FaceRef, Id};

use crate::SAMPLE;
use crate::driver::{Bench, Driver, window};

const OTHER: &str = "demo//skater.psx";

/// A window with the sample open; thumbnails may still be in progress.
fn opened() -> Bench {
    let mut window = window(vec![SAMPLE.to_owned()]);
    window.until("the scene is loaded", |w| is_open(w, SAMPLE));
    window
}

fn is_open(window: &Window, path: &str) -> bool {
    let doc = window.state.doc.as_ref();
    let is_it = doc.is_some_and(|doc| doc.opened.path == path && doc.scene.is_some());
    is_it && !window.state.loading
}

fn open(window: &mut Bench, path: &'static str) {
    window.state_mut().push(Command::Open(path.to_owned()));
    window.until("it is open", |w| is_open(w, path));
}

fn face(index: u32) -> Element {
    Element::Face(FaceRef { node: Id::new(3), face: index })
}

fn look_from(window: &mut Bench, preset: Preset) -> Camera {
    window.state_mut().push(Command::LookFrom(preset));
    let before = window.model().view.camera;
    window.until("the camera moved", |w| w.state.view.camera != before);
    window.run_steps(40);
    window.model().view.camera
}

fn selected(window: &Bench) -> Option<Element> {
    window.model().selected_element()
}

#[test]
fn restores_camera_selection_and_undo_after_another_file() {
    let mut window = opened();
    window.select(face(5));
    let camera = look_from(&mut window, Preset::Top);
    window.send(Command::HideSelected);
    open(&mut window, OTHER);
    assert_eq!(selected(&window), None);
    assert_ne!(window.model().view.camera, camera);
    assert!(!window.model().can_undo(), "undo of the other file is its own");
    open(&mut window, SAMPLE);
    assert_eq!(window.model().view.camera, camera);
    assert_eq!(selected(&window), Some(face(5)));
    assert_eq!(window.model().view.hidden.len(), 1);
    window.send(Command::Undo);
    assert!(window.model().view.hidden.is_empty(), "the step is still there to undo");
}

#[test]
fn keeps_hidden_elements_and_undo_on_reload() {
    let mut window = opened();
    window.select(face(5));
    window.send(Command::HideSelected);
    let before = window.model().generation();
    window.state_mut().push(Command::Reload);
    window.until("it is read again", |w| is_open(w, SAMPLE) && w.state.generation() > before);
    assert_eq!(selected(&window), Some(face(5)));
    assert_eq!(window.model().view.hidden.len(), 1);
    window.send(Command::Undo);
    assert!(window.model().view.hidden.is_empty());
}

#[test]
fn back_and_forward_cross_files_with_selection_and_camera() {
    let mut window = opened();
    window.select(face(5));
    let camera = look_from(&mut window, Preset::Top);
    open(&mut window, OTHER);
    window.key_press_modifiers(Modifiers::ALT, Key::ArrowLeft);
    window.until("the first file is back", |w| is_open(w, SAMPLE));
    assert_eq!((selected(&window), window.model().view.camera), (Some(face(5)), camera));
    window.key_press_modifiers(Modifiers::ALT, Key::ArrowRight);
    window.until("the other file is back", |w| is_open(w, OTHER));
    assert_eq!(selected(&window), None);
}

#[test]
fn back_restores_the_state_that_was_left() {
    let mut window = opened();
    window.select(face(5));
    let first = window.model().view.camera;
    let second = look_from(&mut window, Preset::Top);
    window.select(face(6));
    open(&mut window, OTHER);
    for _ in 0..2 {
        window.chord(Modifiers::ALT, Key::ArrowLeft);
        window.until("the first file is back", |w| is_open(w, SAMPLE));
    }
    assert_eq!(selected(&window), Some(face(5)));
    assert_eq!(window.model().view.camera, second, "as it was when face 6 was selected");
    assert_ne!(first, second);
}

#[test]
fn undo_keeps_later_notes_of_another_file() {
    let mut window = opened();
    window.select(face(5));
    window.send(Command::HideSelected);
    open(&mut window, OTHER);
    window.select(Element::Node(Id::new(0)));
    window.send(Command::StoreView(1));
    let noted = window.model().notes.contents();
    open(&mut window, SAMPLE);
    window.send(Command::Undo);
    assert!(window.model().view.hidden.is_empty());
    assert_eq!(window.model().notes.contents(), noted);
}

#[test]
fn reopening_a_file_restores_its_state() {
    let mut window = opened();
    window.select(face(5));
    let camera = look_from(&mut window, Preset::Top);
    window.send(Command::CloseFile);
    assert!(window.model().doc.is_none());
    window.key_press_modifiers(Modifiers::ALT, Key::ArrowLeft);
    window.until("it is back", |w| is_open(w, SAMPLE));
    assert_eq!((selected(&window), window.model().view.camera), (Some(face(5)), camera));
}
