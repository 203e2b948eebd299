//! Converts pixels to colours and back.

use super::coding::Coding;
use super::records::Bmp;

impl Bmp {
    /// The colours of the pixels, row by row from the top: only rows that are in the file.
    pub fn decode(&self) -> Vec<[u8; 4]> {
        let rows = self.rows();
        let (width, _) = self.header.size();
        let Some(coding) = self.coding().filter(|_| width > 0 && rows > 0) else {
            return Vec::new();
        };
        let mut texels: Vec<[u8; 4]> = match coding {
            Coding::Direct(channels) => {
                let texels = width as usize * channels.size;
                self.stored_rows(rows)
                    .flat_map(|row| channels.decode(row.get(..texels).unwrap_or(row)))
                    .collect()
            }
            _ => {
                let colours = self.shown_palette();
                let colour =
                    |index: u8| colours.get(usize::from(index)).copied().unwrap_or([0, 0, 0, 255]);
                self.stored_indices(rows).into_iter().map(colour).collect()
            }
        };
        if self.header.height > 0 {
            crate::scene::flip_rows(&mut texels, width);
        }
        texels
    }

    /// Rows of uncompressed pixels in storage order.
    pub(super) fn stored_rows(&self, rows: u32) -> impl Iterator<Item = &[u8]> {
        let len = usize::try_from(self.header.row_bytes()).unwrap_or(usize::MAX).max(1);
        self.pixels.chunks_exact(len).take(rows as usize)
    }

    /// The indices of the pixels, rows in storage order.
    pub(super) fn stored_indices(&self, rows: u32) -> Vec<u8> {
        let (width, _) = self.header.size();
        match self.coding() {
            Some(Coding::Runs(runs)) => runs.decode(width, rows, &self.pixels),
            Some(Coding::Indices(bits)) => {
                let row =
                    |row: &[u8]| unpacked(row, bits).take(width as usize).collect::<Vec<u8>>();
                self.stored_rows(rows).flat_map(row).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The palette for display: shades of grey if the file has none.
    pub(super) fn shown_palette(&self) -> Vec<[u8; 4]> {
        let stored = self.palette();
        if !stored.is_empty() {
            return stored;
        }
        let most = (1u32 << self.header.bits.min(8)) - 1;
        let grey = |index: u32| (index * 255 / most.max(1)) as u8;
        (0..=most).map(|index| [grey(index), grey(index), grey(index), 255]).collect()
    }

    /// Offset of the byte with texel (x, y) from the first pixel, y from the top; `None` if run-length
    /// encoded.
    pub(super) fn offset(&self, x: u32, y: u32) -> Option<u64> {
        let (width, rows) = (self.header.size().0, self.rows());
        if self.header.is_packed() || x >= width || y >= rows {
            return None;
        }
        let row = if self.header.height > 0 { rows - 1 - y } else { y };
        let column = u64::from(x) * u64::from(self.header.bits) / 8;
        Some(u64::from(row) * self.header.row_bytes() + column)
    }
}

/// Unpacks indices of `bits` bits.
fn unpacked(row: &[u8], bits: u16) -> impl Iterator<Item = u8> {
    let bits = u32::from(bits.clamp(1, 8));
    let each = 8 / bits;
    let mask = (1u32 << bits) - 1;
    row.iter().flat_map(move |byte| {
        (0..each).map(move |at| (u32::from(*byte) >> (8 - bits * (at + 1)) & mask) as u8)
    })
}

/// Packs indices of `bits` bits; the last byte is padded with zeros.
pub(super) fn packed(indices: &[u8], bits: u16) -> Vec<u8> {
    let bits = usize::from(bits.clamp(1, 8));
    let byte = |group: &[u8]| {
        let put = |byte: u8, (at, index): (usize, &u8)| byte | index << (8 - bits * (at + 1));
        group.iter().enumerate().fold(0, put)
    };
    indices.chunks(8 / bits).map(byte).collect()
}
