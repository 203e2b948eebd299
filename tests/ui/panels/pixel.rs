//! The panel Pixel: the faces of a pixel, and how they get their colours.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use gouraud::app::model::{Command, PanelId};
use gouraud::render::Outcome;

use crate::driver::{Driver, open};

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
    window.click("Stop explaining pixels");
    assert!(window.model().pixel.is_none());
    window.get_by_label("No pixel");
}
