//! Controls of the replay, below the picture.

use egui::{Color32, ComboBox, Role, Sense, Ui, vec2};
use egui_material_icons::icons;

use super::Replay;
use super::heat::COLOURS;
use super::here;
use super::words::{overdraw_words, words};
use crate::app::model::numbers::counted;
use crate::app::model::{Command, DocScene};
use crate::app::panels::scene::steps_bar::{self, Steps};
use crate::app::ui::buttons::play_icon;
use crate::app::ui::drop_down::DropDown;
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, ROW, RowScroll, Side, Theme, cells, choose, row, theme};

/// Width of the list of groups.
const LIST: f32 = 60.0 * GRID;
/// Width of the column with the numbers of faces.
const COUNT: f32 = 20.0 * GRID;
/// Maximum number of visible rows of a list.
const ROWS: f32 = 16.0;

/// Scroll position of the list of groups.
#[derive(Default)]
pub struct GroupList {
    rows: RowScroll,
    /// Group that was scrolled into view.
    revealed: Option<u64>,
}

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
        drawn: replay.displayed_steps(),
        most: replay.steps().len(),
    };
    let moved = steps_bar::show(ui, cx, steps, |ui, cx| {
        grouping(replay, ui);
        list(replay, ui, scene);
        here::show(replay, ui, cx, scene);
        overdraw(replay, ui, cx);
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

/// List of the groups, with their numbers of faces. It opens at the group that is being drawn.
fn list(replay: &mut Replay, ui: &mut Ui, scene: &DocScene) {
    let shown = replay.displayed_steps();
    let mut scroll = std::mem::take(&mut replay.list);
    let Some((grouping, all)) = replay.chosen_groups() else { return };
    let now = all.partition_point(|group| group.end() < shown) as u64;
    if scroll.revealed.replace(now) != Some(now) {
        scroll.rows.arrive(now);
    }
    let (count, mut clicked) = (all.len().to_string(), None);
    let tip = "Groups in drawing order, with their numbers of faces";
    DropDown::new(icons::ICON_LAYERS, &count, tip).show(ui, |ui| {
        let height = (all.len() as f32).min(ROWS) * ROW;
        ui.allocate_ui(vec2(LIST, height), |ui| {
            let rows = scroll.rows.show(ui, grouping.title(), all.len() as u64, ROW);
            rows.each(ui, |ui, at, rect| {
                let group = usize::try_from(at).ok().and_then(|at| all.get(at));
                let Some(group) = group else { return };
                let response = ui.interact(rect, ui.scope_id().with(at), Sense::CLICK);
                let is_now = group.drawn().contains(&shown);
                row::fill(ui, rect, is_now, response.hovered());
                let name = group.name(grouping, &scene.scene);
                let (left, right) = rect.split_left_right_at_x(rect.right() - COUNT);
                let colour = Theme::of(ui).text;
                cells::text(ui, left, Side::Left, &name, theme::body(), colour);
                cells::text(ui, right, Side::Right, &group.faces(), theme::body(), colour);
                response.named_on(Role::ListItem, is_now, format!("{name}, {}", group.faces()));
                if response.clicked() {
                    clicked = Some(group.end());
                }
            });
        });
    });
    replay.list = scroll;
    clicked.into_iter().for_each(|drawn| replay.seek(drawn));
}

/// Switch of the heat map, with its legend.
fn overdraw(replay: &Replay, ui: &mut Ui, cx: &mut Ctx<'_>) {
    let tip = "Number of faces that cover each pixel";
    let response = ui.selectable_label(replay.heat.on, "Overdraw").on_hover_text(tip);
    if response.clicked() {
        cx.push(Command::ToggleOverdraw);
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
