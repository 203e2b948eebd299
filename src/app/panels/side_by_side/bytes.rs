//! The bytes of both files in step, with one scroll bar.

use egui::{FontFamily, FontId, PointerButton, Rect, RichText, Role, Sense, Ui};
use egui_material_icons::icons;

use super::row::{Columns, RowInputs};
use crate::app::model::numbers::{grouped, offset};
use crate::app::model::{Command, PanelId, SelectionTarget};
use crate::app::panels::bytes::cursor_keys::{KEYS, moved_to};
use crate::app::panels::bytes::kinds::Kinds;
use crate::app::panels::bytes::layout::{Column, Layout};
use crate::app::panels::compare::names;
use crate::app::ui::input::{key_area, take_presses, takes_keys};
use crate::app::ui::shortcuts::with_keys;
use crate::app::ui::{
    Ctx, GRID, ROW, RowScroll, Theme, cells::mono_width, icon_button, row, row_scroll, theme,
    toolbar,
};
use crate::bytes::{SourceId, Span, Tree};
use crate::edit::{BytePairs, PairedFile};
use crate::library::Opened;

/// See the [module](self).
#[derive(Default)]
pub struct BytesView {
    scroll: RowScroll,
    /// Position of the cursor in the pairs.
    cursor: u64,
    kinds: [Kinds; 2],
    /// The selection that the cursor was last moved to.
    followed: Option<(SourceId, Span)>,
    /// Requested by a command: the next difference, or the previous one (`false`).
    step: Option<bool>,
    /// Scroll to the first difference once the layout is known.
    is_new: bool,
    reveal: bool,
}

impl BytesView {
    /// Prepares the view for other files.
    pub fn reset(&mut self) {
        *self = Self { is_new: true, ..Self::default() };
    }

    /// Moves to the next or the previous difference in the next frame.
    pub fn step(&mut self, forwards: bool) {
        self.step = Some(forwards);
    }

