//! The panel Pixel: the faces of a pixel, and how they get their colours.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use gouraud::app::model::{Command, PanelId, Switch};
use gouraud::render::Outcome;

use crate::driver::{Bench, Driver, open, sharp};

#[test]
fn explains_the_pixel_in_the_middle_and_steps_to_others() {
    let mut window = sharp(vec!["demo//plaza.psx".to_owned()]);
    window.settle_scene();
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
    assert!(!list(&window));
    window.press(Key::Tab);
    assert!(list(&window), "the pixel already has the keys");
    window.chord(Modifiers::SHIFT, Key::Tab);
    assert!(!list(&window));
    window.press(Key::Tab);
    assert!(list(&window));
    let pixel = window.model().pixel.clone().expect("a report").explanation.pixel;
    window.press(Key::ArrowDown);
    window.press(Key::Enter);
    let top = window.model().selected_face().expect("the face that gives the colour");
    // The third step has a switch, after the drawing order and the weights.
    for _ in 0..3 {
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

#[test]
fn a_texel_of_a_companion_leads_to_its_bytes() {
    let mut window = open("demo//plaza.psx");
    window.key_press(Key::E);
    window.wait_for("Corner weights");
    let report = window.model().pixel.clone().expect("a report");
    let scene = window.model().scene().expect("a scene").scene.clone();
    let drawn = report.explanation.layers.iter().rfind(|l| l.outcome == Outcome::Drawn);
    let texel = drawn.and_then(|layer| layer.texel).expect("a textured face");
    let span = texel.span(&scene).expect("bytes of the texel");
    let own = window.model().doc.as_ref().expect("a document").opened.document.source.id();
    assert_ne!(span.source, own);
    window.get_by_label_contains("Texel ").click();
    window.until("the companion is displayed", |window| {
        let shown = window.state.shown.as_ref();
        shown.is_some_and(|file| file.document.source.id() == span.source)
    });
    let selection = window.model().selection.clone().expect("a selection");
    assert_eq!(selection.span, span);
    assert!(selection.path.starts_with("textures["), "{}", selection.path);
}

#[test]
fn e_moves_the_keys_from_the_list_to_the_pixel() {
    let mut window = open("demo//plaza.psx");
    window.key_press(Key::E);
    window.wait_for("Corner weights");
    window.press(Key::Tab);
    window.press(Key::ArrowDown);
    window.key_press(Key::E);
    window.settle();
    let before = window.model().pixel.clone().expect("a report").explanation.pixel;
    window.key_press(Key::ArrowRight);
    window.until("the pixel has moved", |window| {
        let report = window.state.pixel.as_ref();
        report.is_some_and(|report| report.explanation.pixel == (before.0 + 1, before.1))
    });
}

#[test]
fn escape_in_fields_moves_the_keys_to_the_pixel() {
    let mut window = open("demo//plaza.psx");
    window.key_press(Key::E);
    window.wait_for("Corner weights");
    let before = window.model().pixel.clone().expect("a report").explanation.pixel;
    window.press(Key::Tab);
    window.press(Key::ArrowDown);
    window.press(Key::Enter);
    assert!(window.model().selection.is_some());
    window.show(PanelId::FIELDS);
    window.press(Key::ArrowDown);
    let selection = window.model().selection.clone();
    window.press(Key::Escape);
    assert_eq!(window.model().focus, PanelId::PIXEL);
    assert_eq!(window.model().selection, selection, "the next Esc deselects");
    window.key_press(Key::ArrowRight);
    window.until("the pixel has moved", |window| {
        let report = window.state.pixel.as_ref();
        report.is_some_and(|report| report.explanation.pixel == (before.0 + 1, before.1))
    });
    window.press(Key::Escape);
    assert!(window.model().selection.is_none());
}

#[test]
fn escape_in_the_list_moves_the_keys_to_the_pixel() {
    let mut window = open("demo//plaza.psx");
    window.key_press(Key::E);
    window.wait_for("Corner weights");
    window.press(Key::Tab);
    window.press(Key::ArrowDown);
    window.press(Key::Enter);
    let selection = window.model().selection.clone();
    assert!(selection.is_some());
    window.press(Key::Escape);
    assert_eq!(window.model().selection, selection);
    let before = window.model().pixel.clone().expect("a report").explanation.pixel;
    window.key_press(Key::ArrowLeft);
    window.until("the pixel has moved", |window| {
        let report = window.state.pixel.as_ref();
        report.is_some_and(|report| report.explanation.pixel == (before.0 - 1, before.1))
    });
}
