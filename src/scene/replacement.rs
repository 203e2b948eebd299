//! Replacements of textures and sounds.

use super::Samples;

/// New content of a texture or a sound.
#[derive(Clone, Debug, PartialEq)]
pub enum Replacement {
    /// For a texture.
    Picture(Picture),
    /// For a texture with a bump map of the same size: a normal map, or grey heights; the bump map always
    /// from the top.
    BumpMapped(Picture, Picture),
    /// For a sound.
    Recording(Recording),
}

impl Replacement {
    /// The recording, for a format that stores sounds in a single coding.
    ///
    /// # Errors
    /// A message, if it is a picture, or has another coding.
    pub fn in_the_one_coding(&self) -> Result<&Recording, String> {
        match self {
            Replacement::Recording(recording) if recording.coding == CodingUse::Keep => {
                Ok(recording)
            }
            Replacement::Recording(_) => {
                Err("the format supports only one coding for sounds".to_owned())
            }
            Replacement::Picture(_) | Replacement::BumpMapped(..) => {
                Err("expected a recording".to_owned())
            }
        }
    }
}

/// A picture with 8-bit channels, as exported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Texels across.
    pub width: u32,
    /// Texels down.
    pub height: u32,
    /// R, G, B, A of each texel, row by row, from the top: `width * height` of them.
    pub texels: Vec<[u8; 4]>,
    /// Handling of the palette.
    pub palette: PaletteUse,
    /// Number of the palette in the scene with which the texture is displayed, or of the colour
    /// table that decodes it; `None` for its own.
    pub shown_in: Option<u32>,
}

/// Handling of the palette of a replaced texture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum PaletteUse {
    /// Keep the palette: each texel gets the nearest of its colours.
    #[default]
    Keep,
    /// Rebuild the palette; refused if other textures use it.
    Rebuild,
    /// Rebuild it for all textures that use it, and map the others to the new colours as well as
    /// possible.
    Shared,
}

impl PaletteUse {
    /// All values with their names.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Keep, "keep"), (Self::Rebuild, "rebuild"), (Self::Shared, "shared")];
}

/// Coding of the samples of a recording.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum CodingUse {
    /// The coding of the replaced sound; for a new sound, that of most sounds in the file.
    #[default]
    Keep,
    /// Uncompressed.
    Pcm,
    /// Compressed to four bits per sample.
    Adpcm,
}

impl CodingUse {
    /// All values with their names.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Keep, "keep"), (Self::Pcm, "pcm"), (Self::Adpcm, "adpcm")];
}

/// Options of a replacement; each applies to one kind of file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct ReplaceOptions {
    /// Palette of a replaced picture.
    pub palette: PaletteUse,
    /// Coding of a replaced recording.
    pub coding: CodingUse,
    /// The texture gets the size of the picture; otherwise, the picture must have the size of the
    /// texture.
    pub resize: bool,
}

/// Samples with their format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// 1 or 2.
    pub channels: u16,
    /// Frames per second; not 0.
    pub rate: u32,
    /// Interleaved, left first; whole frames.
    pub samples: Samples,
    /// Coding in which they are stored.
    pub coding: CodingUse,
}

impl Recording {
    /// Number of frames.
    pub fn frames(&self) -> usize {
        self.samples.len() / usize::from(self.channels.max(1))
    }
}
