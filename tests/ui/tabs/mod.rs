//! Tabs: each has its own document with camera, selection and undo steps.

mod edits;
mod scroll;
mod session;
mod strip;

use egui::{Key, Modifiers};
use gouraud::app::Window;
use gouraud::app::model::document::comparison::ComparedFile;
use gouraud::app::model::document::tab_id::TabId;
use gouraud::app::model::{Command, PanelId};
use gouraud::render::{Camera, Preset};
use gouraud::scene::{Element, FaceRef, Id};

use crate::SAMPLE;
use crate::driver::{Bench, Driver, window};

const OTHER: &str = "demo//skater.psx";

/// A window with the sample open and drawn.
fn opened() -> Bench {
    let mut window = window(vec![SAMPLE.to_owned()]);
    window.until("the scene is drawn", |w| is_open(w, SAMPLE) && w.scene_panel().is_settled());
    window
}

fn is_open(window: &Window, path: &str) -> bool {
    window.state.document_path() == Some(path)
        && window.state.scene().is_some()
        && !window.state.loading
}

fn open_in_tab(window: &mut Bench, path: &str) -> TabId {
    window.state_mut().push(Command::NewTab);
    window.state_mut().push(Command::Open(path.to_owned()));
    window.until("it is open", |w| is_open(w, path));
    window.model().tab.id
}

