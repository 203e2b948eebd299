//! Data map of a file without structure, such as the pixels of a level's textures: used bytes, bytes in
//! use twice, and unused bytes.

use super::{Element, Origin};

/// A file of blocks whose offsets are stored in another file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DataMap {
    /// Name of the file.
    pub name: String,
    /// Size of the file in bytes.
    pub len: u64,
    /// Bytes per row: blocks with this stride are rectangles on a page.
    pub row: u64,
    /// Rows per page.
    pub rows: u64,
    /// Blocks in the file.
    pub pieces: Vec<ByteRows>,
    /// Offsets at which a section ends and another one begins, with a description of the former.
    pub marks: Vec<(u64, String)>,
    /// The file by pages; see [`DataMap::looked_through`].
    pub pages: Pages,
}

/// A block of rows of bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct ByteRows {
    /// Name: `Blaht2.bmp`, `Blaht2.bmp, 16 × 16`.
    pub name: String,
    /// The element that the block belongs to, if that element is displayed.
    pub element: Option<Element>,
    /// Offset of the first row.
    pub start: u64,
    /// Bytes per row.
    pub bytes: u64,
    /// Bytes between rows.
    pub stride: u64,
    /// Number of rows.
    pub rows: u64,
    /// Colour that represents the block: R, G, B.
    pub colour: [u8; 3],
    /// Bytes and field path of the record that refers to the block.
    pub origin: Origin,
}

impl ByteRows {
    /// End offset (exclusive).
    pub fn end(&self) -> u64 {
        let last = self.rows.saturating_sub(1).saturating_mul(self.stride);
        self.start.saturating_add(last).saturating_add(self.bytes)
    }
}

/// A cell of the picture of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Number of the block that covers most of the cell, from 1; 0 if the cell is unused.
    pub piece: u32,
    /// Several blocks use the same bytes of the cell.
    pub shared: bool,
}

/// Number of cells across and down a page.
pub const CELLS: [usize; 2] = [64, 32];
/// Maximum number of pages: 256 MiB in pages of 128 KiB.
const MAX_PAGES: u64 = 2048;
/// Maximum number of examined rows; the largest known file has a fifth of it.
const MAX_ROWS: u64 = 1 << 21;

/// The file by pages.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pages {
    /// `CELLS[0] * CELLS[1]` per page, row by row.
    pub cells: Vec<Cell>,
    /// Number of used bytes per page.
    pub used: Vec<u64>,
    /// Blocks that share bytes with another one, by index, and the number of bytes.
    pub shared: Vec<(u32, u64)>,
    /// Not everything could be examined.
    pub is_cut: bool,
}

impl DataMap {
    /// Size of a page in bytes.
    pub fn page(&self) -> u64 {
        self.row.saturating_mul(self.rows).max(1)
    }

    /// Examines the data of every page, which is slow, and stores the result.
    pub fn looked_through(self) -> Self {
        Self { pages: self.examine(), ..self }
    }

    /// Examines all rows of all blocks, by offset.
    fn examine(&self) -> Pages {
        let (page, count) = (self.page(), self.len.div_ceil(self.page()));
        let mut pages = Pages { is_cut: count > MAX_PAGES, ..Pages::default() };
        let count = usize::try_from(count.min(MAX_PAGES)).unwrap_or(0);
        pages.cells = vec![Cell::default(); count * CELLS[0] * CELLS[1]];
        pages.used = vec![0; count];
        let mut spans = Vec::new();
        let mut left = MAX_ROWS;
        for (index, piece) in (1u32..).zip(&self.pieces) {
            // Without a stride, all rows are the same bytes.
            let stored = if piece.stride == 0 { piece.rows.min(1) } else { piece.rows };
            let rows = stored.min(left);
            pages.is_cut |= rows < stored;
            left -= rows;
            for row in 0..rows {
                let start = piece.start.saturating_add(row.saturating_mul(piece.stride));
                let end = start.saturating_add(piece.bytes).min(self.len);
                if start >= self.len {
                    break;
                } else if start < end {
                    spans.push((start, end, index));
                }
            }
        }
        spans.sort_unstable();
        // The bytes up to `had` are in use already, the last of them by block `owner`.
        let (mut had, mut owner) = (0, 0);
        for (start, end, piece) in spans {
            let both = had.min(end).saturating_sub(start);
            if both > 0 && owner != piece {
                pages.share(piece, both);
                self.mark(&mut pages, (start, start + both), piece, true, page);
            }
            if end > had {
                self.mark(&mut pages, (start.max(had), end), piece, false, page);
                (had, owner) = (end, piece);
            }
        }
        pages
    }

    fn mark(&self, pages: &mut Pages, (start, end): (u64, u64), piece: u32, both: bool, page: u64) {
        let (mut at, row) = (start, self.row.max(1));
        while at < end {
            // Up to the end of a row.
            let stop = end.min((at / row + 1).saturating_mul(row));
            let Ok(number) = usize::try_from(at / page) else { return };
            let Some(used) = pages.used.get_mut(number) else { return };
            *used += if both { 0 } else { stop - at };
            let down = (at % page / row) * CELLS[1] as u64 / self.rows.max(1);
            let across = |byte: u64| byte % row * CELLS[0] as u64 / row;
            for x in across(at)..=across(stop - 1) {
                // Within a page: less than the number of its cells.
                let cell = (number * CELLS[1] + down as usize) * CELLS[0] + x as usize;
                if let Some(cell) = pages.cells.get_mut(cell) {
                    cell.shared |= both;
                    if cell.piece == 0 {
                        cell.piece = piece;
                    }
                }
            }
            at = stop;
        }
    }
}

impl Pages {
    fn share(&mut self, piece: u32, bytes: u64) {
        let index = piece - 1;
        match self.shared.last_mut() {
            Some((last, all)) if *last == index => *all += bytes,
            _ => self.shared.push((index, bytes)),
        }
    }

    /// Blocks that share bytes with an earlier one in the file, and the total number of bytes of each.
    pub fn all_shared(&self) -> std::collections::BTreeMap<u32, u64> {
        let mut all = std::collections::BTreeMap::new();
        self.shared.iter().for_each(|(piece, bytes)| *all.entry(*piece).or_default() += bytes);
        all
    }
}
