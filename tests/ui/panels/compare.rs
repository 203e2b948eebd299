//! The Compare panel: files with known changes.

use egui::Key;
use egui_kittest::kittest::Queryable;
use gouraud::app::model::document::comparison::ComparedFile;
use gouraud::app::model::edits::Edit;
use gouraud::app::model::{ColourBy, Command, PanelId};
use gouraud::edit::EditOp;
use gouraud_testing::level;

use crate::driver::{Bench, Driver, put, window};

const CTRL: egui::Modifiers = egui::Modifiers::COMMAND;

/// A window with the level, and another file in which a flag of a face differs.
pub fn levels() -> (tempfile::TempDir, Bench, String) {
    let folder = tempfile::tempdir().unwrap();
    let bytes = level::bytes(9, level::Textures::default()).unwrap();
    let mut other = bytes.clone();
    let span = {
        let library = gouraud::library::Library::new();
        let source = gouraud::bytes::Source::from_bytes("level.psx", bytes.clone());
        let opened = library.open_source(&source, None).unwrap();
        opened.document.tree.span("models[0].faces[2].flags").unwrap()
    };
    other[span.start as usize] ^= 0x80;
    let path = put(folder.path(), "level.psx", &bytes);
    let other = put(folder.path(), "other.psx", &other);
    let mut window = window(vec![path]);
    window.until("the level is open", |w| w.is_idle() && w.state.scene().is_some());
    (folder, window, other)
}

pub fn compare(window: &mut Bench, other: ComparedFile) {
    window.send(Command::CompareWith(Some(other)));
    window.until("the files are compared", |w| w.is_idle() && w.state.comparing.result().is_some());
}

#[test]
fn lists_a_changed_face_and_colours_it() {
    let (_folder, mut window, other) = levels();
    compare(&mut window, ComparedFile::File(other));
    window.get_by_label("Compared with other.psx");
    window.get_by_label_contains("1 changed, 0 added, 0 removed");
    let row = window.get_by_label_contains("models[0].faces[2] changed flags");
    row.click();
    window.until("the face is selected", |w| {
        w.state.selection.as_ref().is_some_and(|s| s.path == "models[0].faces[2]")
    });
    assert_eq!(window.model().view.colour_by, Some(ColourBy::Changes));
    let colouring = window.model().comparing.comparison().unwrap().colouring();
    let counts: Vec<(&str, u32)> =
        colouring.rows.iter().map(|row| (row.label.as_str(), row.count)).collect();
    assert_eq!(counts, [("other flags", 1), ("equal", 8)]);
    assert_eq!(colouring.row_of, [1, 1, 0, 1, 1, 1, 1, 1, 1]);
    window.show(PanelId::SCENE);
    window.remove_cursor();
    window.settle_scene();
    assert!(window.query_all_by_label_contains("other flags").count() > 0);
    let masks = window.state().scene_panel().overlay().unwrap().masks();
    // Bits 24 to 27 are the pattern of the colour.
    let painted: Vec<usize> = (0..9).filter(|id| masks[*id] >> 24 & 15 != 0).collect();
    assert_eq!(painted, [2]);
}

#[test]
fn follows_unsaved_edits() {
    let (_folder, mut window, _) = levels();
    compare(&mut window, ComparedFile::Saved);
    window.get_by_label("No differences");
    let edit = Edit {
        path: window.model().document_path().unwrap().to_owned(),
        orders: vec![EditOp::parse("models[0].faces[4].flags^=0x80", None).unwrap()],
        ..Edit::default()
    };
    window.send(Command::Edit(Box::new(edit)));
    window.until("the edit is compared", |w| {
        let comparison = w.state.comparing.comparison();
        w.is_idle() && comparison.is_some_and(|comparison| !comparison.is_empty())
    });
    window.show(PanelId::COMPARE);
    window.get_by_label_contains("models[0].faces[4] changed flags");
    window.chord(CTRL, Key::Z);
    window.until("the undo is compared", |w| {
        w.is_idle() && w.state.comparing.comparison().is_some_and(|one| one.is_empty())
    });
}

#[test]
fn ends_a_comparison() {
    let (_folder, mut window, other) = levels();
    compare(&mut window, ComparedFile::File(other));
    window.send(Command::CompareWith(None));
    window.settle();
    window.get_by_label("Nothing to compare with");
    assert_eq!(window.model().view.colour_by, None);
}

#[test]
fn reports_files_that_cannot_be_compared() {
    let (folder, mut window, _) = levels();
    let text = put(folder.path(), "note.txt", b"a text");
    compare(&mut window, ComparedFile::File(text));
    window.get_by_label("The files cannot be compared");
    compare(
        &mut window,
        ComparedFile::File(folder.path().join("none.psx").to_string_lossy().into()),
    );
    window.get_by_label_contains("no such file");
}

#[test]
fn lists_renamed_files_of_folders_and_opens_changed_ones() {
    let (folder, mut window, other) = levels();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let level = std::fs::read(path("level.psx")).unwrap();
    let changed = std::fs::read(other).unwrap();
    let text = b"a text that moves to another name".repeat(9);
    for (name, bytes) in [
        ("before/level.psx", &level),
        ("before/old.txt", &text),
        ("before/gone.txt", &b"gone".to_vec()),
        ("after/level.psx", &changed),
        ("after/moved.txt", &text),
    ] {
        std::fs::create_dir_all(folder.path().join(name).parent().unwrap()).unwrap();
        put(folder.path(), name, bytes);
    }
    let (before, after) = (path("before"), path("after"));
    compare(&mut window, ComparedFile::Folders { before, after });
    window.get_by_label("Compared with before");
    window.get_by_label_contains("1 changed, 0 added, 1 removed · 1 renamed file");
    window.get_by_label("gone.txt removed");
    window.get_by_label("moved.txt renamed from old.txt");
    window.get_by_label("level.psx changed").click();
    window.run_steps(2);
    window.press(Key::Enter);
    window.until("both levels are compared", |w| {
        w.is_idle() && w.state.comparing.comparison().is_some_and(|one| one.bytes.is_some())
    });
    let tabs = window.model().all_tabs().count();
    assert_eq!(tabs, 2, "the file is in a new tab");
    window.get_by_label_contains("models[0].faces[2] changed flags");
    assert!(window.query_by_label("gone.txt removed").is_none());
    assert_eq!(window.model().view.colour_by, Some(ColourBy::Changes));
}

#[test]
fn a_comparison_of_folders_stays_in_its_tab_until_that_is_closed() {
    let (folder, mut window, other) = levels();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    put(folder.path(), "before/level.psx", &std::fs::read(path("level.psx")).unwrap());
    put(folder.path(), "after/level.psx", &std::fs::read(other).unwrap());
    window.send(Command::CloseFile);
    let (before, after) = (path("before"), path("after"));
    compare(&mut window, ComparedFile::Folders { before, after });
    window.get_by_label("level.psx changed").click();
    window.run_steps(2);
    window.press(Key::Enter);
    window.until("both levels are compared", |w| {
        w.is_idle() && w.state.comparing.comparison().is_some_and(|one| one.bytes.is_some())
    });
    window.send(Command::CloseFile);
    window.settle();
    window.get_by_label("level.psx changed");
    window.send(Command::CloseFile);
    assert!(window.model().comparing.other().is_none());
}
