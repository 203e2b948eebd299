//! Codings of texels, by their words.

use image::ImageFormat;

use super::Words;
use crate::codec::blocks::BlockCode;
use crate::codec::{gx, powervr};

/// Coding of the texels of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Coding {
    /// Words with channels, in rows.
    Words(Words),
    /// Indices of 1, 2, 4 or 8 bits, in rows.
    Indices {
        /// Bits of an index.
        bits: u32,
        /// The first texel of a byte is in the high bits.
        is_high_first: bool,
    },
    /// Blocks of 4 × 4 texels.
    Blocks(BlockCode),
    /// Tiles of the GameCube.
    Gx(gx::Coding),
    /// Indices of 4 or 8 bits in the order of the PlayStation 2's memory.
    PlayStation2 {
        /// Bits of an index.
        bits: u32,
    },
    /// A texture of the Dreamcast, by its format word.
    PowerVr(u32),
    /// A whole picture file.
    File(ImageFormat),
}

impl Coding {
    /// Parses a word. `format` is the format word of a PowerVR texture.
    ///
    /// # Errors
    /// When the word is unknown, or the format word is missing.
    pub fn parse(word: &str, format: Option<u32>) -> Result<Self, String> {
        let high = word.strip_suffix("-high");
        Ok(match (high.unwrap_or(word), high.is_some()) {
            ("indexed1", is_high_first) => Coding::Indices { bits: 1, is_high_first },
            ("indexed2", is_high_first) => Coding::Indices { bits: 2, is_high_first },
            ("indexed4", is_high_first) => Coding::Indices { bits: 4, is_high_first },
            ("indexed8", is_high_first) => Coding::Indices { bits: 8, is_high_first },
            ("bc1", false) => Coding::Blocks(BlockCode::Dxt1),
            ("bc2", false) => Coding::Blocks(BlockCode::Dxt3),
            ("bc3", false) => Coding::Blocks(BlockCode::Dxt5),
            ("gx-c4", false) => Coding::Gx(gx::Coding::C4),
            ("gx-c8", false) => Coding::Gx(gx::Coding::C8),
            ("gx-rgb565", false) => Coding::Gx(gx::Coding::Rgb565),
            ("gx-rgb5a3", false) => Coding::Gx(gx::Coding::Rgb5A3),
            ("gx-rgba8", false) => Coding::Gx(gx::Coding::Rgba8),
            ("gx-cmpr", false) => Coding::Gx(gx::Coding::Cmpr),
            ("ps2-indexed4", false) => Coding::PlayStation2 { bits: 4 },
            ("ps2-indexed8", false) => Coding::PlayStation2 { bits: 8 },
            ("powervr", false) => {
                let missing = "`powervr` needs the key `format`";
                Coding::PowerVr(format.ok_or(missing)?)
            }
            ("png", false) => Coding::File(ImageFormat::Png),
            ("bmp", false) => Coding::File(ImageFormat::Bmp),
            ("tga", false) => Coding::File(ImageFormat::Tga),
            _ => Coding::Words(Words::parse(word)?),
        })
    }

    /// Bits of an index; 0 if texels are colours.
    pub fn index_bits(self) -> u32 {
        match self {
            Coding::Indices { bits, .. } | Coding::PlayStation2 { bits } => bits,
            Coding::Gx(coding) if coding.is_indexed() => coding.bits(),
            Coding::PowerVr(format) if powervr::is_indexed(format) => powervr::bits(format),
            _ => 0,
        }
    }

    /// Bits of a texel in the data; for blocks the average, and 0 for files.
    pub fn bits(self) -> u32 {
        match self {
            Coding::Words(words) => words.size() as u32 * 8,
            Coding::Indices { bits, .. } | Coding::PlayStation2 { bits } => bits,
            Coding::Blocks(code) => code.block() as u32 / 2,
            Coding::Gx(coding) => coding.bits(),
            Coding::PowerVr(format) => powervr::bits(format),
            Coding::File(_) => 0,
        }
    }
}
