//! Bar below the picture that draws the faces of an object in stored order.

use egui::{ComboBox, Ui};
use egui_material_icons::icons;

use super::steps_bar::{self, Steps};
use crate::app::model::numbers::counted;
use crate::app::model::view::face_order::{faces_of, strip_at, strip_count};
use crate::app::model::{Command, DocScene, FirstFaces, view::colour_by::is_strips};
use crate::app::ui::choice::{choose_in, long_list};
use crate::app::ui::{Ctx, GRID};
use crate::scene::{FaceField, FaceRef, NodeId};

/// Draws the bar if faces are drawn in order or are coloured by strip.
pub fn show(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let Some(scene) = cx.state.scene() else { return };
    let coloured = cx.state.view.colour_by.is_some_and(|by| is_strips(scene, by));
    if !coloured && cx.state.view.first_faces.is_none() {
        return;
    }
    let Some(now) = cx.state.view.first_faces.or_else(|| cx.state.faces_in_order()) else { return };
    let strips = scene.scene.face_field(FaceField::STRIP).is_some();
    let is_open = cx.state.view.first_faces.is_some();
    let most = faces_of(scene, now.node);
    let steps = Steps {
        id: "faces in order",
        has_speed: false,
        words: words(scene, now),
        lines: 1.0,
        close: is_open.then_some(("Draw all faces", Command::DrawFirst(None))),
        buttons: &[
            (icons::ICON_FIRST_PAGE, Command::StepGroup(-1), strips),
            (icons::ICON_CHEVRON_LEFT, Command::StepFaces(-1), true),
            (icons::ICON_CHEVRON_RIGHT, Command::StepFaces(1), true),
            (icons::ICON_LAST_PAGE, Command::StepGroup(1), strips),
        ],
        drawn: now.count.min(most) as usize,
        most: most as usize,
    };
    let moved = steps_bar::show(ui, cx, steps, |ui, cx| objects(ui, cx, scene, now));
    let count = moved.and_then(|count| u32::try_from(count).ok());
    cx.extend(count.map(|count| Command::DrawFirst(Some(FirstFaces { count, ..now }))));
}

/// Choice of the object.
fn objects(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene, now: FirstFaces) {
    let name = |node: NodeId| scene.scene.nodes.get(node).map_or("", |node| &node.name);
    let shown = |node: &NodeId| {
        let visible = cx.state.view.visibility.node(&scene.scene, *node);
        visible && faces_of(scene, *node) > 0
    };
    let all: Vec<NodeId> = scene.scene.nodes.ids().filter(shown).collect();
    let combo = ComboBox::from_id_salt("object in order").width(34.0 * GRID).truncate();
    let called = ("Object", "Object whose faces are drawn in order");
    let title = |node: &NodeId| {
        let faces = u64::from(faces_of(scene, *node));
        format!("{}  ·  {}", name(*node), counted(faces, "face"))
    };
    let chosen = choose_in(ui, combo.selected_text(name(now.node)), called, |ui| {
        long_list(ui, &all, &now.node, title)
    });
    let first = |node| FirstFaces { node, count: faces_of(scene, node) };
    cx.extend(chosen.map(|node| Command::DrawFirst(Some(first(node)))));
}

/// Describes the last face that is drawn.
fn words(scene: &DocScene, now: FirstFaces) -> String {
    let Some(face) = now.count.checked_sub(1) else { return "no faces drawn".to_owned() };
    let at = FaceRef { node: now.node, face };
    let (Some(strip), Some((mesh, _))) = (strip_at(scene, at), scene.face(at)) else {
        return format!("face {face}");
    };
    let last = strip_count(scene, mesh).saturating_sub(1);
    let (drawn, triangle) = (strip.faces.len(), strip.triangle);
    let how = if triangle % 2 == 1 { "odd" } else { "even" };
    let strip = strip.strip;
    format!("strip {strip} of 0–{last}  ·  triangle {triangle} ({how}), {drawn} drawn")
}
