//! Tabs and edits: steps of files are shared, undo steps belong to tabs.

use std::path::{Path, PathBuf};

use egui_kittest::kittest::Queryable;
use gouraud::app::Options;
use gouraud::app::model::Command;
use gouraud::app::model::document::tab_state::Outdated;
use gouraud::app::model::edits::Edit;
use gouraud::edit::EditOp;

use super::{is_open, open_in_tab, paths, show};
use crate::driver::{Bench, Driver, shown, window_with};

const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo");
const FLAGS: &str = "models[0].faces[0].flags";
const COLOUR: &str = "palettes16[0].colours[1]";

/// Demo files in a temporary folder.
struct Files(tempfile::TempDir);

impl Files {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["plaza.psx", "plaza_l.psx", "skater.psx"] {
            std::fs::copy(Path::new(DEMO).join(name), folder.path().join(name)).unwrap();
        }
        Self(folder)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().canonicalize().unwrap().join(name)
    }

    fn path(&self, name: &str) -> String {
        self.file(name).to_string_lossy().into_owned()
    }

    fn open(&self, name: &str) -> Bench {
        let config = Some(self.0.path().join("config/app.ron"));
        let options = Options { config, ..Options::default() };
        let mut window = window_with(vec![self.path(name)], options);
        window.settle_scene();
        window
    }

    fn set(&self, name: &str, to: &str) -> Command {
        self.edit(name, FLAGS, to)
    }

    fn edit(&self, name: &str, field: &str, to: &str) -> Command {
        let orders = vec![EditOp::set(field, to)];
        let path = self.path(name);
        Command::Edit(Box::new(Edit { path, name: "set it".to_owned(), orders, ..Edit::default() }))
    }
}

fn settled(window: &mut Bench) {
    window.settle();
    window.until("edits are done", |w| !w.state.edits.is_busy() && w.is_idle());
}

fn steps(window: &Bench, path: &str) -> usize {
    window.model().edits.get(path).map_or(0, |edits| edits.history.done())
}

#[test]
fn undo_leaves_the_edits_of_other_tabs() {
    let files = Files::new();
    let mut window = files.open("plaza.psx");
    let first = window.model().tab.id;
    window.change(files.set("plaza.psx", "0x1863"));
    let second = open_in_tab(&mut window, &files.path("skater.psx"));
    assert!(!window.model().undo.can_go_back());
    window.change(files.set("skater.psx", "0x0840"));
    show(&mut window, first);
    window.change(Command::Undo);
    settled(&mut window);
    assert_eq!(steps(&window, &files.path("plaza.psx")), 0);
    assert_eq!(steps(&window, &files.path("skater.psx")), 1);
    show(&mut window, second);
    window.change(Command::Undo);
    settled(&mut window);
    assert_eq!(steps(&window, &files.path("skater.psx")), 0);
    assert_eq!(steps(&window, &files.path("plaza.psx")), 0, "not redone");
}

#[test]
fn two_tabs_of_a_file_share_its_edits_and_their_undo() {
    let files = Files::new();
    let path = files.path("plaza.psx");
    let mut window = files.open("plaza.psx");
    let first = window.model().tab.id;
    let second = open_in_tab(&mut window, &path);
    window.change(files.set("plaza.psx", "0x1863"));
    settled(&mut window);
    show(&mut window, first);
    window.until("the edit is visible", |w| is_open(w, &path) && w.is_idle());
    assert_eq!(shown(&window, FLAGS), "0x1863");
    window.change(Command::Undo);
    settled(&mut window);
    assert_eq!(shown(&window, FLAGS), "0x1823");
    show(&mut window, second);
    window.until("it is undone here, too", |w| is_open(w, &path) && w.is_idle());
    assert_eq!(shown(&window, FLAGS), "0x1823");
    assert!(window.model().can_redo());
    window.change(Command::Redo);
    settled(&mut window);
    assert_eq!(shown(&window, FLAGS), "0x1863");
}

#[test]
fn an_edit_finishes_in_the_tab_that_started_it() {
    let files = Files::new();
    let mut window = files.open("plaza.psx");
    let first = window.model().tab.id;
    open_in_tab(&mut window, &files.path("skater.psx"));
    show(&mut window, first);
    window.state_mut().push(files.set("plaza.psx", "0x1863"));
    window.step();
    window.step();
    window.state_mut().push(Command::NextDocument);
    settled(&mut window);
    assert!(is_open(window.state(), &files.path("skater.psx")));
    assert!(!window.model().can_undo(), "the step belongs to the other tab");
    show(&mut window, first);
    settled(&mut window);
    assert_eq!(shown(&window, FLAGS), "0x1863");
    assert!(window.model().can_undo());
}

