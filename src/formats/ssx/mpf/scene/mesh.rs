//! Converts the chunks of a model to one mesh: strips to triangles, weights to a skin, keys to morphs.

use crate::scene::{
    CornerRefs, Face, FaceField, LayerKind, Mesh, Morph, NO_CORNER, NodeId, Origin, PackedInts,
    Scene, Spans, Winding,
};
use glam::Vec3;

use super::bones::{BONE, Bones, GROUP_KIND};
use super::materials::{Covering, Materials};
use super::skin::SkinMaker;
use super::turn;
use crate::bytes::{Problems, Severity};
use crate::formats::Loaded;
use crate::formats::ssx::mpf::chunk::{Chunk, Triangle, chunks};
use crate::formats::ssx::mpf::packet::Normal;
use crate::formats::ssx::mpf::pieces::ModelBlock;
use crate::formats::ssx::mpf::records::{
    File, Group, Mesh as Stored, MeshIndex, Model, group_kind,
};

/// Layer of shadow volumes.
pub const SHADOW: &str = "Shadow";

/// Builds the mesh of a model.
pub struct Maker<'a> {
    pub part: &'a Loaded<File>,
    /// Index of the file among those that are displayed.
    pub index: usize,
    /// Factor for morph deltas.
    pub scale: f32,
    pub bones: &'a Bones,
    pub materials: &'a mut Materials,
    pub problems: &'a mut Problems,
    /// The node of the mesh; vertices without a bone follow it.
    pub node: NodeId,
}

/// The fields of a triangle for colouring, search and export.
pub fn face_fields() -> Vec<FaceField> {
    let field = |(name, bits)| FaceField { name, bits, flags: Vec::new() };
    let fields = [
        (FaceField::STRIP, 32),
        (FaceField::PACKET, 32),
        ("chunk", 16),
        ("group", 16),
        (GROUP_KIND, 16),
        ("weight_group", 16),
        ("material", 16),
        (BONE, 16),
        (FaceField::TRIANGLE, 32),
    ];
    fields.map(field).to_vec()
}

/// A chunk with its indices.
struct Numbered<'a> {
    mesh: MeshIndex,
    group: &'a Group,
    /// Index of the chunk in its mesh.
    number: usize,
    /// Index of the chunk's first vertex in the scene's mesh.
    first: usize,
    /// Index of the chunk's first strip in the model.
    strip: usize,
    /// Index of the chunk in the model.
    packet: usize,
}

