//! The right-click menu of something of the scene, the same in every list that shows it.

use egui::{Response, Ui};

use super::contents::name_of;
use crate::app::model::colour_by::{value, ways};
use crate::app::model::{Command, Commands, DocScene, Like, PanelId, State, Target};
use crate::app::ui::menus::{self, Item};
use crate::scene::{Element, FaceRef};

/// The menu of the row of an element. What it does is done to the selection, so that a right click
/// on something else selects that first.
pub fn show(response: &Response, element: Element, state: &State, commands: &mut Commands) {
    if response.secondary_clicked() {
        let selected = state.selection.as_ref().is_some_and(|s| s.contains(element));
        if !selected {
            commands.select(Target::Element(element));
        }
    }
    response.context_menu(|ui| {
        copies(ui, element, state, commands);
        alike(ui, element, state, commands);
        in_panel(ui, element, commands);
        ui.separator();
        menus::of_selection(ui, state, commands);
    });
}

/// Copying what it is and where it is stored, and writing something down about it.
pub fn copies(ui: &mut Ui, element: Element, state: &State, commands: &mut Commands) {
    let Some(selection) = state.resolve(&Target::Element(element)) else { return };
    let stored = selection.span.len > 0;
    let value = state.scene().map(|scene| match element {
        Element::Face(face) => numbers(scene, face),
        other => name_of(&scene.scene, other),
    });
    let item = Item {
        value: value.unwrap_or_default(),
        offset: stored.then_some(selection.span.start),
        path: selection.path,
        like: None,
    };
    menus::item_menu(ui, commands, &item);
    menus::note_entry(ui, commands, Some(Target::Element(element)));
}

/// The ways in which other things are like it.
pub fn alike(ui: &mut Ui, element: Element, state: &State, commands: &mut Commands) {
    let Some(scene) = state.scene() else { return };
    let choices: Vec<(String, Like)> = match element {
        Element::Face(face) => {
            let material = scene.face(face).map(|(_, face)| face.material as usize);
            let material = material.and_then(|index| scene.scene.materials.get(index));
            let named = |(name, like)| (format!("Faces with the same {name}"), like);
            ways(scene, material).into_iter().map(named).collect()
        }
        Element::Node(_) => vec![
            ("Objects of the same model".to_owned(), Like::Model),
            ("Faces with the same textures".to_owned(), Like::Texture),
        ],
        Element::Mesh(_) => vec![
            ("All its faces".to_owned(), Like::Model),
            ("Faces with the same textures".to_owned(), Like::Texture),
        ],
        Element::Texture(_) => vec![("All its faces".to_owned(), Like::Texture)],
        Element::Palette(_) => vec![("All its faces".to_owned(), Like::Palette)],
        _ => return,
    };
    ui.menu_button("Select all like this", |ui| {
        for (name, like) in choices {
            if ui.button(name).clicked() {
                commands.push(Command::SelectLike(like));
                ui.close();
            }
        }
    });
}

/// Where pictures and colours are looked at.
fn in_panel(ui: &mut Ui, element: Element, commands: &mut Commands) {
    let panel = match element {
        Element::Texture(_) => PanelId::TEXTURE,
        Element::Palette(_) => PanelId::PALETTE,
        _ => return,
    };
    if ui.button(format!("Show in {}", super::info(panel).title)).clicked() {
        commands.push(Command::ShowPanel(panel));
        ui.close();
    }
}

/// The stored numbers of a face: `flags 0x0003, surface 0x0000`.
fn numbers(scene: &DocScene, face: FaceRef) -> String {
    let Some((mesh, _)) = scene.face(face) else { return String::new() };
    let fields = scene.scene.face_fields.iter().enumerate();
    let texts = fields.map(|(at, field)| {
        let value = value(mesh, at, face.face);
        if field.flags.is_empty() {
            format!("{} {value}", field.name)
        } else {
            format!("{} {value:#06x}", field.name)
        }
    });
    texts.collect::<Vec<_>>().join(", ")
}
