//! Addresses in video memory as GPU packets encode them: texture pages and colour tables.
//!
//! Video memory is 1024 × 512 halfwords. Source: format document `ff7-battle.md`, section 5.

use crate::bytes::{Bit, Hint};

/// Texel format of a texture page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Depth {
    Four,
    Eight,
    Fifteen,
}

impl Depth {
    /// Texels per halfword.
    pub fn texels(self) -> i32 {
        match self {
            Depth::Four => 4,
            Depth::Eight => 2,
            Depth::Fifteen => 1,
        }
    }

    /// Number of entries in a colour table; `None` for direct colours.
    pub fn colours(self) -> Option<usize> {
        match self {
            Depth::Four => Some(16),
            Depth::Eight => Some(256),
            Depth::Fifteen => None,
        }
    }
}

/// Texture page: 64 halfwords by 256 rows, with a depth and a blend mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TexPage(pub u16);

impl TexPage {
    pub const HINT: Hint = Hint::Flags(&[
        Bit::sure(0x000F, "x / 64", "halfwords from the left"),
        Bit::sure(0x0010, "y / 256", "rows from the top"),
        Bit::sure(0x0060, "blend mode", "0: average, 1: add, 2: subtract, 3: add a quarter"),
        Bit::sure(0x0180, "depth", "0: 4 bits, 1: 8 bits, 2: 15 bits per texel"),
    ]);

    /// Halfwords from the left.
    pub fn x(self) -> i32 {
        i32::from(self.0 & 0xF) * 64
    }

    /// Rows from the top.
    pub fn y(self) -> i32 {
        i32::from(self.0 >> 4 & 1) * 256
    }

    pub fn depth(self) -> Depth {
        match self.0 >> 7 & 3 {
            0 => Depth::Four,
            1 => Depth::Eight,
            _ => Depth::Fifteen,
        }
    }
}

/// Position of a colour table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ClutWord(pub u16);

impl ClutWord {
    pub const HINT: Hint = Hint::Flags(&[
        Bit::sure(0x003F, "x / 16", "halfwords from the left"),
        Bit::sure(0x7FC0, "y", "rows from the top"),
    ]);

    /// The word for a position: halfwords from the left, rows from the top. `None` if the position
    /// cannot be encoded.
    pub fn at([x, y]: [u16; 2]) -> Option<Self> {
        let fits = x.is_multiple_of(16) && x < 1024 && y < 512;
        fits.then_some(Self((y << 6) | (x / 16)))
    }

    /// Halfwords from the left.
    pub fn x(self) -> i32 {
        i32::from(self.0 & 0x3F) * 16
    }

    /// Rows from the top.
    pub fn y(self) -> i32 {
        i32::from(self.0 >> 6 & 0x1FF)
    }
}
