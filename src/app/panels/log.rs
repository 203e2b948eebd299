//! The program's own messages.

use egui::{ScrollArea, Ui};
use egui_material_icons::icons;

use crate::app::model::{Command, Level, PanelId, log};
use crate::app::ui::input::scroll_pages;
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, DefaultPosition, GRID, Panel, PanelInfo, ROW, Theme, row, theme, tips};
use crate::library::timestamp;

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::LOG,
    title: "Log",
    icon: icons::ICON_NOTES,
    home: DefaultPosition::Centre,
    is_searched: true,
    make: Some(|| Box::<LogPanel>::default()),
    ..PanelInfo::EMPTY
};

/// See the [module](self).
#[derive(Default)]
pub struct LogPanel;

impl Panel for LogPanel {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let count = log::len();
        if count == 0 {
            let hint = "Messages appear here";
            return tips::empty_state(ui, icons::ICON_NOTES, "No messages yet", hint);
        }
        egui::Frame::new().inner_margin(GRID).show(ui, |ui| {
            ui.horizontal(|ui| {
                if ui.button("Copy all").clicked() {
                    let lines = log::slice(0..count);
                    let text: Vec<String> =
                        lines.iter().map(|l| format!("{} {}", l.at, l.text)).collect();
                    cx.push(Command::Copy { what: "log", text: text.join("\n") });
                }
                if ui.button("Clear").clicked() {
                    cx.push(Command::ClearLog);
                }
                if ui.button("Diagnostics").clicked() {
                    cx.push(Command::Diagnostics);
                }
            });
        });
        ui.spacing_mut().item_spacing.y = 0.0;
        let area = ScrollArea::vertical().auto_shrink([false, false]).stick_to_bottom(true);
        area.show_rows(ui, ROW, count, |ui, range| {
            scroll_pages(ui, cx.state.focus == PanelId::LOG);
            for line in log::slice(range) {
                row(ui, &line);
            }
        });
    }
}

fn row(ui: &mut Ui, line: &log::Line) {
    let theme = Theme::of(ui);
    let response = row::row_in_list(ui, false, false);
    let rect = response.rect.shrink2(egui::vec2(2.0 * GRID, 0.0));
    let at = timestamp::clock(&line.at);
    let end = row::row_text(ui, rect, rect.left(), rect.right(), at, theme::mono(), theme.weak);
    let colour = match line.level {
        Level::Error => theme.error,
        Level::Warning => theme.warning,
        Level::Info | Level::Success => theme.text,
    };
    let times = if line.count > 1 { format!(" ×{}", line.count) } else { String::new() };
    let text = format!("{}{times}", line.text);
    row::row_text(ui, rect, end + 3.0 * GRID, rect.right(), text.as_str(), theme::body(), colour);
    response.named(egui::Role::ListItem, &text);
    response.on_hover_text(format!("{}\n{text}", timestamp::for_display(&line.at)));
}
