//! The records of a sheet of textures.

use super::coding::{Coding, Console, Holds};
use super::kinds::{KINDS, kind};
use crate::bytes::{Bit, Hint, Shaped, Source};

crate::record! {
    /// What stands before a chunk's data.
    pub struct ChunkHeader {
        pub kind: u8 => Hint::Enum(KINDS),
        /// Size with this header, in the byte order of the file; 0 when its sides say it.
        pub size: [u8; 3],
        pub width: u16 => Hint::Unit("texels"),
        pub height: u16 => Hint::Unit("texels"),
        pub centre_x: u16,
        pub centre_y: u16,
        /// Position in twelve bits, and flags.
        pub x: u16 => Hint::Flags(X_FLAGS),
        /// Position in twelve bits, and the number of mip levels.
        pub y: u16 => Hint::Flags(Y_FLAGS),
    }
}

const X_FLAGS: &[Bit] = &[
    Bit::single(0x0FFF, "x", "position"),
    Bit::single(0x1000, "referenced", "not known"),
    Bit::sure(SWIZZLED as u32, "swizzled", "in another order"),
    Bit::single(0x4000, "transposed", "not known"),
    Bit::guess(0x8000, "bit 15", "not known"),
];

const Y_FLAGS: &[Bit] =
    &[Bit::single(0x0FFF, "y", "position"), Bit::single(0xF000, "mips", "smaller levels")];

/// Flag of a chunk's `x`: texels or colours stand in the console's own order.
pub const SWIZZLED: u16 = 0x2000;

/// Bytes of a [`ChunkHeader`].
pub const HEADER: u64 = ChunkHeader::SIZE as u64;

impl ChunkHeader {
    pub fn has_size(&self) -> bool {
        self.size != [0; 3]
    }

    pub fn is_swizzled(&self) -> bool {
        self.x & SWIZZLED != 0
    }

    pub fn is_packed(&self) -> bool {
        self.kind & kind::PACKED != 0
    }

    /// Smaller levels that are promised behind the texels.
    pub fn mips(&self) -> u16 {
        self.y >> 12
    }
}

/// A chunk, and where its data is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chunk {
    pub header: ChunkHeader,
    pub holds: Holds,
    /// First byte behind the header, and one past the last.
    pub start: u64,
    pub end: u64,
}

impl Chunk {
    /// The data as it is in the file.
    pub fn stored<'a>(&self, source: &'a Source) -> &'a [u8] {
        let at = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX);
        source.bytes().get(at(self.start)..at(self.end)).unwrap_or(&[])
    }
}

/// An image: a chain of chunks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Image {
    /// Whose codings and order of texels it has.
    pub console: Console,
    /// Four letters, by which models ask for it.
    pub name: [u8; 4],
    pub full_name: Option<String>,
    pub chunks: Vec<Chunk>,
    /// Bytes of the chain.
    pub start: u64,
    pub end: u64,
}

impl Image {
    /// The chunk with the texels.
    pub fn texels(&self) -> Option<&Chunk> {
        self.chunks.iter().find(|chunk| matches!(chunk.holds, Holds::Texels(_)))
    }

    /// How the texels are stored.
    pub fn coding(&self) -> Option<Coding> {
        match self.texels()?.holds {
            Holds::Texels(coding) => Some(coding),
            _ => None,
        }
    }

    pub fn palette(&self) -> Option<&Chunk> {
        self.chunks.iter().find(|chunk| matches!(chunk.holds, Holds::Colours(_)))
    }

    /// The alpha channel says how much shines, not how much is seen through.
    pub fn is_metal(&self) -> bool {
        self.chunks.iter().any(|chunk| chunk.header.kind == kind::METAL)
    }

    /// The short name as text, up to its first NUL.
    pub fn short_name(&self) -> String {
        let end = self.name.iter().position(|byte| *byte == 0).unwrap_or(self.name.len());
        crate::bytes::cp1252::decode(self.name.get(..end).unwrap_or(&self.name))
    }
}

/// A file of textures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    /// One of the four magics as text, or empty.
    pub version: &'static str,
    /// Images in the order of the directory.
    pub images: Vec<Image>,
}
