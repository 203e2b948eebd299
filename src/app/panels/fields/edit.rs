//! Editing of values in place.

use egui::text::CCursorRange;
use egui::{
    Align2, Area, Frame, Id, Key, Order as Layer, Rect, RichText, ScrollArea, TextEdit, Ui,
    UiBuilder, vec2,
};

use super::FieldsPanel;
use super::face_rows::face_field;
use super::outline::Path;
use super::row::Row;
use crate::app::model::edits::Edit;
use crate::app::model::{Command, grouped};
use crate::app::ui::input::escaped;
use crate::app::ui::{Ctx, GRID, Theme, theme};
use crate::bytes::{Bit, Field, FieldKind, Hint, Symbol, Value};
use crate::edit::{EditOp, Operation, parse};

/// Maximum number of bytes that are edited as digits; longer fields are edited in Bytes.
const MAX_BYTES: u64 = 64;
/// Names visible at once below the box.
const LIST_ROWS: f32 = 10.0;

/// The value that is being edited.
pub struct Editing {
    /// Row of the field.
    row: Path,
    /// Field path, because rows may change.
    path: String,
    text: String,
    /// The box has yet to take the focus.
    is_new: bool,
    /// Rectangle of the list of names in the last frame.
    list: Rect,
}

/// `true` if a value can be typed for the field.
pub fn is_editable(field: &Field) -> bool {
    match field.kind {
        FieldKind::Scalar(_) | FieldKind::Bits | FieldKind::Text => true,
        FieldKind::Bytes | FieldKind::Padding | FieldKind::Unread => {
            (1..=MAX_BYTES).contains(&field.span.len)
        }
        FieldKind::Group | FieldKind::Array | FieldKind::Link(_) | FieldKind::Value => false,
    }
}

impl FieldsPanel {
    /// Opens the edit box of a row; a single bit is toggled immediately.
    pub(super) fn begin_edit(&mut self, path: Path, row: &Row, cx: &mut Ctx<'_>) {
        let field = &row.field;
        if let Some(bit) = row.bit.as_ref().filter(|bit| bit.is_single()) {
            let what = if bit.is_set() { "clear" } else { "set" };
            let how = if bit.is_set() { Operation::Clear } else { Operation::Set };
            self.order(
                cx,
                format!("{what} {} in {}", bit.name, field.path),
                EditOp::Set {
                    set: field.path.clone(),
                    how,
                    to: format!("{:#x}", bit.mask).as_str().into(),
                    condition: None,
                },
            );
        } else if is_editable(field) {
            let text = match &row.bit {
                Some(bit) => bit.value.to_string(),
                None => written(field, self.stored(field)),
            };
            let (path, row) = (field.path.clone(), path);
            self.editing = Some(Editing { row, path, text, is_new: true, list: Rect::NOTHING });
        } else {
            cx.push(Command::info("This field has no single value; edit the fields in it."));
        }
    }

    fn stored(&self, field: &Field) -> Vec<u8> {
        let tree = self.browser.tree();
        tree.map_or_else(Vec::new, |tree| {
            tree.source_of_span(field.span).slice(field.span).to_vec()
        })
    }

    fn order(&self, cx: &mut Ctx<'_>, name: String, order: EditOp) {
        let Some(file) = self.browser.file() else { return };
        let edit = Edit { path: file.path.clone(), name, orders: vec![order], ..Edit::default() };
        cx.push(Command::Edit(Box::new(edit)));
    }

    /// Draws the edit box in `cell` if this row is being edited. Returns `true` if it is.
    pub(super) fn edit_cell(
        &mut self,
        ui: &mut Ui,
        cx: &mut Ctx<'_>,
        path: &[u32],
        row: &Row,
        cell: Rect,
    ) -> bool {
        let Some(mut editing) = self.editing.take() else { return false };
        if editing.row != path {
            self.editing = Some(editing);
            return false;
        }
        if editing.path != row.field.path {
            // Another file was opened, or the field no longer exists.
            return false;
        }
        let wrong = misread(row, &editing.text);
        let theme = Theme::of(ui);
        let colour = if wrong.is_some() { theme.error } else { theme.text };
        let width = cell.width();
        let edit = TextEdit::singleline(&mut editing.text)
            .id(Id::unique("edit a field"))
            .font(theme::mono())
            .text_color(colour)
            .margin(vec2(GRID, 0.0))
            .align(Align2::LEFT_CENTER)
            .min_size(cell.size())
            .desired_width(width - 2.0 * GRID);
        let place = UiBuilder::new().max_rect(cell);
        let mut shown = ui.scope_builder(place, |ui| edit.show(ui)).inner;
        let response = shown.response.response;
        let response = response.accessible_name(format!("New value of {}", editing.path));
        if std::mem::take(&mut editing.is_new) {
            response.request_focus();
            // Typing replaces the old value.
            let all = CCursorRange::select_all(&shown.galley);
            shown.state.cursor.set_char_range(Some(all));
            shown.state.store(ui.ctx(), response.id);
        }
        let cancelled = escaped(ui, &response);
        let picked = self.names(ui, cx, &mut editing, row, cell, wrong.as_deref());
        let over_list =
            ui.input(|i| i.pointer.latest_pos()).is_some_and(|p| editing.list.contains(p));
        let entered = response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        let left = response.lost_focus() && !over_list;
        if cancelled {
            response.surrender_focus();
        } else if entered && wrong.is_some() {
            response.request_focus();
            self.editing = Some(editing);
        } else if entered || picked || left {
            self.commit(cx, row, &editing.text, entered || picked);
        } else {
            if response.lost_focus() {
                response.request_focus();
            }
            self.editing = Some(editing);
        }
        true
    }

