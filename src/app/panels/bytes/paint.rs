//! Draws rows of bytes: one text per row over the colours of the fields.

use std::fmt::Write;
use std::ops::Range;

use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, pos2, vec2};

use super::copy::printable;
use super::kinds::{Kind, Kinds, Mark};
use super::layout::{Column, Layout};
use crate::app::model::{Note, edits::changed::Changed, numbers, view::palettes::EditedWord};
use crate::app::ui::Theme;
use crate::bytes::Span;

/// Everything that is needed to draw bytes: layout, colours, marks and notes.
pub struct PaintInputs<'a> {
    pub layout: Layout,
    pub theme: Theme,
    pub font: FontId,
    pub kinds: &'a Kinds,
    pub marks: &'a [Mark],
    pub notes: &'a [Note],
    /// Edited words, whose stored values differ.
    pub edited: &'a [EditedWord],
    /// Ranges that changed since the file was saved.
    pub changed: Option<&'a Changed>,
    /// Typed bytes that are not applied yet.
    pub typed: Range<u64>,
    pub selection: Option<Span>,
    pub hover: Option<Span>,
    pub cursor: u64,
    /// The panel has the focus: the cursor is drawn filled.
    pub focused: bool,
}

impl PaintInputs<'_> {
    /// Draws the bytes of `range` into `rect`.
    pub fn row(&self, painter: &Painter, rect: Rect, range: Range<u64>, bytes: &[u8]) {
        self.washes(painter, rect, &range);
        if let Some(hover) = self.hover {
            let line = Stroke::new(1.0, self.theme.weak);
            self.band(painter, rect, &range, hover, self.theme.hover_fill, line);
        }
        if let Some(selection) = self.selection {
            let line = Stroke::new(1.0, self.theme.accent);
            self.band(painter, rect, &range, selection, self.theme.accent_fill, line);
        }
        if !self.typed.is_empty() {
            let typed =
                Span::new(Default::default(), self.typed.start, self.typed.end - self.typed.start);
            let fill = self.theme.warning.gamma_multiply(0.3);
            self.band(painter, rect, &range, typed, fill, Stroke::new(1.0, self.theme.warning));
        }
        self.text(painter, rect, &range, bytes);
        self.problems(painter, rect, &range);
        self.changed(painter, rect, &range);
        self.edited(painter, rect, &range);
        self.notes(painter, rect, &range);
        if range.contains(&self.cursor) {
            let column = self.cursor - range.start;
            let width = if self.focused { 2.0 } else { 1.0 };
            for which in [Column::Hex, Column::Text] {
                let cell = self.layout.cover(which, rect, column, column);
                let stroke = Stroke::new(width, self.theme.accent);
                painter.rect_stroke(cell, 2.0, stroke, StrokeKind::Inside);
            }
        }
    }

    fn kind(&self, offset: u64) -> Kind {
        let none = Kind { colour: self.theme.weak, field: u32::MAX, unread: false, padding: false };
        self.kinds.at(offset).unwrap_or(none)
    }

    /// Background of each field, with a gap of one point between fields.
    fn washes(&self, painter: &Painter, rect: Rect, range: &Range<u64>) {
        let mut start = range.start;
        while start < range.end {
            let kind = self.kind(start);
            let mut end = start + 1;
            while end < range.end && self.kind(end).field == kind.field {
                end += 1;
            }
            if kind.field != u32::MAX && !kind.padding {
                let (first, last) = (start - range.start, end - 1 - range.start);
                let cell = self.layout.cover(Column::Hex, rect, first, last);
                let cell = cell.shrink2(vec2(1.0, 1.0));
                painter.rect_filled(cell, 2.0, self.theme.tint(kind.colour));
                if kind.unread {
                    hatch(painter, cell, self.theme.warning.gamma_multiply(0.35));
                }
            }
            start = end;
        }
    }

    /// Underlines bytes that changed since the file was saved.
    fn changed(&self, painter: &Painter, rect: Rect, range: &Range<u64>) {
        let Some(changed) = self.changed else { return };
        let ranges = changed.ranges_from(range.start).iter();
        for changed in ranges.take_while(|changed| changed.start < range.end) {
            let start = changed.start.max(range.start) - range.start;
            let end = changed.end.min(range.end) - range.start;
            let cell = self.layout.cover(Column::Hex, rect, start, end - 1).shrink2(vec2(1.0, 1.0));
            painter.hline(cell.x_range(), cell.bottom(), Stroke::new(1.5, self.theme.warning));
        }
    }

    /// Underlines the stored bytes of edited words with a dashed line.
    fn edited(&self, painter: &Painter, rect: Rect, range: &Range<u64>) {
        let first = self.edited.partition_point(|word| word.span.end() <= range.start);
        let words = self.edited.iter().skip(first);
        for word in words.take_while(|word| word.span.start < range.end) {
            let start = word.span.start.max(range.start) - range.start;
            let end = word.span.end().min(range.end) - range.start;
            let cell = self.layout.cover(Column::Hex, rect, start, end - 1).shrink2(vec2(1.0, 1.0));
            let ends = [cell.left_bottom(), cell.right_bottom()];
            let line = Stroke::new(2.0, self.theme.warning);
            painter.extend(Shape::dashed_line(&ends, line, 4.0, 2.0));
        }
    }

    /// Rectangles of `span` in this row, in both columns.
    fn band(
        &self,
        painter: &Painter,
        rect: Rect,
        range: &Range<u64>,
        span: Span,
        fill: Color32,
        line: Stroke,
    ) {
        let (start, end) = (span.start.max(range.start), span.end().min(range.end));
        if start >= end {
            return;
        }
        for which in [Column::Hex, Column::Text] {
            let cell = self.layout.cover(which, rect, start - range.start, end - 1 - range.start);
            painter.rect_filled(cell, 2.0, fill);
            // Top and bottom edges only where the band begins and ends, so that rows join.
            if span.start >= range.start {
                painter.vline(cell.left(), cell.y_range(), line);
            }
            if span.end() <= range.end {
                painter.vline(cell.right(), cell.y_range(), line);
            }
        }
    }

    /// Draws offset, digits and characters as one text.
    fn text(&self, painter: &Painter, rect: Rect, range: &Range<u64>, bytes: &[u8]) {
        let mut job = LayoutJob { break_on_newline: false, ..LayoutJob::default() };
        job.wrap.max_width = f32::INFINITY;
        let format = |colour| TextFormat::simple(self.font.clone(), colour);
        let has_cursor = range.contains(&self.cursor);
        let offset_colour = if has_cursor { self.theme.text } else { self.theme.weak };
        let mut text = numbers::offset(range.start);
        text.push_str("  ");
        job.append(&text, 0.0, format(offset_colour));
        let mut line = Line { job, text: String::new(), colour: Color32::TRANSPARENT, space: 0.0 };
        let mut end = self.layout.x(Column::Hex, 0);
        for (column, (offset, byte)) in (0..).zip(range.clone().zip(bytes)) {
            let start = self.layout.x(Column::Hex, column);
            line.skip(start - end, &self.layout, &self.font);
            line.add(self.colour(offset, *byte), &self.font, |text| {
                // Writing to a string cannot fail.
                let _ = write!(text, "{byte:02x}");
            });
            end = start + 2.0 * self.layout.char;
        }
        line.skip(self.layout.x(Column::Text, 0) - end, &self.layout, &self.font);
        for (offset, byte) in range.clone().zip(bytes) {
            let shown = printable(*byte);
            let colour =
                if shown.is_some() { self.colour(offset, *byte) } else { self.unprintable(offset) };
            line.add(colour, &self.font, |text| text.push(shown.unwrap_or('.')));
        }
        let galley = painter.layout_job(line.finish(&self.font));
        let y = rect.center().y - galley.size().y / 2.0;
        painter.galley(pos2(self.layout.left, y), galley, self.theme.text);
    }

    fn colour(&self, offset: u64, byte: u8) -> Color32 {
        let selected = self.selection.is_some_and(|span| span.contains(offset));
        let at = Span::new(Default::default(), offset, 1);
        match byte {
            _ if self.changed.is_some_and(|changed| changed.touches(at)) => self.theme.warning,
            _ if selected => self.theme.text,
            0 => self.theme.zero,
            _ => self.kind(offset).colour,
        }
    }

    /// Colour of the dot that replaces an unprintable character.
    fn unprintable(&self, offset: u64) -> Color32 {
        self.colour(offset, 0)
    }

    fn problems(&self, painter: &Painter, rect: Rect, range: &Range<u64>) {
        for mark in self.marks {
            let (start, end) = (mark.bytes.start.max(range.start), mark.bytes.end.min(range.end));
            if start >= end {
                continue;
            }
            let first = start - range.start;
            let cell = self.layout.cover(Column::Hex, rect, first, end - 1 - range.start);
            let line = Stroke::new(2.0, self.theme.severity(mark.severity));
            painter.hline(cell.x_range().shrink(1.0), cell.bottom() - 1.0, line);
        }
    }

    /// Marks the first and last byte of each note with a corner, because notes may overlap.
    fn notes(&self, painter: &Painter, rect: Rect, range: &Range<u64>) {
        let corner = |byte: u64, pick: fn(Rect) -> Pos2, side: f32| {
            let column = byte - range.start;
            let tip = pick(self.layout.cover(Column::Hex, rect, column, column));
            let points = vec![tip, tip + vec2(side, 0.0), tip + vec2(0.0, side)];
            painter.add(Shape::convex_polygon(points, self.theme.note, Stroke::NONE));
        };
        for note in self.notes.iter().filter(|note| note.length > 0) {
            let last = note.offset.saturating_add(note.length - 1);
            if range.contains(&note.offset) {
                corner(note.offset, |cell| cell.left_top(), CORNER);
            }
            if range.contains(&last) {
                corner(last, |cell| cell.right_bottom(), -CORNER);
            }
        }
    }
}

