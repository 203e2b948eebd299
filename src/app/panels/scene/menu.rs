//! The right-click menu of the picture.

use egui::{Response, Ui};

use crate::app::model::{Command, State};
use crate::app::panels::element_menu;
use crate::app::ui::{Ctx, menus};
use crate::scene::Element;

/// Draws the menu when it is open.
pub fn show(response: &Response, about: Option<Element>, cx: &mut Ctx<'_>) {
    response.context_menu(|ui| {
        if let Some(element) = about {
            of_element(ui, cx, element);
            ui.separator();
        }
        menus::of_selection(ui, cx);
        ui.separator();
        for command in [Command::FrameAll, Command::CopyState, Command::Screenshot] {
            menus::command(ui, cx, &command);
        }
    });
}

/// Copying, notes, and what only the picture offers.
fn of_element(ui: &mut Ui, cx: &mut Ctx<'_>, element: Element) {
    element_menu::copies(ui, cx, element);
    element_menu::alike(ui, cx, element);
    if let Some(mesh) = mesh_of(element, cx.state) {
        let hint = "Which side of its faces is the front; backs are tinted or hidden by it";
        if ui.button("Turn the model's front").on_hover_text(hint).clicked() {
            cx.push(Command::TurnFront { mesh });
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
