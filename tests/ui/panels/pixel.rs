//! The panel Pixel: the faces of a pixel, and how they get their colours.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use gouraud::app::model::{Command, PanelId, Switch};
use gouraud::render::Outcome;

use crate::driver::{Bench, Driver, open};

#[test]
fn explains_the_pixel_in_the_middle_and_steps_to_others() {
    let mut window = open("demo//plaza.psx");
    window.send(Command::ToggleStyle);
    window.key_press(Key::E);
    window.wait_for("Corner weights");
    let report = window.model().pixel.clone().expect("a report");
    let (width, height) = report.size;
    assert_eq!(report.explanation.pixel, (width / 2, height / 2));
    assert!(report.explanation.layers.iter().any(|layer| layer.outcome == Outcome::Drawn));
    // The arrow keys move the pixel while the panel has the focus.
    assert_eq!(window.model().focus, PanelId::PIXEL);
    window.key_press(Key::ArrowRight);
    window.run_steps(2);
    window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowUp);
    window.run_steps(2);
    let expected = (width / 2 + 1, height / 2 - 8);
    window.until("the pixel has moved", |window| {
        window.state.pixel.as_ref().is_some_and(|report| report.explanation.pixel == expected)
    });
    // The colours around it are those of the picture, without overlays.
    let report = window.model().pixel.clone().expect("a report");
    assert_eq!(report.around[40], Some(report.explanation.colour));
    window.click("Stop explaining pixels");
    assert!(window.model().pixel.is_none());
    window.get_by_label("No pixel");
}

#[test]
fn lists_the_steps_for_the_keyboard() {
    let mut window = open("demo//plaza.psx");
    window.key_press(Key::E);
    window.wait_for("Corner weights");
    let list = |window: &Bench| {
        window.get_by_role_and_label(egui::Role::Tree, "Faces of the pixel").is_focused()
    };
    // Tab starts in the focused panel: the magnifier, the button, the list.
    for _ in 0..3 {
        assert!(!list(&window));
        window.press(Key::Tab);
    }
    assert!(list(&window));
    let pixel = window.model().pixel.clone().expect("a report").explanation.pixel;
    window.press(Key::ArrowDown);
    window.press(Key::Enter);
    let top = window.model().selected_face().expect("the face that gives the colour");
    // The third step has a switch.
    for _ in 0..2 {
        window.press(Key::ArrowDown);
    }
    let before = window.model().view.is_on(Switch::Affine);
    window.press(Key::Space);
    assert_ne!(window.model().view.is_on(Switch::Affine), before);
    window.settle();
    let report = window.model().pixel.clone().expect("a report");
    assert_eq!(report.explanation.pixel, pixel, "the arrow keys only move the cursor");
    assert!(report.explanation.layers.iter().any(|layer| layer.face == top));
    // Left goes to the face, and then closes it.
    window.press(Key::ArrowLeft);
    window.press(Key::ArrowLeft);
    assert!(window.query_by_label_contains("Corner weights").is_none());
}
