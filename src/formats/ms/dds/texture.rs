//! Texture of a surface.

use std::sync::Arc;

use super::records::{Coding, Dds};
use crate::bytes::SourceId;
use crate::formats::Loaded;
use crate::scene::{Mip, Origin, Texels, Texture, TextureData};

/// The texture of a surface, called `name`; `None` if nothing can be displayed.
pub fn texture(file: &Loaded<Dds>, name: String) -> Option<Texture> {
    let level = |level: usize, mips: Vec<Mip>| level_of(file, level, mips);
    let mips = (1..file.records.levels.len()).filter_map(|index| {
        let (pixels, origin) = level(index, Vec::new())?;
        let (width, height) = pixels.size;
        Some(Mip { width, height, pixels: Arc::new(pixels), origin })
    });
    let (pixels, _) = level(0, mips.collect())?;
    let (width, height) = pixels.size;
    Some(Texture::rgba(name, (width, height), pixels, file.whole()))
}

/// A version of the picture, with the rows that are in the file. Missing rows are not allocated.
fn level_of(file: &Loaded<Dds>, level: usize, mips: Vec<Mip>) -> Option<(Pixels, Origin)> {
    let coding = file.records.coding()?;
    let data = file.records.levels.get(level)?;
    let (width, height) = file.records.size(level);
    let height = height.min(coding.rows_in(width, data.len() as u64));
    let origin = file.origin(Dds::level_name(level));
    let pixels = Pixels {
        coding,
        size: (width, height),
        data: data.as_slice().into(),
        start: origin.span.start,
        source: file.source.id(),
        mips,
    };
    (width > 0 && height > 0).then_some((pixels, origin))
}

struct Pixels {
    coding: Coding,
    size: (u32, u32),
    data: Arc<[u8]>,
    /// Offset of the first byte of `data`.
    start: u64,
    source: SourceId,
    mips: Vec<Mip>,
}

impl TextureData for Pixels {
    fn stored_bits(&self) -> Option<u32> {
        let bits = match self.coding {
            // A block has 16 texels.
            Coding::Blocks(code) => code.block() * 8 / 16,
            Coding::Plain(channels) => channels.size * 8,
        };
        u32::try_from(bits).ok()
    }

    fn decode(&self) -> Texels {
        Texels::Rgba(self.coding.decode(self.size, &self.data).unwrap_or_default())
    }

    fn texel_offset(&self, x: u32, y: u32) -> Option<u64> {
        let (width, height) = self.size;
        (x < width && y < height).then(|| self.start + self.coding.offset(width, x, y))
    }

    fn stored(&self) -> Option<(SourceId, u64)> {
        let bytes = match self.coding {
            Coding::Blocks(code) => code.block(),
            Coding::Plain(channels) => channels.size,
        };
        Some((self.source, bytes as u64))
    }

    fn mips(&self) -> &[Mip] {
        &self.mips
    }
}
