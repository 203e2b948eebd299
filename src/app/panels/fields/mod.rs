//! Fields of the open file: a tree of any size with value, meaning and offset.
//!
//! `outline` lists the rows, `browse` computes their content, `paint` draws them, `interaction` handles
//! clicks, [`search`] filters.

pub mod bits;
mod browse;
mod edit;
mod face_rows;
mod interaction;
mod keys;
mod list_menu;
pub mod outline;
mod paint;
pub mod row;
pub mod search;

use std::rc::Rc;

use egui::{Key, Rect, RichText, Role, Sense, TextEdit, Ui, pos2, vec2};
use egui_material_icons::icons;

use self::browse::Browser;
use self::outline::{Outline, Path};
use self::paint::Columns;
pub(in crate::app::panels) use self::paint::tooltip;
use self::row::Row;
use self::search::{MAX_HITS, Query, Search, USES};
use crate::app::model::{Command, DocScene, PanelId, State, grouped};
use crate::app::panels::notes;
use crate::app::ui::cells::{self, mono_width};
use crate::app::ui::input::{escaped, key_area, takes_keys};
use crate::app::ui::named::Named;
use crate::app::ui::per_tab::{FileChange, PerTab};
use crate::app::ui::row::fill;
use crate::app::ui::type_ahead::TypeAhead;
use crate::app::ui::{
    CTRL_SHIFT, Ctx, DefaultPosition, GRID, Keys, Panel, PanelInfo, ROW, RowScroll, Side, Theme,
    empty_state, icon_button, menus, spinner, theme, tips, toolbar,
};

/// Maximum number of fields of a selected record that are scrolled into view with it.
const MAX_REVEALED: u64 = 16;

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::FIELDS,
    title: "Fields",
    icon: icons::ICON_ACCOUNT_TREE,
    home: DefaultPosition::RightMiddle,
    keys: &[Keys(CTRL_SHIFT, Key::D)],
    is_searched: true,
    make: Some(|| Box::<FieldsPanel>::default()),
    ..PanelInfo::EMPTY
};

/// See the [module](self).
#[derive(Default)]
pub struct FieldsPanel {
    browser: Browser,
    at: Position,
    positions: PerTab<Position>,
    columns: Columns,
    filter: String,
    search: Option<Search>,
    /// The filter box takes the focus.
    focus_filter: bool,
    typed: TypeAhead,
    /// The value that is being edited.
    editing: Option<edit::Editing>,
    /// Requested by a command and handled in the next frame.
    copy: bool,
}

/// Position in the tree of a file.
#[derive(Default)]
struct Position {
    scroll: RowScroll,
    /// Row of the keyboard cursor.
    cursor: Option<Path>,
    /// Field path of the selection that was last scrolled to.
    followed: Option<String>,
}

impl Panel for FieldsPanel {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let change = self.positions.follow(cx.state, &mut self.at);
        if self.browser.show(cx.state.shown.as_ref(), &cx.state.library) {
            // Another tab keeps its cursor.
            if change != FileChange::Tab {
                (self.at.cursor, self.at.followed) = (None, None);
            }
            self.editing = None;
            let scroll = self.at.scroll.clone();
            self.restart_search(ui);
            // A filter shows different rows in each file.
            if change != FileChange::None && self.filter.is_empty() {
                self.at.scroll = scroll;
            }
        }
        if self.browser.file().is_none() {
            let hint = "Open a file, or drop one on the window";
            empty_state(ui, icons::ICON_ACCOUNT_TREE, "No fields to show", hint);
            return;
        }
        if let Some(doc) = &cx.state.doc {
            self.browser.note_problems(doc);
        }
        self.browser.prepare_keys(ui.ctx());
        self.follow(cx.state);
        let id = egui::Id::unique("fields list");
        // The focus is read before the filter box is drawn, because the box gives it up when Enter is
        // pressed.
        let keyed = takes_keys(ui, id, cx.state.focus == PanelId::FIELDS);
        self.toolbar(ui);
        self.name_of_other(ui, cx);
        let header = self.header(ui);
        if let Some(search) = &mut self.search {
            search.poll();
        }
        let below = ui.available_rect_before_wrap();
        ui.painter().rect_filled(below, 0.0, Theme::of(ui).well);
        key_area(ui, id, below, Role::Tree, "Fields");
        if self.outline().is_empty() && self.search.is_some() {
            self.no_hits(ui);
            return;
        }
        let count = self.outline().len();
        let shown = self.at.scroll.show(ui, "Fields", count, ROW);
        if keyed {
            self.keys(ui, cx, shown.page());
        }
        self.copy_value(cx);
        shown.each(ui, |ui, row, rect| self.row(ui, cx, rect, row, header));
    }

    fn command(&mut self, command: &Command, state: &State) {
        if state.focus != PanelId::FIELDS {
            return;
        }
        match command {
            Command::Find => self.focus_filter = true,
            Command::CopyBytes => self.copy = true,
            _ => {}
        }
    }
}

