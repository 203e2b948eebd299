//! What takes the place of a texture or a sound.

use super::Samples;

/// Something new for the place of a texture or a sound.
#[derive(Clone, Debug, PartialEq)]
pub enum Replacement {
    /// For a texture.
    Picture(Picture),
    /// For a sound.
    Recording(Recording),
}

impl Replacement {
    /// The recording for a sound of a format that stores sounds in one coding alone.
    ///
    /// # Errors
    /// A sentence, where it is a picture, or is to be in another coding.
    pub fn in_the_one_coding(&self) -> Result<&Recording, String> {
        match self {
            Replacement::Recording(recording) if recording.coding == CodingUse::Keep => {
                Ok(recording)
            }
            Replacement::Recording(_) => {
                Err("its format has one coding for sounds alone".to_owned())
            }
            Replacement::Picture(_) => Err("a recording is needed for it".to_owned()),
        }
    }
}

/// A picture in 8-bit channels, as an export writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Texels across.
    pub width: u32,
    /// Texels down.
    pub height: u32,
    /// R, G, B, A of each texel, row by row, the top one first: `width * height` of them.
    pub texels: Vec<[u8; 4]>,
    /// What becomes of the palette.
    pub palette: PaletteUse,
    /// Number of the palette in the scene that it shows the texture in, or of the colour table that
    /// decodes it; `None` for its own.
    pub shown_in: Option<u32>,
}

/// What becomes of the palette of a texture that is replaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum PaletteUse {
    /// It stays: each texel gets the nearest of its colours.
    #[default]
    Keep,
    /// It is made anew; refused where other textures use it.
    Rebuild,
    /// It is made anew for all textures that use it, and the others keep their look as far as its
    /// colours go.
    Shared,
}

impl PaletteUse {
    /// All of them with their words.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Keep, "keep"), (Self::Rebuild, "rebuild"), (Self::Shared, "shared")];
}

/// How the samples of a recording are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum CodingUse {
    /// As the sound's are that it takes the place of; of a new sound, as those of most sounds
    /// beside it.
    #[default]
    Keep,
    /// As they are.
    Pcm,
    /// In four bits each.
    Adpcm,
}

impl CodingUse {
    /// All of them with their words.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Keep, "keep"), (Self::Pcm, "pcm"), (Self::Adpcm, "adpcm")];
}

/// How a file takes the place of something: each part is for one kind of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Manner {
    /// Of a picture.
    pub palette: PaletteUse,
    /// Of a recording.
    pub coding: CodingUse,
    /// Whether a texture may take the size of the picture; else it has to have the texture's.
    pub resize: bool,
}

/// Samples with what they need to be heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// 1 or 2.
    pub channels: u16,
    /// Frames a second; not 0.
    pub rate: u32,
    /// Interleaved, left first; whole frames.
    pub samples: Samples,
    /// How they are to be stored.
    pub coding: CodingUse,
}

impl Recording {
    /// Number of frames.
    pub fn frames(&self) -> usize {
        self.samples.len() / usize::from(self.channels.max(1))
    }
}
