//! The start page of a window without an open file, and the changelog that it leads to.

use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use gouraud::app::model::Command;

use crate::driver::{Driver, open, window};

#[test]
fn opens_recent_files_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = crate::driver::put(
        folder.path(),
        "level.psx",
        include_bytes!("../../../assets/demo/items.psx"),
    );
    let mut window = open(&path);
    assert!(window.query_by_label("Recent").is_none());
    window.send(Command::CloseFile);
    assert!(window.query_by_label("Recent").is_some());
    // Another row with this name is in Files, on the left.
    let rows = window.query_all_by_label("level.psx");
    rows.max_by(|a, b| a.rect().left().total_cmp(&b.rect().left())).unwrap().click();
    window.settle_scene();
    assert_eq!(window.model().doc.as_ref().unwrap().opened.path, path);
}

#[test]
fn opens_the_demo_without_recent_files() {
    let mut window = window(Vec::new());
    window.send(Command::CloseFile);
    window.settle();
    assert!(window.model().doc.is_none());
    assert!(window.query_by_label("Recent").is_none());
    window.click("Open demo");
    window.settle_scene();
    assert!(window.model().doc.as_ref().unwrap().opened.path.starts_with("demo//"));
}

#[test]
fn what_is_new_shows_the_changelog_without_its_markup() {
    let mut window = window(Vec::new());
    window.send(Command::WhatIsNew);
    let texts: Vec<String> =
        crate::driver::painted(&window).into_iter().map(|(text, _)| text).collect();
    assert!(texts.iter().any(|text| text == "Unreleased"), "{texts:?}");
    let entry = texts.iter().find(|text| text.starts_with("Neversoft: levels and models")).unwrap();
    assert!(entry.contains("(.psx 3, 4 and 6)") && !entry.contains(['`', '\n']), "{entry}");
}

/// The icon font uses letters of the private use area, which screen readers cannot name.
#[test]
fn names_for_screen_readers_have_no_icons() {
    let mut window = open("demo//plaza.psx");
    window.click("File");
    let is_icon = |letter: char| ('\u{e000}'..='\u{f8ff}').contains(&letter);
    let all: Vec<_> = window.query_all_by(|_| true).collect();
    assert!(all.len() > 100);
    for node in &all {
        let node = node.accesskit_node();
        let texts = [node.label(), node.value()];
        assert!(!texts.iter().flatten().any(|text| text.contains(is_icon)), "{texts:?}");
        if [Role::Window, Role::Menu, Role::Button].contains(&node.role()) {
            let name = node.label().unwrap_or_default();
            assert!(!name.is_empty(), "{:?} {:?}", node.role(), node.bounding_box());
        }
    }
    drop(all);
    let entry = window.get_by_label_contains("Open file…");
    assert!(entry.accesskit_node().label().unwrap().starts_with("Open file…"));
}
