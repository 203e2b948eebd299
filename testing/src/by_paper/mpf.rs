//! A model with skinned and morphed meshes, from sections 2 to 6 of `ssx-mpf.md`.

use super::Bytes;

/// DMA tags: continue, and end of a chain.
const CNT: u32 = 0x1000_0000;
const RET: u32 = 0x6000_0000;

const NOP: u32 = 0;
const FLUSHE: u32 = 0x1000_0000;
const STMASK: u32 = 0x2000_0000;
const STROW: u32 = 0x3000_0000;
const MSCAL: u32 = 0x1400_0000;

/// Write cycle: `length` of every `cycle` quadwords are written.
const fn cycle(cycle: u32, length: u32) -> u32 {
    0x0100_0000 | length << 8 | cycle
}

/// UNPACK of `count` rows to an address relative to the double buffer.
fn unpack(command: u32, count: u32, address: u32) -> u32 {
    command << 24 | count << 16 | 0x8000 | address
}

/// A vertex as stored: position, normal × 32768, texture coordinates × 4096, and its entry in the
/// group's list of weight references.
struct Vertex {
    position: [f32; 3],
    normal: [i16; 3],
    uv: [i16; 2],
    reference: i16,
}

/// A tag and its payload, filled up to whole quadwords.
fn packet(chain: &mut Bytes, id: u32, mut payload: Bytes) {
    payload.align(16);
    chain.u32s(&[id | u32::try_from(payload.0.len() / 16).unwrap(), 0, 0, 0]).raw(&payload.0);
}

/// Section 4: a chunk of one strip. The last packet of a morph mesh ends its chain.
fn chunk(vertices: &[Vertex], morphed: bool) -> Bytes {
    let count = u32::try_from(vertices.len()).unwrap();
    let mut head = Bytes::default();
    head.u32s(&[NOP, cycle(1, 1), NOP, unpack(0x6C, 3, 0)]);
    head.u32s(&[count | 0x8000, 0x302E_4000, 0x412, 0]);
    head.u32s(&[1, 0xCDCD_CDCD, 0xCDCD_CDCD, count]).u32s(&[count, 0, 0, 0]);

    let mut lists = Bytes::default();
    let write = |lists: &mut Bytes, row: [u32; 4], mask: u32, code: u32| {
        lists.align(16).u32s(&[STROW]).u32s(&row).u32s(&[STMASK, mask]);
        lists.u32s(&[NOP, cycle(3, 1), NOP, code]);
    };
    write(&mut lists, [0, 0, 0x1000, 0x1000], 0x5050_5050, unpack(0x6D, count, 3 + 1));
    for Vertex { uv, reference, .. } in vertices {
        lists.i16s(uv).i16s(&[14 + 4 * reference, 114 + 3 * reference]);
    }
    write(&mut lists, [0, 0, 0, 0x8000], 0x4040_4040, unpack(0x79, count, 3 + 2));
    vertices.iter().for_each(|vertex| {
        lists.i16s(&vertex.normal);
    });
    write(&mut lists, [0, 0, 0, 1.0f32.to_bits()], 0x4040_4040, unpack(0x78, count, 3 + 3));
    vertices.iter().for_each(|vertex| {
        lists.f32s(&vertex.position);
    });

    let mut chain = Bytes::default();
    packet(&mut chain, CNT, head);
    packet(&mut chain, if morphed { RET } else { CNT }, lists);
    if !morphed {
        let mut run = Bytes::default();
        run.u32s(&[cycle(1, 1), MSCAL, NOP, NOP]);
        packet(&mut chain, RET, run);
    }
    chain
}

/// Section 6: a morph key, one signed byte per axis and vertex.
fn key(deltas: &[[i8; 3]]) -> Bytes {
    let mut payload = Bytes::default();
    let count = u32::try_from(deltas.len()).unwrap();
    payload.u32s(&[NOP, cycle(4, 4), NOP, unpack(0x7A, count, 0xB6)]);
    deltas.iter().flatten().for_each(|delta| {
        payload.raw(&delta.to_le_bytes());
    });
    payload.align(16).u32s(&[NOP, FLUSHE, NOP, MSCAL | 2]);
    let mut chain = Bytes::default();
    packet(&mut chain, RET, payload);
    chain
}

