//! Records of a chain: tags with their payloads, and codes with their data.

use super::references::{NORMAL_MATRIX, POSITION_MATRIX};
use super::vector::Vector;
use super::vif::{DmaTag, VifCode, command};
use crate::bytes::layout::{self, Layout, Pass, Writing};
use crate::bytes::{Bit, Endian, Hint, Result, Writer};

crate::record! {
    /// State of the graphics unit for the following vertices.
    pub struct GifTag {
        /// Number of vertices, and bit 15 for the last of a packet.
        pub vertices: u16 => Hint::Flags(GIF_COUNT),
        pub unknown_02: u16 => Hint::Hex,
        /// Primitive and number of registers.
        pub primitive: u32 => Hint::Hex,
        pub registers: u32 => Hint::Hex,
        pub registers_high: u32 => Hint::Hex,
    }
}

const GIF_COUNT: &[Bit] =
    &[Bit::sure(0x7FFF, "vertices", "of the packet"), Bit::sure(0x8000, "last", "the packet ends")];

crate::record! {
    /// Counts of a chunk.
    pub struct ChunkInfo {
        pub strips: u32,
        /// In a rigid chunk, the first weight number of all vertices; otherwise uninitialised memory.
        pub a: u32,
        pub b: u32,
        pub vertices: u32,
    }
}

crate::record! {
    /// A triangle strip: consecutive vertices of the chunk.
    pub struct Strip {
        pub vertices: u32,
        pub unknown_04: [u32; 3],
    }
}

crate::record! {
    /// Texture coordinates, and addresses of the vertex's matrices.
    pub struct Uv {
        pub u: i16 => Hint::Fixed(12),
        pub v: i16 => Hint::Fixed(12),
        /// 14 + 4 for each earlier reference: for positions.
        pub a: i16 => POSITION_MATRIX,
        /// 114 + 3 for each earlier reference: for normals.
        pub b: i16 => NORMAL_MATRIX,
    }
}

crate::record! {
    /// A normal of unit length.
    pub struct Normal {
        pub x: i16 => Hint::Fixed(15),
        pub y: i16 => Hint::Fixed(15),
        pub z: i16 => Hint::Fixed(15),
    }
}

crate::record! {
    /// A vertex of a shadow: a position, and the address of its matrix.
    pub struct ShadowVertex {
        pub position: Vector,
        /// See [`Uv`].
        pub a: u32 => POSITION_MATRIX,
    }
}

crate::record! {
    /// Offset of a vertex by a morph key, in an unknown unit.
    pub struct Delta {
        pub x: i8,
        pub y: i8,
        pub z: i8,
    }
}

/// A code with its data.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Code {
    pub code: VifCode,
    pub data: Data,
    /// Padding after the data up to a whole word; empty if it is all zeros.
    pub pad: Vec<u8>,
}

/// Data of a code, by format and address.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Data {
    #[default]
    None,
    Mask(u32),
    Row([u32; 4]),
    /// V4-32 to address 0: the start of a chunk.
    Header {
        gif: GifTag,
        info: ChunkInfo,
        strips: Vec<Strip>,
    },
    Uvs(Vec<Uv>),
    Normals(Vec<Normal>),
    Positions(Vec<Vector>),
    /// V4-32 to another address.
    Shadow(Vec<ShadowVertex>),
    Deltas(Vec<Delta>),
    Raw(Vec<u8>),
}

/// A tag with its payload.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tag {
    pub tag: DmaTag,
    pub codes: Vec<Code>,
    /// Remaining bytes of the payload that are not codes.
    pub rest: Vec<u8>,
}

/// A morph key: a tag with one UNPACK of deltas among its codes.
pub type Key = Tag;

impl Tag {
    /// The deltas of a morph key.
    pub fn deltas(&self) -> Option<&[Delta]> {
        self.codes.iter().find_map(|code| match &code.data {
            Data::Deltas(deltas) => Some(deltas.as_slice()),
            _ => None,
        })
    }
}

