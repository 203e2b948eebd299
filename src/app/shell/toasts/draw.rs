//! Painting of messages.

use egui::{Frame, Margin, RichText, Sense, Stroke, Ui, UiBuilder, Vec2, vec2};
use egui_material_icons::{MaterialIcon, icons};

use crate::app::model::{Level, Notice};
use crate::app::ui::{GRID, Theme, theme};

const WIDTH: f32 = 88.0 * GRID;

/// Request by a click on a message.
pub(super) enum ToastClick {
    Close,
    /// Run the action of the link.
    Act,
    Log,
}

/// A button that closes all notices; `true` when it was pressed.
pub(super) fn clear_all(ui: &mut Ui) -> bool {
    let theme = Theme::of(ui);
    let from_right = egui::Layout::right_to_left(egui::Align::Center);
    let frame = Frame::new().fill(theme.panel).stroke((1.0, theme.line)).corner_radius(4);
    // As wide as a message with its margins.
    ui.allocate_ui_with_layout(vec2(WIDTH + 5.0 * GRID, theme::ROW), from_right, |ui| {
        let text = RichText::new("Clear all").size(theme::SMALL).color(theme.weak);
        let button = egui::Button::new(text).frame(false);
        frame.inner_margin(Margin::symmetric(8, 2)).show(ui, |ui| ui.add(button).clicked()).inner
    })
    .inner
}

/// Draws a notice that was repeated `count` times, with its `link`; returns its size, which is also
/// the size of the gap when it disappears.
pub(super) fn toast(
    ui: &mut Ui,
    notice: &Notice,
    link: Option<&str>,
    count: u32,
) -> (Option<ToastClick>, Vec2) {
    // The click area is below the content, so that the button and the link handle their own clicks.
    let body = UiBuilder::new().sense(Sense::click());
    let shown = ui.scope_builder(body, |ui| plate(ui, notice, link, count));
    let size = shown.response.rect.size();
    if shown.inner.is_some() {
        return (shown.inner, size);
    }
    let leads_on = notice.level >= Level::Warning;
    let asks = leads_on && shown.response.on_hover_text("Click to open the log").clicked();
    (asks.then_some(ToastClick::Log), size)
}

/// Returns the request of the button or link that was clicked.
fn plate(ui: &mut Ui, notice: &Notice, link: Option<&str>, count: u32) -> Option<ToastClick> {
    let theme = Theme::of(ui);
    let (icon, colour) = looks(notice.level, &theme);
    let frame = Frame::new()
        .fill(theme.panel)
        .stroke(Stroke::new(1.0, theme.line))
        .corner_radius(4)
        .inner_margin(Margin::symmetric(10, 6))
        .shadow(ui.visuals().popup_shadow);
    let content = |ui: &mut Ui| {
        ui.set_width(WIDTH);
        ui.horizontal_top(|ui| {
            ui.label(icon.rich_text().size(theme::ICON).color(colour));
            let times = if count > 1 { format!(" ×{count}") } else { String::new() };
            let text = RichText::new(format!("{}{times}", notice.text));
            let label = egui::Label::new(text).wrap().selectable(true);
            let acts = ui.vertical(|ui| {
                ui.set_width(WIDTH - 14.0 * GRID);
                ui.add(label);
                link.is_some_and(|name| ui.link(name).clicked())
            });
            let close = icons::ICON_CLOSE.rich_text().size(theme::BODY).color(theme.weak);
            let button = egui::Button::new(close).frame(false);
            let response = ui.add(button).on_hover_text("Dismiss");
            (response.accessible_name("Dismiss message").clicked(), acts.inner)
        })
        .inner
    };
    match frame.show(ui, content).inner {
        (true, _) => Some(ToastClick::Close),
        (false, true) => Some(ToastClick::Act),
        (false, false) => None,
    }
}

fn looks(level: Level, theme: &Theme) -> (MaterialIcon, egui::Color32) {
    match level {
        Level::Info => (icons::ICON_INFO, theme.accent),
        Level::Success => (icons::ICON_CHECK_CIRCLE, theme.success),
        Level::Warning => (icons::ICON_WARNING, theme.warning),
        Level::Error => (icons::ICON_ERROR, theme.error),
    }
}
