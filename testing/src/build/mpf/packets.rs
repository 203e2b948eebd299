//! Encodes chunks as packets, in the code order of the game's own tools.

use super::Placed;
use crate::build::count;
use gouraud::formats::ssx::mpf::packet::{
    ChunkInfo, Code, Data, Delta, GifTag, Key, Normal, ShadowVertex, Strip, Tag, Uv,
};
use gouraud::formats::ssx::mpf::records::{Mesh, group_kind};
use gouraud::formats::ssx::mpf::vif::{DmaTag, VifCode, command, tag_id};

/// Bit of an UNPACK's immediate: the address is relative to the current half of a double buffer.
const RELATIVE: u16 = 0x8000;

/// A chain of these tags, the last of which ends it.
pub(super) fn mesh(mut chain: Vec<Tag>, keys: Vec<Key>) -> Mesh {
    if let Some(last) = chain.last_mut() {
        last.tag.control = tag_id::RET << 12;
    }
    Mesh { chain, keys, no_keys: (-1, -1), stride: 0 }
}

/// The two numbers of the vertices that use reference `index`.
pub fn numbers_of(index: usize) -> Option<(i16, i16)> {
    let a = index.checked_mul(4)?.checked_add(14)?;
    let b = index.checked_mul(3)?.checked_add(114)?;
    Some((i16::try_from(a).ok()?, i16::try_from(b).ok()?))
}

fn plain(command: u8, immediate: u16) -> Code {
    Code { code: VifCode::new(command, immediate), data: Data::None, pad: Vec::new() }
}

fn tag(id: u16, codes: Vec<Code>) -> Tag {
    Tag { tag: DmaTag::new(id), codes, rest: Vec::new() }
}

/// A tag whose codes are padded with NOPs to a whole quadword.
fn packet(mut codes: Vec<Code>) -> Tag {
    while !codes.iter().map(Code::stored_len).sum::<usize>().is_multiple_of(16) {
        codes.push(nop());
    }
    tag(tag_id::CNT, codes)
}

fn nop() -> Code {
    plain(command::NOP, 0)
}

/// STCYCL: of `cycle` quadwords, `written` are written.
fn cycle(cycle: u16, written: u16) -> Code {
    plain(command::STCYCL, written << 8 | cycle)
}

fn unpack(format: u8, address: usize, data: Data) -> Code {
    let address = u16::try_from(address).unwrap_or(0) | RELATIVE;
    let mut code = plain(format, address);
    code.data = data;
    code
}

/// STROW and STMASK before an interleaved UNPACK, which starts on a whole quadword.
fn interleaved(codes: &mut Vec<Code>, row: [u32; 4], mask: u32, code: Code) {
    let mut set_row = plain(command::STROW, 0);
    set_row.data = Data::Row(row);
    let mut set_mask = plain(command::STMASK, 0);
    set_mask.data = Data::Mask(mask);
    let mut pad = code;
    let len = pad.stored_len();
    // Data is padded to a whole word.
    pad.pad = vec![0; len.next_multiple_of(4) - len];
    codes.extend([nop(), set_row, set_mask, nop(), cycle(3, 1), nop(), pad]);
    while !codes.iter().map(Code::stored_len).sum::<usize>().is_multiple_of(16) {
        codes.push(nop());
    }
}

/// 1.0 as stored.
const ONE: u32 = 0x3F80_0000;

