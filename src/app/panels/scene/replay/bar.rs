//! Controls of the replay, below the picture.

use egui::{Align, Color32, DragValue, Frame, Layout, Margin, RichText, Sense, Slider, Ui, vec2};
use egui_material_icons::icons;

use super::heat::COLOURS;
use super::{Bucket, Replay};
use crate::app::model::numbers::{counted, grouped};
use crate::app::model::{Command, DocScene, State};
use crate::app::ui::buttons::play_icon;
use crate::app::ui::drop_down::DropDown;
use crate::app::ui::{Ctx, GRID, ROW, Theme, command_button, icon_button, theme};
use crate::render::{DrawOrder, DrawStep};
use crate::scene::Element;

/// Width of the list of buckets.
const LIST: f32 = 60.0 * GRID;

/// Draws the bar while the replay is on.
pub fn show(replay: &mut Replay, ui: &mut Ui, cx: &mut Ctx<'_>) {
    let Some(scene) = cx.state.scene().filter(|_| cx.state.view.replay) else { return };
    let frame = Frame::new().fill(Theme::of(ui).bar()).inner_margin(Margin::symmetric(8, 2));
    egui::Panel::bottom("replay")
        .frame(frame)
        .exact_size(2.0 * ROW + 5.0 * GRID)
        .show_separator_line(false)
        .show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.set_min_height(ROW + GRID);
                buckets(replay, ui, cx.state);
                overdraw(replay, ui);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    if icon_button(ui, icons::ICON_CLOSE, "End the replay", false).clicked() {
                        cx.push(Command::ToggleReplay);
                    }
                    let text = words(replay, scene, cx.state);
                    let text = RichText::new(text).size(theme::SMALL).color(Theme::of(ui).weak);
                    ui.add(egui::Label::new(text).truncate());
                });
            });
            ui.horizontal(|ui| steps(replay, ui, cx));
        });
}

/// Buttons and the slider.
fn steps(replay: &mut Replay, ui: &mut Ui, cx: &mut Ctx<'_>) {
    let buttons = [
        (icons::ICON_FIRST_PAGE, Command::StepBucket(-1), !replay.buckets.is_empty()),
        (icons::ICON_CHEVRON_LEFT, Command::StepFaces(-1), true),
        (play_icon(replay.playing.is_some()), Command::PlayReplay, true),
        (icons::ICON_CHEVRON_RIGHT, Command::StepFaces(1), true),
        (icons::ICON_LAST_PAGE, Command::StepBucket(1), !replay.buckets.is_empty()),
    ];
    for (icon, command, _) in buttons.into_iter().filter(|(_, _, there)| *there) {
        command_button(ui, cx, icon, &command);
    }
    let (most, mut drawn) = (replay.steps().len(), replay.shown());
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let value = DragValue::new(&mut drawn).range(0..=most).suffix(format!(" of {most}"));
        let mut changed = ui.add(value).on_hover_text("Number of drawn faces").changed();
        ui.spacing_mut().slider_width = (ui.available_width() - 2.0 * GRID).max(24.0);
        let slider = Slider::new(&mut drawn, 0..=most).show_value(false);
        changed |= ui.add(slider).accessible_name("Number of drawn faces").changed();
        if changed {
            replay.seek(drawn);
        }
    });
}

/// List of the buckets of the ordering table, with their numbers of faces.
fn buckets(replay: &mut Replay, ui: &mut Ui, state: &State) {
    if replay.buckets.is_empty() {
        let text = match state.view.options().effects.order {
            DrawOrder::Depth => "Stored order, transparent faces last",
            DrawOrder::OrderingTable => "No faces",
        };
        ui.label(text);
        return;
    }
    let mut clicked = None;
    let tip = "Buckets of the ordering table, in drawing order";
    DropDown::new(icons::ICON_LAYERS, "Buckets", tip).show(ui, |ui| {
        ui.set_width(LIST);
        let (all, shown) = (&replay.buckets, replay.shown());
        let height = ui.spacing().interact_size.y;
        let area = egui::ScrollArea::vertical().max_height(16.0 * ROW).auto_shrink([false, true]);
        area.show_rows(ui, height, all.len(), |ui, rows| {
            for bucket in all.get(rows).unwrap_or_default() {
                let now = (bucket.first + 1..=bucket.end()).contains(&shown);
                if ui.selectable_label(now, title(bucket)).clicked() {
                    clicked = Some(bucket.end());
                }
            }
        });
    });
    if let Some(drawn) = clicked {
        replay.seek(drawn);
    }
}

