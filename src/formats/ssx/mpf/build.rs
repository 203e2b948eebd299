//! Models from scratch: triangles with bones to strips, chunks and packets.
//!
//! Axes and units are the file's: X to the rider's left, Y backwards, Z up, about one unit a
//! centimetre. Triangles run counter-clockwise as seen from the front.

mod strips;

use std::collections::HashMap;

use super::chunk::numbers_of;
use super::layout::usual_tail;
use super::packet::{
    ChunkInfo, Code, Data, Delta, GifTag, Key, Normal, ShadowVertex, Strip, Tag, Uv,
};
use super::records::{
    Bone, Group, IkPoint, Material, Mesh, Model, Vector, Weight, WeightGroup, Weights, group_kind,
};
use super::vif::{RELATIVE, command, tag_id};
use crate::formats::Refusal;
pub use strips::strips;

/// A vertex to be stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vertex {
    pub position: Vector,
    /// Unit length.
    pub normal: [f32; 3],
    /// In 0 to 1, from the top left corner.
    pub uv: [f32; 2],
    /// The bones it follows; weights sum to 100.
    pub weights: Vec<Weight>,
    /// How far each morph key moves it, in the stored unit.
    pub deltas: Vec<[i8; 3]>,
}

/// Triangles of one material and kind.
#[derive(Clone, Debug, Default)]
pub struct Surface {
    /// One of [`group_kind`].
    pub kind: u32,
    pub material: u32,
    pub vertices: Vec<Vertex>,
    pub triangles: Vec<[u32; 3]>,
}

/// A model to be built.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    pub name: String,
    pub file_id: u16,
    pub materials: Vec<Material>,
    pub bones: Vec<Bone>,
    pub ik_points: Vec<IkPoint>,
    pub surfaces: Vec<Surface>,
    pub morph_keys: u16,
}

/// What the vector unit's memory holds.
const MOST_VERTICES: usize = 59;
const MOST_SHADOW_VERTICES: usize = 165;
const MOST_REFERENCES: usize = 25;

/// What every header of weights says behind its offset.
const WEIGHTS_MARK: u32 = 36;

impl Draft {
    /// The model's records. Fails when something of it cannot be stored.
    pub fn build(&self) -> Result<Model, Refusal> {
        let mut model = Model {
            name: padded(&self.name),
            file_id: self.file_id,
            morph_keys: self.morph_keys,
            materials: self.materials.clone(),
            bones: self.bones.clone(),
            ik_points: self.ik_points.clone(),
            ..Model::default()
        };
        let mut known = HashMap::new();
        for surface in &self.surfaces {
            let group = self.group(surface, &mut model, &mut known)?;
            model.groups.push(group);
        }
        model.layout.tail = usual_tail(&model.groups);
        Ok(model)
    }

    fn group(
        &self,
        surface: &Surface,
        model: &mut Model,
        known: &mut HashMap<Vec<(i16, u8, u8)>, u32>,
    ) -> Result<Group, Refusal> {
        let vertices = surface.vertices.len();
        let refused = |what: &str| Refusal(format!("{}: {what}", self.name));
        if surface.triangles.iter().flatten().any(|corner| *corner as usize >= vertices) {
            return Err(refused("a triangle's corner is no vertex"));
        }
        let morphs = surface.kind == group_kind::MORPH;
        let keys = usize::from(self.morph_keys);
        if morphs && surface.vertices.iter().any(|vertex| vertex.deltas.len() != keys) {
            return Err(refused("a vertex of a morph group needs a delta for every key"));
        }
        let mut group = Group {
            kind: surface.kind,
            material: surface.material,
            unknown_08: -1,
            weight_groups: Vec::new(),
        };
        let mut open = Packer::default();
        for strip in strips(&surface.triangles) {
            let most = if surface.kind == group_kind::SHADOW {
                MOST_SHADOW_VERTICES
            } else {
                MOST_VERTICES
            };
            // As few vertices as there is room for matrices, where most of them differ.
            let place = |corner: &u32| {
                let vertex = surface.vertices.get(*corner as usize)?;
                Some((vertex, weights_index(model, known, &vertex.weights)))
            };
            let placed: Vec<_> = strip.iter().filter_map(place).collect();
            let pieces = strips::pieces(&placed, most).into_iter();
            let pieces = pieces.flat_map(|piece| {
                let fits = distinct(piece.iter().map(|(_, weights)| *weights)) <= MOST_REFERENCES;
                strips::pieces(piece, if fits { most } else { MOST_REFERENCES })
            });
            for piece in pieces {
                let run: Vec<Placed<'_>> = piece.to_vec();
                if !open.has_room(&run, most) {
                    open.close_chunk();
                }
                if !open.takes(&run) {
                    open.close_group(surface.kind, model, &mut group);
                }
                open.add(run);
            }
        }
        open.close_group(surface.kind, model, &mut group);
        Ok(group)
    }
}

