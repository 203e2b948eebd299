//! A crash leaves a report, which the next start offers.

use egui_kittest::kittest::Queryable;
use gouraud::app::model::crash_report;

use crate::driver::{Driver, Kept, again};

#[test]
fn a_crash_leaves_a_report_without_file_contents() {
    let folder = tempfile::tempdir().unwrap();
    let file = crash_report::file_in(&folder.path().join("settings"));
    crash_report::install(file.clone());
    let contents = std::hint::black_box("word from a file");
    let crash = std::panic::catch_unwind(|| panic!("unknown name {contents:?}"));
    drop(std::panic::take_hook());
    assert!(crash.is_err());

    let report = crash_report::read(&file).unwrap();
    let lines: Vec<&str> = report.lines().collect();
    assert!(lines[0].starts_with("Gouraud "));
    assert!(lines.contains(&"message   unknown name "));
    assert!(report.contains("crash_report.rs") && !report.contains(contents));
}

#[test]
fn the_next_start_offers_the_report_and_deletes_it_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let file = crash_report::file_in(folder.path());
    std::fs::write(&file, "Gouraud 0.1.0\nplace     src/example.rs:1:1").unwrap();
    let mut window = again(folder.path(), Box::new(Kept::default()));
    window.wait_for("src/example.rs");
    window.click("Copy report");
    assert!(file.exists());
    window.click("Delete report");
    assert!(!file.exists());
    assert!(window.query_by_label("Delete report").is_none());

    let mut next = again(folder.path(), Box::new(Kept::default()));
    next.settle();
    assert!(next.query_by_label("Delete report").is_none());
}
