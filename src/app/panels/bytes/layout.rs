//! Layout of a hex view: the columns of a row, in characters.

use std::ops::Range;

use egui::{Pos2, Rect, pos2};

/// Possible numbers of bytes per row, largest first: powers of two, so that offsets line up.
const WIDTHS: [u64; 3] = [32, 16, 8];
/// `0x`, eight digits, two spaces.
const OFFSET_CHARS: usize = 12;

/// Layout shared by all rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// Bytes per row.
    pub width: u64,
    /// Width of a character, in points.
    pub char: f32,
    /// Left edge of the offsets.
    pub left: f32,
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
        let fits = |width: &u64| Self::chars(*width) as f32 * char <= room;
        let width = WIDTHS.into_iter().find(fits).unwrap_or(WIDTHS[WIDTHS.len() - 1]);
        Self { width, char, left }
    }

    /// Width of a whole row, in points.
    pub fn row_width(&self) -> f32 {
        Self::chars(self.width) as f32 * self.char
    }

    /// Characters in a row of `width` bytes.
    fn chars(width: u64) -> usize {
        let width = width as usize;
        Self::text_start(width) + width
    }

    fn text_start(width: usize) -> usize {
        Self::hex_char(width) + 1
    }

    /// Character position of the hex digits of byte `column`, with a gap after every eight bytes.
    fn hex_char(column: usize) -> usize {
        OFFSET_CHARS + 3 * column + column / 8
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

    /// Left edge of a byte in column `which`.
    fn x(&self, which: Column, column: u64) -> f32 {
        let char = match which {
            Column::Hex => Self::hex_char(column as usize),
            Column::Text => Self::text_start(self.width as usize) + column as usize,
        };
        self.left + char as f32 * self.char
    }

    /// Rectangle of bytes `first..=last` in this row. Half a space is added on both sides of hex digits,
    /// so that neighbours touch.
    pub fn cover(&self, which: Column, row: Rect, first: u64, last: u64) -> Rect {
        let (digits, gap) = match which {
            Column::Hex => (2.0, self.char / 2.0),
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
