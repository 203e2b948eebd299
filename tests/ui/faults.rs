//! Settings, indexes and files that are damaged or change while the window is open, and very large folders.

use std::path::Path;

use egui_kittest::kittest::Queryable;
use gouraud::app::Options;
use gouraud::app::model::document::files::Listing;
use gouraud::app::model::edits::Edit;
use gouraud::app::model::{Command, Settings};
use gouraud::edit::EditOp;
use gouraud::edit::journal::Journal;
use gouraud::render::DeviceFaults;
use gouraud::scene::{PaletteId, TextureId};

use crate::driver::{Driver, Kept, again, indexing, window, window_with};

const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo");

#[test]
fn settings_that_cannot_be_read_get_their_defaults() {
    let keys = [
        "settings",
        "recent",
        "layout",
        "layouts",
        "tabs",
        "current tab",
        "roots",
        "game folders",
        "export",
    ];
    for text in
        ["", "(", "\u{0}\u{0}", "((((((((", "(ui_scale:\"large\")", "[1, 2", "99999999999999999999"]
    {
        let folder = tempfile::tempdir().unwrap();
        let mut kept = Kept::default();
        for key in keys {
            eframe::Storage::set_string(&mut kept, key, text.to_owned());
        }
        let mut window = again(folder.path(), Box::new(kept));
        window.settle();
        assert_eq!(window.model().settings.ui_scale, Settings::default().ui_scale, "{text}");
        window.send(Command::Settings);
        window.get_by_label("Interface scale");
    }
}

#[test]
fn settings_of_a_newer_version_are_read_as_far_as_they_are_known() {
    let folder = tempfile::tempdir().unwrap();
    let mut kept = Kept::default();
    let text = "(ui_scale:1.5,invented:(1,2,[\"x\"]),memory:4000000000)".to_owned();
    eframe::Storage::set_string(&mut kept, "settings", text);
    let mut window = again(folder.path(), Box::new(kept));
    window.settle();
    assert_eq!(window.model().settings.ui_scale, 1.5);
    assert_eq!(window.model().settings.memory, 65_536, "numbers are limited to their ranges");
}

#[test]
fn a_damaged_index_is_rebuilt() {
    let (folder, cache) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    std::fs::copy(format!("{DEMO}/plaza_l.psx"), folder.path().join("plaza_l.psx")).unwrap();
    let path = folder.path().to_string_lossy().into_owned();
    let entries = || {
        let mut window = indexing(vec![path.clone()], Some(cache.path()));
        window
            .until("the folder is indexed", |w| !w.state.finding.indexed.is_empty() && w.is_idle());
        window.send(Command::ShowPanel(gouraud::app::model::PanelId::FIND));
        window
            .until("the entries are counted", |w| w.state.finding.entries > Some(0) && w.is_idle());
        window.model().finding.entries
    };
    let before = entries();
    damage(cache.path());
    assert_eq!(entries(), before);
}

/// Replaces the middle of every file below a folder.
fn damage(folder: &Path) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            damage(&path);
            continue;
        }
        let mut bytes = std::fs::read(&path).unwrap();
        let len = bytes.len();
        bytes[len / 4..len / 2].fill(0x55);
        std::fs::write(&path, bytes).unwrap();
    }
}

#[test]
fn a_file_that_becomes_a_folder_keeps_its_document_open() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("skater.psx");
    std::fs::copy(format!("{DEMO}/skater.psx"), &file).unwrap();
    let mut window = window(vec![file.to_string_lossy().into_owned()]);
    window.settle_scene();
    std::fs::remove_file(&file).unwrap();
    std::fs::create_dir(&file).unwrap();
    window.send(Command::Reload);
    window.until("it was tried", |w| w.is_idle() && !w.state.loading);
    assert!(window.model().scene().is_some(), "it can still be exported");
    assert!(window.model().failure.is_some(), "the reason is shown");
}