impl Maker<'_> {
    pub fn mesh(mut self, scene: &mut Scene, index: usize) -> Mesh {
        let nothing = Model::default();
        let model = self.part.records.models.get(index).unwrap_or(&nothing);
        let mut mesh = Mesh {
            name: model.name(),
            origin: self.part.origin(format!("models[{index}]")),
            winding: Winding::CounterClockwise,
            face_values: vec![PackedInts::default(); face_fields().len()],
            ..Mesh::default()
        };
        let mut skin = SkinMaker::new(self.bones, self.index, index, self.node, model);
        let (mut pieces, mut normals) = (Vec::new(), Vec::new());
        let mut keyed = Vec::new();
        let (mut strip, mut packet) = (0, 0);
        for (of, group, stored) in model.meshes() {
            let before = mesh.positions.len();
            for (number, chunk) in chunks(stored).iter().enumerate() {
                let first = mesh.positions.len();
                let numbered = Numbered { mesh: of, group, number, first, strip, packet };
                strip += chunk.strips.len();
                packet += 1;
                if !chunk.is_empty() {
                    let list = if chunk.positions.is_empty() { "vertices" } else { "positions" };
                    let spans = |list, at| self.spans(index, model, numbered.mesh, (list, at));
                    let positions = spans(list, chunk.vertices_at);
                    pieces.push(positions.map(|spans| (chunk.len(), spans)));
                    let own = spans("normals", chunk.normals_at).unwrap_or_default();
                    normals.push((chunk.len(), own));
                }
                self.vertices(chunk, &mut mesh);
                skin.vertices(numbered.mesh, chunk);
                self.faces(scene, model, &numbered, chunk, &skin, &mut mesh);
            }
            if !stored.keys.is_empty() {
                keyed.push((of, stored, before));
            }
        }
        // Later spans continue the indices of earlier ones, so all or none are used.
        if let Some(pieces) = pieces.into_iter().collect() {
            mesh.position_spans = Spans::joined(pieces);
            mesh.normal_spans = Spans::joined(normals);
            // A triangle is identified by its last vertex.
            mesh.face_spans = mesh.position_spans.clone();
        }
        mesh.skin = skin.finish();
        self.morphs(index, &keyed, &mut mesh);
        mesh
    }

    /// The spans of a list of a chunk, given with the indices of its tag and code; `None` if its mesh has
    /// no fields.
    fn spans(
        &self,
        index: usize,
        model: &Model,
        mesh: MeshIndex,
        (list, (tag, code)): (&str, (usize, usize)),
    ) -> Option<Spans> {
        let MeshIndex { group, weight_group, mesh: number, .. } = mesh;
        let chain = ModelBlock::Chain(group, weight_group, number);
        // If several meshes share a chain, only the first one has fields.
        let shared = model.layout.pieces.shared.iter().find(|(piece, _)| *piece == chain);
        let mesh = match shared {
            Some((_, ModelBlock::Chain(group, weight_group, number))) => {
                MeshIndex { group: *group, weight_group: *weight_group, mesh: *number, ..mesh }
            }
            _ => mesh,
        };
        let path = format!("models[{index}].{}.tags[{tag}].codes[{code}].{list}", mesh.path());
        let spans = self.part.spans(&path);
        (spans.all().len > 0).then_some(spans)
    }

    fn vertices(&self, chunk: &Chunk<'_>, mesh: &mut Mesh) {
        for vertex in 0..chunk.len() {
            mesh.positions.push(chunk.position(vertex).map_or(Vec3::ZERO, turn));
            mesh.normals.push(chunk.normals.get(vertex).map_or(Vec3::ZERO, unit));
        }
    }

    fn faces(
        &mut self,
        scene: &mut Scene,
        model: &Model,
        of: &Numbered<'_>,
        chunk: &Chunk<'_>,
        skin: &SkinMaker<'_>,
        mesh: &mut Mesh,
    ) {
        let shadow = of.group.kind == group_kind::SHADOW;
        let material = usize::try_from(of.group.material).ok();
        let material = material.and_then(|index| model.materials.get(index));
        let covering = material.filter(|_| !shadow).map(Covering::of).unwrap_or_default();
        let material = self.materials.of(covering, shadow);
        let layer = if shadow { scene.layer(SHADOW, LayerKind::Invisible, false) } else { 0 };
        let mut faces = Vec::new();
        for triangle in chunk.triangles() {
            let stored = triangle.corners.map(|corner| chunk.position(corner));
            let finite =
                stored.iter().flatten().all(|p| [p.x, p.y, p.z].iter().all(|v| v.is_finite()));
            let [a, b, c] = stored;
            // Two equal corners: the triangle only stitches two strips.
            if !finite || a == b || b == c || a == c {
                continue;
            }
            let vertex = |corner: usize| u32::try_from(of.first + corner).unwrap_or(NO_CORNER);
            let [a, b, c] = triangle.corners.map(vertex);
            let corners = [a, b, c, NO_CORNER];
            let has_normals = triangle.corners.iter().all(|at| *at < chunk.normals.len());
            let face = Face {
                corners,
                normals: if has_normals { corners } else { [NO_CORNER; 4] },
                colours: colours(chunk, &triangle),
                colour_refs: CornerRefs::None,
                uvs: uvs(chunk, &triangle),
                material,
                layer,
                index: vertex(triangle.completed_by),
            };
            let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
            let values = [
                number(of.strip + triangle.strip),
                number(of.packet),
                number(of.number),
                number(of.mesh.group),
                of.group.kind,
                number(of.mesh.weight_group),
                of.group.material,
                skin.bone_of(of.first + triangle.completed_by),
                number(triangle.number),
            ];
            faces.push((face, values));
        }
        mesh.add_faces(&faces);
    }

    fn morphs(&mut self, model: usize, keyed: &[(MeshIndex, &Stored, usize)], mesh: &mut Mesh) {
        let keys = keyed.iter().map(|(_, stored, _)| stored.keys.len()).max().unwrap_or(0);
        let vertices = mesh.positions.len();
        // Limits the product of few long meshes and many short keys.
        let most = self.part.source.len().saturating_mul(4) / (vertices.max(1) as u64);
        let shown = keys.min(usize::try_from(most).unwrap_or(usize::MAX));
        if shown < keys {
            let message =
                format!("{keys} morph keys of {vertices} vertices: only {shown} are shown");
            let Origin { span, path } = &mesh.origin;
            self.problems.report(Severity::Warning, *span, path.as_str(), message);
        }
        for key in 0..shown {
            let mut morph = Morph {
                name: format!("key {key}"),
                deltas: vec![Vec3::ZERO; vertices],
                origin: Origin::default(),
            };
            for (index, stored, first) in keyed {
                let Some(tag) = stored.keys.get(key) else { continue };
                let deltas = tag.deltas().unwrap_or(&[]);
                // A key moves only the vertices of its own mesh.
                let own: usize = chunks(stored).iter().map(Chunk::len).sum();
                let to = morph.deltas.get_mut(*first..first + own).unwrap_or_default();
                for (to, delta) in to.iter_mut().zip(deltas) {
                    let [x, y, z] = [delta.x, delta.y, delta.z].map(f32::from);
                    *to = Vec3::new(x, z, -y) * self.scale;
                }
                if morph.origin.path.is_empty() {
                    let path = format!("models[{model}].{}.keys[{key}]", index.path());
                    morph.origin = self.part.origin(path);
                }
            }
            mesh.morphs.push(morph);
        }
    }
}