impl Code {
    /// Number of elements of an UNPACK, as its code counts them.
    fn count(&self) -> Option<usize> {
        Some(match &self.data {
            Data::Header { strips, .. } => strips.len() + 2,
            Data::Uvs(list) => list.len(),
            Data::Normals(list) => list.len(),
            Data::Positions(list) => list.len(),
            Data::Shadow(list) => list.len(),
            Data::Deltas(list) => list.len(),
            _ => return None,
        })
    }

    /// Length in bytes, including the code.
    pub fn stored_len(&self) -> usize {
        layout::write(self, Endian::Little, ()).map_or(0, |bytes| bytes.len())
    }
}

impl Layout for Code {
    const TYPE: &'static str = "VifCode";
    const MIN_SIZE: u64 = 4;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        let start = pass.pos();
        if let Some(count) = self.count().filter(|_| !pass.is_reading()) {
            // 256 is stored as 0.
            self.code.number = (count & 0xFF) as u8;
        }
        pass.value("code", &mut self.code)?;
        let Some(len) = self.code.data_len() else {
            let message = format_args!("unknown VIF command {:#04x}", self.code.command);
            return Err(pass.fail_at((start + 3, 1), "code.command", message));
        };
        if pass.is_reading() {
            let left = pass.remaining();
            if len as u64 > left {
                let message =
                    format_args!("expected {len} bytes of data, found {left} in the packet");
                return Err(pass.fail_at((start, 4), "code", message));
            }
            self.data = Data::of(&self.code, len);
        }
        let end = pass.pos() + len as u64;
        self.data.pass(&self.code, len, pass)?;
        let pad = usize::try_from(end.saturating_sub(pass.pos())).unwrap_or(0);
        pass.padding(&mut self.pad, pad)
    }

    fn summary(&self) -> String {
        self.code.describe()
    }
}

impl Data {
    /// Empty data for a code with `len` bytes after it.
    fn of(code: &VifCode, len: usize) -> Self {
        match code.command() {
            _ if len == 0 => Data::None,
            command::STMASK => Data::Mask(0),
            command::STROW | command::STCOL => Data::Row([0; 4]),
            _ => match code.format() {
                Some(command::V4_32) if code.address() == 0 && code.count() >= 2 => Data::Header {
                    gif: GifTag::default(),
                    info: ChunkInfo::default(),
                    strips: Vec::new(),
                },
                Some(command::V4_32) if code.address() != 0 => Data::Shadow(Vec::new()),
                Some(command::V4_16) => Data::Uvs(Vec::new()),
                Some(command::V3_16) => Data::Normals(Vec::new()),
                Some(command::V3_32) => Data::Positions(Vec::new()),
                Some(command::V3_8) => Data::Deltas(Vec::new()),
                _ => Data::Raw(Vec::new()),
            },
        }
    }

    fn pass<P: Pass>(&mut self, code: &VifCode, len: usize, pass: &mut P) -> Result<()> {
        let count = code.count();
        match self {
            Data::None => Ok(()),
            Data::Mask(mask) => pass.value(("mask", Hint::Hex), mask),
            Data::Row(row) => pass.value(("row", Hint::Hex), row),
            Data::Header { gif, info, strips } => {
                pass.value("gif", gif)?;
                pass.value("info", info)?;
                pass.run("strips", strips, count.saturating_sub(2))
            }
            Data::Shadow(list) => pass.run("vertices", list, count),
            Data::Uvs(list) => pass.run("uvs", list, count),
            Data::Normals(list) => pass.run("normals", list, count),
            Data::Positions(list) => pass.run("positions", list, count),
            Data::Deltas(list) => pass.run("deltas", list, count),
            Data::Raw(bytes) => pass.bytes("data", bytes, len),
        }
    }
}

impl Tag {
    /// Writes the tag, with the number of quadwords of the payload.
    pub(super) fn write(&self, out: &mut Writer) -> Result<()> {
        let mut payload = Writer::new(Endian::Little);
        for code in &self.codes {
            code.clone().pass(&mut Writing::new(&mut payload), ())?;
        }
        payload.bytes(&self.rest);
        // Only needed after edits: NOPs up to a whole quadword.
        payload.align(16);
        let qwc = u16::try_from(payload.pos() / 16).unwrap_or(u16::MAX);
        out.shaped(&DmaTag { qwc, ..self.tag });
        out.bytes(&payload.finish());
        Ok(())
    }
}