/// Side of the corners of notes, in points.
const CORNER: f32 = 6.0;

/// Text made of runs of one colour each.
struct Line {
    job: LayoutJob,
    text: String,
    colour: Color32,
    /// Points before the text.
    space: f32,
}

impl Line {
    /// Leaves a gap before the next text: as space characters, or in points if the layout is tight.
    fn skip(&mut self, points: f32, layout: &Layout, font: &FontId) {
        if layout.tight {
            self.flush(font);
            self.space += points;
        } else {
            let spaces = (points / layout.char).round() as usize;
            self.text.extend(std::iter::repeat_n(' ', spaces));
        }
    }

    fn add(&mut self, colour: Color32, font: &FontId, write: impl FnOnce(&mut String)) {
        if colour != self.colour {
            self.flush(font);
            self.colour = colour;
        }
        write(&mut self.text);
    }

    fn flush(&mut self, font: &FontId) {
        if !self.text.is_empty() {
            let space = std::mem::take(&mut self.space);
            self.job.append(&self.text, space, TextFormat::simple(font.clone(), self.colour));
            self.text.clear();
        }
    }

    fn finish(mut self, font: &FontId) -> LayoutJob {
        self.flush(font);
        self.job
    }
}

/// Draws slanted lines over unread bytes.
fn hatch(painter: &Painter, rect: Rect, colour: Color32) {
    let painter = painter.with_clip_rect(rect.intersect(painter.clip_rect()));
    let mut x = rect.left() - rect.height();
    while x < rect.right() {
        let line = [pos2(x, rect.bottom()), pos2(x + rect.height(), rect.top())];
        painter.line_segment(line, Stroke::new(1.0, colour));
        x += 6.0;
    }
}
