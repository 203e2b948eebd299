//! Records of a sheet of textures.

use super::coding::{ChunkContent, Coding, Console};
use super::kinds::{KINDS, kind};
use crate::bytes::{Bit, Hint, Shaped, Source};

crate::record! {
    /// Header of a chunk.
    pub struct ChunkHeader {
        pub kind: u8 => Hint::Enum(KINDS),
        /// Size including this header, in the byte order of the file; 0 if it follows from the sides.
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
    Bit::single(0x1000, "referenced", "unknown"),
    Bit::sure(SWIZZLED as u32, "swizzled", "swizzled order"),
    Bit::single(0x4000, "transposed", "unknown"),
    Bit::guess(0x8000, "bit 15", "unknown"),
];

const Y_FLAGS: &[Bit] =
    &[Bit::single(0x0FFF, "y", "position"), Bit::single(0xF000, "mips", "smaller levels")];

/// Flag in a chunk's `x`: texels or colours are in the console's own order.
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

    /// Stated number of smaller levels after the texels.
    pub fn mips(&self) -> u16 {
        self.y >> 12
    }
}

/// Chunk with the location of its data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chunk {
    pub header: ChunkHeader,
    pub holds: ChunkContent,
    /// Start of the data after the header, and its exclusive end.
    pub start: u64,
    pub end: u64,
}

impl Chunk {
    /// Data as stored in the file.
    pub fn stored<'a>(&self, source: &'a Source) -> &'a [u8] {
        let at = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX);
        source.bytes().get(at(self.start)..at(self.end)).unwrap_or(&[])
    }
}

/// An image: a chain of chunks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Image {
    /// Console, which determines codings and texel order.
    pub console: Console,
    /// Four letters by which models refer to the image.
    pub name: [u8; 4],
    pub full_name: Option<String>,
    pub chunks: Vec<Chunk>,
    /// Offset of the first chunk.
    pub start: u64,
    /// End of the last chunk.
    pub end: u64,
}

impl Image {
    /// Chunk with the texels.
    pub fn texels(&self) -> Option<&Chunk> {
        self.chunks.iter().find(|chunk| matches!(chunk.holds, ChunkContent::Texels(_)))
    }

    /// Storage of the texels.
    pub fn coding(&self) -> Option<Coding> {
        match self.texels()?.holds {
            ChunkContent::Texels(coding) => Some(coding),
            _ => None,
        }
    }

    pub fn palette(&self) -> Option<&Chunk> {
        self.chunks.iter().find(|chunk| matches!(chunk.holds, ChunkContent::Colours(_)))
    }

    /// The alpha channel is a shine mask instead of opacity.
    pub fn is_metal(&self) -> bool {
        self.chunks.iter().any(|chunk| chunk.header.kind == kind::METAL)
    }

    /// Short name as text, without its NUL.
    pub fn short_name(&self) -> String {
        let end = self.name.iter().position(|byte| *byte == 0).unwrap_or(self.name.len());
        crate::bytes::cp1252::decode(self.name.get(..end).unwrap_or(&self.name))
    }
}

/// Records of a texture sheet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    /// One of the four magics as text, or empty.
    pub version: &'static str,
    /// Images in the order of the directory.
    pub images: Vec<Image>,
}
