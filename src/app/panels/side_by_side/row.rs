//! Draws a row of bytes of both files.

use std::fmt::Write;
use std::ops::Range;

use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, FontId, Painter, Pos2, Rect, Stroke, StrokeKind, pos2};

use crate::app::model::numbers;
use crate::app::panels::bytes::copy::printable;
use crate::app::panels::bytes::kinds::Kinds;
use crate::app::panels::bytes::layout::{Column, Layout};
use crate::app::ui::{GRID, Theme};
use crate::bytes::{Source, Span};
use crate::edit::{BytePairs, PairedFile};

/// The columns of both files, or the lines of both one over the other.
pub struct Columns<'a> {
    pub pairs: &'a BytePairs,
    pub layouts: [Layout; 2],
    /// Left edge of the second file; `None` if each row has a line for each file.
    pub middle: Option<f32>,
    /// The columns that fit: both, or only the digits.
    pub parts: &'static [Column],
}

/// Layout of the bytes, and the parts that fit.
type Fit = (Layout, &'static [Column]);

/// Numbers of bytes per row that fit only without characters.
const FEW: [u64; 3] = [8, 4, 2];

/// The layout with the most bytes per row that fit into `room` points, or with the fewest if none does.
fn fit(left: f32, room: f32, char: f32) -> Result<Fit, Fit> {
    let most = Layout::fit(left, room, char);
    if most.row_width() <= room {
        return Ok((most, &[Column::Hex, Column::Text]));
    }
    let digits = FEW.map(|width| Layout { width, char, left, tight: false });
    let width = |layout: &Layout| layout.x(Column::Hex, layout.width - 1) + 2.0 * char - left;
    let [.., least] = digits;
    let found = digits.into_iter().find(|layout| width(layout) <= room);
    found.map(|layout| (layout, &[Column::Hex][..])).ok_or((least, &[Column::Hex]))
}

impl<'a> Columns<'a> {
    /// The columns that fit between `left` and `right`: side by side with at least eight bytes per row, otherwise one over
    /// the other.
    pub fn new(pairs: &'a BytePairs, (left, right): (f32, f32), char: f32) -> Self {
        let half = (right - left) / 2.0;
        let middle = left + half;
        let room = half - 2.0 * GRID;
        let beside = [left, middle].map(|left| fit(left + GRID, room, char));
        if let [Ok((one, parts)), Ok((two, _))] = beside
            && one.width >= 8
        {
            return Self { pairs, layouts: [one, two], middle: Some(middle), parts };
        }
        let (Ok((layout, parts)) | Err((layout, parts))) =
            fit(left + GRID, right - left - 2.0 * GRID, char);
        Self { pairs, layouts: [layout; 2], middle: None, parts }
    }

    /// Number of lines of a row.
    pub fn lines(&self) -> usize {
        if self.middle.is_some() { 1 } else { 2 }
    }

    /// The part of a row's rectangle with the bytes of a file.
    fn line(&self, rect: Rect, file: PairedFile) -> Rect {
        match (self.middle, file) {
            (Some(_), _) => rect,
            (None, PairedFile::A) => rect.with_max_y(rect.center().y),
            (None, PairedFile::B) => rect.with_min_y(rect.center().y),
        }
    }
}

impl Columns<'_> {
    /// Positions in these rows.
    pub fn positions(&self, rows: Range<u64>) -> Range<u64> {
        let [layout, _] = self.layouts;
        let len = self.pairs.len();
        rows.start.saturating_mul(layout.width).min(len)
            ..rows.end.saturating_mul(layout.width).min(len)
    }

    /// Offsets of a file at these positions, from the first to the last one; `None` if it has none.
    pub fn offsets(&self, file: PairedFile, positions: Range<u64>) -> Option<Range<u64>> {
        let of = |position| {
            let [a, b] = self.pairs.offsets(position);
            if file == PairedFile::A { a } else { b }
        };
        let first = positions.clone().find_map(of)?;
        let last = positions.rev().find_map(of)?;
        Some(first..last + 1)
    }

    /// The position under the pointer in a row.
    pub fn position_at(&self, row: u64, at: Pos2) -> Option<u64> {
        let [left, right] = self.layouts;
        let is_left = self.middle.is_none_or(|middle| at.x < middle);
        let layout = if is_left { left } else { right };
        let is_text = at.x >= layout.x(Column::Text, 0);
        let is_drawn = !is_text || self.parts.contains(&Column::Text);
        layout.byte_at(row, at, self.pairs.len(), false).filter(|_| is_drawn)
    }
}

/// Everything that is needed to draw rows.
pub struct RowInputs<'a> {
    pub columns: &'a Columns<'a>,
    pub sources: [&'a Source; 2],
    pub kinds: &'a [Kinds; 2],
    pub theme: Theme,
    pub font: FontId,
    /// Position of the cursor.
    pub cursor: u64,
    /// Selected bytes of the open file.
    pub selection: Option<Span>,
}

