//! Clicks on a row, and its context menu.

use std::rc::Rc;

use egui::Ui;

use super::face_rows::{colour_by, like};
use super::outline::Path;
use super::paint::{self, Cells};
use super::row::Row;
use super::{FieldsPanel, USES, edit, list_menu};
use crate::app::model::Command;
use crate::app::model::document::description::place_of;
use crate::app::ui::menus::{self, Item, item_menu};
use crate::app::ui::{Ctx, input::click_modifiers, theme};

impl FieldsPanel {
    pub(super) fn clicks(
        &mut self,
        ui: &Ui,
        cx: &mut Ctx<'_>,
        response: &egui::Response,
        row: &Rc<Row>,
        path: Path,
        cells: &Cells,
    ) {
        let pointer = response.interact_pointer_pos();
        let on_mark =
            pointer.is_some_and(|p| paint::mark_rect(cells.name, path.len() - 1).contains(p));
        let on_value = edit::is_editable(&row.field)
            && pointer.is_some_and(|p| (cells.value.left()..cells.meaning.left()).contains(&p.x));
        let is_bit = row.bit.as_ref().is_some_and(|bit| bit.is_single());
        if is_bit && response.clicked() && on_mark && !response.double_clicked() {
            self.begin_edit(path, row, cx);
        } else if response.double_clicked() && !on_mark && (on_value || row.bit.is_some()) {
            self.go(path.clone(), cx);
            self.begin_edit(path, row, cx);
        } else if response.double_clicked() && !on_mark {
            cx.push(Command::FrameTarget(row.target()));
        } else if response.clicked() && on_mark && row.children > 0 {
            let open = self.outline().is_open(&path);
            self.set_open(&path, !open);
        } else if response.clicked() && click_modifiers(ui).command {
            match row.follow() {
                Some(target) => cx.select(target),
                None => cx.push(Command::SelectAlso(row.target())),
            }
        } else if response.clicked() || response.secondary_clicked() {
            self.go(path, cx);
        }
    }

    pub(super) fn menu(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, row: &Row) {
        let item = Item {
            value: row.value.clone(),
            offset: Some(row.field.span.start),
            path: row.field.path.clone(),
            like: like(row, cx.state),
        };
        item_menu(ui, cx, &item);
        if item.like.is_none() && ui.button("Filter by this value").clicked() {
            self.filter = format!("{} {}", theme::field_name(&row.field.path), row.value);
            self.restart_search(ui);
            ui.close();
        }
        let is_bit = row.bit.as_ref().is_some_and(|bit| bit.is_single());
        let word = if is_bit { "Toggle" } else { "Edit" };
        if (is_bit || edit::is_editable(&row.field)) && ui.button(format!("{word} (F2)")).clicked()
        {
            if let Some(path) = self.at.cursor.clone() {
                self.begin_edit(path, row, cx);
            }
            ui.close();
        }
        menus::note_entry(ui, cx, Some(row.target()));
        if let Some(by) = colour_by(row, cx.state) {
            menus::entry(ui, cx, "Colour faces by this", Command::ColourBy(Some(by)));
        }
        list_menu::rows(ui, cx, row);
        if cx.state.selection_is_in_scene() {
            ui.separator();
            menus::of_selection(ui, cx);
        }
        ui.separator();
        if let Some(target) = row.follow() {
            menus::entry(ui, cx, "Follow pointer", Command::Select(target));
        }
        let file = self.browser.file();
        if let Some(place) = file.and_then(|file| place_of(&file.document, &row.field.path)) {
            menus::entry(ui, cx, "Show in description", Command::ShowInDescription(place));
        }
        if row.bit.is_none() && ui.button("Find references").clicked() {
            self.filter = format!("{USES}{}", row.field.path);
            self.restart_search(ui);
            ui.close();
        }
    }
}
