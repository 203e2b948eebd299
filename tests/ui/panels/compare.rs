//! The Compare panel: files with known changes.

use egui::Key;
use egui_kittest::kittest::Queryable;
use gouraud::app::model::document::comparison::ComparedFile;
use gouraud::app::model::edits::Edit;
use gouraud::app::model::view::second_picture::{Blending, SecondScene};
use gouraud::app::model::{ColourBy, Command, PanelId};
use gouraud::app::panels::compare::ComparePanel;
use gouraud::edit::{EditOp, FaceChange};
use gouraud::formats::ea::big::{Archive, Form};
use gouraud::formats::neversoft::psx;
use gouraud_testing::build::disc::{IsoFile, iso};
use gouraud_testing::level;

use super::single_panel;
use crate::driver::{Bench, Driver, painted, put, window};
use crate::walk::painted::faults;

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
fn opening_another_file_ends_the_comparison() {
    let (folder, mut window, other) = levels();
    compare(&mut window, ComparedFile::File(other));
    let third = folder.path().join("third.psx");
    std::fs::copy(folder.path().join("level.psx"), &third).unwrap();
    window.send(Command::OpenAll(vec![third.to_string_lossy().into_owned()]));
    window.until("the third level is open", |w| {
        w.is_idle() && w.state.document_path() == third.to_str()
    });
    assert!(window.model().comparing.other().is_none());
    assert_eq!(window.model().view.colour_by, None);
}

#[test]
fn reports_files_that_cannot_be_compared() {
    let (folder, mut window, other) = levels();
    let text = put(folder.path(), "note.txt", b"a text");
    compare(&mut window, ComparedFile::File(text));
    window.get_by_label("The files cannot be compared");
    compare(
        &mut window,
        ComparedFile::File(folder.path().join("none.psx").to_string_lossy().into()),
    );
    window.get_by_label_contains("no such file");
    std::fs::rename(other, folder.path().join("none.psx")).unwrap();
    window.click("Compare again");
    window.until("the files are compared", |w| {
        w.is_idle() && w.state.comparing.comparison().is_some()
    });
    window.get_by_label_contains("1 changed, 0 added, 0 removed");
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
        w.is_idle() && w.state.comparing.comparison().is_some_and(|one| one.other_file.is_some())
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
        w.is_idle() && w.state.comparing.comparison().is_some_and(|one| one.other_file.is_some())
    });
    window.send(Command::CloseFile);
    window.settle();
    window.get_by_label("level.psx changed");
    window.send(Command::CloseFile);
    assert!(window.model().comparing.other().is_none());
}

/// Waits until the comparison was repeated, and returns its messages.
fn problems_after(window: &mut Bench, change: impl FnOnce()) -> Vec<String> {
    let before = window.model().comparing.changes;
    let was = window.model().comparing.is_outdated();
    change();
    window.until("the change is compared", |w| {
        let comparing = &w.state.comparing;
        w.is_idle() && (comparing.changes > before || comparing.is_outdated() != was)
    });
    window.model().comparing.problems().cloned().collect()
}

#[test]
fn compares_again_when_the_other_file_changes_on_disk() {
    let (folder, mut window, other) = levels();
    compare(&mut window, ComparedFile::File(other.clone()));
    window.get_by_label_contains("1 changed, 0 added, 0 removed");
    let level = std::fs::read(folder.path().join("level.psx")).unwrap();
    let problems = problems_after(&mut window, || std::fs::write(&other, &level).unwrap());
    assert_eq!(problems, [""; 0]);
    window.get_by_label("No differences");
}

#[test]
fn a_vanished_file_keeps_the_last_differences_with_a_message() {
    let (_folder, mut window, other) = levels();
    let bytes = std::fs::read(&other).unwrap();
    compare(&mut window, ComparedFile::File(other.clone()));
    let problems = problems_after(&mut window, || std::fs::remove_file(&other).unwrap());
    assert_eq!(problems, [format!("{other}: no such file or folder")]);
    window.get_by_label_contains("these are the last known differences");
    window.get_by_label_contains("models[0].faces[2] changed flags");
    let problems = problems_after(&mut window, || std::fs::write(&other, &bytes).unwrap());
    assert_eq!(problems, [""; 0]);
    window.get_by_label_contains("models[0].faces[2] changed flags");
}

#[test]
fn a_file_that_becomes_a_folder_keeps_the_last_differences() {
    let (_folder, mut window, other) = levels();
    compare(&mut window, ComparedFile::File(other.clone()));
    let problems = problems_after(&mut window, || {
        std::fs::remove_file(&other).unwrap();
        std::fs::create_dir(&other).unwrap();
    });
    assert_eq!(problems.len(), 1, "{problems:?}");
    window.get_by_label_contains("models[0].faces[2] changed flags");
}