impl FieldsPanel {
    /// The displayed rows: the matches of the filter, or the whole tree.
    fn outline(&self) -> &Outline {
        self.search.as_ref().map_or(&self.browser.outline, |search| &search.outline)
    }

    /// Scrolls to a selection made elsewhere.
    fn follow(&mut self, state: &State) {
        let here = self.browser.source();
        let selection = state.selection.as_ref().filter(|s| Some(s.source) == here);
        let path = selection.map(|selection| selection.path.clone()).filter(|p| !p.is_empty());
        if path == self.at.followed {
            return;
        }
        self.at.followed.clone_from(&path);
        let Some(path) = path.filter(|_| state.settings.sync) else { return };
        let at_cursor = self.at.cursor.clone().and_then(|cursor| self.browser.row(&cursor));
        if at_cursor.is_some_and(|row| row.field.path == path) {
            return;
        }
        if let Some(at) = self.browser.reveal(&path) {
            if let Some(row) = self.outline().row_of(&at) {
                // Includes the children, if there are few.
                let children = self.browser.row(&at).map_or(0, |row| u64::from(row.children));
                let open = self.outline().is_open(&at);
                let below = if open { Some(children).filter(|n| *n <= MAX_REVEALED) } else { None };
                self.at.scroll.arrive_with(row, below.unwrap_or(0));
            }
            self.at.cursor = Some(at);
        }
    }

    /// Puts the cursor on a row and selects its field.
    fn go(&mut self, path: Path, cx: &mut Ctx<'_>) {
        let Some(row) = self.browser.row(&path) else { return };
        if let Some(at) = self.outline().row_of(&path) {
            self.at.scroll.reveal(at);
        }
        self.at.cursor = Some(path);
        cx.select(row.target());
    }

    /// Expands or collapses a row. Returns `false` if it already was, or cannot be.
    fn set_open(&mut self, path: &[u32], open: bool) -> bool {
        match (&mut self.search, open) {
            (Some(search), true) => self.browser.expand_in(&mut search.outline, path),
            (Some(search), false) => search.outline.collapse(path),
            (None, true) => self.browser.expand(path),
            (None, false) => self.browser.outline.collapse(path),
        }
    }

    fn copy_value(&mut self, cx: &mut Ctx<'_>) {
        let row = self.at.cursor.clone().and_then(|path| self.browser.row(&path));
        if let Some(row) = row.filter(|_| std::mem::take(&mut self.copy)) {
            cx.push(Command::Copy { what: "value", text: row.value.clone() });
        }
    }

    fn toolbar(&mut self, ui: &mut Ui) {
        toolbar::from_right(ui, |ui| {
            if icon_button(ui, icons::ICON_UNFOLD_LESS, "Collapse all", false).clicked() {
                self.browser.collapse_all();
            }
            if icon_button(ui, icons::ICON_CLOSE, "Clear the filter (Esc)", false).clicked() {
                self.clear_filter();
            }
            if self.search.as_ref().is_some_and(|search| search.running) {
                spinner(ui, ROW);
            }
            self.filter_box(ui);
        });
        if let Some(search) = self.search.as_ref().filter(|s| s.hits >= MAX_HITS) {
            let text = format!(
                "Showing the first {} hits; add a word to narrow the filter.",
                grouped(search.hits)
            );
            ui.weak(RichText::new(text).small());
        }
    }

