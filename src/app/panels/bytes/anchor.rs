//! The byte that a hex view keeps in sight, however many bytes its rows hold.

use std::ops::Range;

use egui::Vec2;

use crate::app::ui::RowScroll;

/// Where the bytes are scrolled to: a byte, as rows change with the width of the panel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Anchor {
    /// The byte at the top, and the row it was put into.
    byte: u64,
    row: u64,
    /// Bytes in a row; 0 before anything was shown.
    width: u64,
    /// Room for the rows, in points.
    room: Vec2,
    /// The bytes that showed last.
    shown: Range<u64>,
}

impl Anchor {
    /// Scrolls rows of `width` bytes to where the rows before were. True when there is another
    /// `room` for them and `cursor` was in sight, which it should stay.
    pub fn keep(&mut self, scroll: &mut RowScroll, width: u64, room: Vec2, cursor: u64) -> bool {
        let is_first = self.width == 0;
        if is_first {
            self.byte = scroll.top().saturating_mul(width);
        } else if scroll.top() != self.row {
            self.byte = scroll.top().saturating_mul(self.width);
        }
        if !is_first && width != self.width {
            scroll.jump(self.byte / width.max(1));
        }
        let changed = !is_first && (width != self.width || room != self.room);
        (self.row, self.width, self.room) = (scroll.top(), width, room);
        changed && self.shown.contains(&cursor)
    }

    /// Remembers which bytes show now.
    pub fn saw(&mut self, bytes: Range<u64>) {
        self.shown = bytes;
    }
}