/// A folder at a path that is too long to be listed, with a file.
fn unreadable(folder: &std::path::Path) {
    let part = "d".repeat(200);
    let mut deep = folder.to_path_buf();
    while deep.as_os_str().len() < 3700 {
        deep.push(&part);
    }
    std::fs::create_dir_all(&deep).unwrap();
    let made = std::process::Command::new("mkdir")
        .arg("-p")
        .arg(format!("{part}/{part}"))
        .current_dir(&deep)
        .status()
        .unwrap();
    assert!(made.success());
}

#[test]
fn reports_folders_that_cannot_be_read() {
    let (folder, mut window, _) = levels();
    for name in ["before/one.txt", "before/same.txt", "after/same.txt"] {
        std::fs::create_dir_all(folder.path().join(name).parent().unwrap()).unwrap();
        put(folder.path(), name, b"text");
    }
    unreadable(&folder.path().join("after"));
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (before, after) = (path("before"), path("after"));
    compare(&mut window, ComparedFile::Folders { before: before.clone(), after: after.clone() });
    window.get_by_label("one.txt removed");
    let problems: Vec<String> = window.model().comparing.problems().cloned().collect();
    assert_eq!(problems.len(), 1, "{problems:?}");
    window.get_by_label_contains(&problems[0]);
    put(folder.path(), "before/same.txt", b"another text");
    window.click("Compare again");
    window.settle();
    window.get_by_label("same.txt changed");
}

/// Double-clicks a row, and waits until its files are compared in a new tab.
fn open_pair(window: &mut Bench, row: &str) {
    let at = window.get_by_label(row).rect().center();
    window.hover_at(at);
    window.step();
    for pressed in [true, false, true, false] {
        window.event(egui::Event::PointerButton {
            pos: at,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        });
    }
    window.until("both files are compared", |w| {
        let comparison = w.state.comparing.comparison();
        w.is_idle() && comparison.is_some_and(|comparison| comparison.files.is_none())
    });
    assert_eq!(window.model().all_tabs().count(), 2, "the file is in a new tab");
}

/// Two levels that differ in a flag of a face.
fn two_levels() -> [Vec<u8>; 2] {
    let (folder, _window, other) = levels();
    [folder.path().join("level.psx"), other.into()].map(|path| std::fs::read(path).unwrap())
}

#[test]
fn compares_archives_file_by_file_and_opens_a_pair() {
    let folder = tempfile::tempdir().unwrap();
    let archive = |name: &str, level: &[u8]| {
        let mut archive = Archive::new(Form::BigF);
        archive.add("level.psx", level.to_vec());
        archive.add(name, b"some text".to_vec());
        put(folder.path(), &format!("{name}.big"), &archive.write().unwrap())
    };
    let [before, after] = two_levels();
    let other = archive("old.txt", &before);
    let own = archive("new.txt", &after);
    let mut window = window(vec![own.clone()]);
    window.until("the archive is open", |w| w.is_idle());
    window.send(Command::OpenAs { path: own.clone(), format: None });
    window.settle();
    compare(&mut window, ComparedFile::File(other.clone()));
    window.get_by_label_contains("1 changed, 0 added, 0 removed · 1 renamed file");
    window.get_by_label("new.txt renamed from old.txt");
    open_pair(&mut window, "level.psx changed");
    assert_eq!(window.model().document_path(), Some(&*format!("{own}//level.psx")));
    let pair = Some(ComparedFile::File(format!("{other}//level.psx")));
    assert_eq!(window.model().comparing.other(), pair.as_ref());
    window.get_by_label_contains("models[0].faces[2] changed flags");
}

#[test]
fn compares_discs_file_by_file_and_opens_a_pair() {
    let folder = tempfile::tempdir().unwrap();
    let disc = |name: &str, level: &[u8]| {
        let files = [IsoFile::new("DATA/LEVEL.PSX", level), IsoFile::new("SAME.TXT", b"same")];
        put(folder.path(), name, &iso("DISC", &files).bytes())
    };
    let [before, after] = two_levels();
    let (before, after) = (disc("before.iso", &before), disc("after.iso", &after));
    let mut window = window(vec![]);
    compare(&mut window, ComparedFile::Folders { before: before.clone(), after: after.clone() });
    window.get_by_label_contains("1 changed, 0 added, 0 removed");
    open_pair(&mut window, "DATA/LEVEL.PSX changed");
    assert_eq!(window.model().document_path(), Some(&*format!("{after}//DATA/LEVEL.PSX")));
    window.get_by_label_contains("models[0].faces[2] changed flags");
}

