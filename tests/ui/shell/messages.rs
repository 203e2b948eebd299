//! Messages in the bottom right corner, driven with a pointer.

use std::collections::BTreeSet;

use egui::vec2;
use egui_kittest::kittest::Queryable;
use gouraud::app::model::document::plausibility::Plausibility;
use gouraud::app::model::{Command, Level, Notice, PanelId};
use gouraud::bytes::{Severity, Source};
use gouraud::formats::neversoft::psx;

use crate::driver::{Bench, Driver, open, window};

/// Frame rate of the harness.
const FRAMES_A_SECOND: usize = 60;

fn say(window: &mut Bench, level: Level, text: &str) {
    window.send(Command::Notify(Notice { level, text: text.to_owned() }));
}

#[test]
fn messages_stay_in_place_under_the_pointer() {
    let mut window = window(vec!["/nowhere".to_owned()]);
    window.settle();
    for text in ["first", "second", "third"] {
        say(&mut window, Level::Warning, text);
    }
    let crosses = |window: &Bench| -> Vec<egui::Rect> {
        window.get_all_by_label("Dismiss message").map(|node| node.rect()).collect()
    };
    let before = crosses(&window);
    let top = before.iter().map(|rect| rect.top()).fold(f32::MAX, f32::min);
    let first = window.get_by_label("first").rect();
    assert!(first.top() > window.get_by_label("third").rect().top(), "the newest is on top");
    // The lowest one is closed; the others stay in place.
    let nodes = window.get_all_by_label("Dismiss message");
    nodes.max_by(|a, b| a.rect().top().total_cmp(&b.rect().top())).unwrap().click();
    window.run_steps(3);
    assert_eq!(crosses(&window).len(), before.len() - 1, "it was dismissed");
    let left = window.get_by_label("third").rect();
    assert!(crosses(&window).iter().any(|rect| rect.top() == top), "nothing has moved");
    window.hover_at(left.left_top() - vec2(300.0, 300.0));
    window.run_steps(3);
    assert!(window.get_by_label("third").rect().top() > left.top(), "the gap closes");
    window.click("Clear all");
    assert!(window.query_by_label("third").is_none());
}

#[test]
fn opening_a_file_clears_open_errors() {
    let mut window = window(vec!["/nowhere".to_owned()]);
    window.until("opening failed", |w| w.state.failure.is_some() && w.is_idle());
    let count = |window: &Bench, label: &str| window.query_all_by_label_contains(label).count();
    window.run_steps(2);
    // The scene has the reason; a message would repeat it.
    assert_eq!(count(&window, "no such file or folder"), 1);
    window.show(PanelId::GALLERY);
    window.state_mut().push(Command::Open("/nowhere else".to_owned()));
    window.until("opening failed", |w| {
        w.state.failure.as_ref().is_some_and(|why| why.contains("else")) && w.is_idle()
    });
    window.run_steps(2);
    assert_eq!(count(&window, "Dismiss message"), 1);
    window.state_mut().push(Command::Open(crate::SAMPLE.to_owned()));
    window.settle_scene();
    assert_eq!(count(&window, "Dismiss message"), 0);
}

#[test]
fn reports_picture_problems_by_cause_and_fades() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cut.psx");
    let level =
        gouraud_testing::level::bytes(60, gouraud_testing::level::Textures { count: 1, side: 16 })
            .unwrap();
    std::fs::write(&path, &level[..level.len() * 6 / 10]).unwrap();
    let mut window = open(&path);
    let notice = format!("The file ends at {:#x} but refers to", level.len() * 6 / 10);
    window.get_by_label_contains(&notice);
    // Moves the pointer, so that a user counts as present.
    window.hover_at(egui::pos2(30.0, 500.0));
    window.run_steps(11 * FRAMES_A_SECOND);
    assert!(window.query_by_label_contains(&notice).is_none());
}

#[test]
fn lists_hidden_problems_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cut.psx");
    let level =
        gouraud_testing::level::bytes(60, gouraud_testing::level::Textures { count: 1, side: 16 })
            .unwrap();
    std::fs::write(&path, &level[..level.len() * 6 / 10]).unwrap();
    let mut window = open(&path);
    window.show(PanelId::PROBLEMS);
    let problems = &window.model().doc.as_ref().unwrap().problems;
    let kinds: BTreeSet<Severity> = problems.iter().map(|problem| problem.severity).collect();
    for kind in kinds {
        let problems = &window.model().doc.as_ref().unwrap().problems;
        let count = problems.iter().filter(|problem| problem.severity == kind).count();
        assert!(window.query_by_label("All severities are hidden").is_none());
        let words = gouraud::app::panels::problems::counted(count as u64, kind);
        let buttons = window.get_all_by_label_contains(&words);
        let button = buttons.max_by(|a, b| a.rect().top().total_cmp(&b.rect().top()));
        button.expect("the button exists").click();
        window.run_steps(3);
    }
    window.get_by_label("All severities are hidden");
    window.click("List all");
    assert!(window.query_by_label("All severities are hidden").is_none());
}

#[test]
fn plausibility_check_without_outcomes_fails() {
    let mut window = open(crate::SAMPLE);
    window.state_mut().push(Command::ShowPanel(PanelId::PROBLEMS));
    let job = u64::MAX;
    let state = window.model_mut();
    let key = Plausibility::key(state.doc.as_ref().unwrap());
    assert!(state.plausibility.begin(key));
    state.plausibility.runs_in(job);
    state.settings.plausibility = true;
    window.run_steps(3);
    window.get_by_label("Plausibility: checking…");
    assert!(window.model_mut().plausibility.end(job));
    window.run_steps(3);
    window.get_by_label("Plausibility: the check failed; see Log");
}

#[test]
fn checks_plausibility_on_request_and_selects_the_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("level.psx");
    let textures = gouraud_testing::level::Textures { count: 1, side: 64 };
    let source =
        Source::from_bytes("level.psx", gouraud_testing::level::bytes(60, textures).unwrap());
    let mut file: psx::File = gouraud_testing::records::of(&source).unwrap();
    file.models[0].radius = 1;
    std::fs::write(&path, file.write().unwrap()).unwrap();
    let mut window = open(&path);
    window.show(PanelId::PROBLEMS);
    assert!(!window.model().settings.plausibility, "it is off at first");
    assert!(window.query_by_label_contains("rules broken").is_none());
    window.get_by_label("Plausibility").click();
    window.until("the rules were checked", |w| {
        let state = &w.state;
        w.is_idle() && state.doc.as_ref().is_some_and(|d| state.plausibility.outcomes(d).is_some())
    });
    window.get_by_label_contains("Plausibility: 1 of");
    window.get_by_label_contains("Passed: texture coordinates: 0 of");
    window.click_part("Broken: recompute: 1 of 1 file");
    let selection = window.model().selection.as_ref().expect("something is selected");
    assert_eq!(selection.path, "models[0].radius");
    window.click("Plausibility");
    assert!(window.query_by_label_contains("rules broken").is_none());
}

#[test]
fn messages_are_above_a_dialog_and_can_be_dismissed() {
    let mut window = open("demo//skater.psx");
    window.settle_scene();
    window.send(Command::ComposePicture);
    window.click("Copy as command");
    window.wait_for("Copied the command");
    window.click("Dismiss message");
    window.run_steps(4);
    assert!(window.query_by_label_contains("Copied the command").is_none());
    window.get_by_label("Copy as command");
}