    /// The name of the displayed file if it is a companion that contains the selection.
    fn name_of_other(&self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let Some(file) = self.browser.file() else { return };
        let own = cx.state.own_source();
        if own == Some(file.document.source.id()) || own.is_none() {
            return;
        }
        let theme = Theme::of(ui);
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
        ui.painter().rect_filled(rect, 0.0, theme.hover_fill);
        let cell = rect.shrink2(vec2(2.0 * GRID, 0.0));
        let (mark, text) = cell.split_left_right_at_x(cell.left() + 5.0 * GRID);
        cells::icon(ui, mark, icons::ICON_DRAFT, theme::ICON, theme.weak);
        let name = format!("in {}", cx.state.library.display_name(&file.path));
        cells::text(ui, text, Side::Left, &name, theme::body(), theme.text);
        let response = ui.interact(rect, ui.scope_id().with("other file"), Sense::CLICK);
        response.named(Role::Button, &name);
        let tip = format!("{}\nCompanion file; click to open", file.path);
        if response.on_hover_text(tip).clicked() {
            cx.push(Command::Open(file.path.clone()));
        }
    }

    fn filter_box(&mut self, ui: &mut Ui) {
        // A fixed id keeps the focus in the box while the spinner next to it appears and disappears.
        let edit = TextEdit::singleline(&mut self.filter)
            .id(egui::Id::unique("filter fields"))
            .hint_text("Filter by name, value, meaning")
            .desired_width(ui.available_width() - 2.0 * GRID);
        let response = ui.add(edit).accessible_name("Filter fields");
        if std::mem::take(&mut self.focus_filter) {
            response.request_focus();
        }
        if response.changed() {
            self.restart_search(ui);
        }
        if escaped(ui, &response) {
            self.clear_filter();
            response.surrender_focus();
        }
    }

    fn restart_search(&mut self, ui: &Ui) {
        let query = Query::new(&self.filter);
        let file = self.browser.file().filter(|_| !query.is_empty()).cloned();
        let file = file.zip(self.browser.library().cloned());
        self.search =
            file.map(|(file, library)| Search::start(file, library, query, ui.ctx().clone()));
        self.at.scroll.jump(0);
    }

    /// Shows the whole tree again, scrolled to the row of the cursor.
    fn clear_filter(&mut self) {
        self.filter.clear();
        if self.search.take().is_none() {
            return;
        }
        if let Some(cursor) = self.at.cursor.clone() {
            self.browser.expand_above(&cursor);
            if let Some(row) = self.outline().row_of(&cursor) {
                self.at.scroll.reveal(row);
            }
        }
    }

    fn no_hits(&self, ui: &mut Ui) {
        let Some(search) = &self.search else { return };
        let looked_at = grouped(search.looked_at());
        if search.running {
            let text = format!("{looked_at} fields searched so far");
            empty_state(ui, icons::ICON_SEARCH, "Searching …", &text);
        } else {
            let (title, hint) = match Query::new(&self.filter) {
                Query::Words(_) => ("No field matches", "A row matches if it contains every word."),
                Query::Uses(path)
                    if self.browser.tree().is_some_and(|t| t.find(&path).is_err()) =>
                {
                    ("No such field", "Type a path as in “Copy path”, such as uses:models[3].")
                }
                Query::Uses(_) => (
                    "No field refers to it",
                    "A row matches if it refers to this field or a part of it.",
                ),
            };
            let text = format!("{looked_at} fields searched. {hint}");
            empty_state(ui, icons::ICON_SEARCH, title, &text);
        }
    }