/// The number of these weights among those of the model.
fn weights_index(
    model: &mut Model,
    known: &mut HashMap<Vec<(i16, u8, u8)>, u32>,
    weights: &[Weight],
) -> u32 {
    let key: Vec<_> = weights.iter().map(|w| (w.weight, w.file, w.bone)).collect();
    *known.entry(key).or_insert_with(|| {
        let weights = Weights { entries: weights.to_vec(), unknown_08: WEIGHTS_MARK };
        model.weights.push(weights);
        u32::try_from(model.weights.len() - 1).unwrap_or(u32::MAX)
    })
}

/// How many different numbers there are.
fn distinct(numbers: impl Iterator<Item = u32>) -> usize {
    numbers.collect::<std::collections::HashSet<_>>().len()
}

/// A vertex, and the number of its weights.
type Placed<'a> = (&'a Vertex, u32);

/// Fills chunks with strips, and weight groups with chunks.
#[derive(Default)]
struct Packer<'a> {
    /// What the vertices of the weight group refer to.
    references: Vec<u32>,
    chunks: Vec<Vec<Vec<Placed<'a>>>>,
    chunk: Vec<Vec<Placed<'a>>>,
}

impl<'a> Packer<'a> {
    fn has_room(&self, run: &[Placed<'_>], most: usize) -> bool {
        self.chunk.iter().map(Vec::len).sum::<usize>() + run.len() <= most
    }

    /// Whether the vector unit has room for the matrices of one more strip.
    fn takes(&self, run: &[Placed<'_>]) -> bool {
        let all = self.references.iter().copied().chain(run.iter().map(|(_, weights)| *weights));
        distinct(all) <= MOST_REFERENCES
    }

    fn add(&mut self, run: Vec<Placed<'a>>) {
        for (_, weights) in &run {
            if !self.references.contains(weights) {
                self.references.push(*weights);
            }
        }
        self.chunk.push(run);
    }

    fn close_chunk(&mut self) {
        if !self.chunk.is_empty() {
            self.chunks.push(std::mem::take(&mut self.chunk));
        }
    }

    /// Makes a weight group of what was collected.
    fn close_group(&mut self, kind: u32, model: &mut Model, group: &mut Group) {
        self.close_chunk();
        let (chunks, references) =
            (std::mem::take(&mut self.chunks), std::mem::take(&mut self.references));
        if chunks.is_empty() {
            return;
        }
        let packets = |chunk: &Vec<Vec<Placed<'_>>>| packets(kind, chunk, &references);
        let meshes = if kind == group_kind::MORPH {
            // A morph mesh is never split into chunks.
            chunks.iter().map(|chunk| mesh(packets(chunk), keys(chunk))).collect()
        } else {
            vec![mesh(chunks.iter().flat_map(packets).collect(), Vec::new())]
        };
        model.references.push(references);
        group.weight_groups.push(WeightGroup { meshes });
    }
}

/// A chain of these tags, the last of which ends it.
fn mesh(mut chain: Vec<Tag>, keys: Vec<Key>) -> Mesh {
    if let Some(last) = chain.last_mut() {
        last.tag.control = tag_id::RET << 12;
    }
    Mesh { chain, keys, no_keys: (-1, -1), stride: 0 }
}

/// A tag whose codes are filled up with NOPs to a whole quadword.
fn packet(mut codes: Vec<Code>) -> Tag {
    while !codes.iter().map(Code::stored_len).sum::<usize>().is_multiple_of(16) {
        codes.push(nop());
    }
    Tag::new(tag_id::CNT, codes)
}

fn nop() -> Code {
    Code::plain(command::NOP, 0)
}

/// STCYCL: of `cycle` quadwords, `written` are written.
fn cycle(cycle: u16, written: u16) -> Code {
    Code::plain(command::STCYCL, written << 8 | cycle)
}

fn unpack(format: u8, address: usize, data: Data) -> Code {
    let address = u16::try_from(address).unwrap_or(0) | RELATIVE;
    let mut code = Code::plain(format, address);
    code.data = data;
    code
}

/// STROW and STMASK before an interleaved UNPACK, which starts on a whole quadword.
fn interleaved(codes: &mut Vec<Code>, row: [u32; 4], mask: u32, code: Code) {
    let mut set_row = Code::plain(command::STROW, 0);
    set_row.data = Data::Row(row);
    let mut set_mask = Code::plain(command::STMASK, 0);
    set_mask.data = Data::Mask(mask);
    let mut pad = code;
    let len = pad.stored_len();
    // Data ends on a whole word.
    pad.pad = vec![0; len.next_multiple_of(4) - len];
    codes.extend([nop(), set_row, set_mask, nop(), cycle(3, 1), nop(), pad]);
    while !codes.iter().map(Code::stored_len).sum::<usize>().is_multiple_of(16) {
        codes.push(nop());
    }
}

/// 1.0 as stored.
const ONE: u32 = 0x3F80_0000;

/// The packets of one chunk.
fn packets(kind: u32, strips: &[Vec<Placed<'_>>], references: &[u32]) -> Vec<Tag> {
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
        // The program of a morph mesh is called by its keys.
        group_kind::MORPH => &[],
        group_kind::SHADOW => &[4],
        _ if rigid => &[10, 8, 6],
        _ => &[0, 8, 6],
    };
    let calls = calls.iter().map(|address| Code::plain(command::MSCAL, *address));
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
    let count = |len: usize| u32::try_from(len).unwrap_or(u32::MAX);
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
fn keys(strips: &[Vec<Placed<'_>>]) -> Vec<Key> {
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
            let (flush, call) = (Code::plain(command::FLUSHE, 0), Code::plain(command::MSCAL, 2));
            codes.extend([nop(), flush, nop(), call]);
            Tag::new(tag_id::RET, codes)
        })
        .collect()
}

fn padded<const N: usize>(name: &str) -> [u8; N] {
    let mut padded = [0; N];
    for (to, from) in padded.iter_mut().zip(name.bytes()) {
        *to = from;
    }
    padded
}

impl Bone {
    /// A bone in its parent's space: `parent` is a file id and an index.
    pub fn new(name: &str, id: i16, parent: Option<(i16, i16)>, position: Vector) -> Self {
        let (parent_file, parent) = parent.unwrap_or((-1, -1));
        Self {
            name: padded(name),
            parent_file,
            parent,
            unknown_14: 3,
            id,
            position,
            signs: [1.0, -1.0, -1.0, 1.0, -1.0, 1.0],
            ..Self::default()
        }
    }
}

impl Material {
    /// A material with a main texture, and unless it is empty a gloss.
    pub fn new(main: &[u8; 4], gloss: Option<&[u8; 4]>) -> Self {
        /// An empty slot, as the game's tools leave it.
        const EMPTY: [u8; 4] = [0, b' ', b' ', b' '];
        Self {
            main: *main,
            texture_1: EMPTY,
            texture_2: EMPTY,
            gloss: gloss.copied().unwrap_or(EMPTY),
            environment: gloss.map_or([0, b'n', b'v', b'r'], |_| *b"envr"),
            factor: if gloss.is_some() { 127.0 / 255.0 } else { 0.0 },
            unknown_18: 1.0 / 255.0,
            unknown_1c: 1.0 / 255.0,
        }
    }
}
