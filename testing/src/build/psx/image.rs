//! Converts pictures with indices and a palette to texture records.

use std::sync::Arc;

use gouraud::formats::neversoft::psx::records::{Palette, Pixels, Texture};

/// A picture of indices into a palette of 15-bit words (bit 15 STP; 0x7C1F is transparent). Up to 16
/// words make a 4-bit texture, up to 256 an 8-bit one.
#[derive(Clone, Copy, Debug)]
pub struct Image<'a> {
    pub name: u32,
    /// Pictures with the same number share a palette.
    pub palette: u32,
    pub width: u16,
    pub height: u16,
    /// Row by row from the top.
    pub indices: &'a [u8],
    pub colours: &'a [u16],
}

impl Image<'_> {
    /// The texture, named by entry `name` of the texture names, and its palette.
    pub(super) fn records(&self, name: u32) -> Result<(Texture, Palette), String> {
        let colours: usize = match self.colours.len() {
            0..=16 => 16,
            17..=256 => 256,
            more => return Err(format!("{more} colours are too many for a palette")),
        };
        let texels = usize::from(self.width) * usize::from(self.height);
        if self.indices.len() != texels {
            return Err(format!("expected {texels} texels, found {}", self.indices.len()));
        }
        if let Some(index) = self.indices.iter().find(|index| usize::from(**index) >= colours) {
            return Err(format!("index {index} exceeds the {colours} colours"));
        }
        let rows = packed_rows(self.indices, usize::from(self.width), colours == 16);
        let texture = Texture {
            flags: 0,
            colours: colours as u32,
            palette: self.palette,
            name,
            width: self.width,
            height: self.height,
            pixels: Pixels::Indexed(rows),
        };
        let mut words = self.colours.to_vec();
        words.resize(colours, 0);
        Ok((texture, Palette { name: self.palette, colours: words }))
    }
}

/// Rows as stored: two texels per byte for 4 bits, the left one in the low bits; padded to 16-bit words.
pub fn packed_rows(indices: &[u8], width: usize, four_bits: bool) -> Arc<[u8]> {
    let mut rows = Vec::with_capacity(indices.len());
    for row in indices.chunks(width.max(1)) {
        let mut row = row.to_vec();
        if four_bits {
            row.resize(width.next_multiple_of(4), 0);
            rows.extend(row.chunks(2).map(|pair| match *pair {
                [left, right] => left & 15 | right << 4,
                [left] => left & 15,
                _ => 0,
            }));
        } else {
            row.resize(width.next_multiple_of(2), 0);
            rows.extend(row);
        }
    }
    rows.into()
}
