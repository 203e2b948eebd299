//! Scroll positions of Fields and Bytes, which each tab keeps.

use egui::{Event, Modifiers, MouseWheelUnit, Role, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use gouraud::app::model::PanelId;

use super::{OTHER, face, open_in_tab, opened, show};
use crate::driver::{Bench, Driver};

/// The first visible row of a panel.
fn top(window: &Bench, panel: &str) -> f64 {
    let name = format!("{panel}: scroll bar");
    let bar = window.get_by_label(&name);
    bar.accesskit_node().numeric_value().unwrap_or_default()
}

fn scroll(window: &mut Bench, role: Role, label: &str, points: f32) {
    let list = window
        .get_all_by_role(role)
        .find(|node| node.accesskit_node().label().is_some_and(|own| own.starts_with(label)));
    let centre = list.expect("the list is visible").rect().center();
    window.hover_at(centre);
    window.step();
    window.event(Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: vec2(0.0, -points),
        modifiers: Modifiers::NONE,
        source: egui::MouseWheelSource::Wheel,
        phase: egui::TouchPhase::Move,
    });
    window.run_steps(30);
    window.event(Event::PointerGone);
    window.run_steps(2);
}

#[test]
fn fields_and_bytes_keep_their_scroll_position() {
    let mut window = opened();
    let first = window.model().tab.id;
    window.show(PanelId::FIELDS);
    window.show(PanelId::BYTES);
    window.select(face(3));
    window.run_steps(3);
    scroll(&mut window, Role::Tree, "Fields", 150.0);
    scroll(&mut window, Role::Grid, "Bytes", 1_000.0);
    let before = ["Fields", "Bytes"].map(|panel| top(&window, panel));
    assert!(before.iter().all(|top| *top > 1.0), "{before:?}");

    let other = open_in_tab(&mut window, OTHER);
    window.settle();
    assert_eq!(["Fields", "Bytes"].map(|panel| top(&window, panel)), [0.0, 0.0]);
    show(&mut window, first);
    window.run_steps(3);
    assert_eq!(["Fields", "Bytes"].map(|panel| top(&window, panel)), before);
    show(&mut window, other);
    window.run_steps(3);
    assert_eq!(["Fields", "Bytes"].map(|panel| top(&window, panel)), [0.0, 0.0]);

    // A new selection is still scrolled to.
    show(&mut window, first);
    window.select(face(0));
    window.run_steps(3);
    assert_ne!(top(&window, "Bytes"), before[1]);
}
