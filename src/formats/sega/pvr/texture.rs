//! Converts PowerVR texels to a texture.

use std::sync::Arc;

use super::records::Pvr;
use crate::bytes::{Source, SourceId, Span};
use crate::codec::powervr;
use crate::formats::Loaded;
use crate::scene::{Mip, Origin, Texels, Texture, TextureData};

/// Texture of a file, with the given name; `None` if it cannot be displayed.
pub fn texture(file: &Loaded<Pvr>, name: String) -> Option<Texture> {
    let Pvr { texels, .. } = &file.records;
    let place = (file.source.id(), file.span("texels").start);
    let texels = PowerVr::new(file.records.format(), file.records.size(), texels.clone(), place)?;
    Some(texels.into_texture(name, 0, file.whole()))
}

/// Texture of a file embedded in another one; `part` is its origin.
pub fn inside(source: &Source, part: Span, name: String) -> Option<Texture> {
    let member = source.member("", part.start, part.len)?;
    let (file, _) = Loaded::<Pvr>::open(&member).ok()?;
    let Pvr { texels, .. } = &file.records;
    let start = part.start.checked_add(file.span("texels").start)?;
    let place = (source.id(), start);
    let texels = PowerVr::new(file.records.format(), file.records.size(), texels.clone(), place)?;
    Some(texels.into_texture(name, 0, Origin::new(part, "")))
}

/// 16-bit texels in PowerVR storage, decoded to RGBA.
pub struct PowerVr {
    format: u32,
    width: u32,
    height: u32,
    data: Arc<[u8]>,
    /// Location of `data`.
    place: (SourceId, u64),
    mips: Vec<Mip>,
}

impl PowerVr {
    /// Texels of `size`, stored in `data`, which is at an offset of a source. `None` if the format is
    /// unknown or bytes are missing.
    pub fn new(
        format: u32,
        (width, height): (u32, u32),
        data: Arc<[u8]>,
        place: (SourceId, u64),
    ) -> Option<Self> {
        let needed = powervr::needed(format, width, height)?;
        let mips = Vec::new();
        (needed <= data.len()).then_some(Self { format, width, height, data, place, mips })
    }

    /// Texture of these texels, with the stored smaller versions.
    pub fn into_texture(mut self, name: String, id: u32, origin: Origin) -> Texture {
        let sides = powervr::smaller_levels(self.format, self.width, self.height);
        let mip = |side: u32| {
            let pixels = Self::new(self.format, (side, side), self.data.clone(), self.place)?;
            let origin = origin.clone();
            Some(Mip { width: side, height: side, pixels: Arc::new(pixels), origin })
        };
        let mips = sides.into_iter().filter_map(mip).collect();
        self.mips = mips;
        Texture { id, ..Texture::rgba(name, (self.width, self.height), self, origin) }
    }
}

impl TextureData for PowerVr {
    fn stored_bits(&self) -> Option<u32> {
        Some(powervr::bits(self.format))
    }

    fn decode(&self) -> Texels {
        let texels = powervr::decode(self.format, self.width, self.height, &self.data);
        Texels::Rgba(texels.unwrap_or_default())
    }

    fn texel_offset(&self, x: u32, y: u32) -> Option<u64> {
        let offset = powervr::texel_offset(self.format, self.width, self.height, x, y)?;
        self.place.1.checked_add(offset)
    }

    fn stored(&self) -> Option<(SourceId, u64)> {
        Some((self.place.0, powervr::unit(self.format)))
    }

    fn mips(&self) -> &[Mip] {
        &self.mips
    }
}
