//! Codes with their data, and tags with their payloads: the records of a chain.

use super::records::Vector;
use super::vif::{DmaTag, VifCode, command};
use crate::bytes::{Bit, Confidence, Cursor, Hint, RecordReader, Recorder, Result, Shaped, Writer};

crate::record! {
    /// What the graphics unit is told about the vertices that follow.
    pub struct GifTag {
        /// Vertices, and bit 15: the last of a packet.
        pub vertices: u16 => Hint::Flags(GIF_COUNT),
        pub unknown_02: u16 => Hint::Hex,
        /// Primitive and number of registers.
        pub primitive: u32 => Hint::Hex,
        pub registers: u32 => Hint::Hex,
        pub registers_high: u32 => Hint::Hex,
    }
}

const GIF_COUNT: &[Bit] = &[
    Bit { mask: 0x7FFF, name: "vertices", meaning: "of the packet", confidence: Confidence::Sure },
    Bit { mask: 0x8000, name: "last", meaning: "the packet ends", confidence: Confidence::Sure },
];

crate::record! {
    /// Counts of a chunk.
    pub struct ChunkInfo {
        pub strips: u32,
        /// Of a rigid chunk, the first weight number of all vertices; else whatever was in memory.
        pub a: u32,
        pub b: u32,
        pub vertices: u32,
    }
}

crate::record! {
    /// A triangle strip: a run of the chunk's vertices.
    pub struct Strip {
        pub vertices: u32,
        pub unknown_04: [u32; 3],
    }
}

crate::record! {
    /// Texture coordinates, and where the vertex program has the vertex's matrices.
    pub struct Uv {
        pub u: i16 => Hint::Fixed(12),
        pub v: i16 => Hint::Fixed(12),
        /// 14 + 4 for each reference before: for positions.
        pub a: i16,
        /// 114 + 3 for each reference before: for normals.
        pub b: i16,
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
    /// A vertex of a shadow: a place, and where the vertex program has its matrix.
    pub struct ShadowVertex {
        pub position: Vector,
        /// As in [`Uv`].
        pub a: u32,
    }
}

crate::record! {
    /// How far a morph key moves a vertex, in an unsettled unit.
    pub struct Delta {
        pub x: i8,
        pub y: i8,
        pub z: i8,
    }
}

/// A code with its data.
#[derive(Clone, Debug, PartialEq)]
pub struct Code {
    pub code: VifCode,
    pub data: Data,
    /// Bytes behind the data up to a whole word.
    pub pad: Vec<u8>,
}

/// What a code carries, by format and address.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
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
    /// What of the payload is no code.
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
    pub fn plain(command: u8, immediate: u16) -> Self {
        Self { code: VifCode::new(command, immediate), data: Data::None, pad: Vec::new() }
    }

    /// How many an UNPACK carries; what its code counts.
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

    /// Bytes with the code.
    pub fn stored_len(&self) -> usize {
        let data = match &self.data {
            Data::None => 0,
            Data::Mask(_) => 4,
            Data::Row(_) => 16,
            Data::Header { strips, .. } => 32 + strips.len() * Strip::SIZE,
            Data::Uvs(list) => list.len() * Uv::SIZE,
            Data::Normals(list) => list.len() * Normal::SIZE,
            Data::Positions(list) => list.len() * Vector::SIZE,
            Data::Shadow(list) => list.len() * ShadowVertex::SIZE,
            Data::Deltas(list) => list.len() * Delta::SIZE,
            Data::Raw(bytes) => bytes.len(),
        };
        VifCode::SIZE + data + self.pad.len()
    }

    pub(super) fn write(&self, out: &mut Writer) {
        let mut code = self.code;
        if let Some(count) = self.count() {
            // 256 is stored as 0.
            code.number = (count & 0xFF) as u8;
        }
        out.shaped(&code);
        match &self.data {
            Data::None => {}
            Data::Mask(mask) => out.put(*mask),
            Data::Row(row) => out.shaped(row),
            Data::Header { gif, info, strips } => {
                out.shaped(gif);
                out.shaped(info);
                out.all(strips);
            }
            Data::Uvs(list) => out.all(list),
            Data::Normals(list) => out.all(list),
            Data::Positions(list) => out.all(list),
            Data::Shadow(list) => out.all(list),
            Data::Deltas(list) => out.all(list),
            Data::Raw(bytes) => out.bytes(bytes),
        }
        out.bytes(&self.pad);
    }
}

impl Tag {
    pub fn new(id: u16, codes: Vec<Code>) -> Self {
        Self { tag: DmaTag::new(id), codes, rest: Vec::new() }
    }

    /// Writes the tag; its count of quadwords is that of the payload.
    pub(super) fn write(&self, out: &mut Writer) {
        let payload = self.codes.iter().map(Code::stored_len).sum::<usize>() + self.rest.len();
        let qwc = u16::try_from(payload.div_ceil(16)).unwrap_or(u16::MAX);
        out.shaped(&DmaTag { qwc, ..self.tag });
        self.codes.iter().for_each(|code| code.write(out));
        out.bytes(&self.rest);
        // Only in a packet that was changed: NOPs up to a whole quadword.
        out.bytes(&vec![0; payload.next_multiple_of(16) - payload]);
    }
}

/// Reads one code with its data.
#[derive(Clone, Copy)]
pub(super) struct CodeReader;

impl RecordReader for CodeReader {
    type Out = Code;
    const TYPE: &'static str = "VifCode";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Code> {
        if cur.remaining() == 0 {
            // Nothing read: the payload ends here.
            return Ok(Code::plain(command::NOP, 0));
        }
        let start = cur.pos();
        let code: VifCode = cur.record("code")?;
        cur.describe(|| code.describe());
        let Some(len) = code.data_len() else {
            let message = format_args!("{:#04x} is no command of the VIF", code.command);
            return Err(cur.fail_at(start + 3, 1, "code.command", message));
        };
        let left = cur.remaining();
        if len as u64 > left {
            let message = format_args!("{len} bytes of data follow, the packet has {left}");
            return Err(cur.fail_at(start, 4, "code", message));
        }
        let end = cur.pos() + len as u64;
        let data = read_data(cur, &code, len)?;
        let pad = usize::try_from(end.saturating_sub(cur.pos())).unwrap_or(0);
        let pad = cur.padding(pad)?.to_vec();
        Ok(Code { code, data, pad })
    }
}

fn read_data<R: Recorder>(cur: &mut Cursor<'_, R>, code: &VifCode, len: usize) -> Result<Data> {
    let count = code.count();
    Ok(match code.command() {
        _ if len == 0 => Data::None,
        command::STMASK => Data::Mask(cur.get_as("mask", Hint::Hex)?),
        command::STROW | command::STCOL => Data::Row(cur.shaped("row", Hint::Hex)?),
        _ => match code.format() {
            Some(command::V4_32) if code.address() == 0 && count >= 2 => Data::Header {
                gif: cur.record("gif")?,
                info: cur.record("info")?,
                strips: cur.records("strips", count - 2)?,
            },
            Some(command::V4_32) if code.address() != 0 => {
                Data::Shadow(cur.records("vertices", count)?)
            }
            Some(command::V4_16) => Data::Uvs(cur.records("uvs", count)?),
            Some(command::V3_16) => Data::Normals(cur.records("normals", count)?),
            Some(command::V3_32) => Data::Positions(cur.records("positions", count)?),
            Some(command::V3_8) => Data::Deltas(cur.records("deltas", count)?),
            _ => Data::Raw(cur.bytes("data", len)?.to_vec()),
        },
    })
}
