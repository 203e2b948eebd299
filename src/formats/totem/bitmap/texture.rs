//! Converts bitmaps to textures.

use std::sync::Arc;

use super::records::{Bitmap, opacity};
use crate::bytes::{ColourWord, Endian};
use crate::codec::gx::{self, Coding};
use crate::formats::Loaded;
use crate::scene::{ColourTable, Texels, Texture, TextureData, TextureId};

/// Use of the stored alpha.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::formats::totem) enum Alpha {
    Stored,
    /// The bitmap is declared opaque.
    Opaque,
}

impl Alpha {
    /// Use for a bitmap with this opacity and a material with this alpha.
    pub fn of(stored: u8, material: f32) -> Self {
        let hides = stored == opacity::OPAQUE && material >= 1.0;
        if hides { Alpha::Opaque } else { Alpha::Stored }
    }

    fn apply(self, [r, g, b, a]: [u8; 4]) -> [u8; 4] {
        match self {
            Alpha::Stored => [r, g, b, a],
            Alpha::Opaque => [r, g, b, 255],
        }
    }
}

/// The texture of a bitmap; `None` if it has no pixels.
pub(in crate::formats::totem) fn texture(
    file: &Loaded<Bitmap>,
    name: String,
    id: u32,
    alpha: Alpha,
) -> Option<Texture> {
    let bitmap = &file.records;
    let header = &bitmap.header;
    let coding = header.coding()?;
    // Only existing rows, so that a wrong size does not allocate memory.
    let there = coding.rows_in(header.width, bitmap.pixels.len() as u64);
    let (width, height) = (header.width, header.height.min(there));
    let pixels = Pixels {
        coding,
        size: (width, height),
        data: bitmap.pixels.as_slice().into(),
        palette: bitmap.colours(),
        endian: bitmap.endian(),
        alpha,
        start: file.span("pixels").start,
    };
    (width > 0 && height > 0)
        .then(|| Texture { id, ..Texture::rgba(name, (width, height), pixels, file.whole()) })
}

/// The palette of a bitmap with the bitmap's name, linked to the texture; `None` without a palette.
pub(in crate::formats::totem) fn table(
    file: &Loaded<Bitmap>,
    name: &str,
    texture: TextureId,
) -> Option<ColourTable> {
    let colours = file.records.colours();
    let alpha = file.records.header.palette_coding().is_some_and(ColourWord::has_alpha);
    (!colours.is_empty()).then(|| ColourTable {
        name: name.to_owned(),
        origin: file.origin("palette"),
        colours: colours.iter().map(|[r, g, b, _]| [*r, *g, *b]).collect(),
        alphas: colours.iter().map(|[.., a]| *a).filter(|_| alpha).collect(),
        textures: Some(vec![texture]),
        entries: file.spans("palette"),
    })
}

/// Average colour of the texels that are not transparent, from 0 to 1.
pub(in crate::formats::totem) fn average(bitmap: &Bitmap) -> Option<[f32; 3]> {
    let coding = bitmap.header.coding()?;
    let width = bitmap.header.width;
    let there = coding.rows_in(width, bitmap.pixels.len() as u64);
    let size = (width, bitmap.header.height.min(there));
    let colours = gx::decode(coding, size, &bitmap.pixels, &bitmap.colours(), bitmap.endian())?;
    let (mut sum, mut count) = ([0u64; 3], 0u64);
    for [r, g, b, _] in colours.iter().filter(|[.., alpha]| *alpha > 0) {
        count += 1;
        for (sum, channel) in sum.iter_mut().zip([r, g, b]) {
            *sum += u64::from(*channel);
        }
    }
    (count > 0).then(|| sum.map(|sum| sum as f32 / (255.0 * count as f32)))
}

struct Pixels {
    coding: Coding,
    size: (u32, u32),
    data: Arc<[u8]>,
    palette: Vec<[u8; 4]>,
    endian: Endian,
    alpha: Alpha,
    /// Offset of the first byte of `data`.
    start: u64,
}

impl TextureData for Pixels {
    fn stored_bits(&self) -> Option<u32> {
        Some(self.coding.bits())
    }

    fn decode(&self) -> Texels {
        let colours = gx::decode(self.coding, self.size, &self.data, &self.palette, self.endian);
        let colours = colours.unwrap_or_default();
        Texels::Rgba(colours.into_iter().map(|colour| self.alpha.apply(colour)).collect())
    }

    fn texel_offset(&self, x: u32, y: u32) -> Option<u64> {
        let (width, height) = self.size;
        (x < width && y < height).then(|| self.start + self.coding.offset(width, x, y))
    }

    fn colour_index(&self, x: u32, y: u32) -> Option<u32> {
        let (width, height) = self.size;
        let inside = x < width && y < height;
        inside.then(|| self.coding.index(width, (x, y), &self.data))?.map(u32::from)
    }
}