fn unit(normal: &Normal) -> Vec3 {
    let [x, y, z] = [normal.x, normal.y, normal.z].map(|v| f32::from(v) / 32768.0);
    Vec3::new(x, z, -y).normalize_or_zero()
}

fn uvs(chunk: &Chunk<'_>, triangle: &Triangle) -> [[f32; 2]; 4] {
    let uv = |corner: usize| {
        let uv = chunk.uvs.get(corner).copied().unwrap_or_default();
        [uv.u, uv.v].map(|v| f32::from(v) / 4096.0)
    };
    let [a, b, c] = triangle.corners.map(uv);
    [a, b, c, c]
}

/// A default light, since that of the engine is not in the file.
fn colours(chunk: &Chunk<'_>, triangle: &Triangle) -> [[u8; 3]; 4] {
    let colour = |corner: usize| chunk.normals.get(corner).map_or([96; 3], |n| light(unit(n)));
    let [a, b, c] = triangle.corners.map(colour);
    [a, b, c, c]
}

/// A key light from the front, above and to the right; sky from above, snow from below.
fn light(normal: Vec3) -> [u8; 3] {
    const KEY: Vec3 = Vec3::new(0.42, 0.66, 0.62);
    const SKY: Vec3 = Vec3::new(0.52, 0.55, 0.62);
    const SNOW: Vec3 = Vec3::new(0.42, 0.42, 0.45);
    const SUN: Vec3 = Vec3::new(0.48, 0.46, 0.40);
    let up = normal.y * 0.5 + 0.5;
    let colour = SNOW.lerp(SKY, up) + SUN * normal.dot(KEY).max(0.0);
    (colour * 255.0).clamp(Vec3::ZERO, Vec3::splat(255.0)).to_array().map(|c| c as u8)
}
