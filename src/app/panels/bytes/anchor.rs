//! Keeps the same byte visible when the number of bytes per row changes.

use std::ops::Range;

use egui::Vec2;

use crate::app::ui::RowScroll;
use crate::bytes::{SourceId, Span};

/// Scroll position of the bytes, stored as an offset because the number of bytes per row depends on
/// the width of the panel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Anchor {
    /// First visible byte, and the row that it was in.
    byte: u64,
    row: u64,
    /// Bytes per row; 0 before the first frame.
    width: u64,
    /// Space for the rows, in points.
    room: Vec2,
    /// Bytes that were visible in the last frame.
    shown: Range<u64>,
}

/// Position in the bytes of a file.
#[derive(Default)]
pub struct Position {
    pub scroll: RowScroll,
    pub top: Anchor,
    pub cursor: u64,
    /// Offset where the selection that is being extended began.
    pub anchor: u64,
    /// The selection that the cursor was last moved to.
    pub followed: Option<(SourceId, Span)>,
}

impl Anchor {
    /// Scrolls rows of `width` bytes to the previous position. Returns `true` if the size of the
    /// view (`room`) changed while `cursor` was visible; the cursor should stay visible then.
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

    /// Records the bytes that are visible now.
    pub fn set_visible(&mut self, bytes: Range<u64>) {
        self.shown = bytes;
    }
}
