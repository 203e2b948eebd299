//! Builds models from scratch: triangles with bones become strips, chunks and packets.
//!
//! Axes and units are the file's: X to the rider's left, Y backwards, Z up, about one unit a centimetre.
//! Triangles run counter-clockwise as seen from the front.

mod packets;
mod strips;

use std::collections::HashMap;

use crate::build::count;
use gouraud::formats::Refusal;
use gouraud::formats::ssx::mpf::layout::GROUP_END;
use gouraud::formats::ssx::mpf::pieces::FileLayout;
use gouraud::formats::ssx::mpf::records::{
    Bone, File, Group, IkPoint, Material, Model, VERSION, Vector, Weight, WeightGroup, Weights,
    group_kind,
};
pub use packets::numbers_of;
use packets::{keys, mesh, packets};
pub use strips::strips;

/// A file of these models.
pub fn file(models: Vec<Model>) -> File {
    File { version: VERSION, models, layout: FileLayout::default() }
}

/// A vertex to be stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vertex {
    pub position: Vector,
    /// Unit length.
    pub normal: [f32; 3],
    /// From 0 to 1, from the top left corner.
    pub uv: [f32; 2],
    /// The bones that move the vertex; weights sum to 100.
    pub weights: Vec<Weight>,
    /// Offset per morph key, in the stored unit.
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

/// A model under construction.
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

/// Vertices that fit into the vector unit's memory.
const MOST_VERTICES: usize = 59;
const MOST_SHADOW_VERTICES: usize = 165;
const MOST_REFERENCES: usize = 25;

/// Value that follows the offset in every weight header.
const WEIGHTS_MARK: u32 = 36;

impl Draft {
    /// Builds the records. Fails when a value cannot be stored.
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
        model.layout.pieces.tail = match model.groups.is_empty() {
            true => Vec::new(),
            false => GROUP_END.to_vec(),
        };
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
            return Err(refused("a triangle refers to a missing vertex"));
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
            // Parts with too many different matrices are cut so that each fits.
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

/// Index of these weights in the model, which are added if missing.
fn weights_index(
    model: &mut Model,
    known: &mut HashMap<Vec<(i16, u8, u8)>, u32>,
    weights: &[Weight],
) -> u32 {
    let key: Vec<_> = weights.iter().map(|w| (w.weight, w.file, w.bone)).collect();
    *known.entry(key).or_insert_with(|| {
        let weights = Weights { entries: weights.to_vec(), unknown_08: WEIGHTS_MARK };
        model.weights.push(weights);
        count(model.weights.len() - 1)
    })
}

/// Number of distinct values.
fn distinct(numbers: impl Iterator<Item = u32>) -> usize {
    numbers.collect::<std::collections::HashSet<_>>().len()
}

/// A vertex and the index of its weights.
type Placed<'a> = (&'a Vertex, u32);

/// Packs strips into chunks and chunks into weight groups.
#[derive(Default)]
struct Packer<'a> {
    /// References that the vertices of the weight group use.
    references: Vec<u32>,
    chunks: Vec<Vec<Vec<Placed<'a>>>>,
    chunk: Vec<Vec<Placed<'a>>>,
}

impl<'a> Packer<'a> {
    fn has_room(&self, run: &[Placed<'_>], most: usize) -> bool {
        self.chunk.iter().map(Vec::len).sum::<usize>() + run.len() <= most
    }

    /// `true` if the vector unit has room for the matrices of one more strip.
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

    /// Closes the current weight group and adds it to the model.
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

fn padded<const N: usize>(name: &str) -> [u8; N] {
    let mut padded = [0; N];
    for (to, from) in padded.iter_mut().zip(name.bytes()) {
        *to = from;
    }
    padded
}

/// A bone in its parent's space: `parent` is a file id and an index.
pub fn bone(name: &str, id: i16, parent: Option<(i16, i16)>, position: Vector) -> Bone {
    let (parent_file, parent) = parent.unwrap_or((-1, -1));
    Bone {
        name: padded(name),
        parent_file,
        parent,
        unknown_14: 3,
        id,
        position,
        signs: [1.0, -1.0, -1.0, 1.0, -1.0, 1.0],
        ..Bone::default()
    }
}

/// A material with a main texture and an optional gloss texture.
pub fn material(main: &[u8; 4], gloss: Option<&[u8; 4]>) -> Material {
    /// An empty slot, as written by the game's tools.
    const EMPTY: [u8; 4] = [0, b' ', b' ', b' '];
    Material {
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
