//! The bytes of both files in step, with one scroll bar.

use std::ops::Range;

use egui::{FontFamily, FontId, PointerButton, Rect, RichText, Role, Sense, Ui, vec2};
use egui_material_icons::icons;

use super::row::{Columns, RowInputs, byte};
use crate::app::model::numbers::{counted, grouped, offset};
use crate::app::model::{Command, PanelId, SelectionTarget};
use crate::app::panels::bytes::cursor_keys::{KEYS, moved_to};
use crate::app::panels::bytes::kinds::Kinds;
use crate::app::panels::bytes::layout::Layout;
use crate::app::panels::compare::names;
use crate::app::ui::input::{key_area, take_presses, takes_keys};
use crate::app::ui::named::Named;
use crate::app::ui::shortcuts::with_keys;
use crate::app::ui::{
    Ctx, GRID, ROW, RowScroll, Theme, cells, cells::mono_width, icon_button, row, row_scroll,
    theme, toolbar,
};
use crate::bytes::{SourceId, Span, Tree};
use crate::edit::{BytePairs, Kind, PairedFile};
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
    /// Bytes per row.
    per_row: u64,
    /// The current difference that the cursor was last moved to, with the number of the result.
    known: Option<(u64, usize)>,
    /// The next selection is made here: the cursor stays.
    is_own: bool,
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
        let files = [other, own];
        self.follow(cx, files, pairs);
        self.bar(ui, pairs);
        if let Some(forwards) = self.step.take() {
            self.go_to_change(cx, files, pairs, forwards);
        }
        self.fields(ui, files, pairs);
        let font = FontId::new(cx.state.settings.hex_size, FontFamily::Monospace);
        let all = ui.available_rect_before_wrap();
        let sides = (all.left(), all.right() - row_scroll::BAR);
        let columns = Columns::new(pairs, sides, mono_width(ui, &font));
        let [left, _] = columns.layouts;
        titles(ui, cx, files, (all, columns.middle));
        let height = (font.size * 1.5).round() * columns.lines() as f32;
        let id = egui::Id::unique("side by side bytes");
        let below = ui.available_rect_before_wrap();
        if takes_keys(ui, id, cx.state.focus == PanelId::SIDE_BY_SIDE) {
            let page = (below.height() / height) as u64;
            self.keys(ui, cx, files, pairs, (&left, page));
        }
        let before = std::mem::replace(&mut self.per_row, left.width);
        if before != 0 && before != left.width {
            self.scroll.jump(left.row_of(self.scroll.top().saturating_mul(before)));
        }
        if std::mem::take(&mut self.reveal) {
            self.scroll.arrive(left.row_of(self.cursor));
        }
        ui.painter().rect_filled(below, 0.0, Theme::of(ui).well);
        let shown = self.scroll.show(ui, "Bytes side by side", left.rows(pairs.len()), height);
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
        let stroke = egui::Stroke::new(1.0, line);
        match columns.middle {
            Some(middle) => _ = painter.vline(middle, shown.rect.y_range(), stroke),
            None => shown.rows.clone().for_each(|row| {
                painter.hline(shown.rect.x_range(), shown.row_rect(row).top(), stroke);
            }),
        }
        self.pointer(ui, cx, (files, &columns), &shown);
        let [before, after] = pairs.offsets(self.cursor);
        let at = after.or(before).unwrap_or(0);
        let label = format!("Bytes side by side, cursor at {}", offset(at));
        key_area(ui, id, below, Role::Grid, &label);
    }

    /// Moves the cursor to a selection in the open file that was made elsewhere, or to a difference that only the other
    /// file has.
    fn follow(&mut self, cx: &Ctx<'_>, files: [&Opened; 2], pairs: &BytePairs) {
        let source = files[1].document.source.id();
        let selection = cx.state.selection.as_ref().filter(|selected| selected.source == source);
        let now =
            selection.map(|selected| (source, selected.span)).filter(|(_, span)| span.len > 0);
        let (is_new, is_own) = (std::mem::take(&mut self.is_new), std::mem::take(&mut self.is_own));
        let comparing = &cx.state.comparing;
        let current = comparing.current().map(|index| (comparing.changes, index));
        let is_another = current != self.known;
        let is_selected = now != self.followed;
        (self.known, self.followed) = (current, now);
        if is_own {
            return;
        }
        let change = comparing.current_change();
        let bytes = || comparing.comparison()?.first_bytes(change?);
        let goal = match (change, selection, now) {
            (Some(change), _, _) if is_another && change.kind == Kind::Removed => bytes(),
            // All of the element is selected.
            (Some(change), Some(selected), Some(_)) if selected.path == change.path => {
                bytes().filter(|_| is_another || is_selected)
            }
            (_, _, Some((_, span))) if is_selected => {
                let (_, at) = self.offsets(pairs);
                Some((PairedFile::B, span)).filter(|_| !at.is_some_and(|at| span.contains(at)))
            }
            _ => None,
        };
        if let Some((file, span)) = goal {
            let end = pairs.position(file, span.end().saturating_sub(1)) + 1;
            let all = pairs.position(file, span.start)..end;
            self.put(first_difference(files, pairs, all.clone()).unwrap_or(all.start));
        } else if let (true, None, Some(first)) = (is_new, now, pairs.changes().first()) {
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

    /// Puts the cursor on a position, and selects the byte of the open file. If the open file has no difference there, the
    /// element of the other file becomes the current one.
    fn select(&mut self, cx: &mut Ctx<'_>, files: [&Opened; 2], pairs: &BytePairs, position: u64) {
        self.put(position.min(pairs.len().saturating_sub(1)));
        let [other, own] = files;
        if !is_current(cx, own) {
            return;
        }
        self.is_own = true;
        let (before, after) = self.offsets(pairs);
        match after {
            Some(offset) => {
                let source = own.document.source.id();
                cx.select(SelectionTarget::Byte { source, offset });
            }
            None => cx.push(Command::Deselect),
        }
        let row = |opened: &Opened, file: PairedFile, at: Option<u64>| {
            let path = field_at(&opened.document.tree, at?)?;
            cx.state.comparing.comparison()?.element_at(file, &path)
        };
        if row(own, PairedFile::B, after).is_none() {
            let index = row(other, PairedFile::A, before);
            cx.extend(index.map(|index| Command::GoToDifference { index, show: false }));
        }
    }

    fn go_to_change(
        &mut self,
        cx: &mut Ctx<'_>,
        files: [&Opened; 2],
        pairs: &BytePairs,
        forwards: bool,
    ) {
        let changes = pairs.changes();
        let next = match forwards {
            true => changes.iter().find(|change| change.start > self.cursor).or(changes.first()),
            false => {
                changes.iter().rev().find(|change| change.end <= self.cursor).or(changes.last())
            }
        };
        if let Some(next) = next {
            self.select(cx, files, pairs, next.start);
        }
    }

    /// Number of the difference at the cursor, and the buttons to step.
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
            let last = reached.checked_sub(1).and_then(|last| changes.get(last));
            let is_inside = last.is_some_and(|last| last.contains(&self.cursor));
            let text = match changes.len() as u64 {
                0 => "All bytes are equal".to_owned(),
                count if is_inside => {
                    format!("Difference {} of {}", grouped(reached as u64), grouped(count))
                }
                count => format!("{}, not here", counted(count, "difference")),
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
        files: [&Opened; 2],
        pairs: &BytePairs,
        (layout, page): (&Layout, u64),
    ) {
        for (key, modifiers) in take_presses(ui, &KEYS) {
            if let Some(to) = moved_to(self.cursor, key, modifiers, pairs.len(), layout, page) {
                self.select(cx, files, pairs, to);
            }
        }
    }

    fn pointer(
        &mut self,
        ui: &Ui,
        cx: &mut Ctx<'_>,
        (files, columns): ([&Opened; 2], &Columns<'_>),
        shown: &row_scroll::VisibleRows,
    ) {
        let [_, own] = files;
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
            self.select(cx, files, columns.pairs, position);
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

/// The first position in a range at which the bytes differ.
fn first_difference(files: [&Opened; 2], pairs: &BytePairs, range: Range<u64>) -> Option<u64> {
    let changes = pairs.changes();
    let first = changes.partition_point(|change| change.end <= range.start);
    let [a, b] = files.map(|file| &file.document.source);
    let differs = |position: &u64| {
        let [one, two] = pairs.offsets(*position);
        byte(a, one).map(|(_, byte)| byte) != byte(b, two).map(|(_, byte)| byte)
    };
    let near = changes.iter().skip(first).take_while(|change| change.start < range.end);
    near.flat_map(|change| change.start.max(range.start)..change.end.min(range.end)).find(differs)
}

/// The names of both files above their columns, or in lines in the order of those of each row.
fn titles(ui: &mut Ui, cx: &Ctx<'_>, files: [&Opened; 2], (all, middle): (Rect, Option<f32>)) {
    let theme = Theme::of(ui);
    let [other, own] = names::of_comparison(cx.state)
        .unwrap_or_else(|| names::of_files(cx.state, files.map(|file| &*file.path)));
    let line = all.with_max_y(all.top() + ROW);
    let areas = match middle {
        Some(middle) => [line.with_max_x(middle), line.with_min_x(middle)],
        None => [line, line.translate(vec2(0.0, ROW))],
    };
    let marks = if middle.is_some() { ["", ""] } else { ["Above: ", "Below: "] };
    for ((area, name), mark) in areas.into_iter().zip([other, own]).zip(marks) {
        let inner = area.shrink2(vec2(2.0 * GRID, 0.0));
        let font = theme::body();
        let left =
            row::row_text(ui, inner, inner.left(), inner.right(), mark, font.clone(), theme.weak);
        let text = cells::cut_inside(ui, &name, &font, inner.right() - left);
        row::row_text(ui, inner, left, inner.right(), text, font, theme.text);
        let id = ui.scope_id().with(("file of the bytes", mark, area.left() as i32));
        let response = ui.interact(area, id, Sense::hover());
        response.named(Role::Label, format!("{mark}{name}"));
    }
    ui.advance_cursor_after_rect(areas[0].union(areas[1]));
}