#[test]
fn rows_show_path_and_change_at_any_width() {
    let (_folder, mut window, other) = levels();
    compare(&mut window, ComparedFile::File(other));
    let state = std::mem::take(&mut window.state_mut().state);
    let panel = ComparePanel::default();
    let bench = single_panel::Bench { panel, state, asked: Vec::new() };
    let mut panel = single_panel::window(bench, [200.0, 400.0]);
    for width in (200..=600).step_by(20) {
        panel.set_size(egui::vec2(width as f32, 400.0));
        panel.run_steps(2);
        let (shapes, screen) = (&panel.output().shapes, panel.ctx.content_rect());
        assert_eq!(faults(&panel.ctx, shapes, screen), [""; 0], "{width} points");
        let texts: Vec<(String, egui::Rect)> = shapes
            .iter()
            .filter_map(|shape| match &shape.shape {
                egui::Shape::Text(text) => {
                    Some((text.galley.text().to_owned(), text.visual_bounding_rect()))
                }
                _ => None,
            })
            .collect();
        let find = |part: &str| texts.iter().find(|(text, _)| text.ends_with(part)).cloned();
        let (_, path) = find("faces[2]").expect("the path");
        let change =
            texts.iter().find(|(text, _)| text.starts_with("flags 0x")).expect("the change");
        assert!(path.right() <= width as f32 && change.1.width() > 80.0, "{width} points");
        assert!(find("other.psx").is_some(), "the name of the other file is complete");
    }
}

/// A level without a face.
pub fn without_face(level: &[u8], face: usize) -> Vec<u8> {
    let source = gouraud::bytes::Source::from_bytes("level.psx", level.to_vec());
    let mut file: psx::File = gouraud_testing::records::of(&source).unwrap();
    file.models[0].faces.remove(face);
    file.write().unwrap()
}

/// A window with a level without one of the faces of the file that it is compared with.
fn with_removed_face() -> (tempfile::TempDir, Bench) {
    let folder = tempfile::tempdir().unwrap();
    let bytes = level::bytes(9, level::Textures::default()).unwrap();
    let path = put(folder.path(), "level.psx", &without_face(&bytes, 4));
    let other = put(folder.path(), "other.psx", &bytes);
    let mut window = window(vec![path]);
    window.until("the level is open", |w| w.is_idle() && w.state.scene().is_some());
    compare(&mut window, ComparedFile::File(other));
    window.show(PanelId::SCENE);
    window.settle_scene();
    (folder, window)
}

#[test]
fn a_removed_face_is_red_in_the_picture_of_the_other_file() {
    let (_folder, mut window) = with_removed_face();
    window.send(Command::ShowSecond(SecondScene::Compared));
    window.settle_scene();
    let red = u32::from_le_bytes([0xE0, 0x3A, 0x3A, 0]);
    assert_eq!(FaceChange::REMOVED_COLOUR, [0xE0, 0x3A, 0x3A]);
    let reddened = |window: &Bench| -> Vec<usize> {
        let masks = window.state().scene_panel().second.overlay().unwrap().masks().to_vec();
        (0..9).filter(|id| masks[*id] & 0x00FF_FFFF == red).collect()
    };
    assert_eq!(reddened(&window), [4]);
    assert!(window.query_all_by_label_contains("removed, 1 faces").count() > 0, "the legend");
    window.send(Command::ColourBy(None));
    window.settle_scene();
    assert_eq!(reddened(&window), [0; 0]);
}

#[test]
fn a_click_on_a_removed_face_shows_it() {
    let (_folder, mut window) = with_removed_face();
    window.show(PanelId::COMPARE);
    window.send(Command::Deselect);
    let before = window.model().view.camera;
    window.get_by_label_contains("models[0].faces[4] removed").click();
    window.settle_scene();
    let shown = window.model().second.shown.expect("the other file is shown");
    assert_eq!((shown.scene, shown.blending), (SecondScene::Compared, Blending::Beside));
    let overlay = window.state().scene_panel().second.overlay().unwrap();
    let selected: Vec<usize> = (0..9).filter(|id| overlay.masks()[*id] >> 30 & 1 != 0).collect();
    assert_eq!(selected, [4], "it is outlined");
    assert!(window.model().view.camera != before, "it is framed");
    for name in ["level.psx", "other.psx"] {
        assert!(painted(&window).iter().any(|(text, _)| text == name), "{name}");
    }
}

#[test]
fn both_sides_of_the_line_have_names() {
    let (folder, mut window, other) = levels();
    let bytes = std::fs::read(other).unwrap();
    let other = put(folder.path(), "before/level.psx", &bytes);
    compare(&mut window, ComparedFile::File(other));
    window.show(PanelId::SCENE);
    window.send(Command::ShowSecond(SecondScene::Compared));
    let folder = folder.path().file_name().unwrap().to_string_lossy().into_owned();
    let own = format!("{folder}/level.psx");
    for blending in [Blending::Wipe, Blending::Beside] {
        window.send(Command::BlendSecond { blending, part: 0.5 });
        window.settle_scene();
        let [left, right] = ["before/level.psx", &own].map(|name| {
            let all = window.get_all_by_label(name).filter(|node| node.rect().width() > 0.0);
            let lowest = |node: &egui_kittest::Node<'_>| node.rect().top() as i32;
            all.max_by_key(lowest).unwrap().rect()
        });
        assert!(left.right() <= right.left(), "{blending:?}: {left:?} {right:?}");
    }
}
