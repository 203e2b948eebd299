//! Fields: the rows, and navigation among them.

use std::collections::BTreeSet;

use egui::Key;
use egui_kittest::kittest::{NodeT, Queryable};
use gouraud::app::model::{Command, PanelId, SelectionTarget};
use gouraud::app::panels::fields::FieldsPanel;
use gouraud::app::panels::fields::outline::{Outline, Path};
use proptest::prelude::*;

use super::single_panel::{Bench, settle, window};
use crate::driver::Driver;

/// Number of children of every node in the tree of the property tests: as many as its last index, so that
/// widths differ.
fn children(path: &[u32]) -> u32 {
    match path {
        [] => 7,
        [.., last] if path.len() < 4 => last % 5,
        _ => 0,
    }
}

/// All rows, listed one by one as a reference.
fn naive(path: &mut Path, open: &BTreeSet<Path>, rows: &mut Vec<Path>) {
    for child in 0..children(path) {
        path.push(child);
        rows.push(path.clone());
        if open.contains(path) {
            naive(path, open, rows);
        }
        path.pop();
    }
}

proptest! {
    #[test]
    fn rows_match_a_naive_list(toggles in prop::collection::vec(prop::collection::vec(0u32..7, 1..4), 0..60)) {
        let mut outline = Outline::new(children(&[]));
        let mut open = BTreeSet::new();
        for path in toggles {
            let parents_open = (1..path.len()).all(|depth| open.contains(&path[..depth]));
            let exists = (0..path.len()).all(|depth| path[depth] < children(&path[..depth]));
            let can_open = parents_open && exists && children(&path) > 0;
            if open.contains(&path) {
                prop_assert!(outline.collapse(&path));
                open.retain(|other: &Path| !other.starts_with(&path));
            } else {
                prop_assert_eq!(outline.expand(&path, children(&path)), can_open);
                if can_open {
                    open.insert(path);
                }
            }
        }
        let mut rows = Vec::new();
        naive(&mut Path::new(), &open, &mut rows);
        prop_assert_eq!(outline.len(), rows.len() as u64);
        for (row, path) in (0..).zip(&rows) {
            prop_assert_eq!(outline.at(row), Some(path.clone()));
            prop_assert_eq!(outline.row_of(path), Some(row));
            prop_assert_eq!(outline.is_open(path), open.contains(path));
        }
        prop_assert_eq!(outline.at(rows.len() as u64), None);
    }

    #[test]
    fn matches_are_shown_with_their_parents(hits in prop::collection::btree_set(prop::collection::vec(0u32..4, 1..4), 1..30)) {
        let mut outline = Outline::empty();
        for hit in &hits {
            outline.pick(hit);
        }
        let with_parents: BTreeSet<Path> =
            hits.iter().flat_map(|hit| (1..=hit.len()).map(|n| hit[..n].to_vec())).collect();
        // Parents before children is the order of paths.
        let rows: Vec<Path> = (0..outline.len()).map(|row| outline.at(row).unwrap()).collect();
        prop_assert_eq!(rows, with_parents.into_iter().collect::<Vec<_>>());
    }
}

#[test]
fn opens_a_run_of_120_000_elements_anywhere() {
    let mut outline = Outline::new(3);
    assert!(outline.expand(&[1], 120_000));
    assert!(outline.expand(&[1, 100_000], 12));
    assert_eq!(outline.len(), 3 + 120_000 + 12);
    assert_eq!(outline.row_of(&[1, 100_000, 11]), Some(2 + 100_000 + 12));
    assert_eq!(outline.at(2 + 100_000 + 13), Some(vec![1, 100_001]));
    assert_eq!(outline.row_of(&[2]), Some(2 + 120_000 + 12));
}

fn has_row(bench: &egui_kittest::Harness<'_, Bench<FieldsPanel>>, start: &str) -> bool {
    bench
        .query_all_by_role(egui::Role::TreeItem)
        .any(|node| node.accesskit_node().label().is_some_and(|label| label.starts_with(start)))
}

#[test]
fn external_selection_expands_and_scrolls_to_its_row() {
    let mut bench = Bench::new(PanelId::FIELDS, FieldsPanel::default(), 110_000);
    let source = bench.state.shown.as_ref().unwrap().document.source.id();
    let path = "objects[100000].position.y".to_owned();
    bench.state.selection = bench.state.resolve(&SelectionTarget::Path { source, path });
    let mut window = window(bench, [520.0, 600.0]);
    window.run();
    assert!(has_row(&window, "objects[100000]"));
    assert!(has_row(&window, "y 0"));
    assert!(window.state().asked.is_empty(), "following a selection selects nothing");
}

