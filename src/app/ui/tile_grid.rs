//! Grids of tiles with a cursor: layout, scrolling and keys.

use std::ops::Range;

use egui::{Key, Rect, Ui, Vec2, vec2};

use super::row_scroll::{BAR, RowScroll, VisibleRows};

/// Keys that move the cursor.
pub const MOVES: [Key; 8] = [
    Key::ArrowDown,
    Key::ArrowUp,
    Key::ArrowRight,
    Key::ArrowLeft,
    Key::PageDown,
    Key::PageUp,
    Key::Home,
    Key::End,
];

/// Scroll position of a grid, and its layout in the last frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TileGrid {
    scroll: RowScroll,
    /// Tiles per row, and their size.
    columns: usize,
    size: Vec2,
    /// Tiles per page.
    page: usize,
    /// A tile to bring into view.
    wanted: Option<usize>,
}

/// The visible tiles.
pub struct ShownTiles {
    rows: VisibleRows,
    columns: usize,
    size: Vec2,
    count: usize,
}

impl TileGrid {
    /// Scrolls a tile into view in the next frame.
    pub fn reveal(&mut self, tile: usize) {
        self.wanted = Some(tile);
    }

    /// Scrolls to the first tile.
    pub fn to_start(&mut self) {
        self.scroll.jump(0);
    }

    /// The tile to which a key moves the cursor from tile `here`, among `count` tiles; `None` for other
    /// keys.
    pub fn tile_after(&self, key: Key, here: Option<usize>, count: usize) -> Option<usize> {
        let last = count.checked_sub(1)?;
        let (at, columns) = (here.unwrap_or(0), self.columns.max(1));
        let next = match key {
            Key::Home => 0,
            Key::End => last,
            _ if here.is_none() => MOVES.contains(&key).then_some(0)?,
            Key::ArrowDown => at.saturating_add(columns),
            // Stays in the first row.
            Key::ArrowUp => at.checked_sub(columns).unwrap_or(at),
            Key::PageDown => at.saturating_add(self.page),
            Key::PageUp => at.saturating_sub(self.page),
            Key::ArrowRight => at.saturating_add(1),
            Key::ArrowLeft => at.saturating_sub(1),
            _ => return None,
        };
        Some(next.min(last))
    }

    /// Fills the rest of `ui` with `count` tiles and a scroll bar. The caller draws the visible ones. The
    /// first visible tile stays visible if their size or the width changes.
    pub fn show(&mut self, ui: &mut Ui, name: &str, count: usize, size: Vec2) -> ShownTiles {
        let columns = (((ui.available_width() - BAR) / size.x) as usize).max(1);
        if (self.columns, self.size) != (columns, size) && self.columns > 0 {
            let first = self.scroll.top().saturating_mul(self.columns as u64);
            self.scroll.jump(first / columns as u64);
        }
        (self.columns, self.size) = (columns, size);
        if let Some(tile) = self.wanted.take() {
            self.scroll.reveal((tile / columns) as u64);
        }
        let rows = self.scroll.show(ui, name, count.div_ceil(columns) as u64, size.y);
        self.page = usize::try_from(rows.page()).unwrap_or(1).saturating_mul(columns);
        ShownTiles { rows, columns, size, count }
    }
}

impl ShownTiles {
    /// Numbers of the visible tiles.
    pub fn range(&self) -> Range<usize> {
        let at = |row: u64| usize::try_from(row).unwrap_or(0).saturating_mul(self.columns);
        at(self.rows.rows.start)..at(self.rows.rows.end).min(self.count)
    }

    /// Calls `draw` with each visible tile and its rectangle.
    pub fn each(&self, ui: &mut Ui, mut draw: impl FnMut(&mut Ui, usize, Rect)) {
        self.rows.each(ui, |ui, row, rect| {
            let first = usize::try_from(row).unwrap_or(0).saturating_mul(self.columns);
            for tile in first..first.saturating_add(self.columns).min(self.count) {
                let offset = vec2((tile - first) as f32 * self.size.x, 0.0);
                draw(ui, tile, Rect::from_min_size(rect.min + offset, self.size));
            }
        });
    }
}