#[test]
fn closing_a_tab_with_unsaved_changes_asks() {
    let files = Files::new();
    let path = files.path("plaza.psx");
    let mut window = files.open("plaza.psx");
    let first = window.model().tab.id;
    window.change(files.set("plaza.psx", "0x1863"));
    open_in_tab(&mut window, &files.path("skater.psx"));
    window.send(Command::CloseTab(first));
    assert!(is_open(window.state(), &path), "the tab is shown");
    window.get_by_label("Close without saving?");
    window.click("Cancel");
    assert_eq!(paths(&window).len(), 2);
    window.send(Command::CloseFile);
    window.get_all_by_label("Close tab").last().unwrap().click();
    window.run_steps(4);
    assert_eq!(paths(&window), [files.path("skater.psx")]);
    window.send(Command::ReopenTab);
    window.until("it is back", |w| is_open(w, &path));
    assert_eq!(shown(&window, FLAGS), "0x1863", "the changes are kept");
}

#[test]
fn closing_asks_about_unsaved_changes_of_companions() {
    let files = Files::new();
    let level = files.path("plaza.psx");
    let mut window = files.open("plaza.psx");
    window.change(files.edit("plaza_l.psx", COLOUR, "0x1234"));
    settled(&mut window);
    assert_eq!(window.model().to_save(), Some(files.path("plaza_l.psx")));
    window.send(Command::CloseFile);
    window.get_by_label("Close without saving?");
    window.get_by_label_contains("plaza_l.psx: 1 change");
    window.click("Cancel");
    open_in_tab(&mut window, &files.path("plaza_l.psx"));
    window.settle();
    window.send(Command::CloseFile);
    window.run_steps(2);
    assert_eq!(paths(&window), [level.as_str()], "the level still uses the companion");
}

#[test]
fn closing_one_of_two_tabs_of_a_changed_file_does_not_ask() {
    let files = Files::new();
    let path = files.path("plaza.psx");
    let mut window = files.open("plaza.psx");
    open_in_tab(&mut window, &path);
    window.change(files.set("plaza.psx", "0x1863"));
    window.send(Command::CloseFile);
    assert_eq!(paths(&window), [path.as_str()]);
}

#[test]
fn a_tab_with_a_changed_companion_is_read_again_when_shown() {
    let files = Files::new();
    let mut window = files.open("plaza.psx");
    let level = window.model().tab.id;
    let colours = |window: &Bench| {
        let palettes = &window.model().scene().unwrap().scene.palettes;
        palettes.iter().map(|palette| palette.stored.clone()).collect::<Vec<_>>()
    };
    let before = colours(&window);
    open_in_tab(&mut window, &files.path("plaza_l.psx"));
    window.settle();
    let generation = window.model().tabs.get(level).unwrap().generation();
    window.change(files.edit("plaza_l.psx", COLOUR, "0x1234"));
    settled(&mut window);
    let tab = window.model().tabs.get(level).unwrap();
    assert_eq!((tab.generation(), tab.outdated), (generation, Some(Outdated::Edited)));
    show(&mut window, level);
    window.until("it is read again", |w| w.state.generation() > generation && w.is_idle());
    assert_ne!(colours(&window), before);
}

#[test]
fn a_tab_whose_file_was_deleted_keeps_its_document() {
    let files = Files::new();
    let path = files.path("plaza.psx");
    let mut window = files.open("plaza.psx");
    let first = window.model().tab.id;
    open_in_tab(&mut window, &files.path("skater.psx"));
    std::fs::remove_file(files.file("plaza.psx")).unwrap();
    let outdated = Some(Outdated::ChangedOnDisk);
    window.until("the deletion is noticed", |w| {
        w.state.tabs.get(first).is_some_and(|tab| tab.outdated == outdated)
    });
    show(&mut window, first);
    window.until("it is reported", |w| w.state.failure.is_some());
    assert_eq!(window.model().document_path(), Some(path.as_str()));
    assert!(window.model().scene().is_some(), "it can still be exported and saved");
}