    /// Applies the change, if there is one. Invalid text is ignored; a value confirmed with Enter or
    /// picked from the list (`meant`) applies to all selected faces.
    fn commit(&self, cx: &mut Ctx<'_>, row: &Row, text: &str, meant: bool) {
        let field = &row.field;
        if misread(row, text).is_some() {
            return;
        }
        if let Some(bit) = &row.bit {
            let number = text.trim().parse::<u32>().unwrap_or(0);
            let all = field.value.as_u64().map_or(0, |raw| raw as u32) & !bit.mask;
            let value = all | number.unbounded_shl(bit.mask.trailing_zeros()) & bit.mask;
            let name = format!("set {} of {} to {number}", bit.name, field.path);
            return self.order(
                cx,
                name,
                EditOp::set(field.path.as_str(), &Value::Uint(value.into())),
            );
        }
        let same = written(field, self.stored(field)) == text;
        let faces = cx.state.faces_of_selection().len();
        if let Some(field) = face_field(row, cx.state).filter(|_| meant && faces > 1) {
            // A value typed for one of several selected faces applies to all of them.
            cx.push(Command::EditFaceField { field, to: text.trim().to_owned() });
        } else if !same {
            let name = format!("set {} to {}", field.path, text.trim());
            self.order(cx, name, EditOp::set(field.path.as_str(), text));
        }
    }

    /// Lists the names that can be entered below the box. Returns `true` if a complete name was
    /// picked.
    fn names(
        &self,
        ui: &Ui,
        cx: &Ctx<'_>,
        editing: &mut Editing,
        row: &Row,
        cell: Rect,
        wrong: Option<&str>,
    ) -> bool {
        let faces = cx.state.faces_of_selection().len();
        let all = face_field(row, cx.state).filter(|_| faces > 1).map(|_| faces);
        let (bits, symbols): (&[Bit], &[Symbol]) = match row.field.hint {
            Hint::Flags(bits) if row.bit.is_none() => (bits, &[]),
            Hint::Enum(symbols) | Hint::Special(symbols) => (&[], symbols),
            _ => (&[], &[]),
        };
        if bits.is_empty() && symbols.is_empty() && wrong.is_none() && all.is_none() {
            editing.list = Rect::NOTHING;
            return false;
        }
        let theme = Theme::of(ui);
        let mut picked = false;
        let area = Area::new(Id::unique("names of a field"))
            .order(Layer::Foreground)
            .fixed_pos(cell.left_bottom() + vec2(0.0, 2.0))
            .constrain(true);
        let shown = area.show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_max_width(cell.width().max(70.0 * GRID));
                if let Some(wrong) = wrong {
                    ui.label(RichText::new(wrong).color(theme.error));
                }
                if let Some(faces) = all {
                    ui.weak(format!(
                        "Enter applies to all {} selected faces",
                        grouped(faces as u64)
                    ));
                }
                let height = LIST_ROWS * ui.spacing().interact_size.y;
                ScrollArea::vertical().max_height(height).show(ui, |ui| {
                    let written = parse(&row.field, &editing.text).ok();
                    let now = written.and_then(|value| value.as_u64()).unwrap_or(0);
                    for bit in bits.iter().filter(|bit| bit.mask.count_ones() == 1) {
                        let mut on = now & u64::from(bit.mask) != 0;
                        if ui.checkbox(&mut on, bit.name).on_hover_text(bit.meaning).changed() {
                            editing.text = format!("{:#x}", now ^ u64::from(bit.mask));
                        }
                    }
                    for symbol in symbols {
                        let label = format!("{}  {}", symbol.value, symbol.name);
                        let is_it = now == u64::from(symbol.value);
                        if ui.selectable_label(is_it, label).clicked() {
                            editing.text = symbol.value.to_string();
                            picked = true;
                        }
                    }
                });
            })
        });
        editing.list = shown.response.rect;
        picked
    }
}

/// The value in the form in which it is typed.
fn written(field: &Field, stored: Vec<u8>) -> String {
    match (&field.value, field.kind) {
        (Value::Text(text), _) if text.chars().any(char::is_control) => format!("{text:?}"),
        (Value::Text(text), _) => text.clone(),
        (Value::Float(number), _) => (*number as f32).to_string(),
        (Value::None, _) => {
            let digits: Vec<String> = stored.iter().map(|byte| format!("{byte:02x}")).collect();
            digits.join(" ")
        }
        (value, _) if field.hint.is_hex() => format!("{:#x}", value.as_u64().unwrap_or(0)),
        (Value::Int(number), _) => number.to_string(),
        (Value::Uint(number), _) => number.to_string(),
    }
}

/// The reason why the text is not a valid value of the field.
fn misread(row: &Row, text: &str) -> Option<String> {
    let field = &row.field;
    if let Some(bit) = &row.bit {
        let most = bit.mask.unbounded_shr(bit.mask.trailing_zeros());
        let fits = text.trim().parse::<u32>().is_ok_and(|number| number <= most);
        return (!fits).then(|| format!("Expected a number from 0 to {most}"));
    }
    if field.value == Value::None {
        return match crate::edit::bytes(text) {
            Ok(bytes) if bytes.len() as u64 == field.span.len => None,
            Ok(_) => Some(format!("Expected {} bytes", field.span.len)),
            Err(why) => Some(why),
        };
    }
    // Text that is not a number may be a name: one whose hash is stored, or that of the target.
    let is_named = field.hint.is_name() || field.hint.is_reference();
    let may_be_name = is_named && !text.trim().is_empty();
    parse(field, text).err().filter(|_| !may_be_name)
}
