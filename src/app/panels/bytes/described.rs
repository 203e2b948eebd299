//! Value and meaning of the fields at bytes, as in Fields.

use std::rc::Rc;
use std::sync::Arc;

use egui::{Context, Role, Sense, Ui, vec2};

use crate::app::model::selection::field_reference::prepare;
use crate::app::model::{Selection, State};
use crate::app::panels::fields::{row::Row, tooltip};
use crate::app::ui::named::Named;
use crate::app::ui::{GRID, ROW, Side, Theme, cells, theme};
use crate::bytes::{FieldId, Tree};
use crate::library::{Meanings, Opened};

/// Maximum number of cached rows: for the selection, the pointer, and some that the pointer just left.
const CACHE: usize = 16;

/// Cached rows of one file.
#[derive(Default)]
pub struct Described {
    /// The file, the revision of the names, and `true` if the tables of keys are available.
    of: (Option<Arc<Opened>>, u64, bool),
    rows: Vec<(FieldId, Rc<Row>)>,
}

impl Described {
    /// Discards cached rows if the file or the known names have changed. Tables of keys are built in the
    /// background.
    pub fn update(&mut self, ctx: &Context, file: &Arc<Opened>, state: &State) {
        let names = state.doc.as_ref().map_or(0, |doc| doc.names);
        let tree = &file.document.tree;
        let ctx = ctx.clone();
        prepare(tree, move || ctx.request_repaint());
        let (known, was, has_keys) = &self.of;
        let is_known = known.as_ref().is_some_and(|known| Arc::ptr_eq(known, file));
        if !is_known || (*was, *has_keys) != (names, tree.has_keys_prepared()) {
            self.of = (Some(file.clone()), names, tree.has_keys_prepared());
            self.rows.clear();
        }
    }

    /// The file of the rows.
    pub fn file(&self) -> Option<&Arc<Opened>> {
        self.of.0.as_ref()
    }

    /// The innermost field at a byte.
    pub fn at(&mut self, state: &State, byte: u64) -> Option<Rc<Row>> {
        self.row(state, |tree| tree.deepest_at(byte))
    }

    /// The selected field, or the one at `cursor` if none is selected.
    pub fn selected(
        &mut self,
        state: &State,
        selected: Option<&Selection>,
        cursor: u64,
    ) -> Option<Rc<Row>> {
        match selected.filter(|selected| !selected.path.is_empty()) {
            Some(selected) => self.row(state, |tree| tree.find(&selected.path).ok()),
            None => self.at(state, cursor),
        }
    }

    fn row(&mut self, state: &State, id: impl Fn(&Tree) -> Option<FieldId>) -> Option<Rc<Row>> {
        let document = &self.of.0.as_ref()?.document;
        let id = id(&document.tree)?;
        if let Some((_, row)) = self.rows.iter().find(|(known, _)| *known == id) {
            return Some(row.clone());
        }
        let mut row = Row::of_field(&document.tree, document.tree.field(&id)?);
        let meanings = Meanings::of(document, &state.library.names).without_waiting();
        row.meaning = meanings.meaning(&row.field).into_owned();
        let row = Rc::new(row);
        if self.rows.len() >= CACHE {
            self.rows.clear();
        }
        self.rows.push((id, row.clone()));
        Some(row)
    }
}

/// A line with the value and the meaning of a field.
pub(super) fn line(ui: &mut Ui, row: Option<&Row>, file: Option<&Arc<Opened>>) {
    let theme = Theme::of(ui);
    let (line, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    ui.painter().hline(line.x_range(), line.bottom() - 0.5, (1.0, theme.line));
    let cell = line.shrink2(vec2(2.0 * GRID, 0.0));
    let Some((row, file)) = row.zip(file) else { return };
    let value = row.shown_value();
    let room = cell.with_max_x(if row.meaning.is_empty() { cell.right() } else { cell.center().x });
    let right = (cell.left() + cells::width(ui, &value, theme::mono())).min(room.right());
    cells::text(ui, room, Side::Left, &value, theme::mono(), theme.text);
    let rest = cell.with_min_x(right + 2.0 * GRID);
    cells::text(ui, rest, Side::Left, &row.meaning, theme::body(), theme.weak);
    let response = ui.interact(line, ui.scope_id().with("meaning"), Sense::HOVER);
    let label = match row.meaning.is_empty() {
        true => format!("Value: {value}"),
        false => format!("Value: {value}, {}", row.meaning),
    };
    response.named(Role::Label, label);
    response.on_hover_ui(|ui| tooltip(ui, row, &file.document));
}
