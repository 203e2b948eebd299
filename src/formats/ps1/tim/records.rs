//! Records of a TIM.

use std::sync::Arc;

use crate::bytes::{Bit, Hint, Writer, count32};
use crate::formats::ps1::vram::Depth;

/// Id of a TIM.
pub const ID: u32 = 0x10;
/// Size of a block before its data.
pub const BLOCK: u64 = 12;

/// Flags; some tools leave garbage in the other bits.
pub const FLAGS: &[Bit] = &[
    Bit::sure(0x7, "type", "0: 4 bits, 1: 8 bits, 2: 16 bits, 3: 24 bits per texel, 4: mixed"),
    Bit::sure(0x8, "CLUT", "a block of colour tables precedes the image"),
];

/// Texel format, from [`Tim::flags`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Bits4,
    Bits8,
    Bits16,
    Bits24,
    /// Several depths in one picture; displayed as 16 bits.
    Mixed,
    /// Types 5 to 7.
    Unknown(u32),
}

impl Kind {
    pub fn of(flags: u32) -> Self {
        match flags & 7 {
            0 => Kind::Bits4,
            1 => Kind::Bits8,
            2 => Kind::Bits16,
            3 => Kind::Bits24,
            4 => Kind::Mixed,
            other => Kind::Unknown(other),
        }
    }

    /// Depth in the GPU; `None` for 24 bits, which it does not support.
    pub fn depth(self) -> Option<Depth> {
        match self {
            Kind::Bits4 => Some(Depth::Four),
            Kind::Bits8 => Some(Depth::Eight),
            Kind::Bits16 | Kind::Mixed | Kind::Unknown(_) => Some(Depth::Fifteen),
            Kind::Bits24 => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Kind::Bits4 => "4 bits",
            Kind::Bits8 => "8 bits",
            Kind::Bits16 => "16 bits",
            Kind::Bits24 => "24 bits",
            Kind::Mixed => "mixed",
            Kind::Unknown(_) => "unknown",
        }
    }

    /// Number of texels in a row of `halfwords`.
    pub fn width(self, halfwords: u16) -> u32 {
        let halfwords = u32::from(halfwords);
        match self {
            Kind::Bits4 => halfwords * 4,
            Kind::Bits8 => halfwords * 2,
            Kind::Bits24 => halfwords * 2 / 3,
            Kind::Bits16 | Kind::Mixed | Kind::Unknown(_) => halfwords,
        }
    }
}

crate::record! {
    /// Rectangle of video memory, in halfwords and rows.
    pub struct Rect {
        pub x: u16 => Hint::Unit("halfwords"),
        pub y: u16 => Hint::Unit("rows"),
        pub w: u16 => Hint::Unit("halfwords"),
        pub h: u16 => Hint::Unit("rows"),
    }
}

impl Rect {
    /// Position in video memory of a halfword of the rectangle; `None` beyond the range of positions.
    pub fn position_of(self, x: usize, y: usize) -> Option<[u16; 2]> {
        let across = u16::try_from(x).ok()?.checked_add(self.x)?;
        Some([across, u16::try_from(y).ok()?.checked_add(self.y)?])
    }

    pub fn halfwords(self) -> u64 {
        u64::from(self.w) * u64::from(self.h)
    }
}

/// Rectangle of video memory with its contents.
#[derive(Clone, Debug, PartialEq)]
pub struct Block<T> {
    /// Stored length, if it differs from that of the block.
    pub length: Option<u32>,
    pub rect: Rect,
    pub data: T,
    /// Bytes of the block after the data.
    pub rest: Vec<u8>,
}

/// A picture with its palettes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tim {
    pub flags: u32,
    /// Rows of 15-bit words.
    pub clut: Option<Block<Vec<u16>>>,
    /// Rows of `rect.w` halfwords; `None` if the file ends before it.
    pub image: Option<Block<Arc<[u8]>>>,
    /// Bytes after the image.
    pub rest: Vec<u8>,
}

impl Tim {
    pub fn kind(&self) -> Kind {
        Kind::of(self.flags)
    }

    /// Writes the TIM to `out`.
    pub fn put(&self, out: &mut Writer) {
        out.put(ID);
        out.put(self.flags);
        if let Some(clut) = &self.clut {
            block(out, clut, |out| out.all(&clut.data));
        }
        if let Some(image) = &self.image {
            block(out, image, |out| out.bytes(&image.data));
        }
        out.bytes(&self.rest);
    }
}

fn block<T>(out: &mut Writer, block: &Block<T>, data: impl FnOnce(&mut Writer)) {
    let (start, length) = (out.pos(), out.slot());
    out.shaped(&block.rect);
    data(out);
    out.bytes(&block.rest);
    out.patch(length, block.length.unwrap_or(count32(out.pos() - start)));
}
