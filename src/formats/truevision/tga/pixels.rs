//! Converts pixels to colours.

use super::records::{Coding, Header, Tga};
use super::runs;
use crate::scene::flip_rows;

impl Header {
    /// Converts rows between the order of the file and top-down, from the left.
    pub(super) fn turn<T>(&self, texels: &mut [T]) {
        if self.orientation & 0x20 == 0 {
            flip_rows(texels, self.width.into());
        }
        if self.orientation & 0x10 != 0 {
            texels.chunks_mut(usize::from(self.width).max(1)).for_each(<[T]>::reverse);
        }
    }
}

impl Tga {
    /// Number of rows in the file.
    pub fn rows(&self) -> u32 {
        let (size, header) = (self.header.texel_bytes(), &self.header);
        let texels = match header.coding() {
            None => 0,
            Some(_) if header.is_packed() => runs::count(&self.pixels, size),
            Some(_) => (self.pixels.len() / size) as u64,
        };
        let rows = texels.checked_div(header.width.into()).unwrap_or(0);
        u32::try_from(rows).unwrap_or(u32::MAX).min(header.height.into())
    }

    /// The unpacked texels of all rows in the file.
    pub(super) fn unpacked(&self) -> Vec<u8> {
        let (size, width) = (self.header.texel_bytes(), usize::from(self.header.width));
        let texels = width.saturating_mul(self.rows() as usize);
        if self.header.is_packed() {
            return runs::unpack(&self.pixels, size, texels);
        }
        self.pixels.get(..texels.saturating_mul(size)).unwrap_or(&self.pixels).to_vec()
    }

    /// The colours of the pixels, row by row from the top: only rows that are in the file.
    pub fn decode(&self) -> Vec<[u8; 4]> {
        let mut texels: Vec<[u8; 4]> = match self.header.coding() {
            None => Vec::new(),
            Some(Coding::Direct(channels)) => channels.decode(&self.unpacked()),
            Some(Coding::Indices(_)) => {
                let colours = self.palette();
                let colour = |index: u8| colours.get(usize::from(index)).copied();
                let colour = |index| colour(index).unwrap_or([0, 0, 0, u8::MAX]);
                self.unpacked().into_iter().map(colour).collect()
            }
        };
        self.header.turn(&mut texels);
        texels
    }

    /// The colours of the indices 0 to 255; those before the first stored one are black.
    pub(super) fn palette(&self) -> Vec<[u8; 4]> {
        let Some(Coding::Indices(channels)) = self.header.coding() else { return Vec::new() };
        let before = usize::from(self.header.first_colour).min(256);
        let before = std::iter::repeat_n([0, 0, 0, u8::MAX], before);
        before.chain(channels.decode(&self.colour_map)).take(256).collect()
    }

    /// Offset of texel (x, y) from the first pixel, y from the top; `None` if run-length encoded.
    pub(super) fn offset(&self, x: u32, y: u32) -> Option<u64> {
        let (width, rows) = (u32::from(self.header.width), self.rows());
        if self.header.is_packed() || x >= width || y >= rows {
            return None;
        }
        let row = if self.header.orientation & 0x20 == 0 { rows - 1 - y } else { y };
        let column = if self.header.orientation & 0x10 == 0 { x } else { width - 1 - x };
        let texel = u64::from(row) * u64::from(width) + u64::from(column);
        Some(texel * self.header.texel_bytes() as u64)
    }
}