#[test]
fn a_folder_of_ten_thousand_files_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..10_000 {
        std::fs::write(folder.path().join(format!("file{number:05}.psx")), [4, 0, 2, 0]).unwrap();
    }
    let path = folder.path().to_string_lossy().into_owned();
    let mut window = window(vec![path.clone()]);
    window.until("it is listed", |w| {
        let listing = w.state.files.listings.get(&path);
        matches!(listing, Some(Listing::Entries(entries)) if entries.len() == 10_000)
    });
    window.run_steps(3);
    // Only the visible rows are drawn.
    assert!(window.get_all_by_label_contains("file0").count() < 100);
}

#[test]
fn a_lost_graphics_device_closes_the_window_and_its_changes_go_to_the_next_one() {
    let options = Options { remember: false, ..Options::default() };
    let mut window = window_with(vec![format!("{DEMO}/plaza.psx")], options.clone());
    window.settle_scene();
    let (texture, palette) = (TextureId::new(0), Some(PaletteId::new(1)));
    window.send(Command::TryPalette { texture, palette });

    options.faults.set_lost("driver\n  reset".to_owned());
    window.run_steps(1);
    let output = window.output().viewport_output[&egui::ViewportId::ROOT].clone();
    assert!(output.commands.contains(&egui::ViewportCommand::Close), "no question is asked");

    let options = Options { faults: DeviceFaults::default(), ..options };
    let mut next = window_with(vec![format!("{DEMO}/plaza.psx")], options);
    next.wait_for("The graphics device stopped working (driver reset)");
    next.settle_scene();
    assert!(!next.model().palettes.is_empty(), "changes that are in no file are restored");
}

#[test]
fn two_windows_with_the_same_settings_keep_the_changes_of_both() {
    let folder = tempfile::tempdir().unwrap();
    let level = folder.path().join("plaza.psx");
    std::fs::copy(format!("{DEMO}/plaza.psx"), &level).unwrap();
    let path = level.to_string_lossy().into_owned();
    let open = || {
        let options = Options { config: Some(folder.path().join("app.ron")), ..Options::default() };
        let mut window = window_with(vec![path.clone()], options);
        window.settle_scene();
        window
    };
    let edit = |flags: &str| {
        let orders =
            vec![EditOp::parse(&format!("models[0].faces[0].flags={flags}"), None).unwrap()];
        let name = "set flags".to_owned();
        Command::Edit(Box::new(Edit { path: path.clone(), name, orders, ..Edit::default() }))
    };
    let (mut first, mut second) = (open(), open());
    first.change(edit("0x1863"));
    second.send(edit("0x1803"));
    second.wait_for("plaza.psx had other unsaved changes");
    let names = |ending: &str| {
        let edits = std::fs::read_dir(folder.path().join("edits")).unwrap();
        let names = edits.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.ends_with(ending)).count()
    };
    assert_eq!((names(".jsonl"), names(".other")), (1, 1));
    // One copy for each window is enough, however often they take turns.
    for (one, two) in [("0x1861", "0x1801"), ("0x1862", "0x1802")] {
        first.change(edit(one));
        second.change(edit(two));
    }
    assert_eq!((names(".jsonl"), names(".other")), (1, 2));
}

#[test]
fn an_unreadable_journal_is_copied_and_reported() {
    let folder = tempfile::tempdir().unwrap();
    let level = folder.path().join("plaza.psx");
    std::fs::copy(format!("{DEMO}/plaza.psx"), &level).unwrap();
    let path = level.to_string_lossy().into_owned();
    let edits = folder.path().join("edits");
    std::fs::create_dir(&edits).unwrap();
    let journal = Journal::path_in(&edits, &path);
    std::fs::write(&journal, "{\"file\":{\"journal\":2}}\n").unwrap();
    let options = Options { config: Some(folder.path().join("app.ron")), ..Options::default() };
    let mut window = window_with(vec![path], options);
    window.wait_for("Some unsaved changes of plaza.psx cannot be read");
    let names = std::fs::read_dir(&edits).unwrap();
    let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    assert!(matches!(&names[..], [copy] if copy.to_string_lossy().ends_with(".unreadable")));
}
