//! Saved selections: saving, combining, deleting, and their stored form.

use std::collections::BTreeSet;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use gouraud::app::model::document::notes::saved_selection::SavedSelection;
use gouraud::app::model::{Combine, Command, PanelId};
use gouraud::scene::{Element, FaceRef, NodeId};

use crate::driver::{Bench, Driver};
use crate::opened;

fn selected(window: &Bench) -> BTreeSet<Element> {
    window.model().selected().collect()
}

/// The first object that has at least eight faces.
fn object(window: &Bench) -> NodeId {
    let scene = &window.model().scene().unwrap().scene;
    let large =
        |node: &gouraud::scene::Node| scene.mesh_of(node).is_some_and(|mesh| mesh.faces.len() >= 8);
    scene.nodes.pairs().find(|(_, node)| large(node)).map(|(id, _)| id).unwrap()
}

fn recall(window: &mut Bench, combine: Combine) {
    window.send(Command::RecallSelection { name: "rails".to_owned(), combine });
}

#[test]
fn saved_selections_are_recalled_added_and_removed() {
    let mut window = opened();
    let node = object(&window);
    let face = |face| Element::Face(FaceRef { node, face });
    let faces = |range: std::ops::Range<u32>| range.map(face).collect::<Vec<_>>();
    window.send(Command::SelectThese(faces(2..5)));
    window.send(Command::SaveSelection(" rails ".to_owned()));
    let names = |window: &Bench| {
        let all = window.model().saved_selections().unwrap();
        all.keys().cloned().collect::<Vec<_>>()
    };
    assert_eq!(names(&window), ["rails"]);
    assert!(!window.model().can_undo(), "saving cannot be undone");

    window.send(Command::SelectThese(faces(4..8)));
    recall(&mut window, Combine::Add);
    assert_eq!(selected(&window), faces(2..8).into_iter().collect());
    recall(&mut window, Combine::Remove);
    assert_eq!(selected(&window), faces(5..8).into_iter().collect());
    recall(&mut window, Combine::Replace);
    assert_eq!(selected(&window), faces(2..5).into_iter().collect());
    // Faces are removed from a selected object.
    window.select(Element::Node(node));
    let all = window.model().faces_of_selection().len();
    recall(&mut window, Combine::Remove);
    assert_eq!(selected(&window).len(), all - 3);

    // An object stays an object.
    window.select(Element::Node(node));
    window.send(Command::SaveSelection("rails".to_owned()));
    window.send(Command::Deselect);
    recall(&mut window, Combine::Replace);
    assert_eq!(selected(&window), [Element::Node(node)].into());

    // Undoing something else keeps it.
    window.send(Command::Bookmark);
    window.send(Command::SaveSelection("other".to_owned()));
    window.send(Command::Undo);
    assert_eq!(names(&window), ["other", "rails"]);
    assert!(window.model().notes.is_empty());
    window.send(Command::DeleteSelection("other".to_owned()));
    assert_eq!(names(&window), ["rails"]);
}

#[test]
fn saves_and_recalls_by_keyboard() {
    let mut window = opened();
    let node = object(&window);
    window.show(PanelId::SCENE);
    window.select(Element::Face(FaceRef { node, face: 3 }));
    window.chord(Modifiers::SHIFT, Key::S);
    window.run_steps(3);
    window.event(egui::Event::Text("a wall".to_owned()));
    window.step();
    window.press(Key::Enter);
    window.run_steps(2);
    window.get_by_label("a wall");
    window.press(Key::Escape);
    window.send(Command::Deselect);
    window.get_by_label("a wall");
    window.chord(Modifiers::COMMAND | Modifiers::SHIFT, Key::K);
    window.run_steps(2);
    window.press(Key::Enter);
    window.run_steps(2);
    assert_eq!(selected(&window), [Element::Face(FaceRef { node, face: 3 })].into());
    window.click("Delete a wall");
    window.run_steps(2);
    assert!(window.query_by_label("a wall").is_none());
}

#[test]
fn stores_paths_and_ranges_and_reads_them_from_others() {
    let window = opened();
    let scene = &window.model().scene().unwrap().scene;
    let node = object(&window);
    let faces = [0, 1, 2, 5, 7].map(|face| Element::Face(FaceRef { node, face }));
    let all = faces.into_iter().chain([Element::Node(node)]);
    let saved = SavedSelection::of(scene, all.clone()).unwrap();
    let text = serde_json::to_string(&saved).unwrap();
    let path = scene.origin(Element::Node(node)).unwrap().path;
    assert!(text.contains(r#""faces":"0-2,5,7""#) && text.contains(&path), "{text}");
    let read: SavedSelection = serde_json::from_str(&text).unwrap();
    assert_eq!(read, saved);
    assert_eq!(read.elements(scene).into_iter().collect::<BTreeSet<_>>(), all.collect());

    // Ranges written by other programs: overlapping, reversed, too long, and meaningless.
    let count = scene.mesh_of(&scene.nodes[node.index()]).unwrap().faces.len();
    let odd = text.replace("0-2,5,7", "3-1, 6-4294967295, 0-1,1-2,x,-,1-,99999999999");
    let read: SavedSelection = serde_json::from_str(&odd).unwrap();
    let faces: Vec<u32> = (0..3).chain(6..count as u32).collect();
    let found = read.elements(scene).into_iter().filter_map(|element| match element {
        Element::Face(at) => Some(at.face),
        _ => None,
    });
    assert_eq!(found.collect::<Vec<_>>(), faces);
    let other = text.replace(&path, "no.such[3]");
    let read: SavedSelection = serde_json::from_str(&other).unwrap();
    assert!(read.elements(scene).is_empty());
    assert_eq!(read.count(), 6);
    assert_eq!(SavedSelection::of(scene, std::iter::empty()), None);
}
