//! Switching between files restores camera, selection and undo, and Back returns to the previous file.

use egui::{Key, Modifiers};
use gouraud::app::Window;
use gouraud::app::model::{Command, Target};
use gouraud::render::{Camera, Preset};
use gouraud::scene::{Element, FaceRef, Id};

use crate::common::{until, window};
use crate::{Bench, SAMPLE};

const OTHER: &str = "demo//skater.psx";

/// A window with the sample open; thumbnails may still be in progress.
fn opened() -> Bench {
    let mut window = window(vec![SAMPLE.to_owned()]);
    until(&mut window, "the scene is loaded", |w| is_open(w, SAMPLE));
    window
}

fn is_open(window: &Window, path: &str) -> bool {
    let doc = window.state.doc.as_ref();
    let is_it = doc.is_some_and(|doc| doc.opened.path == path && doc.scene.is_some());
    is_it && !window.state.loading
}

fn open(window: &mut Bench, path: &'static str) {
    window.state_mut().push(Command::Open(path.to_owned()));
    until(window, "it is open", |w| is_open(w, path));
}

fn face(index: u32) -> Element {
    Element::Face(FaceRef { node: Id::new(3), face: index })
}

fn select(window: &mut Bench, element: Element) {
    window.state_mut().push(Command::Select(Target::Element(element)));
    window.run_steps(2);
}

fn look_from(window: &mut Bench, preset: Preset) -> Camera {
    window.state_mut().push(Command::LookFrom(preset));
    let before = window.state().state.view.camera;
    until(window, "the camera moved", |w| w.state.view.camera != before);
    window.run_steps(40);
    window.state().state.view.camera
}

fn selected(window: &Bench) -> Option<Element> {
    window.state().state.selected_element()
}

#[test]
fn restores_camera_selection_and_undo_after_another_file() {
    let mut window = opened();
    select(&mut window, face(5));
    let camera = look_from(&mut window, Preset::Top);
    window.state_mut().push(Command::HideSelected);
    window.run_steps(2);
    open(&mut window, OTHER);
    assert_eq!(selected(&window), None);
    assert_ne!(window.state().state.view.camera, camera);
    assert!(!window.state().state.can_undo(), "undo of the other file is its own");
    open(&mut window, SAMPLE);
    assert_eq!(window.state().state.view.camera, camera);
    assert_eq!(selected(&window), Some(face(5)));
    assert_eq!(window.state().state.view.hidden.len(), 1);
    window.state_mut().push(Command::Undo);
    window.run_steps(2);
    assert!(window.state().state.view.hidden.is_empty(), "the step is still there to undo");
}

#[test]
fn keeps_hidden_elements_and_undo_on_reload() {
    let mut window = opened();
    select(&mut window, face(5));
    window.state_mut().push(Command::HideSelected);
    window.run_steps(2);
    let before = window.state().state.generation();
    window.state_mut().push(Command::Reload);
    until(&mut window, "it is read again", |w| is_open(w, SAMPLE) && w.state.generation() > before);
    assert_eq!(selected(&window), Some(face(5)));
    assert_eq!(window.state().state.view.hidden.len(), 1);
    window.state_mut().push(Command::Undo);
    window.run_steps(2);
    assert!(window.state().state.view.hidden.is_empty());
}

#[test]
fn back_and_forward_cross_files_with_selection_and_camera() {
    let mut window = opened();
    select(&mut window, face(5));
    let camera = look_from(&mut window, Preset::Top);
    open(&mut window, OTHER);
    window.key_press_modifiers(Modifiers::ALT, Key::ArrowLeft);
    until(&mut window, "the first file is back", |w| is_open(w, SAMPLE));
    assert_eq!((selected(&window), window.state().state.view.camera), (Some(face(5)), camera));
    window.key_press_modifiers(Modifiers::ALT, Key::ArrowRight);
    until(&mut window, "the other file is back", |w| is_open(w, OTHER));
    assert_eq!(selected(&window), None);
}

#[test]
fn back_restores_the_state_that_was_left() {
    let mut window = opened();
    select(&mut window, face(5));
    let first = window.state().state.view.camera;
    let second = look_from(&mut window, Preset::Top);
    select(&mut window, face(6));
    open(&mut window, OTHER);
    for _ in 0..2 {
        window.key_press_modifiers(Modifiers::ALT, Key::ArrowLeft);
        window.run_steps(2);
        until(&mut window, "the first file is back", |w| is_open(w, SAMPLE));
    }
    assert_eq!(selected(&window), Some(face(5)));
    assert_eq!(window.state().state.view.camera, second, "as it was when face 6 was selected");
    assert_ne!(first, second);
}

#[test]
fn undo_keeps_later_notes_of_another_file() {
    let mut window = opened();
    select(&mut window, face(5));
    window.state_mut().push(Command::HideSelected);
    window.run_steps(2);
    open(&mut window, OTHER);
    select(&mut window, Element::Node(Id::new(0)));
    window.state_mut().push(Command::StoreView(1));
    window.run_steps(4);
    let noted = window.state().state.notes.contents();
    open(&mut window, SAMPLE);
    window.state_mut().push(Command::Undo);
    window.run_steps(2);
    assert!(window.state().state.view.hidden.is_empty());
    assert_eq!(window.state().state.notes.contents(), noted);
}

#[test]
fn reopening_a_file_restores_its_state() {
    let mut window = opened();
    select(&mut window, face(5));
    let camera = look_from(&mut window, Preset::Top);
    window.state_mut().push(Command::CloseFile);
    window.run_steps(3);
    assert!(window.state().state.doc.is_none());
    window.key_press_modifiers(Modifiers::ALT, Key::ArrowLeft);
    until(&mut window, "it is back", |w| is_open(w, SAMPLE));
    assert_eq!((selected(&window), window.state().state.view.camera), (Some(face(5)), camera));
}
