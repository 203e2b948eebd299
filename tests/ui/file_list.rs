//! Scroll position of the Files panel.

use std::path::Path;

use egui::{Rect, Role, vec2};
use egui_kittest::kittest::Queryable;
use gouraud::app::model::Command;
use gouraud::formats::ea::big::{Archive, Form};

use crate::driver::{Bench, Driver, window};

/// A folder with an archive of 30 members, followed by 60 files.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut archive = Archive::new(Form::BigF);
    for at in 0..30 {
        archive.add(&format!("member{at:02}.bin"), vec![0x81; 40]);
    }
    std::fs::write(folder.path().join("archive.big"), archive.write().unwrap()).unwrap();
    for at in 0..60 {
        std::fs::write(folder.path().join(format!("file{at:02}.bin")), [0x81; 40]).unwrap();
    }
    folder
}

fn in_folder(folder: &Path, name: &str) -> String {
    folder.join(name).to_string_lossy().into_owned()
}

/// A window that lists the folder.
fn listing(folder: &Path) -> Bench {
    let mut window = window(vec![folder.to_string_lossy().into_owned()]);
    window.until("the folder is listed", |w| w.is_idle() && !w.state.files.roots.is_empty());
    window
}

/// Opens a file of the folder, and waits until it is shown.
fn open(window: &mut Bench, path: &str) {
    window.state_mut().push(Command::Open(path.to_owned()));
    window.until("the file is shown", |w| {
        let doc = w.state.doc.as_ref();
        w.is_idle() && doc.is_some_and(|doc| doc.opened.path == path)
    });
}

/// Lists the members of the archive above all files.
fn list_members(window: &mut Bench, folder: &Path) {
    let archive = in_folder(folder, "archive.big");
    window.state_mut().push(Command::List(archive.clone()));
    window.until("members are listed", |w| {
        w.is_idle() && w.state.files.listings.contains_key(&archive)
    });
}

/// Position of a file's row.
fn row(window: &Bench, name: &str) -> Rect {
    window.get_by_role_and_label(Role::Button, name).rect()
}

#[test]
fn opened_file_is_at_the_same_position_however_late_members_are_listed() {
    let folder = folder();
    let path = in_folder(folder.path(), "file40.bin");
    let mut early = listing(folder.path());
    list_members(&mut early, folder.path());
    open(&mut early, &path);
    let mut late = listing(folder.path());
    open(&mut late, &path);
    list_members(&mut late, folder.path());
    assert_eq!(row(&early, "file40.bin"), row(&late, "file40.bin"));
}

#[test]
fn list_that_the_user_scrolled_does_not_return_to_the_opened_file() {
    let folder = folder();
    let path = in_folder(folder.path(), "file40.bin");
    let mut window = listing(folder.path());
    open(&mut window, &path);
    let over = row(&window, "file40.bin").center();
    window.event(egui::Event::PointerMoved(over));
    window.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: vec2(0.0, 4000.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: egui::Modifiers::NONE,
    });
    window.run_steps(60);
    list_members(&mut window, folder.path());
    let is_visible = |name| window.query_by_role_and_label(Role::Button, name).is_some();
    assert!(is_visible("archive.big"), "the top of the list");
    assert!(!is_visible("file40.bin"), "the opened file is below");
}
