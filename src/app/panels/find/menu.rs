//! Menu next to the query box: saved queries, sort order, and the index.

use egui::{Button, Ui};
use egui_material_icons::icons;

use super::empty::reading;
use super::{FindPanel, title_of};
use crate::app::model::search::GroupBy;
use crate::app::model::{Command, Settings};
use crate::app::ui::drop_down::DropDown;
use crate::app::ui::{Ctx, icon_button, menus, tips};
use crate::index::Likeness;

/// Maximum number of characters of a query that are shown.
const MAX_SHOWN: usize = 48;

impl FindPanel {
    pub(super) fn menu(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let menu = DropDown::new(icons::ICON_MORE_VERT, "", "Saved queries, order, index");
        menu.closes_when_chosen().show(ui, |ui| {
            self.saved_queries(ui, cx);
            self.lists(ui);
            let mut settings = cx.state.settings.clone();
            order(ui, &mut settings);
            index(ui, cx, &mut settings);
            if settings != cx.state.settings {
                cx.push(Command::SetSettings(Box::new(settings)));
            }
        });
    }

    /// Entries that list duplicates.
    fn lists(&mut self, ui: &mut Ui) {
        ui.separator();
        tips::heading(ui, "Lists");
        for likeness in [Likeness::Equal, Likeness::Recoloured] {
            if ui.button(title_of(likeness)).clicked() {
                self.list_similar(likeness);
            }
        }
    }

    /// The saved queries: a click runs one, the button next to it removes it.
    fn saved_queries(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        tips::heading(ui, "Saved queries");
        if cx.state.settings.queries.is_empty() {
            ui.weak("Save a query with the star in the box");
        }
        for query in cx.state.settings.queries.iter().rev() {
            ui.horizontal(|ui| {
                let tip = format!("Remove {query}");
                if icon_button(ui, icons::ICON_DELETE, &tip, false).clicked() {
                    cx.commands.push(Command::KeepQuery { query: query.clone(), keep: false });
                }
                let shown: String = query.chars().take(MAX_SHOWN).collect();
                if ui.add(Button::new(shown)).on_hover_text(query).clicked() {
                    self.query.put(query.clone());
                }
            });
        }
    }
}

fn order(ui: &mut Ui, settings: &mut Settings) {
    ui.separator();
    tips::heading(ui, "Hits");
    ui.radio_value(&mut settings.hits_by, GroupBy::Kind, "By kind");
    ui.radio_value(&mut settings.hits_by, GroupBy::File, "By file");
    ui.checkbox(&mut settings.find_open_only, "Only open files")
        .on_hover_text("If off, searches all indexed files");
}

fn index(ui: &mut Ui, cx: &mut Ctx<'_>, settings: &mut Settings) {
    ui.separator();
    tips::heading(ui, "Index");
    ui.checkbox(&mut settings.index, "Index opened files")
        .on_hover_text("Folders, discs and archives are read in the background");
    ui.add_enabled_ui(!cx.state.files.roots.is_empty(), |ui| {
        menus::entry(ui, cx, "Index now", Command::IndexNow);
    });
    menus::entry(ui, cx, "Clear the index", Command::ClearIndex);
    if let Some(now) = reading(cx.state) {
        ui.weak(now);
    }
}
