//! Keys and clicks, for panels.

use super::named::Named;
use egui::{Id, Rect, Sense, Ui};

/// The modifiers at the time of the click or press: in a late frame they may have been released already.
pub fn click_modifiers(ui: &Ui) -> egui::Modifiers {
    ui.input(|input| {
        let button = input.events.iter().rev().find_map(|event| match event {
            egui::Event::PointerButton { modifiers, .. } => Some(*modifiers),
            _ => None,
        });
        button.unwrap_or(input.modifiers)
    })
}

/// The area under a list or grid, which takes the focus and represents it for screen readers. Pointer
/// input goes to the elements on top of it.
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

/// `true` if keys are meant for the list whose [`key_area`] is `id`: it has the focus, or its panel was
/// clicked last and nothing else has the focus. `false` while a dialog covers it.
pub fn takes_keys(ui: &Ui, id: Id, panel_focused: bool) -> bool {
    !is_covered(ui.ctx())
        && ui.memory(|memory| memory.focused().map_or(panel_focused, |focused| focused == id))
}

/// `true` while a dialog or a menu covers the panels and receives the keys.
pub fn is_covered(ctx: &egui::Context) -> bool {
    ctx.memory(|memory| memory.top_modal_layer().is_some()) || egui::Popup::is_any_open(ctx)
}

/// Takes all presses of `keys`, in order, with their modifiers: a slow frame may contain several.
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

/// Takes all presses of the keys that move in a list, and of `others`.
pub fn take_list_presses(ui: &Ui, others: &[egui::Key]) -> Vec<egui::Key> {
    use egui::Key::{ArrowDown, ArrowUp, End, Home, PageDown, PageUp};
    let keys = [&[ArrowDown, ArrowUp, PageDown, PageUp, Home, End], others].concat();
    take_presses(ui, &keys).into_iter().map(|(key, _)| key).collect()
}

/// Number of Page Down presses minus Page Up presses in this frame, for the list of a focused panel.
pub fn take_pages(ui: &Ui, panel_focused: bool) -> i32 {
    if !panel_focused || is_covered(ui.ctx()) || ui.ctx().text_edit_focused() {
        return 0;
    }
    let pages = take_presses(ui, &[egui::Key::PageDown, egui::Key::PageUp]);
    pages.iter().map(|(key, _)| if *key == egui::Key::PageDown { 1 } else { -1 }).sum()
}

/// Scrolls the area around `ui` by the pages from [`take_pages`].
pub fn scroll_pages(ui: &Ui, panel_focused: bool) {
    let pages = take_pages(ui, panel_focused);
    if pages != 0 {
        let page = (ui.clip_rect().height() - super::ROW).max(super::ROW);
        ui.scroll_with_delta(egui::vec2(0.0, -page * pages as f32));
    }
}

/// Keys that scroll lists and dialogs.
const SCROLL_KEYS: [egui::Key; 6] = [
    egui::Key::PageDown,
    egui::Key::PageUp,
    egui::Key::ArrowDown,
    egui::Key::ArrowUp,
    egui::Key::Home,
    egui::Key::End,
];

/// Scrolls the area around `ui`, which is in a dialog, with Page Up and Page Down, and with the other keys of
/// lists if nothing has the focus.
pub fn scroll_dialog(ui: &Ui) {
    let is_free = ui.memory(|memory| memory.focused().is_none());
    scroll_by_keys(ui, if is_free { &SCROLL_KEYS } else { &SCROLL_KEYS[..2] });
}

/// Scrolls the area around `ui` with the keys of lists while the [`key_area`] `id` has the focus.
pub fn scroll_focused(ui: &Ui, id: Id) {
    if ui.memory(|memory| memory.has_focus(id)) {
        scroll_by_keys(ui, &SCROLL_KEYS);
    }
}

fn scroll_by_keys(ui: &Ui, keys: &[egui::Key]) {
    use egui::Key::{ArrowDown, ArrowUp, Home, PageDown, PageUp};
    let page = (ui.clip_rect().height() - super::ROW).max(super::ROW);
    for (key, _) in take_presses(ui, keys) {
        let distance = match key {
            PageDown => -page,
            PageUp => page,
            ArrowDown => -super::ROW,
            ArrowUp => super::ROW,
            // More than any list.
            Home => 1e6,
            _ => -1e6,
        };
        ui.scroll_with_delta_animation(
            egui::vec2(0.0, distance),
            egui::style::ScrollAnimation::none(),
        );
    }
}

/// The row of a list of `count` to which a key moves from row `here`, with `page` rows per page; `None`
/// for other keys.
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

/// `true` if Esc was pressed in a text box. The box handles Esc itself: otherwise egui would remove the
/// focus first, and the window would then clear the selection.
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
