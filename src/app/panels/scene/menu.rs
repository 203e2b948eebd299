//! The right-click menu of the picture.

use egui::{Response, Ui};

use crate::app::command::{Command, Commands};
use crate::app::menu;
use crate::app::panel::{self, Item};
use crate::app::selection::Target;
use crate::app::state::State;
use crate::app::view::Like;
use crate::scene::{Element, FaceField};

/// Draws the menu when it is open.
pub fn show(response: &Response, about: Option<Element>, state: &State, commands: &mut Commands) {
    response.context_menu(|ui| {
        if let Some(element) = about {
            of_element(ui, element, state, commands);
            ui.separator();
        }
        for command in [Command::Isolate, Command::HideSelected, Command::ShowAll] {
            menu::command(ui, &command, state, commands);
        }
        ui.separator();
        for command in
            [Command::FrameSelection, Command::FrameAll, Command::CopyState, Command::Screenshot]
        {
            menu::command(ui, &command, state, commands);
        }
    });
}

fn of_element(ui: &mut Ui, element: Element, state: &State, commands: &mut Commands) {
    let Some(selection) = state.resolve(&Target::Element(element)) else { return };
    let stored = selection.span.len > 0;
    let value = state.scene().map(|scene| match element {
        Element::Face(face) => values(scene, face),
        other => crate::app::panels::contents::name_of(&scene.scene, other),
    });
    let item = Item {
        value: value.unwrap_or_default(),
        offset: stored.then_some(selection.span.start),
        path: selection.path,
        like: None,
    };
    panel::item_menu(ui, commands, &item);
    panel::note_entry(ui, commands, Some(Target::Element(element)));
    if matches!(element, Element::Face(_)) {
        ui.menu_button("Select all like this", |ui| alike(ui, state, commands));
    }
    if let Some(mesh) = mesh_of(element, state) {
        let hint = "Which side of its faces is the front; backs are tinted or hidden by it";
        if ui.button("Turn the model's front").on_hover_text(hint).clicked() {
            commands.push(Command::TurnFront { mesh });
            ui.close();
        }
    }
}

/// The mesh that a face, an object or a model is of.
fn mesh_of(element: Element, state: &State) -> Option<u32> {
    let node = |node: u32| state.scene()?.scene.nodes.get(node as usize)?.mesh;
    match element {
        Element::Face(face) => node(face.node),
        Element::Node(index) => node(index),
        Element::Mesh(mesh) => Some(mesh),
        _ => None,
    }
}

/// The stored numbers of a face: `flags 0x0003, surface 0x0000`.
fn values(scene: &crate::app::state::DocScene, face: crate::scene::FaceRef) -> String {
    let Some((mesh, _)) = scene.face(face) else { return String::new() };
    let fields = scene.scene.face_fields.iter().enumerate();
    let texts = fields.map(|(at, field)| {
        let value = crate::app::colour_by::value(mesh, at, face.face);
        if field.flags.is_empty() {
            format!("{} {value}", field.name)
        } else {
            format!("{} {value:#06x}", field.name)
        }
    });
    texts.collect::<Vec<_>>().join(", ")
}

fn alike(ui: &mut Ui, state: &State, commands: &mut Commands) {
    let fields = state.scene().map_or(&[][..], |scene| &scene.scene.face_fields);
    for (name, like) in likes(fields) {
        if ui.button(format!("the same {name}")).clicked() {
            commands.push(Command::SelectLike(like));
            ui.close();
        }
    }
}

/// In what faces may be alike. What is stored as a number of the texture is the texture again.
fn likes(fields: &[FaceField]) -> Vec<(&'static str, Like)> {
    let mut all =
        vec![("texture", Like::Texture), ("palette", Like::Palette), ("model", Like::Model)];
    for (field, known) in fields.iter().enumerate() {
        if all.iter().all(|(name, _)| *name != known.name) {
            all.push((known.name, Like::Value { field }));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_texture_is_offered_once() {
        let field = |name| FaceField { name, bits: 16, flags: Vec::new() };
        let names: Vec<&str> =
            likes(&[field("flags"), field("texture")]).into_iter().map(|like| like.0).collect();
        assert_eq!(names, ["texture", "palette", "model", "flags"]);
    }
}