/// A byte of a file, and a mark if the other file has another one.
#[derive(Clone, Copy)]
struct Cell {
    offset: u64,
    byte: u8,
    differs: bool,
}

impl RowInputs<'_> {
    /// Draws a row.
    pub fn row(&self, painter: &Painter, rect: Rect, row: u64) {
        let positions = self.columns.positions(row..row + 1);
        let cells: Vec<[Option<(u64, u8)>; 2]> = positions
            .clone()
            .map(|position| {
                let [a, b] = self.columns.pairs.offsets(position);
                let [one, two] = self.sources;
                [byte(one, a), byte(two, b)]
            })
            .collect();
        for (index, side) in [PairedFile::A, PairedFile::B].into_iter().enumerate() {
            let (Some(layout), Some(kinds)) =
                (self.columns.layouts.get(index), self.kinds.get(index))
            else {
                continue;
            };
            let own: Vec<Option<Cell>> = cells
                .iter()
                .map(|[a, b]| {
                    let (own, other) = if side == PairedFile::A { (a, b) } else { (b, a) };
                    let (offset, byte) = (*own)?;
                    let differs = other.is_none_or(|(_, other)| other != byte);
                    Some(Cell { offset, byte, differs })
                })
                .collect();
            let line = self.columns.line(rect, side);
            self.backgrounds(painter, (layout, line), &own, &cells);
            self.text(painter, (layout, line), &own, kinds);
            self.cursor(painter, (layout, line), &positions);
        }
    }

    /// Marks differing bytes, gaps, and the selection.
    fn backgrounds(
        &self,
        painter: &Painter,
        (layout, rect): (&Layout, Rect),
        own: &[Option<Cell>],
        cells: &[[Option<(u64, u8)>; 2]],
    ) {
        for ((column, cell), [_, open]) in (0..).zip(own).zip(cells) {
            let selected = self.selection.zip(*open);
            let selected = selected.is_some_and(|(span, (offset, _))| span.contains(offset));
            let fill = match cell {
                None => Some(self.theme.line),
                Some(cell) if cell.differs => Some(self.theme.warning.gamma_multiply(0.3)),
                Some(_) if selected => Some(self.theme.accent_fill),
                Some(_) => None,
            };
            let Some(fill) = fill else { continue };
            for which in self.columns.parts {
                painter.rect_filled(layout.cover(*which, rect, column, column), 0.0, fill);
            }
        }
    }

    fn cursor(&self, painter: &Painter, (layout, rect): (&Layout, Rect), positions: &Range<u64>) {
        if !positions.contains(&self.cursor) {
            return;
        }
        let column = self.cursor - positions.start;
        for which in self.columns.parts {
            let cell = layout.cover(*which, rect, column, column);
            let stroke = Stroke::new(1.0, self.theme.accent);
            painter.rect_stroke(cell, 2.0, stroke, StrokeKind::Inside);
        }
    }

    /// Draws offset, digits and characters as one text.
    fn text(
        &self,
        painter: &Painter,
        (layout, rect): (&Layout, Rect),
        cells: &[Option<Cell>],
        kinds: &Kinds,
    ) {
        let mut job = LayoutJob { break_on_newline: false, ..LayoutJob::default() };
        job.wrap.max_width = f32::INFINITY;
        let format = |colour| TextFormat::simple(self.font.clone(), colour);
        let mut end = layout.left;
        let mut add = |text: &str, x: f32, colour: Color32| {
            job.append(text, x - end, format(colour));
            end = x + text.chars().count() as f32 * layout.char;
        };
        if let Some(first) = cells.iter().flatten().next() {
            add(&numbers::offset(first.offset), layout.left, self.theme.weak);
        }
        let colour = |cell: &Cell, is_zero: bool| match kinds.at(cell.offset) {
            _ if cell.differs => self.theme.text,
            _ if is_zero => self.theme.zero,
            Some(kind) => kind.colour,
            None => self.theme.weak,
        };
        let mut digits = String::new();
        for (column, cell) in (0..).zip(cells) {
            let Some(cell) = cell else { continue };
            digits.clear();
            // Writing to a string cannot fail.
            let _ = write!(digits, "{:02x}", cell.byte);
            add(&digits, layout.x(Column::Hex, column), colour(cell, cell.byte == 0));
        }
        let texts = if self.columns.parts.contains(&Column::Text) { cells } else { &[] };
        for (column, cell) in (0..).zip(texts) {
            let Some(cell) = cell else { continue };
            let shown = printable(cell.byte);
            let text = shown.unwrap_or('.').to_string();
            add(&text, layout.x(Column::Text, column), colour(cell, shown.is_none()));
        }
        let galley = painter.layout_job(job);
        let y = rect.center().y - galley.size().y / 2.0;
        painter.galley(pos2(layout.left, y), galley, self.theme.text);
    }
}

/// The byte at an offset.
pub fn byte(source: &Source, offset: Option<u64>) -> Option<(u64, u8)> {
    let offset = offset?;
    source.window(offset, offset + 1).first().map(|byte| (offset, *byte))
}
