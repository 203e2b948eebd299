//! Position of the selection, as numbers that can be dragged or typed.

use egui::{DragValue, RichText, Ui};
use glam::{Mat4, Vec3};

use crate::app::model::{Command, Switch};
use crate::app::ui::{Ctx, GRID, Theme};
use crate::scene::Element;

/// The names of the axes.
const AXES: [&str; 3] = ["X ", "Y ", "Z "];

/// Draws the position; for a face, the position of its object while the transform handles are visible.
pub fn ui(ui: &mut Ui, cx: &mut Ctx<'_>, first: Element) {
    let is_meant = !matches!(first, Element::Face(_)) || cx.state.view.is_on(Switch::Gizmo);
    let Some(now) = cx.state.centre_of_movable().filter(|_| is_meant) else { return };
    let count = cx.state.movable().len();
    let is_bone = cx.state.scene().is_some_and(|scene| scene.scene.as_bone(first).is_some());
    let (heading, tip) = match (count, first) {
        (1, Element::Face(_)) => ("Object position", "In scene units; Y is up"),
        (1, _) if is_bone => ("Rest position", "As stored, before any pose"),
        (1, _) => ("Position", "In scene units; Y is up"),
        _ => ("Centre", "Moves everything selected"),
    };
    let id = ui.scope_id().with("place");
    // A drag is applied when the pointer is released.
    let before: Option<Vec3> = ui.data(|data| data.get_temp(id));
    let mut at = before.unwrap_or(now).to_array();
    let (mut is_held, mut is_done) = (false, false);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GRID;
        ui.label(RichText::new(heading).color(Theme::of(ui).weak)).on_hover_text(tip);
        for (value, axis) in at.iter_mut().zip(AXES) {
            let speed = cx.state.view.step * 0.05;
            let number = DragValue::new(value).speed(speed).prefix(axis).max_decimals(3);
            let response = ui.add(number.update_while_editing(false)).on_hover_text(tip);
            is_held |= response.dragged();
            is_done |= response.drag_stopped() || response.changed() && !response.dragged();
        }
    });
    let to = Vec3::from_array(at);
    if is_done && to != now {
        cx.push(Command::MoveSelection { by: Mat4::from_translation(to - now) });
    }
    ui.data_mut(|data| {
        if is_held {
            data.insert_temp(id, to);
        } else {
            data.remove::<Vec3>(id);
        }
    });
}
