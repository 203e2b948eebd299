//! Converts a screen to a texture.

use super::records::Screen;
use crate::bytes::{Colour15, SourceId};
use crate::formats::Loaded;
use crate::scene::{Texels, Texture, TextureData};

/// Limits of the texel count, in total and per byte of the file, as a few packets can unpack to any size.
const MIN_TEXELS: u64 = 256 * 256;
const A_BYTE: u64 = 256;

/// Texture of a screen; `None` if it cannot be displayed.
pub(super) fn texture(file: &Loaded<Screen>, name: String) -> Option<Texture> {
    let screen = &file.records;
    let most = MIN_TEXELS.max(file.source.len().saturating_mul(A_BYTE));
    let words = screen.picture(usize::try_from(most).unwrap_or(usize::MAX));
    let width = screen.width();
    let height = u32::try_from(words.len() / width as usize).ok()?;
    let place = (file.source.id(), file.span("words").start);
    let place = screen.size.is_none().then_some(place);
    let is_shown = height > 0 && !screen.is_bitmap();
    let pixels = Pixels { words, size: (width, height), place };
    is_shown.then(|| Texture::rgba(name, (width, height), pixels, file.whole()))
}

struct Pixels {
    words: Vec<u16>,
    size: (u32, u32),
    /// Location of the words of an unpacked screen.
    place: Option<(SourceId, u64)>,
}

impl TextureData for Pixels {
    fn stored_bits(&self) -> Option<u32> {
        Some(16)
    }

    fn decode(&self) -> Texels {
        let (width, height) = self.size;
        let count = width as usize * height as usize;
        Texels::Rgba(self.words.iter().take(count).map(|word| opaque_colour(*word)).collect())
    }

    fn texel_offset(&self, x: u32, y: u32) -> Option<u64> {
        let (width, height) = self.size;
        let (_, start) = self.place?;
        let index = u64::from(y) * u64::from(width) + u64::from(x);
        (x < width && y < height).then(|| start + index * 2)
    }

    fn stored(&self) -> Option<(SourceId, u64)> {
        Some((self.place?.0, 2))
    }
}

/// Opaque colour of a word: screens have no holes.
pub(super) fn opaque_colour(word: u16) -> [u8; 4] {
    let [r, g, b] = Colour15(word).rgb8();
    [r, g, b, u8::MAX]
}