fn show(window: &mut Bench, tab: TabId) {
    window.send(Command::ShowTab(tab));
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

fn paths(window: &Bench) -> Vec<&str> {
    window.model().all_tabs().map(|tab| tab.path_shown()).collect()
}

#[test]
fn each_tab_keeps_camera_selection_and_undo() {
    let mut window = opened();
    let first = window.model().tab.id;
    window.select(face(5));
    let camera = look_from(&mut window, Preset::Top);
    window.send(Command::HideSelected);
    let second = open_in_tab(&mut window, OTHER);
    assert_eq!(window.model().selected_element(), None);
    assert_ne!(window.model().view.camera, camera);
    assert!(!window.model().can_undo(), "each tab has its own undo steps");
    show(&mut window, first);
    assert!(is_open(window.state(), SAMPLE), "shown without reading it again");
    assert_eq!(window.model().view.camera, camera);
    assert_eq!(window.model().selected_element(), Some(face(5)));
    window.send(Command::Undo);
    assert!(window.model().view.hidden.is_empty());
    show(&mut window, second);
    assert!(is_open(window.state(), OTHER));
    assert!(!window.model().can_redo());
}

#[test]
fn shows_the_picture_of_a_tab_in_one_frame() {
    let mut window = opened();
    let first = window.model().tab.id;
    open_in_tab(&mut window, OTHER);
    window.settle();
    window.until("it is drawn", |w| w.scene_panel().is_settled());
    window.state_mut().push(Command::ShowTab(first));
    window.step();
    assert!(is_open(window.state(), SAMPLE));
    assert!(window.state().scene_panel().is_settled());
}

#[test]
fn back_and_forward_stay_in_their_tab() {
    let mut window = opened();
    let first = window.model().tab.id;
    window.select(face(5));
    window.select(face(6));
    open_in_tab(&mut window, OTHER);
    assert!(!window.model().history.can_go_back());
    show(&mut window, first);
    window.chord(Modifiers::ALT, Key::ArrowLeft);
    assert_eq!(window.model().selected_element(), Some(face(5)));
    assert!(is_open(window.state(), SAMPLE));
}

#[test]
fn opening_behind_does_not_disturb_the_current_tab() {
    let mut window = opened();
    window.select(face(5));
    window.send(Command::ShowPanel(PanelId::FIELDS));
    // A camera that was not moved would follow the size of the picture.
    let camera = look_from(&mut window, Preset::Top);
    let tab = window.model().tab.id;
    window.send(Command::OpenBehind(OTHER.to_owned()));
    let behind = |w: &Window| w.state.tabs.others().next().is_some_and(|tab| tab.scene().is_some());
    window.until("it is open in the background", |w| behind(w) && w.is_idle());
    assert_eq!(window.model().tab.id, tab);
    assert!(is_open(window.state(), SAMPLE));
    assert_eq!(window.model().selected_element(), Some(face(5)));
    assert_eq!(window.model().view.camera, camera);
    assert_eq!(window.model().focus, PanelId::FIELDS);
    assert_eq!(paths(&window), [SAMPLE, OTHER]);
    window.send(Command::NextDocument);
    assert!(is_open(window.state(), OTHER), "its scene was built before");
}

#[test]
fn a_file_opens_into_the_tab_that_requested_it() {
    let mut window = opened();
    let first = window.model().tab.id;
    window.state_mut().push(Command::NewTab);
    window.state_mut().push(Command::Open(OTHER.to_owned()));
    window.state_mut().push(Command::ShowTab(first));
    let behind = |w: &Window| w.state.tabs.others().next().is_some_and(|tab| tab.scene().is_some());
    window.until("it is open", |w| behind(w) && w.is_idle());
    assert!(is_open(window.state(), SAMPLE));
    assert_eq!(paths(&window), [SAMPLE, OTHER]);
}

#[test]
fn an_empty_tab_is_used_instead_of_another_one() {
    let mut window = opened();
    window.send(Command::CloseFile);
    assert_eq!(paths(&window), [""]);
    open_in_tab(&mut window, OTHER);
    assert_eq!(paths(&window), [OTHER]);
}

#[test]
fn reopens_closed_tabs_with_camera_and_selection() {
    let mut window = opened();
    let first = window.model().tab.id;
    open_in_tab(&mut window, OTHER);
    show(&mut window, first);
    window.select(face(5));
    let camera = look_from(&mut window, Preset::Top);
    window.chord(Modifiers::COMMAND, Key::W);
    assert_eq!(paths(&window), [OTHER]);
    assert!(is_open(window.state(), OTHER), "its neighbour is shown");
    window.chord(Modifiers::COMMAND | Modifiers::SHIFT, Key::T);
    window.until("it is back", |w| is_open(w, SAMPLE));
    assert_eq!(window.model().selected_element(), Some(face(5)));
    assert_eq!(window.model().view.camera, camera);
}

#[test]
fn closing_the_last_tab_leaves_an_empty_one() {
    let mut window = opened();
    window.chord(Modifiers::COMMAND, Key::W);
    assert!(window.model().doc.is_none());
    assert_eq!(window.model().tabs.count(), 1);
    window.chord(Modifiers::COMMAND | Modifiers::SHIFT, Key::T);
    window.until("it is back", |w| is_open(w, SAMPLE));
    assert_eq!(window.model().tabs.count(), 1);
}

#[test]
fn drops_hidden_pictures_beyond_the_budget_and_restores_them() {
    let mut window = opened();
    let first = window.model().tab.id;
    window.set(|settings| settings.tab_memory = 0);
    open_in_tab(&mut window, OTHER);
    window.settle();
    assert_eq!(window.state().hidden_device_memory(), 0);
    assert!(window.model().tabs.others().all(|tab| tab.scene().is_some()), "records stay");
    show(&mut window, first);
    window.until("it is drawn again", |w| w.scene_panel().is_settled() && w.is_idle());
    assert!(window.state().scene_panel().device_memory() > 0);
}

#[test]
fn keeps_hidden_pictures_within_the_budget() {
    let mut window = opened();
    open_in_tab(&mut window, OTHER);
    assert!(window.state().hidden_device_memory() > 0);
}

#[test]
fn linked_cameras_move_together() {
    let mut window = opened();
    let first = window.model().tab.id;
    open_in_tab(&mut window, OTHER);
    window.send(Command::LinkCameras);
    let camera = look_from(&mut window, Preset::Top);
    show(&mut window, first);
    assert_eq!(window.model().view.camera, camera);
}

#[test]
fn a_tab_of_a_missing_file_reports_it_and_stays() {
    let mut window = opened();
    let first = window.model().tab.id;
    window.send(Command::NewTab);
    window.send(Command::Open("missing//nothing.psx".to_owned()));
    window.until("opening failed", |w| w.state.failure.is_some());
    show(&mut window, first);
    assert!(window.model().failure.is_none());
    assert!(is_open(window.state(), SAMPLE));
    window.send(Command::NextDocument);
    assert!(window.model().failure.is_some());
}

#[test]
fn a_reopened_tab_has_its_position_and_comparison() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = include_bytes!("../../../assets/demo/plaza.psx");
    let other = crate::driver::put(folder.path(), "other.psx", bytes);
    let mut window = opened();
    let first = window.model().tab.id;
    let middle = open_in_tab(&mut window, "demo//items.psx");
    open_in_tab(&mut window, OTHER);
    let all = [SAMPLE, "demo//items.psx", OTHER];
    assert_eq!(paths(&window), all);
    show(&mut window, middle);
    let compared = ComparedFile::File(other);
    window.send(Command::CompareWith(Some(compared.clone())));
    window.send(Command::CloseTab(middle));
    assert_eq!(paths(&window), [SAMPLE, OTHER]);
    window.send(Command::CloseTab(first));
    window.send(Command::ReopenTab);
    window.until("the first is back", |w| is_open(w, SAMPLE));
    assert_eq!(paths(&window), [SAMPLE, OTHER]);
    assert_eq!(window.model().comparing.other(), None);
    window.send(Command::ReopenTab);
    window.until("the second is back", |w| is_open(w, "demo//items.psx"));
    assert_eq!(paths(&window), all);
    assert_eq!(window.model().comparing.other(), Some(&compared));
    window.until("it is compared", |w| w.state.comparing.result().is_some());
}
