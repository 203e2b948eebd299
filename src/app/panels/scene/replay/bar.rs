//! Controls of the replay, below the picture.

use egui::{Color32, ComboBox, Sense, Ui, vec2};
use egui_material_icons::icons;

use super::Replay;
use super::groups::{Group, Grouping};
use super::heat::COLOURS;
use super::here;
use super::words::{overdraw_words, words};
use crate::app::model::numbers::counted;
use crate::app::model::{Command, DocScene};
use crate::app::panels::scene::steps_bar::{self, Steps};
use crate::app::ui::buttons::play_icon;
use crate::app::ui::drop_down::DropDown;
use crate::app::ui::{Ctx, GRID, ROW, choose, theme};

/// Width of the list of groups.
const LIST: f32 = 60.0 * GRID;
/// Maximum number of visible rows of a list.
const ROWS: f32 = 16.0;

/// Draws the bar while the replay is on.
pub fn show(replay: &mut Replay, ui: &mut Ui, cx: &mut Ctx<'_>) {
    let Some(scene) = cx.state.scene().filter(|_| cx.state.view.replay) else { return };
    let has_groups = !replay.groups().is_empty();
    let steps = Steps {
        id: "replay",
        has_speed: true,
        words: words(replay, scene, cx.state) + &overdraw_words(replay),
        lines: 2.0,
        close: Some(("End the replay", Command::ToggleReplay)),
        buttons: &[
            (icons::ICON_FIRST_PAGE, Command::StepGroup(-1), has_groups),
            (icons::ICON_CHEVRON_LEFT, Command::StepFaces(-1), true),
            (play_icon(replay.playing.is_some()), Command::PlayReplay, true),
            (icons::ICON_CHEVRON_RIGHT, Command::StepFaces(1), true),
            (icons::ICON_LAST_PAGE, Command::StepGroup(1), has_groups),
        ],
        drawn: replay.shown(),
        most: replay.steps().len(),
    };
    let moved = steps_bar::show(ui, cx, steps, |ui, cx| {
        grouping(replay, ui);
        list(replay, ui, scene);
        here::show(replay, ui, cx, scene);
        overdraw(replay, ui);
    });
    if let Some(drawn) = moved {
        replay.seek(drawn);
    }
}

/// Choice of the grouping.
fn grouping(replay: &mut Replay, ui: &mut Ui) {
    let (Some(order), Some((now, _))) = (&replay.order, replay.chosen_groups()) else { return };
    let combo = ComboBox::from_id_salt("grouping").width(22.0 * GRID).selected_text(now.title());
    let options = order.groupings().map(|grouping| (grouping, grouping.title().to_owned()));
    let called = ("Groups", "Groups of faces to step through");
    if let Some(chosen) = choose(ui, combo, called, &now, options) {
        replay.grouping = Some(chosen);
    }
}

/// List of the groups, with their numbers of faces.
fn list(replay: &mut Replay, ui: &mut Ui, scene: &DocScene) {
    let Some((grouping, all)) = replay.chosen_groups() else { return };
    let (shown, mut clicked) = (replay.shown(), None);
    let count = all.len().to_string();
    let tip = "Groups in drawing order, with their numbers of faces";
    DropDown::new(icons::ICON_LAYERS, &count, tip).show(ui, |ui| {
        ui.set_width(LIST);
        let height = ui.spacing().interact_size.y;
        let area = egui::ScrollArea::vertical().max_height(ROWS * ROW).auto_shrink([false, true]);
        area.show_rows(ui, height, all.len(), |ui, rows| {
            for group in all.get(rows).unwrap_or_default() {
                if row(ui, scene, grouping, group, group.drawn().contains(&shown)) {
                    clicked = Some(group.end());
                }
            }
        });
    });
    if let Some(drawn) = clicked {
        replay.seek(drawn);
    }
}

/// `true` if the row of a group was clicked.
fn row(ui: &mut Ui, scene: &DocScene, grouping: Grouping, group: &Group, now: bool) -> bool {
    let name = group.name(grouping, &scene.scene);
    let text = format!("{name}  ·  {}", group.faces());
    ui.add(egui::Button::selectable(now, text).truncate()).clicked()
}

/// Switch of the heat map, with its legend.
fn overdraw(replay: &mut Replay, ui: &mut Ui) {
    let tip = "Number of faces that cover each pixel";
    let on = replay.heat.on;
    if ui.selectable_label(on, "Overdraw").on_hover_text(tip).clicked() {
        replay.heat.on = !on;
    }
    if replay.heat.numbers().is_none() {
        return;
    }
    let spacing = std::mem::take(&mut ui.spacing_mut().item_spacing.x);
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
    ui.spacing_mut().item_spacing.x = spacing;
}
