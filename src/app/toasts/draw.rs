//! How a message looks.

use egui::{Frame, Margin, RichText, Stroke, Ui};
use egui_material_icons::{MaterialIcon, icons};

use crate::app::command::{Level, Notice};
use crate::app::theme::{self, GRID, Theme};

const WIDTH: f32 = 88.0 * GRID;

/// What a click on a message asks for.
pub(super) enum Asked {
    Close,
    /// What its link offers.
    Act,
    Log,
}

/// A button that closes all; true when it was pressed.
pub(super) fn clear_all(ui: &mut Ui) -> bool {
    let theme = Theme::of(ui);
    let from_right = egui::Layout::right_to_left(egui::Align::Center);
    let frame = Frame::new().fill(theme.panel).stroke((1.0, theme.line)).corner_radius(4);
    ui.with_layout(from_right, |ui| {
        let text = RichText::new("Clear all").size(theme::SMALL).color(theme.weak);
        let button = egui::Button::new(text).frame(false);
        frame.inner_margin(Margin::symmetric(8, 2)).show(ui, |ui| ui.add(button).clicked()).inner
    })
    .inner
}

/// Draws one that was said `count` times, with its `link`, or its gap when it is `closed`.
pub(super) fn toast(
    ui: &mut Ui,
    notice: &Notice,
    link: Option<&str>,
    count: u32,
    closed: bool,
) -> Option<Asked> {
    let gap = |ui: &mut Ui| {
        if closed {
            ui.set_invisible();
        }
        visible(ui, notice, link, count)
    };
    ui.scope(gap).inner
}

fn visible(ui: &mut Ui, notice: &Notice, link: Option<&str>, count: u32) -> Option<Asked> {
    let theme = Theme::of(ui);
    let (icon, colour) = looks(notice.level, &theme);
    let frame = Frame::new()
        .fill(theme.panel)
        .stroke(Stroke::new(1.0, theme.line))
        .corner_radius(4)
        .inner_margin(Margin::symmetric(10, 6))
        .shadow(ui.visuals().popup_shadow);
    let shown = frame.show(ui, |ui| {
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
            (response.accessible_name("Dismiss the message").clicked(), acts.inner)
        })
        .inner
    });
    match shown.inner {
        (true, _) => return Some(Asked::Close),
        (false, true) => return Some(Asked::Act),
        (false, false) => {}
    }
    let click = shown.response.interact(egui::Sense::click());
    let leads_on = notice.level >= Level::Warning;
    (leads_on && click.on_hover_text("Click for the log").clicked()).then_some(Asked::Log)
}

fn looks(level: Level, theme: &Theme) -> (MaterialIcon, egui::Color32) {
    match level {
        Level::Info => (icons::ICON_INFO, theme.accent),
        Level::Success => (icons::ICON_CHECK_CIRCLE, theme.success),
        Level::Warning => (icons::ICON_WARNING, theme.warning),
        Level::Error => (icons::ICON_ERROR, theme.error),
    }
}