#[test]
fn keys_move_expand_and_select() {
    let mut window =
        window(Bench::new(PanelId::FIELDS, FieldsPanel::default(), 110_000), [520.0, 600.0]);
    window.run();
    window.key_press(Key::Home);
    window.run();
    assert_eq!(window.state().selected_path(), "header");
    window.key_press(Key::End);
    window.run();
    let last = window.state().selected_path().to_owned();
    assert!(!last.is_empty() && last != "header");
    for letter in "objects".chars() {
        window.event(egui::Event::Text(letter.to_string()));
    }
    window.run();
    assert_eq!(window.state().selected_path(), "objects", "typing goes to a name");
    window.key_press(Key::ArrowRight);
    window.key_press(Key::ArrowRight);
    window.run();
    assert_eq!(window.state().selected_path(), "objects[0]");
    for digit in "100000".chars() {
        window.event(egui::Event::Text(digit.to_string()));
    }
    window.run();
    assert_eq!(window.state().selected_path(), "objects[100000]", "digits go to an element");
    window.key_press(Key::ArrowLeft);
    window.run();
    assert_eq!(window.state().selected_path(), "objects");
}

#[test]
fn flags_expand_to_a_row_per_bit() {
    let mut bench = Bench::new(PanelId::FIELDS, FieldsPanel::default(), 1);
    let source = bench.state.shown.as_ref().unwrap().document.source.id();
    let path = "models[0].faces[6].flags".to_owned();
    bench.state.selection = bench.state.resolve(&SelectionTarget::Path { source, path });
    let mut window = window(bench, [520.0, 900.0]);
    window.run();
    window.key_press(Key::ArrowRight);
    window.run();
    assert!(has_row(&window, "gouraud 1"), "a set bit");
    assert!(has_row(&window, "invisible 0"), "a bit that is off");
    assert!(has_row(&window, "unknown 0x0400 1"), "an unknown bit");
}

#[test]
fn filter_finds_fields_with_all_words() {
    let mut window = window(Bench::new(PanelId::FIELDS, FieldsPanel::default(), 2), [520.0, 600.0]);
    window.run();
    window.get_by_label("Filter fields").focus();
    window.run();
    window.get_by_label("Filter fields").type_text("invisible");
    window.step();
    // The filter keeps the focus while the spinner is shown.
    assert!(window.get_by_label("Filter fields").is_focused());
    window.get_by_label("Filter fields").type_text(" 0x0080");
    window.wait_for("faces[5]");
    settle(&mut window);
    assert!(has_row(&window, "models"), "the parents of a match are shown");
    assert!(has_row(&window, "faces[5]"));
    assert!(!has_row(&window, "faces[4]"));
}

#[test]
fn a_click_selects_and_a_double_click_frames() {
    let mut window = window(Bench::new(PanelId::FIELDS, FieldsPanel::default(), 2), [520.0, 600.0]);
    window.run();
    let header = |window: &egui_kittest::Harness<'_, Bench<FieldsPanel>>| {
        window.get_by(|node| node.label().is_some_and(|l| l.starts_with("header"))).click();
    };
    header(&window);
    window.step();
    header(&window);
    window.step();
    let is = |target: &SelectionTarget| matches!(target, SelectionTarget::Path { path, .. } if path == "header");
    let asked = &window.state().asked;
    assert!(matches!(&asked[0], Command::Select(target) if is(target)));
    assert!(matches!(asked.last(), Some(Command::FrameTarget(target)) if is(target)));
}

#[test]
fn lists_the_fields_that_refer_to_a_field() {
    let mut window = window(Bench::new(PanelId::FIELDS, FieldsPanel::default(), 2), [520.0, 600.0]);
    window.run();
    window.get_by_label("Filter fields").focus();
    window.run();
    window.get_by_label("Filter fields").type_text("uses:models[0]");
    // Rows appear while the search goes on.
    window.wait_for("objects[1]");
    window.wait_for("model 0 models[0]");
    assert!(has_row(&window, "objects[1]"), "the parents of a match are shown");
    assert!(has_row(&window, "model 0 models[0]"));
    assert!(!has_row(&window, "header"));
}
