//! Draws a row of the list.

use egui::{Align2, Rect, Role, Sense, Ui, pos2, vec2};
use egui_material_icons::icons;

use super::columns::{Column, Extent, NARROWEST, count, is_number, users, value};
use crate::app::model::{Command, PanelId, State};
use crate::app::panels::element_menu;
use crate::app::panels::sounds::user_name;
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, Theme, cells, row, theme, tips};
use crate::scene::{Element, RecordingId, Sound};

/// Maximum number of users of a sound that are named.
const MAX_USERS: usize = 8;

/// Draws the text of a cell; numbers are right-aligned.
pub fn cell(
    ui: &Ui,
    rect: Rect,
    column: Column,
    text: String,
    font: egui::FontId,
    colour: egui::Color32,
) {
    let rect = rect.shrink2(vec2(GRID, 0.0));
    if is_number(column) {
        let at = pos2(rect.right() - GRID, rect.center().y);
        ui.painter().text(at, Align2::RIGHT_CENTER, text, font, colour);
    } else {
        row::row_text(ui, rect, rect.left(), rect.right(), text, font, colour);
    }
}

/// Draws a row.
pub fn row_ui(
    ui: &mut Ui,
    cx: &mut Ctx<'_>,
    rect: Rect,
    extents: &[Extent],
    at: RecordingId,
    sound: &Sound,
) -> egui::Response {
    let theme = Theme::of(ui);
    let element = Element::Sound(at);
    let response = ui.interact(rect, ui.scope_id().with(at), Sense::click());
    let selected = cx.state.selected_sounds().any(|selected| selected == at);
    let hovered = response.hovered() || cx.state.hovered_element() == Some(element);
    row::fill(ui, rect, selected, hovered);
    let key = cx.state.sound_key(at);
    let playing = cx.state.sound.position().is_some()
        && cx.state.sound.now().is_some_and(|now| key.is_some_and(|key| now.plays(key)));
    for (column, left, right) in extents {
        let rect = rect.with_min_x(*left).with_max_x(*right);
        if *column == Column::Star {
            star(ui, cx, rect, at);
            continue;
        }
        if *column == Column::Index && playing {
            let icon = icons::ICON_VOLUME_UP;
            let font = egui::FontId::new(theme::BODY, icon.font_family());
            cell(ui, rect, *column, icon.codepoint.to_owned(), font, theme.accent);
            continue;
        }
        let font = if *column == Column::Codec { theme::body() } else { theme::mono() };
        if *column == Column::Name {
            name_cell(ui, rect, sound, at, cx.state);
            continue;
        }
        let text = match column {
            Column::Users => count(users(sound, at, cx.state)),
            column => value(sound, *column, at),
        };
        cell(ui, rect, *column, text, font, theme.weak);
    }
    element_menu::show(&response, element, PanelId::SOUNDS, cx);
    response.named_on(Role::Button, selected, format!("Sound {at}, {}", sound.name));
    tips::beside(response, |ui| facts(ui, sound, at, cx.state))
}

/// Draws the name; if there is room, also its source and other banks that contain the sound.
fn name_cell(ui: &Ui, rect: Rect, sound: &Sound, at: RecordingId, state: &State) {
    let theme = Theme::of(ui);
    let name = value(sound, Column::Name, at);
    let width = cells::width(ui, &name, theme::body());
    cell(ui, rect, Column::Name, name, theme::body(), theme.text);
    let from = sound.ids.first().and_then(|id| id.name.known.first());
    let from = from.map(|known| known.from.clone()).filter(|from| !from.is_empty());
    let others = state.other_banks.same_ids(sound);
    let others = others.map(|other| match other.is_same {
        true => format!("also in {}", other.bank),
        false => format!("another in {}", other.bank),
    });
    let faint = from.into_iter().chain(others).collect::<Vec<_>>().join(", ");
    let rest = rect.with_min_x(rect.left() + width + 4.0 * GRID);
    if !faint.is_empty() && rest.width() > NARROWEST / 2.0 {
        let rest = rest.shrink2(vec2(GRID, 0.0));
        row::row_text(ui, rest, rest.left(), rest.right(), faint, theme::small(), theme.weak);
    }
}

fn star(ui: &mut Ui, cx: &mut Ctx<'_>, rect: Rect, at: RecordingId) {
    let theme = Theme::of(ui);
    let on = cx.state.is_starred(at);
    let response = ui.interact(rect, ui.scope_id().with(("star", at)), Sense::click());
    if response.clicked() {
        cx.push(Command::StarSound(at));
    }
    if on || response.hovered() || ui.rect_contains_pointer(rect) {
        let colour = if on { theme.warning } else { theme.weak };
        cells::icon(ui, rect, icons::ICON_STAR, theme::BODY, colour);
    }
    response.named_on(Role::Button, on, format!("Star sound {at}"));
}

/// Tooltip: all names of a sound with their sources, the elements that play it, and other banks that
/// contain it.
fn facts(ui: &mut Ui, sound: &Sound, at: RecordingId, state: &State) {
    ui.label(&sound.name);
    for id in &sound.ids {
        let known: Vec<String> =
            id.name.known.iter().map(|known| format!("{} ({})", known.name, known.from)).collect();
        let known = if known.is_empty() { "no known name".to_owned() } else { known.join(" or ") };
        ui.label(format!("{}: {known}, {} dB", id.name.hex(), id.volume_db));
    }
    if let Some(part) = &sound.looped {
        ui.label(format!("Repeated from {}", part.in_words()));
    }
    let scene = state.scene();
    let users = scene.and_then(|scene| scene.sound_users.get(at.index()));
    let users = users.map_or(&[][..], Vec::as_slice);
    for user in users.iter().take(MAX_USERS) {
        ui.label(format!("Played by {}", user_name(*user, scene)));
    }
    if users.len() > MAX_USERS {
        ui.label(format!("and by {} more", users.len() - MAX_USERS));
    }
    let foreign = state.other_banks.users(sound);
    if foreign > 0 {
        ui.label(format!("Played by {foreign} collisions of other opened banks"));
    }
    for other in state.other_banks.same_ids(sound) {
        let what = if other.is_same { "the same recording" } else { "another recording" };
        ui.label(format!("Also in {}: {what}", other.bank));
    }
}