    /// Column headings with draggable edges. Returns the width of the offset column.
    fn header(&mut self, ui: &mut Ui) -> f32 {
        let theme = Theme::of(ui);
        let offset = 10.0 * mono_width(ui, &theme::mono()) + GRID;
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
        // Rows leave space for the scroll bar.
        let row = rect.with_max_x(rect.right() - 3.0 * GRID);
        let cells = self.columns.cells(row, offset);
        let title = |cell: Rect, side, text| {
            cells::text(ui, cell, side, text, theme::small(), theme.weak);
        };
        title(cells.name, Side::Left, "Name");
        title(cells.value, Side::Left, "Value");
        title(cells.meaning, Side::Left, "Meaning");
        title(cells.offset, Side::Right, "Offset");
        ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, (1.0, theme.line));
        let width = (cells.offset.left() - cells.name.left()).max(1.0);
        let drag = |name: &str, x: f32| {
            let grip = Rect::from_center_size(pos2(x, rect.center().y), vec2(2.0 * GRID, ROW));
            let response = ui.interact(grip, ui.scope_id().with(name), Sense::DRAG);
            let response = response.on_hover_and_drag_cursor(egui::CursorIcon::ResizeHorizontal);
            let line =
                if response.hovered() || response.dragged() { theme.accent } else { theme.line };
            ui.painter().vline(x, rect.y_range().shrink(GRID), (1.0, line));
            response.drag_delta().x / width
        };
        let value = self.columns.value + drag("value edge", cells.value.left() - GRID);
        let meaning = self.columns.meaning + drag("meaning edge", cells.meaning.left() - GRID);
        self.columns.value = value.clamp(0.15, 0.75);
        self.columns.meaning = meaning.clamp(self.columns.value + 0.08, 0.95);
        offset
    }

    fn row(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, rect: Rect, index: u64, offset_width: f32) {
        let Some(path) = self.outline().at(index) else { return };
        let Some(mut row) = self.browser.row(&path) else { return };
        let edited = |scene: &DocScene| cx.state.palettes.word_at(&scene.scene, row.field.span);
        if let Some(word) = cx.state.scene().and_then(edited) {
            row = Rc::new(Row { edited: Some(word), ..(*row).clone() });
        } else if let Some(changed) = cx.state.changed_in(row.field.span.source)
            && changed.touches(row.field.span)
        {
            row = Rc::new(row.compared(&changed));
        }
        let is = |other: Option<&crate::app::model::Selection>| {
            other.is_some_and(|s| s.source == row.field.span.source && s.path == row.field.path)
        };
        let at_cursor = self.at.cursor.as_deref() == Some(path.as_slice());
        let selected = is(cx.state.selection.as_ref()) && (row.bit.is_none() || at_cursor);
        fill(ui, rect, selected, is(cx.state.hover.as_ref()) && row.bit.is_none());
        let response = ui.interact(rect, ui.scope_id().with(&path), Sense::CLICK);
        let label = format!("{} {} {}", row.name(), row.shown_value(), row.meaning);
        response.named_on(Role::TreeItem, selected, label.trim_end());
        if response.hovered() {
            cx.hover(row.target());
        }
        let cells = self.columns.cells(rect, offset_width);
        let open = self.outline().is_open(&path);
        let noted = || cx.state.notes.on_field(row.field.span.source, &row.field.path);
        let top_note = noted().max_by_key(|note| !note.is_bookmark());
        let icon = top_note.filter(|_| row.bit.is_none()).map(notes::icon);
        paint::row(ui, &row, &cells, path.len() - 1, open, icon);
        let box_cell = cells.value.with_max_x(cells.meaning.right());
        if self.edit_cell(ui, cx, &path, &row, box_cell) {
            return;
        }
        self.clicks(ui, cx, &response, &row, path, &cells);
        let response = tips::beside(response, |ui| {
            self.browser.file().iter().for_each(|file| paint::tooltip(ui, &row, &file.document));
            noted().for_each(|note| notes::tooltip(ui, note));
        });
        let is_current = at_cursor && cx.state.focus == PanelId::FIELDS;
        let opens = is_current && menus::key_pressed(ui.ctx());
        menus::context(&response, opens, |ui| self.menu(ui, cx, &row));
    }
}
