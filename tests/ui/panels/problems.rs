//! Problems: arrows move through causes and problems, and select what a problem is about.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use gouraud::app::model::PanelId;

use crate::driver::{Bench, Driver, put, window};

/// A level that ends within its models, with the list of its problems.
fn truncated() -> (tempfile::TempDir, Bench) {
    let folder = tempfile::tempdir().unwrap();
    let demo = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo/plaza.psx");
    let level = std::fs::read(demo).unwrap();
    let path = put(folder.path(), "cut.psx", &level[..level.len() / 2]);
    let mut window = window(vec![path]);
    window.until("it is open", |w| w.is_idle() && w.state.doc.is_some());
    window.show(PanelId::PROBLEMS);
    (folder, window)
}

/// Labels of the visible rows, and the number of the row at the cursor.
fn rows(window: &Bench) -> (Vec<String>, Option<usize>) {
    let list = window.get_by_role_and_label(Role::List, "Problems").rect();
    let mut rows: Vec<_> = window
        .get_all_by_role(Role::ListItem)
        .filter(|row| list.contains(row.rect().center()))
        .map(|row| {
            let node = row.accesskit_node();
            (row.rect().top(), node.label().unwrap_or_default(), node.toggled())
        })
        .collect();
    rows.sort_by(|one, other| one.0.total_cmp(&other.0));
    let at = rows.iter().position(|row| row.2 == Some(egui::accesskit::Toggled::True));
    (rows.into_iter().map(|row| row.1).collect(), at)
}

#[test]
fn arrows_unfold_causes_and_select_the_fields_of_problems() {
    let (_folder, mut window) = truncated();
    let (folded, at) = rows(&window);
    assert_eq!(at, None);
    assert!(folded[0].contains("the file ends at"), "{folded:?}");
    window.press(Key::ArrowDown);
    assert!(window.model().selection.is_none(), "a cause is in many places");
    window.press(Key::ArrowRight);
    let (unfolded, at) = rows(&window);
    assert_eq!(at, Some(0));
    assert!(unfolded.len() > folded.len(), "{unfolded:?}");
    window.press(Key::ArrowDown);
    assert_eq!(rows(&window).1, Some(1));
    let first = window.model().selection.clone().expect("its field is selected");
    window.press(Key::ArrowDown);
    let second = window.model().selection.clone().unwrap();
    assert_ne!(first.span, second.span);
    window.press(Key::ArrowLeft);
    assert_eq!(rows(&window).1, Some(0));
    window.press(Key::ArrowLeft);
    assert_eq!(rows(&window).0, folded);
}

#[test]
fn the_cursor_stays_at_its_cause_while_the_list_is_filtered() {
    let (_folder, mut window) = truncated();
    window.press(Key::ArrowDown);
    window.press(Key::ArrowDown);
    let (labels, at) = rows(&window);
    assert_eq!(at, Some(1));
    window.click("By field");
    window.click("Worst first");
    let (after, at) = rows(&window);
    assert_eq!(at.map(|at| &after[at]), Some(&labels[1]));
}

#[test]
fn the_menu_key_copies_the_problem_at_the_cursor() {
    let (_folder, mut window) = truncated();
    window.press(Key::End);
    window.chord(Modifiers::SHIFT, Key::F10);
    window.get_by_label("Copy offset");
    window.chord(Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("Copy offset").is_none());
}
