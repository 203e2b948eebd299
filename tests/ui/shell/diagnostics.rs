//! The page for bug reports: open files and memory use.

use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use gouraud::app::model::Command;

use crate::driver::{Driver, open};

#[test]
fn reports_memory_by_owner_with_correct_total() {
    let mut window = open("demo//island.grf");
    window.send(Command::Diagnostics);
    let report = window.get_by(|node| {
        node.role() == Role::Label && node.value().is_some_and(|text| text.contains("\nmemory\n"))
    });
    let report = report.accesskit_node().value().unwrap_or_default();
    let bytes = |owner: &str| {
        let line = report.lines().find(|line| line.ends_with(owner));
        let line = line.unwrap_or_else(|| panic!("no {owner:?} in\n{report}"));
        let mut words = line.split_whitespace();
        let number: f64 = words.next().unwrap().replace(' ', "").parse().unwrap();
        let unit = words.next().unwrap();
        let units = [("B", 0), ("KiB", 1), ("MiB", 2), ("GiB", 3)];
        let power = units.iter().find(|(name, _)| *name == unit).unwrap().1;
        number * 1024f64.powi(power)
    };
    let scene = window.model().scene().unwrap().scene.clone();
    let points: usize = scene.meshes.iter().map(|mesh| mesh.positions.len()).sum();
    assert!(bytes("the scene") >= (points * 12) as f64 * 0.9, "positions alone take that");
    let file = window.model().doc.as_ref().unwrap().opened.document.source.len();
    assert!((bytes("file contents") / file as f64 - 1.0).abs() < 0.1);
    let parts =
        ["file contents", "fields", "the scene", "rendered scene (on the graphics adapter)"];
    let all: f64 = parts.map(bytes).iter().sum();
    if report.contains("whole process") {
        assert!(all < bytes("whole process"), "{report}");
    }
}
