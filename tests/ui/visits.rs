//! Going from file to file: camera, selection and undo of each are there again, and Back leads to
//! the file before.

use egui::{Key, Modifiers};
use gouraud::app::Window;
use gouraud::app::model::{Command, Target};
use gouraud::render::{Camera, Preset};
use gouraud::scene::{Element, FaceRef, Id};

use crate::common::{until, window};
use crate::{Bench, SAMPLE};

const OTHER: &str = "demo//skater.psx";

/// A window with the sample open; small pictures may still be under way.
fn opened() -> Bench {
    let mut window = window(vec![SAMPLE.to_owned()]);
    until(&mut window, "the scene is there", |w| is_open(w, SAMPLE));
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
fn keeps_camera_selection_and_undo_while_another_file_is_visited() {
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
fn keeps_what_is_hidden_and_undo_when_a_file_is_reloaded() {
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
fn back_restores_the_moment_that_was_left_and_not_the_last_one() {
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
fn undo_in_one_file_leaves_what_was_noted_in_another_since() {
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
fn a_file_that_was_closed_comes_back_as_it_was_left() {
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
