//! Texture of a Targa picture.

use super::records::Tga;
use crate::bytes::SourceId;
use crate::formats::Loaded;
use crate::scene::{Texels, Texture, TextureData};

/// The texture of a picture, called `name`; `None` if nothing can be displayed.
pub fn texture(file: &Loaded<Tga>, name: String) -> Option<Texture> {
    let picture = &file.records;
    let (width, height) = (picture.header.width.into(), picture.rows());
    let start = file.span("pixels").start;
    let pixels = Pixels { picture: picture.clone(), source: file.source.id(), start };
    (width > 0 && height > 0).then(|| Texture::rgba(name, (width, height), pixels, file.whole()))
}

struct Pixels {
    picture: Tga,
    source: SourceId,
    /// Offset of the first byte of the pixels.
    start: u64,
}

impl TextureData for Pixels {
    fn decode(&self) -> Texels {
        Texels::Rgba(self.picture.decode())
    }

    fn texel_offset(&self, x: u32, y: u32) -> Option<u64> {
        self.start.checked_add(self.picture.offset(x, y)?)
    }

    fn stored_bits(&self) -> Option<u32> {
        Some(self.picture.header.bits.into())
    }

    fn stored(&self) -> Option<(SourceId, u64)> {
        Some((self.source, self.picture.header.texel_bytes() as u64))
    }
}