/// The packets of one chunk.
pub(super) fn packets(kind: u32, strips: &[Vec<Placed<'_>>], references: &[u32]) -> Vec<Tag> {
    let vertices: Vec<Placed<'_>> = strips.iter().flatten().copied().collect();
    let numbers: Vec<(i16, i16)> = vertices
        .iter()
        .map(|(_, weights)| {
            let at = references.iter().position(|reference| reference == weights);
            at.and_then(numbers_of).unwrap_or((14, 114))
        })
        .collect();
    let shadow = kind == group_kind::SHADOW;
    let first = numbers.first().copied().unwrap_or((14, 114));
    let rigid = numbers.iter().all(|numbers| *numbers == first)
        && vertices.iter().all(|(vertex, _)| vertex.weights.len() == 1);
    let head = header(shadow, rigid, first, strips, vertices.len());
    let start = packet(vec![nop(), cycle(1, 1), nop(), unpack(command::V4_32, 0, head)]);
    let at = strips.len() + 2;
    let mut codes = Vec::new();
    if shadow {
        let stored = vertices.iter().zip(&numbers).map(|((vertex, _), (a, _))| ShadowVertex {
            position: vertex.position,
            a: u32::from(a.unsigned_abs()),
        });
        let data = unpack(command::V4_32, at, Data::Shadow(stored.collect()));
        interleaved(&mut codes, [0, 0, 0, ONE], 0x4040_4040, data);
    } else {
        let uvs = vertices.iter().zip(&numbers).map(|((vertex, _), (a, b))| {
            let [u, v] = vertex.uv.map(|v| (v * 4096.0).round() as i16);
            Uv { u, v, a: *a, b: *b }
        });
        let normals = vertices.iter().map(|(vertex, _)| {
            let [x, y, z] = vertex.normal.map(|v| (v * 32767.0).round() as i16);
            Normal { x, y, z }
        });
        let positions = vertices.iter().map(|(vertex, _)| vertex.position);
        let masked = |format: u8| format | command::MASKED;
        let uvs = unpack(command::V4_16, at, Data::Uvs(uvs.collect()));
        let row = [0, 0, 0x1000, 0x1000];
        interleaved(&mut codes, row, 0x5050_5050, uvs);
        let data = Data::Normals(normals.collect());
        let normals = unpack(masked(command::V3_16), at + 1, data);
        interleaved(&mut codes, [0, 0, 0, 0x8000], 0x4040_4040, normals);
        let data = Data::Positions(positions.collect());
        let positions = unpack(masked(command::V3_32), at + 2, data);
        interleaved(&mut codes, [0, 0, 0, ONE], 0x4040_4040, positions);
    }
    let mut tags = vec![start, packet(codes)];
    let calls: &[u16] = match kind {
        // The morph keys call the program of a morph mesh.
        group_kind::MORPH => &[],
        group_kind::SHADOW => &[4],
        _ if rigid => &[10, 8, 6],
        _ => &[0, 8, 6],
    };
    let calls = calls.iter().map(|address| plain(command::MSCAL, *address));
    tags.push(packet([cycle(1, 1)].into_iter().chain(calls).collect()));
    tags
}

fn header(
    shadow: bool,
    rigid: bool,
    first: (i16, i16),
    strips: &[Vec<Placed<'_>>],
    vertices: usize,
) -> Data {
    // Triangle strips, gouraud, textured, blended; the registers ST, RGBAQ and XYZF2.
    let (primitive, registers) = if shadow { (0x1022_4000, 4) } else { (0x302E_4000, 0x412) };
    let (a, b) = if rigid && !shadow { first } else { (0, 0) };
    Data::Header {
        gif: GifTag {
            vertices: u16::try_from(vertices).unwrap_or(0) | 0x8000,
            primitive,
            registers,
            ..GifTag::default()
        },
        info: ChunkInfo {
            strips: count(strips.len()),
            a: u32::from(a.unsigned_abs()),
            b: u32::from(b.unsigned_abs()),
            vertices: count(vertices),
        },
        strips: strips
            .iter()
            .map(|strip| Strip { vertices: count(strip.len()), ..Strip::default() })
            .collect(),
    }
}

/// The morph keys of a chunk.
pub(super) fn keys(strips: &[Vec<Placed<'_>>]) -> Vec<Key> {
    let vertices = || strips.iter().flatten();
    let count = vertices().next().map_or(0, |(vertex, _)| vertex.deltas.len());
    (0..count)
        .map(|key| {
            let deltas = vertices().map(|(vertex, _)| {
                let [x, y, z] = vertex.deltas.get(key).copied().unwrap_or_default();
                Delta { x, y, z }
            });
            let format = command::V3_8 | command::MASKED;
            let mut data = unpack(format, 0xB6, Data::Deltas(deltas.collect()));
            let len = data.stored_len();
            data.pad = vec![0; len.next_multiple_of(4) - len];
            let mut codes = vec![nop(), cycle(4, 4), nop(), data];
            while !codes.iter().map(Code::stored_len).sum::<usize>().is_multiple_of(16) {
                codes.push(nop());
            }
            let (flush, call) = (plain(command::FLUSHE, 0), plain(command::MSCAL, 2));
            codes.extend([nop(), flush, nop(), call]);
            tag(tag_id::RET, codes)
        })
        .collect()
}