    /// Draws the bytes of the other file and of the open one, in the states that were compared.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        cx: &mut Ctx<'_>,
        [other, own]: [&Opened; 2],
        pairs: &BytePairs,
    ) {
        self.cursor = self.cursor.min(pairs.len().saturating_sub(1));
        self.follow(cx, own, pairs);
        self.bar(ui, pairs);
        if let Some(forwards) = self.step.take() {
            self.go_to_change(cx, own, pairs, forwards);
        }
        self.fields(ui, [other, own], pairs);
        let font = FontId::new(cx.state.settings.hex_size, FontFamily::Monospace);
        let all = ui.available_rect_before_wrap();
        let half = (all.width() - row_scroll::BAR) / 2.0;
        let middle = all.left() + half;
        let char = mono_width(ui, &font);
        let [left, right] =
            [all.left(), middle].map(|left| Layout::fit(left + GRID, half - 2.0 * GRID, char));
        titles(ui, cx, [other, own], (all, middle));
        let height = (font.size * 1.5).round();
        let id = egui::Id::unique("side by side bytes");
        let below = ui.available_rect_before_wrap();
        if takes_keys(ui, id, cx.state.focus == PanelId::SIDE_BY_SIDE) {
            let page = (below.height() / height) as u64;
            self.keys(ui, cx, own, pairs, (&left, page));
        }
        if std::mem::take(&mut self.reveal) {
            self.scroll.arrive(left.row_of(self.cursor));
        }
        ui.painter().rect_filled(below, 0.0, Theme::of(ui).well);
        let shown = self.scroll.show(ui, "Bytes side by side", left.rows(pairs.len()), height);
        let fits = left.row_width() <= half - GRID;
        let parts: &[Column] = if fits { &[Column::Hex, Column::Text] } else { &[Column::Hex] };
        let columns = Columns { pairs, layouts: [left, right], middle, parts };
        let visible = columns.positions(shown.rows.clone());
        for ((kinds, file), of) in
            self.kinds.iter_mut().zip([other, own]).zip([PairedFile::A, PairedFile::B])
        {
            if let Some(range) = columns.offsets(of, visible.clone()) {
                kinds.look_at(&file.document.tree, range, &Theme::of(ui));
            }
        }
        let inputs = RowInputs {
            columns: &columns,
            sources: [&other.document.source, &own.document.source],
            kinds: &self.kinds,
            theme: Theme::of(ui),
            font,
            cursor: self.cursor,
            selection: self.followed.map(|(_, span)| span),
        };
        let painter = ui.painter().with_clip_rect(shown.rect.intersect(ui.clip_rect()));
        for row in shown.rows.clone() {
            inputs.row(&painter, shown.row_rect(row), row);
        }
        let line = Theme::of(ui).line;
        painter.vline(middle, shown.rect.y_range(), egui::Stroke::new(1.0, line));
        self.pointer(ui, cx, (own, &columns), &shown);
        let [before, after] = pairs.offsets(self.cursor);
        let at = after.or(before).unwrap_or(0);
        let label = format!("Bytes side by side, cursor at {}", offset(at));
        key_area(ui, id, below, Role::Grid, &label);
    }

    /// Moves the cursor to a selection in the open file that was made elsewhere.
    fn follow(&mut self, cx: &Ctx<'_>, own: &Opened, pairs: &BytePairs) {
        let source = own.document.source.id();
        let selected = cx.state.selection.as_ref().filter(|selected| selected.source == source);
        let now = selected.map(|selected| (source, selected.span)).filter(|(_, span)| span.len > 0);
        let is_new = std::mem::take(&mut self.is_new);
        if now != self.followed {
            self.followed = now;
            let (_, at) = self.offsets(pairs);
            if let Some((_, span)) = now
                && !at.is_some_and(|at| span.contains(at))
            {
                self.put(pairs.position(PairedFile::B, span.start));
                return;
            }
        }
        if let (true, None, Some(first)) = (is_new, now, pairs.changes().first()) {
            self.put(first.start);
        }
    }

    fn offsets(&self, pairs: &BytePairs) -> (Option<u64>, Option<u64>) {
        let [a, b] = pairs.offsets(self.cursor);
        (a, b)
    }

    fn put(&mut self, position: u64) {
        self.cursor = position;
        self.reveal = true;
    }

    /// Puts the cursor on a position, and selects the byte of the open file.
    fn select(&mut self, cx: &mut Ctx<'_>, own: &Opened, pairs: &BytePairs, position: u64) {
        self.put(position.min(pairs.len().saturating_sub(1)));
        if let (_, Some(offset)) = self.offsets(pairs)
            && is_current(cx, own)
        {
            cx.select(SelectionTarget::Byte { source: own.document.source.id(), offset });
        }
    }

    fn go_to_change(&mut self, cx: &mut Ctx<'_>, own: &Opened, pairs: &BytePairs, forwards: bool) {
        let changes = pairs.changes();
        let next = match forwards {
            true => changes.iter().find(|change| change.start > self.cursor).or(changes.first()),
            false => {
                changes.iter().rev().find(|change| change.end <= self.cursor).or(changes.last())
            }
        };
        if let Some(next) = next {
            self.select(cx, own, pairs, next.start);
        }
    }

    /// Number of the difference at or before the cursor, and the buttons to step.
    fn bar(&mut self, ui: &mut Ui, pairs: &BytePairs) {
        let changes = pairs.changes();
        toolbar::from_right(ui, |ui| {
            ui.add_enabled_ui(!changes.is_empty(), |ui| {
                let down = icons::ICON_KEYBOARD_ARROW_DOWN;
                let tip = with_keys("Next difference", &Command::FindNext);
                if icon_button(ui, down, &tip, false).clicked() {
                    self.step = Some(true);
                }
                let up = icons::ICON_KEYBOARD_ARROW_UP;
                let tip = with_keys("Previous difference", &Command::FindPrevious);
                if icon_button(ui, up, &tip, false).clicked() {
                    self.step = Some(false);
                }
            });
            let reached = changes.partition_point(|change| change.start <= self.cursor);
            let text = match changes.len() {
                0 => "All bytes are equal".to_owned(),
                count => {
                    format!(
                        "Difference {} of {}",
                        grouped(reached.max(1) as u64),
                        grouped(count as u64)
                    )
                }
            };
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add_space(2.0 * GRID);
                ui.add(egui::Label::new(text).truncate());
            });
        });
    }

    /// The fields at the cursor in both files.
    fn fields(&self, ui: &mut Ui, [other, own]: [&Opened; 2], pairs: &BytePairs) {
        let (a, b) = self.offsets(pairs);
        let path = |file: &Opened, at: Option<u64>| {
            at.and_then(|at| field_at(&file.document.tree, at)).unwrap_or_default()
        };
        let (a, b) = (path(other, a), path(own, b));
        let text = match (a.is_empty(), b.is_empty()) {
            (true, true) => "No field".to_owned(),
            (true, false) => format!("Only in the open file: {b}"),
            (false, true) => format!("Only in the other file: {a}"),
            _ if a == b => a,
            _ => format!("{a} → {b}"),
        };
        ui.horizontal(|ui| {
            ui.add_space(2.0 * GRID);
            let weak = Theme::of(ui).weak;
            ui.add(
                egui::Label::new(RichText::new(text).font(theme::mono()).color(weak)).truncate(),
            );
        });
    }

    fn keys(
        &mut self,
        ui: &Ui,
        cx: &mut Ctx<'_>,
        own: &Opened,
        pairs: &BytePairs,
        (layout, page): (&Layout, u64),
    ) {
        for (key, modifiers) in take_presses(ui, &KEYS) {
            if let Some(to) = moved_to(self.cursor, key, modifiers, pairs.len(), layout, page) {
                self.select(cx, own, pairs, to);
            }
        }
    }

    fn pointer(
        &mut self,
        ui: &Ui,
        cx: &mut Ctx<'_>,
        (own, columns): (&Opened, &Columns<'_>),
        shown: &row_scroll::VisibleRows,
    ) {
        let id = ui.scope_id().with("side by side pointer");
        let response = ui.interact(shown.rect, id, Sense::CLICK);
        let position = |at: egui::Pos2| columns.position_at(shown.row_at(at.y)?, at);
        if let Some(hovered) = response.hover_pos().and_then(position)
            && let [_, Some(offset)] = columns.pairs.offsets(hovered)
            && is_current(cx, own)
        {
            cx.hover(SelectionTarget::Byte { source: own.document.source.id(), offset });
        }
        if response.clicked_by(PointerButton::Primary)
            && let Some(position) = response.interact_pointer_pos().and_then(position)
        {
            self.select(cx, own, columns.pairs, position);
            self.reveal = false;
        }
    }
}

/// `true` if the document still has these bytes.
fn is_current(cx: &Ctx<'_>, own: &Opened) -> bool {
    cx.state.own_source() == Some(own.document.source.id())
}

/// Path of the innermost field at a byte.
fn field_at(tree: &Tree, byte: u64) -> Option<String> {
    Some(tree.field(&tree.deepest_at(byte)?)?.path)
}

/// The names of both files above their columns.
fn titles(ui: &mut Ui, cx: &Ctx<'_>, files: [&Opened; 2], (all, middle): (Rect, f32)) {
    let theme = Theme::of(ui);
    let line = all.with_max_y(all.top() + ROW);
    let is_saved = files.iter().all(|file| file.path == cx.state.document_path().unwrap_or(""));
    let own = if is_saved { " (with unsaved changes)" } else { "" };
    let [other, open] = names::of_files(cx.state, files.map(|file| &*file.path));
    let starts = [(line.left(), middle, other), (middle, line.right(), format!("{open}{own}"))];
    for (start, end, name) in starts {
        let left = start + 2.0 * GRID;
        row::row_text(ui, line, left, end - GRID, name, theme::body(), theme.text);
    }
    ui.advance_cursor_after_rect(line);
}
