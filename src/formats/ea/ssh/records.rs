//! The records of a sheet of textures.

use crate::bytes::{Bit, Hint, Shaped};

crate::record! {
    /// What stands before a chunk's data.
    pub struct ChunkHeader {
        pub kind: u8 => Hint::Enum(KINDS),
        /// Size with this header, low byte first; 0 when its sides say it.
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

crate::symbols! {
    /// Kinds of chunks.
    pub mod kind: u8, pub KINDS {
        INDEXED4 = 1 "4-bit indices",
        INDEXED8 = 2 "8-bit indices",
        RGBA5551 = 3 "RGBA 5551",
        RGB888 = 4 "RGB 888",
        RGBA8888 = 5 "RGBA 8888",
        PALETTE = 33 "palette",
        METAL = 105 "metal bin",
        NAME = 112 "full name",
        HOT_SPOTS = 124 "hot spots",
        129 "4-bit indices, packed",
        130 "8-bit indices, packed",
        131 "RGBA 5551, packed",
        132 "RGB 888, packed",
        133 "RGBA 8888, packed",
    } with {
        /// Added to a kind of image: its data is a RefPack stream.
        pub const PACKED: u8 = 0x80;
    }
}

/// Bytes of a [`ChunkHeader`].
pub const HEADER: u64 = ChunkHeader::SIZE as u64;

impl ChunkHeader {
    pub fn stored_size(&self) -> u32 {
        let [low, middle, high] = self.size.map(u32::from);
        low | middle << 8 | high << 16
    }

    pub fn is_swizzled(&self) -> bool {
        self.x & SWIZZLED != 0
    }

    pub fn is_packed(&self) -> bool {
        self.kind & kind::PACKED != 0
    }

    /// The kind without the mark of a packed one.
    pub fn plain_kind(&self) -> u8 {
        self.kind & !kind::PACKED
    }

    pub fn is_image(&self) -> bool {
        bits(self.plain_kind()).is_some()
    }

    /// Bytes of data that the sides ask for.
    pub fn by_sides(&self) -> u64 {
        let texels = u64::from(self.width) * u64::from(self.height);
        match self.plain_kind() {
            kind::PALETTE => texels * 4,
            plain => (texels * bits(plain).unwrap_or(0)).div_ceil(8),
        }
    }
}

/// Bits of a texel.
pub fn bits(kind: u8) -> Option<u64> {
    Some(match kind {
        kind::INDEXED4 => 4,
        kind::INDEXED8 => 8,
        kind::RGBA5551 => 16,
        kind::RGB888 => 24,
        kind::RGBA8888 => 32,
        _ => return None,
    })
}

/// A chunk, and where its data is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chunk {
    pub header: ChunkHeader,
    /// First byte behind the header, and one past the last.
    pub start: u64,
    pub end: u64,
}

/// An image: a chain of chunks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Image {
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
        self.chunks.iter().find(|chunk| chunk.header.is_image())
    }

    pub fn palette(&self) -> Option<&Chunk> {
        self.chunks.iter().find(|chunk| chunk.header.kind == kind::PALETTE)
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