/// Formats a row of the list: `bucket 2041 · 12 faces`.
fn title(bucket: &Bucket) -> String {
    format!("bucket {}  ·  {}", bucket.number, counted(bucket.steps as u64, "face"))
}

/// Switch of the heat map, with its legend.
fn overdraw(replay: &mut Replay, ui: &mut Ui) {
    let tip = "Number of faces that cover each pixel";
    let on = replay.heat.on;
    if ui.selectable_label(on, "Overdraw").on_hover_text(tip).clicked() {
        replay.heat.on = !on;
    }
    let Some((mean, most)) = replay.heat.numbers() else { return };
    ui.spacing_mut().item_spacing.x = 0.0;
    for (count, colour) in (1..).zip(COLOURS) {
        let (rect, response) = ui.allocate_exact_size(vec2(2.5 * GRID, ROW), Sense::hover());
        let rect = rect.shrink2(vec2(0.0, GRID));
        ui.painter().rect_filled(rect, 0.0, colour);
        ui.painter().text(
            rect.center(),
            egui::Align2::CENTER_CENTER,
            count.to_string(),
            egui::FontId::proportional(theme::SMALL),
            if count < 4 { Color32::WHITE } else { Color32::BLACK },
        );
        let more = if count == COLOURS.len() { " or more" } else { "" };
        response.on_hover_text(format!("{}{more}", counted(count as u64, "face")));
    }
    ui.spacing_mut().item_spacing.x = 2.0 * GRID;
    ui.add_space(2.0 * GRID);
    ui.label(RichText::new(format!("{mean:.1} on average, at most {most}")).size(theme::SMALL));
}

/// Describes the last drawn face, or compares two selected ones.
fn words(replay: &Replay, scene: &DocScene, state: &State) -> String {
    if let Some(words) = comparison(replay, scene, state) {
        return words;
    }
    let Some(step) = replay.last() else { return "no faces drawn".to_owned() };
    let face = scene.ids.face(step.id);
    let node = face.and_then(|face| scene.scene.nodes.get(face.node));
    let name = node.map_or("", |node| node.name.as_str());
    let face = face.map_or(0, |face| face.face);
    let again = if step.again { ", blended texels" } else { "" };
    let mut words = format!("face {} of {name}{again}", grouped(face.into()));
    if let Some(distance) = step.distance {
        words += &format!("  ·  distance {distance:.1}");
    }
    let bucket = step.bucket.and_then(|number| {
        let at = replay.buckets.iter().find(|bucket| bucket.number == number)?;
        Some((number, at))
    });
    if let Some((number, at)) = bucket {
        let place = replay.shown() - at.first;
        words += &format!("  ·  bucket {number}, {place} of {}", counted(at.steps as u64, "face"));
    }
    words
}

/// Explains the order of two selected faces: in one bucket it only depends on their order in the file,
/// otherwise on their distances, so that faces in the same place can change places when the view moves.
fn comparison(replay: &Replay, scene: &DocScene, state: &State) -> Option<String> {
    let faces: Vec<u32> = state
        .selected()
        .filter_map(|element| match element {
            Element::Face(face) => scene.ids.id(face),
            _ => None,
        })
        .take(3)
        .collect();
    let [a, b] = faces[..] else { return None };
    let step = |id: u32| replay.steps().iter().find(|step| step.id == id && !step.again);
    let (Some(a), Some(b)) = (step(a), step(b)) else {
        return Some("one of the two selected faces is not drawn".to_owned());
    };
    let (first, second) = if a.count < b.count { (a, b) } else { (b, a) };
    let name = |step: &DrawStep| scene.ids.face(step.id).map_or(0, |face| face.face);
    let (first_name, second_name) = (name(first), name(second));
    let why = match (first.bucket, second.bucket) {
        (Some(one), Some(other)) if one == other => {
            format!("both are in bucket {one}, where the face stored later is drawn first")
        }
        (Some(one), Some(other)) => {
            let apart = one.abs_diff(other);
            let near = if apart <= 2 { "; a small move of the camera can swap them" } else { "" };
            format!("buckets {one} and {other}{near}")
        }
        _ => "stored order".to_owned(),
    };
    let distances = match (first.distance, second.distance) {
        (Some(one), Some(other)) => format!(" (distances {one:.2} and {other:.2})"),
        _ => String::new(),
    };
    Some(format!("face {second_name} is drawn over {first_name}: {why}{distances}"))
}
