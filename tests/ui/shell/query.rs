//! Selecting faces by a query.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use gouraud::app::model::numbers::counted;
use gouraud::library::FaceQuery;

use crate::driver::{Bench, Driver};
use crate::opened;

/// Number of faces for which a query holds, without the window.
fn count(window: &Bench, query: &str) -> usize {
    let state = window.model();
    let doc = state.doc.clone().unwrap();
    let scene = &state.scene().unwrap().scene;
    FaceQuery::parse(query).unwrap().faces(&state.library, &doc.opened, scene).unwrap().len()
}

fn ask(window: &mut Bench) {
    window.chord(Modifiers::COMMAND, Key::K);
    window.run_steps(2);
}

#[test]
fn selects_the_faces_and_completes_names() {
    let mut window = opened();
    let expected = count(&window, "flags.gouraud");
    assert!(expected > 0);
    ask(&mut window);
    window.type_into("Select by query", "flags.gou");
    window.wait_for("flags.gouraud");
    window.press(Key::Tab);
    window.wait_for(&counted(expected as u64, "face"));
    window.press(Key::Enter);
    assert!(window.query_by_label("Select by query").is_none(), "the box is closed");
    assert_eq!(window.model().selected_faces().count(), expected);
    // The box keeps the query.
    ask(&mut window);
    window.wait_for(&counted(expected as u64, "face"));
}

#[test]
fn completes_the_word_at_the_cursor() {
    let mut window = opened();
    ask(&mut window);
    window.type_into("Select by query", "flags.gou and corners == 3");
    (0.." and corners == 3".len()).for_each(|_| window.press(Key::ArrowLeft));
    window.wait_for("flags.gouraud");
    window.press(Key::Tab);
    let expected = count(&window, "flags.gouraud and corners == 3");
    window.wait_for(&counted(expected as u64, "face"));
}

#[test]
fn reports_unknown_names() {
    let mut window = opened();
    ask(&mut window);
    window.type_into("Select by query", "flgas == 3");
    window.wait_for("unknown name \"flgas\"");
    window.press(Key::Enter);
    window.get_by_label("Select by query");
    window.press(Key::Escape);
    assert_eq!(window.model().selected_faces().count(), 0);
}

#[test]
fn a_shorter_query_replaces_one_with_a_mistake() {
    let mut window = opened();
    ask(&mut window);
    window.type_into("Select by query", "corners == 3 and flgas == 3");
    window.wait_for("unknown name \"flgas\"");
    window.chord(Modifiers::COMMAND, Key::A);
    window.event(egui::Event::Text("é".to_owned()));
    window.run_steps(2);
    window.get_by_label("Select by query");
}

#[test]
fn reports_operands_of_the_wrong_type() {
    let mut window = opened();
    ask(&mut window);
    window.type_into("Select by query", "area == \"x\"");
    window.wait_for("expected a number, found the text \"x\"");
    window.press(Key::Enter);
    window.get_by_label("Select by query");
    assert_eq!(window.model().selected_faces().count(), 0);
}

#[test]
fn completes_the_words_between_conditions() {
    let mut window = opened();
    ask(&mut window);
    // The names are collected.
    window.wait_for("flags.gouraud");
    window.type_into("Select by query", "corners == 3 ");
    window.get_by_label("and");
    assert!(window.query_by_label("flags.gouraud").is_none(), "a name cannot follow here");
    window.type_into("Select by query", "an");
    window.press(Key::Tab);
    window.type_into("Select by query", "no");
    window.get_by_label("not");
    window.press(Key::Tab);
    window.type_into("Select by query", "flags.gouraud");
    let expected = count(&window, "corners == 3 and not flags.gouraud");
    window.wait_for(&counted(expected as u64, "face"));
}
