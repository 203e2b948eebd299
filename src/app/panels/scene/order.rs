//! Bar below the picture that draws the faces of an object in stored order.

use egui::{Align, ComboBox, DragValue, Frame, Layout, Margin, RichText, Slider, Ui};
use egui_material_icons::icons;

use crate::app::model::numbers::counted;
use crate::app::model::view::face_order::{faces_of, strip_at, strip_count};
use crate::app::model::{Command, DocScene, FirstFaces, view::colour_by::is_strips};
use crate::app::ui::choice::{choose_in, long_list};
use crate::app::ui::{Ctx, GRID, ROW, Theme, command_button, icon_button, theme};
use crate::scene::{FaceField, FaceRef, NodeId};

/// Width of `strip 1234 of 0–1234 · triangle 123 (even), 123 drawn`.
const WORDS: f32 = 66.0 * GRID;

/// Draws the bar if faces are drawn in order or are coloured by strip.
pub fn show(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let Some(scene) = cx.state.scene() else { return };
    let coloured = cx.state.view.colour_by.is_some_and(|by| is_strips(scene, by));
    if !coloured && cx.state.view.first_faces.is_none() {
        return;
    }
    let Some(now) = cx.state.view.first_faces.or_else(|| cx.state.faces_in_order()) else { return };
    let frame = Frame::new().fill(Theme::of(ui).bar()).inner_margin(Margin::symmetric(8, 2));
    egui::Panel::bottom("faces in order")
        .frame(frame)
        .exact_size(2.0 * ROW + 5.0 * GRID)
        .show_separator_line(false)
        .show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.set_min_height(ROW + GRID);
                objects(ui, cx, scene, now);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let close = Command::DrawFirst(None);
                    if cx.state.view.first_faces.is_some()
                        && icon_button(ui, icons::ICON_CLOSE, "Draw all faces", false).clicked()
                    {
                        cx.push(close);
                    }
                    ui.allocate_ui(egui::vec2(WORDS, ROW), |ui| words(ui, scene, now));
                });
            });
            ui.horizontal(|ui| steps(ui, cx, scene, now));
        });
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

/// Buttons and the slider.
fn steps(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene, now: FirstFaces) {
    let strips = scene.scene.face_field(FaceField::STRIP).is_some();
    let buttons = [
        (icons::ICON_FIRST_PAGE, Command::StepStrips(-1), strips),
        (icons::ICON_CHEVRON_LEFT, Command::StepFaces(-1), true),
        (icons::ICON_CHEVRON_RIGHT, Command::StepFaces(1), true),
        (icons::ICON_LAST_PAGE, Command::StepStrips(1), strips),
    ];
    for (icon, command, _) in buttons.into_iter().filter(|(_, _, there)| *there) {
        command_button(ui, cx, icon, &command);
    }
    let most = faces_of(scene, now.node);
    let mut count = now.count.min(most);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let value = DragValue::new(&mut count).range(0..=most).suffix(format!(" of {most}"));
        let mut changed = ui.add(value).on_hover_text("Number of drawn faces").changed();
        ui.spacing_mut().slider_width = (ui.available_width() - 2.0 * GRID).max(24.0);
        let slider = Slider::new(&mut count, 0..=most).show_value(false);
        changed |= ui.add(slider).accessible_name("Number of drawn faces").changed();
        if changed {
            cx.push(Command::DrawFirst(Some(FirstFaces { count, ..now })));
        }
    });
}

/// Describes the last face that is drawn.
fn words(ui: &mut Ui, scene: &DocScene, now: FirstFaces) {
    let mut text = "no faces drawn".to_owned();
    if let Some(face) = now.count.checked_sub(1) {
        let at = FaceRef { node: now.node, face };
        text = format!("face {face}");
        if let (Some(strip), Some((mesh, _))) = (strip_at(scene, at), scene.face(at)) {
            let last = strip_count(scene, mesh).saturating_sub(1);
            let drawn = strip.faces.len();
            let how = if strip.triangle % 2 == 1 { "odd" } else { "even" };
            text = format!(
                "strip {} of 0–{last}  ·  triangle {} ({how}), {drawn} drawn",
                strip.strip, strip.triangle
            );
        }
    }
    let text = RichText::new(text).size(theme::SMALL).color(Theme::of(ui).weak);
    ui.add(egui::Label::new(text).truncate());
}
