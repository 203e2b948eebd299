//! Clicking, dragging and hovering over bytes.

use egui::{Sense, Ui};

use super::copy::CopyAs;
use super::layout::{Column, Layout};
use super::{BytesPanel, View};
use crate::app::model::document::description::place_of;
use crate::app::model::selection::field_reference::referred;
use crate::app::model::{Command, Note, PanelId, SelectionTarget};
use crate::app::panels::fields::{row::value, tooltip};
use crate::app::panels::notes;
use crate::app::ui::menus::{self, Item, item_menu};
use crate::app::ui::{Ctx, input::click_modifiers, row_scroll::VisibleRows};
use crate::bytes::SourceId;

impl BytesPanel {
    pub(super) fn pointer(
        &mut self,
        ui: &Ui,
        cx: &mut Ctx<'_>,
        shown: &VisibleRows,
        view: &View<'_>,
        layout: &Layout,
    ) {
        let (len, source) = (view.source.len(), view.source.id());
        let id = ui.scope_id().with("grid");
        let response = ui.interact(shown.rect, id, Sense::CLICK | Sense::DRAG);
        let byte = |pos: egui::Pos2, dragging: bool| {
            let inside = pos.y.clamp(shown.rect.top(), shown.rect.bottom() - 1.0);
            layout.byte_at(shown.row_at(inside)?, pos, len, dragging)
        };
        let modifiers = click_modifiers(ui);
        if let Some(hovered) = response.hover_pos().and_then(|pos| byte(pos, false)) {
            if !response.dragged() {
                cx.hover(SelectionTarget::Byte { source, offset: hovered });
            }
            if let Some(mark) = self.marks.iter().find(|mark| mark.bytes.contains(&hovered)) {
                response.clone().on_hover_text_at_pointer(&mark.text);
            }
            let notes = view.state.notes.of(source).iter().filter(|note| note.length > 0);
            let at_corner = |note: &&Note| {
                let last = note.offset.saturating_add(note.length - 1);
                hovered == note.offset || hovered == last
            };
            let mut notes = notes.filter(at_corner).peekable();
            if notes.peek().is_some() {
                response.clone().on_hover_ui_at_pointer(|ui| {
                    notes.for_each(|note| notes::tooltip(ui, note));
                });
            }
            if let Some(row) = self.described.at(view.state, hovered) {
                let file = self.described.file();
                response.clone().on_hover_ui_at_pointer(|ui| {
                    file.iter().for_each(|file| tooltip(ui, &row, &file.document));
                });
            }
        }
        let at = response.interact_pointer_pos();
        if response.drag_started_by(egui::PointerButton::Primary) {
            let origin = ui.input(|i| i.pointer.press_origin());
            if let Some(byte) = origin.and_then(|pos| byte(pos, false)) {
                self.select(byte, modifiers.shift, source, cx);
            }
        } else if response.dragged_by(egui::PointerButton::Primary) {
            self.drag(at.and_then(|pos| byte(pos, true)), source, at, shown, cx);
        } else if let Some(byte) = at.and_then(|pos| byte(pos, false)) {
            if response.double_clicked() {
                cx.push(Command::FrameTarget(SelectionTarget::Byte { source, offset: byte }));
            } else if response.clicked() && modifiers.command {
                self.follow_pointer(byte, view, cx);
            } else if response.clicked() {
                self.put(cx, view.tree);
                let row = shown.rect.with_min_x(shown.rect.left());
                let texts = layout.cover(Column::Text, row, 0, layout.width.saturating_sub(1));
                self.overtype.in_text = at.is_some_and(|at| at.x >= texts.left());
                self.select(byte, modifiers.shift, source, cx);
            } else if response.secondary_clicked()
                && !view.selection.is_some_and(|span| span.contains(byte))
            {
                self.select(byte, false, source, cx);
            }
        }
        let opens = cx.state.focus == PanelId::BYTES && menus::key_pressed(ui.ctx());
        let row = layout.row_of(self.cursor);
        let column = self.cursor - layout.bytes(row, len).start;
        let at = layout.cover(Column::Hex, shown.row_rect(row), column, column).left_bottom();
        menus::context_at(&response, opens, shown.rect.clamp(at), |ui| self.menu(ui, cx, view));
    }

    fn drag(
        &mut self,
        byte: Option<u64>,
        source: SourceId,
        at: Option<egui::Pos2>,
        shown: &VisibleRows,
        cx: &mut Ctx<'_>,
    ) {
        if let Some(byte) = byte.filter(|byte| *byte != self.cursor) {
            self.select(byte, true, source, cx);
        }
        // Dragging beyond the edge scrolls by one row per frame.
        let Some(at) = at else { return };
        let top = self.scroll.top();
        if at.y < shown.rect.top() {
            self.scroll.jump(top.saturating_sub(1));
        } else if at.y > shown.rect.bottom() {
            self.scroll.jump(top + 1);
        }
    }

    fn menu(&self, ui: &mut Ui, cx: &mut Ctx<'_>, view: &View<'_>) {
        let field = Self::field_at(view.tree, self.cursor);
        let value = field.as_ref().map(|field| value(view.tree, field));
        let item = Item {
            value: value.unwrap_or_default(),
            offset: Some(self.cursor),
            path: field.as_ref().map(|field| field.path.clone()).unwrap_or_default(),
            like: None,
        };
        item_menu(ui, cx, &item);
        menus::note_entry(ui, cx, None);
        ui.separator();
        ui.menu_button("Copy bytes as", |ui| {
            for how in CopyAs::ALL {
                if ui.button(how.name()).clicked() {
                    self.copy_as(how, view, cx);
                    ui.close();
                }
            }
        });
        let described = field.as_ref().zip(self.described.file());
        let place = described.and_then(|(field, file)| place_of(&file.document, &field.path));
        if let Some(place) = place {
            menus::entry(ui, cx, "Show in description", Command::ShowInDescription(place));
        }
        if view.state.description.file.is_some() {
            menus::command(ui, cx, &Command::FieldFromSelection);
        }
        if let Some(target) = field.as_ref().and_then(|field| referred(view.tree, field)) {
            menus::entry(ui, cx, "Follow pointer", Command::Select(target));
        }
        if view.state.selection_is_in_scene() {
            ui.separator();
            menus::of_selection(ui, cx);
        }
    }
}
