//! Layout of a hex view: the columns of a row, in characters.

use std::ops::Range;

use egui::{Pos2, Rect, pos2};

/// Possible numbers of bytes per row, and whether they are close together, largest first: powers of
/// two, so that offsets line up.
const WIDTHS: [(u64, bool); 4] = [(32, false), (16, false), (16, true), (8, false)];
/// `0x`, eight digits, two spaces.
const OFFSET_CHARS: f32 = 12.0;

/// Layout shared by all rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// Bytes per row.
    pub width: u64,
    /// Width of a character, in points.
    pub char: f32,
    /// Left edge of the offsets.
    pub left: f32,
    /// Half a space between bytes instead of a whole one.
    pub tight: bool,
}

/// A column of the hex view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    Hex,
    Text,
}

impl Layout {
    /// The layout with the most bytes per row that fit into `room` points, or with the fewest if none
    /// fits.
    pub fn fit(left: f32, room: f32, char: f32) -> Self {
        let layouts = WIDTHS.map(|(width, tight)| Self { width, char, left, tight });
        let [.., least] = layouts;
        layouts.into_iter().find(|layout| layout.row_width() <= room).unwrap_or(least)
    }

    /// Width of a whole row, in points.
    pub fn row_width(&self) -> f32 {
        (self.text_start() + self.width as f32) * self.char
    }

    /// Characters before the text column.
    fn text_start(&self) -> f32 {
        self.hex_char(self.width) + self.space()
    }

    /// Width of the gap between two bytes in characters; after every eight bytes it is twice as wide.
    fn space(&self) -> f32 {
        if self.tight { 0.5 } else { 1.0 }
    }

    /// Characters before the hex digits of byte `column`.
    fn hex_char(&self, column: u64) -> f32 {
        let spaces = (column + column / 8) as f32;
        OFFSET_CHARS + 2.0 * column as f32 + spaces * self.space()
    }

    /// Number of rows for a source of `len` bytes.
    pub fn rows(&self, len: u64) -> u64 {
        len.div_ceil(self.width)
    }

    pub fn row_of(&self, offset: u64) -> u64 {
        offset / self.width
    }

    /// The bytes of `row`.
    pub fn bytes(&self, row: u64, len: u64) -> Range<u64> {
        let start = row.saturating_mul(self.width).min(len);
        start..start.saturating_add(self.width).min(len)
    }

    /// Left edge of the digits or of the character of byte `column`.
    pub fn x(&self, which: Column, column: u64) -> f32 {
        let char = match which {
            Column::Hex => self.hex_char(column),
            Column::Text => self.text_start() + column as f32,
        };
        self.left + char * self.char
    }

    /// Rectangle of bytes `first..=last` in this row. Half of the space between bytes is added on both
    /// sides of hex digits, so that neighbours touch.
    pub fn cover(&self, which: Column, row: Rect, first: u64, last: u64) -> Rect {
        let (digits, gap) = match which {
            Column::Hex => (2.0, self.space() * self.char / 2.0),
            Column::Text => (1.0, 0.0),
        };
        let left = self.x(which, first) - gap;
        let right = self.x(which, last) + digits * self.char + gap;
        Rect::from_x_y_ranges(left..=right, row.y_range())
    }

    /// Index of the byte under `x`, or of the nearest one with `clamp`.
    fn column_at(&self, x: f32, clamp: bool) -> Option<u64> {
        let columns = 0..self.width;
        let row = Rect::from_min_max(pos2(0.0, 0.0), pos2(0.0, 1.0));
        let hits =
            |which| columns.clone().find(|c| self.cover(which, row, *c, *c).x_range().contains(x));
        let exact = hits(Column::Hex).or_else(|| hits(Column::Text));
        if exact.is_some() || !clamp {
            return exact;
        }
        let text = self.x(Column::Text, 0);
        let which = if x < text - self.char { Column::Hex } else { Column::Text };
        let past = columns.clone().find(|c| self.cover(which, row, *c, *c).right() >= x);
        Some(past.unwrap_or(self.width - 1))
    }

    /// The byte at `pos` in `row` of a source of `len` bytes; the nearest one while dragging.
    pub fn byte_at(&self, row: u64, pos: Pos2, len: u64, dragging: bool) -> Option<u64> {
        let bytes = self.bytes(row, len);
        let offset = bytes.start + self.column_at(pos.x, dragging)?;
        if dragging {
            Some(offset.min(bytes.end.checked_sub(1)?))
        } else {
            bytes.contains(&offset).then_some(offset)
        }
    }
}
