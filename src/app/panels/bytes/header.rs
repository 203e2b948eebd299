//! What is selected, in words, above the bytes.

use egui::{RichText, Sense, Ui};
use egui_material_icons::icons;

use super::{BytesPanel, View};
use crate::app::command::{Command, Commands};
use crate::app::panel::{grouped, icon_button, offset};
use crate::app::selection::Selection;
use crate::app::shortcuts;
use crate::app::theme::{self, GRID, ROW, Theme};
use crate::app::widgets::cells::{self, Side};
use crate::bytes::Span;

impl BytesPanel {
    /// Start, end, length and path of what is selected, and the buttons.
    pub(super) fn header(
        &mut self,
        ui: &mut Ui,
        view: &View<'_>,
        selected: Option<&Selection>,
        commands: &mut Commands,
    ) {
        let theme = Theme::of(ui);
        ui.add_space(GRID);
        ui.horizontal(|ui| {
            ui.add_space(GRID);
            let cursor = Span::new(view.source.id(), self.cursor, 1);
            let span = selected.map_or(cursor, |selected| selected.span);
            let (place, long) = match span.len {
                0 => (offset(span.start), "not stored".to_owned()),
                1 => (offset(span.start), "1 byte".to_owned()),
                len => {
                    let place = format!("{} – {}", offset(span.start), offset(span.end() - 1));
                    (place, format!("{} bytes", grouped(len)))
                }
            };
            ui.label(RichText::new(place).font(theme::mono()));
            ui.label(RichText::new(long).color(theme.weak));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.add_space(GRID);
                let tip = "Data inspector: what the bytes at the cursor say";
                if icon_button(ui, icons::ICON_TUNE, tip, self.inspector).clicked() {
                    self.inspector = !self.inspector;
                }
                if icon_button(ui, icons::ICON_SEARCH, "Find bytes or text (Ctrl+F)", false)
                    .clicked()
                {
                    self.bars.open_find();
                }
                let noted = selected.is_some_and(|s| view.state.notes.about(s).next().is_some());
                let tip = shortcuts::tip(&Command::Bookmark);
                let can = shortcuts::is_enabled(&Command::Bookmark, view.state);
                ui.add_enabled_ui(can, |ui| {
                    if icon_button(ui, icons::ICON_BOOKMARK_ADD, &tip, noted).clicked() {
                        commands.push(Command::Bookmark);
                    }
                });
                let tip = "Go to an offset or a field (Ctrl+G)";
                if icon_button(ui, icons::ICON_PIN_DROP, tip, false).clicked() {
                    self.bars.open_goto();
                }
            });
        });
        let (rect, _) =
            ui.allocate_exact_size(egui::vec2(ui.available_width(), ROW), Sense::hover());
        let cell = rect.shrink2(egui::vec2(2.0 * GRID, 0.0));
        let path = selected.map_or("", |selected| selected.path.as_str());
        let hovered = view.state.hover.as_ref().filter(|hover| hover.source == view.source.id());
        let (text, colour) = match (hovered, path) {
            (Some(hover), _) if !hover.path.is_empty() => (hover.path.as_str(), theme.text),
            (_, "") => ("nothing selected", theme.faint),
            (_, path) => (path, theme.accent),
        };
        cells::text(ui, cell, Side::Left, text, theme::mono(), colour);
        ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, (1.0, theme.line));
        let response = ui.interact(rect, ui.scope_id().with("path"), Sense::CLICK);
        let response = response.on_hover_text("Path of the smallest field; click copies it");
        if response.clicked() && !path.is_empty() {
            commands.push(Command::Copy { what: "path", text: path.to_owned() });
        }
    }
}