/// The words after the last mesh of a group: a tag of one quadword, and two quadwords of codes.
fn group_end(model: &mut Bytes) {
    model.u32s(&[RET | 1, 0, 0, 0]);
    model.u32s(&[NOP, NOP, NOP, cycle(1, 1), NOP, FLUSHE, NOP, MSCAL]);
}

fn bone(model: &mut Bytes, name: &str, parent: [i16; 2], id: i16, position: [f32; 3]) {
    model.fixed(name, 16).i16s(&parent).i16s(&[3, id]).f32s(&position).f32s(&[0.0; 6]);
    model.f32s(&[1.0, -1.0, -1.0, 1.0, -1.0, 1.0]);
}

/// A model `Face3000` with the bones `hips` and `head`. A strip of four vertices follows both bones; a
/// triangle that follows the hips has two morph keys.
pub fn face() -> Vec<u8> {
    let quad: Vec<Vertex> = [[-1.0, 0.0], [1.0, 0.0], [-1.0, 2.0], [1.0, 2.0]]
        .iter()
        .map(|[x, z]| Vertex {
            position: [*x, -3.0, *z],
            normal: [0, -0x8000, 0],
            uv: [if *x < 0.0 { 0 } else { 4096 }, if *z == 0.0 { 2048 } else { 0 }],
            reference: i16::from(*z == 0.0),
        })
        .collect();
    let triangle: Vec<Vertex> = [[0.0, 4.0], [1.0, 4.0], [0.0, 5.0]]
        .iter()
        .map(|[x, z]| Vertex {
            position: [*x, 6.0, *z],
            normal: [0, -0x8000, 0],
            uv: [0, 0],
            reference: 0,
        })
        .collect();

    let mut model = Bytes::default();
    model.raw(b"head\0   \0   \0   \0nvr").f32s(&[0.0, 1.0 / 255.0, 1.0 / 255.0]);
    bone(&mut model, "hips", [-1, -1], 1, [0.0, 0.0, 0.0]);
    bone(&mut model, "head", [0, 0], 7, [0.0, 0.0, 1.5]);
    // Weights: all of the hips; three quarters of the head and one of the hips.
    model.u32s(&[1, 224, 36, 2, 228, 36]);
    model.i16s(&[100]).raw(&[0, 0]).i16s(&[75]).raw(&[1, 0]).i16s(&[25]).raw(&[0, 0]);
    // Reference lists: the quad's upper and lower vertices, then the triangle's.
    model.u32s(&[2, 252, 1, 260]).u32s(&[1, 0, 0]);
    // Groups: standard, morph; one group of weights each with one mesh.
    model.u32s(&[1, 0, u32::MAX, 1, 304]).u32s(&[256, 0, u32::MAX, 1, 312]);
    model.u32s(&[320, 1, 332, 1]);
    let [standard, morph] = [chunk(&quad, false), chunk(&triangle, true)];
    let keys = [[[12, 0, -24], [0, 6, 0], [0, 0, 0]], [[0, 0, 0], [0, 0, 0], [-12, 0, 60]]]
        .map(|deltas: [[i8; 3]; 3]| key(&deltas));
    let offset = |len: usize| u32::try_from(len).unwrap();
    let morph_at = 352 + offset(standard.0.len()) + 48;
    model.u32s(&[352, u32::MAX, u32::MAX]);
    model.u32s(&[morph_at, offset(morph.0.len()), offset(keys[0].0.len())]).align(16);
    model.raw(&standard.0);
    group_end(&mut model);
    model.raw(&morph.0).raw(&keys[0].0).raw(&keys[1].0);
    // 80 bytes at the end of a model with morphs.
    group_end(&mut model);
    let end = model.0.len() + 32;
    model.zeros_to(end);

    let mut file = Bytes::default();
    file.u32s(&[8]).u16s(&[1, 12]).u32s(&[96]);
    file.fixed("Face3000", 16).u32s(&[0, offset(model.0.len()), 32, 200, 264, 352, 0, 236, 200]);
    file.u32s(&[0, 0]).u16s(&[2, 2, 2, 2, 1, 0, 2, 0]).align(16).zeros_to(96).raw(&model.0);
    file.0
}
