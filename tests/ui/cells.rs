//! Cells of a block map and their objects; light, detail and read options of a level; the position below
//! the pointer.

use egui::vec2;
use egui_kittest::kittest::Queryable;
use gouraud::app::Options;
use gouraud::app::model::{Command, SelectionTarget, view::state_string};
use gouraud::render::{DetailChoice, Lighting};
use gouraud::scene::Element;

use crate::driver::{Bench, Driver, window_with};

const PLAZA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/plaza.psx");

fn open() -> Bench {
    let options = Options { remember: false, ..Options::default() };
    let mut window = window_with(vec![PLAZA.to_owned()], options);
    window.settle_scene();
    window
}

#[test]
fn navigates_between_cells_and_objects() {
    let mut window = open();
    let scene = window.model().scene().unwrap().scene.clone();
    let (cell, held) = scene.held.iter().max_by_key(|(_, held)| held.len()).unwrap();
    assert!(held.len() > 1);
    window.change(Command::Select(SelectionTarget::Element(Element::Helper(*cell))));
    window.get_by_label(&format!("Contains {} objects", held.len()));
    window.get_by_label("Select all objects").click();
    window.settle_scene();
    let selected: Vec<Element> = window.model().selected().collect();
    assert_eq!(selected.len(), held.len());
    window.change(Command::Select(SelectionTarget::Element(Element::Node(held[0]))));
    let cells = scene.holders(held[0]).count();
    let things = if cells == 1 { "cell" } else { "cells" };
    window.get_by_label(&format!("In {cells} {things}"));
    let name = &scene.helpers[cell.index()].name;
    window.get_by_label(name.as_str()).click_accesskit();
    window.settle_scene();
    assert_eq!(window.model().selected().next(), Some(Element::Helper(*cell)));
}

#[test]
fn shows_and_copies_the_hovered_position_in_file_units() {
    let mut window = open();
    let rect = window.state().scene_panel().rect();
    // The position below the pointer is updated in every frame.
    window.hover_at(rect.center() + vec2(0.0, 60.0));
    window.until("the pavement is below", |window| window.state.view.pointed.is_some());
    let place = window.model().view.pointed.expect("the pavement is below");
    let space = window.model().scene().unwrap().scene.file_space.unwrap();
    window.click("Position under the pointer");
    let steps = glam::Vec3::from_array(space.stored(place).map(|v| v as f32 / 4096.0));
    assert!((steps - space.place(place)).length() < 1.0 / 4096.0, "{steps} of {place}");
}

#[test]
fn light_and_detail_are_commands_and_read_options_rebuild_the_scene() {
    let mut window = open();
    window.change(Command::SetLighting(Lighting::Off));
    window.change(Command::SetDetail(DetailChoice::Lower(1)));
    let (first, second) = {
        let state = window.model();
        let scene = &state.scene().unwrap().scene;
        let steps = &scene.details.first().expect("something has a lower detail").steps;
        let shown = |step: usize| state.view.visibility.node(scene, steps[step].node);
        (shown(0), shown(1))
    };
    assert!(!first && second, "the lower one instead of the highest");
    let before = window.model().scene().unwrap().scene.meshes[0].positions[3];
    window.change(Command::Answer { question: "scale", answer: "sixteenths" });
    let scene = &window.model().scene().unwrap().scene;
    assert_eq!(scene.meshes[0].positions[3], before / 16.0);
    assert!(scene.read_options.iter().any(|asked| asked.taken == 2));
}

#[test]
fn views_include_read_options() {
    let mut window = open();
    let size = |window: &Bench| window.model().scene().unwrap().scene.meshes[0].positions[3];
    let (usual, plain) = (size(&window), state_string::write(window.model()).unwrap());
    assert!(!plain.contains("take"), "default options are left out: {plain}");
    window.change(Command::Answer { question: "scale", answer: "sixteenths" });
    window.change(Command::StoreView(3));
    let text = state_string::write(window.model()).unwrap();
    assert!(text.contains(r#""take":{"scale":"sixteenths"}"#), "{text}");
    window.change(Command::Paste(plain));
    assert_eq!(size(&window), usual);
    window.change(Command::Paste(text));
    assert_eq!(size(&window), usual / 16.0);
    window.change(Command::Answer { question: "scale", answer: "kind" });
    assert_eq!(size(&window), usual);
    window.change(Command::RecallView(3));
    assert_eq!(size(&window), usual / 16.0);
    // Invalid options are reported and change nothing.
    let wrong = r#"{"take":{"scale":"half","weather":"fine"}}"#;
    window.change(Command::Paste(wrong.to_owned()));
    assert_eq!(size(&window), usual / 16.0);
    let said = "unknown read option \"weather\"; unknown answer \"half\" to \"scale\"";
    window.get_by_label_contains(said);
}
