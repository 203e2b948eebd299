//! Keys and clicks, as panels ask for them.

use super::named::Named;
use egui::{Id, Rect, Sense, Ui};

/// The modifiers at the click or press of this frame: by the time of a late frame they may have
/// been let go.
pub fn click_modifiers(ui: &Ui) -> egui::Modifiers {
    ui.input(|input| {
        let button = input.events.iter().rev().find_map(|event| match event {
            egui::Event::PointerButton { modifiers, .. } => Some(*modifiers),
            _ => None,
        });
        button.unwrap_or(input.modifiers)
    })
}

/// The area under a list or a grid that Tab reaches and that answers for it to screen readers.
/// Pointer input goes to what lies on it.
pub fn key_area(ui: &Ui, id: Id, rect: Rect, role: egui::Role, label: &str) -> egui::Response {
    let response = ui.interact(rect, id, Sense::FOCUSABLE);
    response.named(role, label);
    let filter =
        egui::EventFilter { horizontal_arrows: true, vertical_arrows: true, ..Default::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    if response.has_focus() {
        let stroke = egui::Stroke::new(1.0, ui.visuals().selection.stroke.color);
        ui.painter().rect_stroke(rect, 0.0, stroke, egui::StrokeKind::Inside);
    }
    response
}

/// True when keys are meant for the list whose [`key_area`] is `id`: it has the focus, or its panel
/// was clicked last and nothing else has it. Not while a dialog lies over it.
pub fn takes_keys(ui: &Ui, id: Id, panel_focused: bool) -> bool {
    !is_covered(ui.ctx())
        && ui.memory(|memory| memory.focused().map_or(panel_focused, |focused| focused == id))
}

/// True while a dialog or a menu lies over the panels: keys are meant for that.
pub fn is_covered(ctx: &egui::Context) -> bool {
    ctx.memory(|memory| memory.top_modal_layer().is_some()) || egui::Popup::is_any_open(ctx)
}

/// Takes every press of one of `keys`, in order, with the modifiers it was pressed with: a slow
/// frame may hold several.
pub fn take_presses(ui: &Ui, keys: &[egui::Key]) -> Vec<(egui::Key, egui::Modifiers)> {
    let mut taken = Vec::new();
    ui.input_mut(|input| {
        input.events.retain(|event| match event {
            egui::Event::Key { key, pressed: true, modifiers, .. } if keys.contains(key) => {
                taken.push((*key, *modifiers));
                false
            }
            _ => true,
        });
    });
    taken
}

/// Page Down less Page Up presses of this frame, meant for the list of a panel that has the focus.
pub fn take_pages(ui: &Ui, panel_focused: bool) -> i32 {
    if !panel_focused || is_covered(ui.ctx()) || ui.ctx().text_edit_focused() {
        return 0;
    }
    let pages = take_presses(ui, &[egui::Key::PageDown, egui::Key::PageUp]);
    pages.iter().map(|(key, _)| if *key == egui::Key::PageDown { 1 } else { -1 }).sum()
}

/// Scrolls the area around `ui` by pages, as [`take_pages`] says.
pub fn scroll_pages(ui: &Ui, panel_focused: bool) {
    let pages = take_pages(ui, panel_focused);
    if pages != 0 {
        let page = (ui.clip_rect().height() - super::ROW).max(super::ROW);
        ui.scroll_with_delta(egui::vec2(0.0, -page * pages as f32));
    }
}

/// The row of a list of `count` that a key leads to from row `here`, with `page` rows on a page;
/// `None` for keys that lead nowhere.
pub fn row_after(key: egui::Key, here: Option<u64>, count: u64, page: u64) -> Option<u64> {
    let last = count.saturating_sub(1);
    match key {
        egui::Key::ArrowDown => Some(here.map_or(0, |row| (row + 1).min(last))),
        egui::Key::ArrowUp => Some(here.map_or(0, |row| row.saturating_sub(1))),
        egui::Key::PageDown => Some(here.unwrap_or(0).saturating_add(page).min(last)),
        egui::Key::PageUp => Some(here.unwrap_or(0).saturating_sub(page)),
        egui::Key::Home => Some(0),
        egui::Key::End => Some(last),
        _ => None,
    }
}

/// True when Esc was pressed in a text box. The box keeps Esc to itself: egui would take the focus
/// away before anybody knows whose key it was, and the window would drop the selection.
pub fn escaped(ui: &Ui, text_box: &egui::Response) -> bool {
    if !text_box.has_focus() {
        return false;
    }
    let filter = egui::EventFilter {
        horizontal_arrows: true,
        vertical_arrows: true,
        escape: true,
        tab: false,
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(text_box.id, filter));
    ui.input_mut(|i| i.consume_key(egui::Modifiers::NONE, egui::Key::Escape))
}
