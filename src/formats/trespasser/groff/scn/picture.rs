//! The picture of a savegame: a 24-bit bitmap file, which the game stores as 100 × 75.

use crate::bytes::{Hint, count32};
use crate::layout;
use crate::scene;

layout! {
    /// Section `SaveBMP`: a bitmap file.
    pub struct Picture {
        pub magic: [u8; 2] [text],
        pub file_size: u32 => Hint::Unit("bytes"),
        pub reserved: u32,
        pub pixels_offset: u32,
        pub header_size: u32,
        pub width: i32,
        /// Rows are stored from the bottom.
        pub height: i32,
        pub planes: u16,
        pub bits: u16,
        pub compression: u32,
        pub image_size: u32 => Hint::Unit("bytes"),
        pub pixels_per_metre_x: i32,
        pub pixels_per_metre_y: i32,
        pub colours: u32,
        pub important_colours: u32,
        pub pixels: Vec<u8> [..],
    }
}

/// Bytes before the pixels.
const HEADER: u32 = 54;
/// Maximum width and height.
const MAX_SIDE: u32 = 1024;

impl Picture {
    /// Width and height, if the bitmap can be displayed.
    pub fn size(&self) -> Option<(u32, u32)> {
        let side = |stored: i32| u32::try_from(stored).ok().filter(|v| (1..=MAX_SIDE).contains(v));
        let (width, height) = (side(self.width)?, side(self.height)?);
        let is_plain = self.magic == *b"BM" && self.bits == 24 && self.compression == 0;
        let needed = Self::row(width).checked_mul(height as usize)?;
        (is_plain && needed <= self.rows()?.len()).then_some((width, height))
    }

    /// The bytes of the pixels.
    fn rows(&self) -> Option<&[u8]> {
        let start = self.pixels_offset.checked_sub(HEADER)?;
        self.pixels.get(usize::try_from(start).ok()?..)
    }

    /// The bitmap with another picture; the size may change.
    pub fn replaced(&self, new: &scene::Picture) -> Self {
        let stride = Self::row(new.width);
        let mut rows = Vec::with_capacity(stride.saturating_mul(new.height as usize));
        for row in new.texels.chunks(new.width.max(1) as usize).rev() {
            let end = rows.len() + stride;
            rows.extend(row.iter().flat_map(|[r, g, b, _]| [*b, *g, *r]));
            rows.resize(end, 0);
        }
        let start = usize::try_from(self.pixels_offset.saturating_sub(HEADER)).unwrap_or(0);
        let before = self.pixels.get(..start).unwrap_or(&[]);
        let old = self.size().map_or(0, |(width, height)| Self::row(width) * height as usize);
        let after = start.checked_add(old).and_then(|end| self.pixels.get(end..)).unwrap_or(&[]);
        let pixels = [before, &rows, after].concat();
        let side = |side: u32| i32::try_from(side).unwrap_or(i32::MAX);
        Self {
            width: side(new.width),
            height: side(new.height),
            file_size: count32(pixels.len()).saturating_add(HEADER),
            // 0 is permitted for uncompressed pixels.
            image_size: if self.image_size == 0 { 0 } else { count32(rows.len()) },
            pixels,
            ..self.clone()
        }
    }

    /// Bytes of a row.
    pub fn row(width: u32) -> usize {
        (width as usize).saturating_mul(3).next_multiple_of(4)
    }

    /// The texels, row by row from the top; rows are stored from the bottom.
    pub fn texels(&self) -> Vec<[u8; 4]> {
        let Some(((width, height), pixels)) = self.size().zip(self.rows()) else {
            return Vec::new();
        };
        let rows: Vec<&[u8]> =
            pixels.chunks_exact(Self::row(width)).take(height as usize).collect();
        let texel = |bgr: &[u8; 3]| [bgr[2], bgr[1], bgr[0], 255];
        let colours = |row: &&[u8]| -> Vec<[u8; 4]> {
            row.as_chunks::<3>().0.iter().take(width as usize).map(texel).collect()
        };
        rows.iter().rev().flat_map(colours).collect()
    }
}
