//! List of the faces at the clicked pixel, or in the middle of the picture.

use egui::{Button, RichText, Ui};
use egui_material_icons::icons;

use super::Replay;
use super::words::face_name;
use crate::app::model::{DocScene, SelectionTarget};
use crate::app::ui::drop_down::DropDown;
use crate::app::ui::{Ctx, GRID, Theme};
use crate::render::{DrawStep, NEAR_BUCKETS};
use crate::scene::Element;

/// Width of the list.
const WIDTH: f32 = 90.0 * GRID;

/// Draws the button and the list, front first. Faces that can swap with the next one are marked.
pub fn show(replay: &mut Replay, ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene) {
    let steps = replay.here.iter().flatten().filter_map(|id| replay.step_of(*id));
    let steps: Vec<DrawStep> = steps.copied().collect();
    let is_lit = (0..steps.len()).any(|at| can_swap(&steps, at));
    let tip = "Faces at the clicked pixel, or at the centre; marked if their order can change";
    let is_missing = replay.here.is_none();
    let mut is_open = false;
    DropDown::new(icons::ICON_STACKS, "Here", tip).lit(is_lit).show(ui, |ui| {
        is_open = true;
        ui.set_width(WIDTH);
        if steps.is_empty() {
            ui.weak("No faces at this pixel");
        }
        for (at, step) in steps.iter().enumerate() {
            row(ui, cx, scene, step, can_swap(&steps, at));
        }
    });
    replay.lacks_here |= is_open && is_missing;
}

/// `true` if a face shares a bucket with the face before or behind it, or is in a near one.
fn can_swap(steps: &[DrawStep], at: usize) -> bool {
    let bucket = |at: usize| steps.get(at).and_then(|step| step.bucket);
    let is_near = |other: usize| {
        Some(bucket(at)?.abs_diff(bucket(other)?) <= NEAR_BUCKETS).filter(|near| *near)
    };
    at.checked_sub(1).and_then(is_near).or(is_near(at + 1)).is_some()
}

/// A face; a click selects it.
fn row(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene, step: &DrawStep, is_marked: bool) {
    let mut text = face_name(scene, step.id);
    if let Some(bucket) = step.bucket {
        text += &format!("  ·  bucket {bucket}");
    }
    if let Some(distance) = step.distance {
        text += &format!("  ·  distance {distance:.2}");
    }
    let mut text = RichText::new(text);
    if is_marked {
        text = text.color(Theme::of(ui).warning);
    }
    let Some(face) = scene.ids.face(step.id).map(Element::Face) else { return };
    let is_selected = cx.state.selected_element() == Some(face);
    let response = ui.add(Button::selectable(is_selected, text).truncate());
    if response.hovered() {
        cx.hover(SelectionTarget::Element(face));
    }
    if response.clicked() {
        cx.select(SelectionTarget::Element(face));
    }
}
