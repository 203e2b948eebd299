//! Decoding of texels on demand.

use std::sync::Arc;

use super::storage::Storage;
use super::{Coding, FieldBytes, Hole};
use crate::bytes::SourceId;
use crate::scene::{TexelFormat, Texels, TextureData};

/// Texels of a picture. Rows are decoded from the top of the picture down.
pub(super) struct Pixels {
    pub storage: Storage,
    pub data: FieldBytes,
    /// The first stored row is the lowest of the picture.
    pub is_bottom_up: bool,
    pub hole: Option<Hole>,
    /// Colours of indices, if they are not decoded as indices.
    pub palette: Option<Arc<[[u8; 4]]>>,
    pub format: TexelFormat,
}

impl Pixels {
    /// Format in which a picture is decoded without a palette of colours. Indices and words cannot
    /// represent the holes of a single picture or missing rows. Indices of 1 or 2 bits cannot
    /// represent greys.
    pub fn own_format(storage: &Storage, hole: Option<Hole>, has_palette: bool) -> TexelFormat {
        if hole.is_some() || storage.rows < storage.height {
            return TexelFormat::Rgba8;
        }
        match (storage.coding.index_bits(), storage.coding) {
            (1 | 2, _) if !has_palette => TexelFormat::Rgba8,
            (1 | 2 | 4, _) => TexelFormat::Indexed4,
            (8, _) => TexelFormat::Indexed8,
            (_, Coding::Words(words)) if words.is_playstation() => TexelFormat::Direct15,
            _ => TexelFormat::Rgba8,
        }
    }

    fn decoded(&self) -> Option<Texels> {
        let bytes = self.data.bytes.bytes();
        Some(match self.format {
            TexelFormat::Indexed4 | TexelFormat::Indexed8 => {
                Texels::Indices(self.storage.indices(bytes)?)
            }
            TexelFormat::Direct15 => Texels::Words(self.storage.playstation_words(bytes)?),
            TexelFormat::Rgba8 => Texels::Rgba(self.colours(bytes)?),
        })
    }

    /// Colours of the stored rows.
    fn colours(&self, bytes: &[u8]) -> Option<Vec<[u8; 4]>> {
        let Some(indices) = self.storage.indices(bytes) else {
            let mut colours = self.storage.colours(bytes)?;
            if let Some(Hole::Colour(hole)) = self.hole {
                let is_hole = |colour: &&mut [u8; 4]| colour.starts_with(&hole);
                colours.iter_mut().filter(is_hole).for_each(|colour| *colour = [0; 4]);
            }
            return Some(colours);
        };
        let mut palette = match &self.palette {
            Some(palette) => palette.to_vec(),
            None => greys(self.storage.coding.index_bits()),
        };
        for (index, colour) in (0..).zip(&mut palette) {
            if self.hole.is_some_and(|hole| hole.is(index, *colour)) {
                *colour = [0; 4];
            }
        }
        let colour = |index| palette.get(usize::from(index)).copied().unwrap_or_default();
        Some(indices.into_iter().map(colour).collect())
    }
}

/// Shades of grey for indices without a palette.
fn greys(bits: u32) -> Vec<[u8; 4]> {
    let most = (1u32 << bits.min(8)) - 1;
    let grey = |index: u32| (index * 255 / most.max(1)) as u8;
    (0..=most).map(|index| [grey(index), grey(index), grey(index), 255]).collect()
}

impl TextureData for Pixels {
    fn decode(&self) -> Texels {
        let Storage { width, height, .. } = self.storage;
        let count = width as usize * height as usize;
        let mut texels = self.decoded().unwrap_or(Texels::Rgba(Vec::new()));
        match &mut texels {
            Texels::Indices(all) => all.resize(count, 0),
            Texels::Words(all) => all.resize(count, 0),
            Texels::Rgba(all) => all.resize(count, [0; 4]),
        }
        if self.is_bottom_up {
            texels.flip(width);
        }
        texels
    }

    fn texel_offset(&self, x: u32, y: u32) -> Option<u64> {
        let row = match self.is_bottom_up {
            true => self.storage.height.checked_sub(y.checked_add(1)?)?,
            false => y,
        };
        if !self.data.is_stored {
            return Some(self.data.origin.span.start);
        }
        let (offset, len) = self.storage.texel(x, row)?;
        Some(self.data.span(offset, len).start)
    }

    fn stored_bits(&self) -> Option<u32> {
        Some(self.storage.coding.bits()).filter(|bits| *bits > 0)
    }

    fn stored(&self) -> Option<(SourceId, u64)> {
        let span = self.data.origin.span;
        let unit = self.storage.texel(0, 0).filter(|_| self.data.is_stored);
        Some((span.source, unit.map_or(span.len, |(_, len)| len)))
    }
}
