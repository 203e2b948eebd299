//! Faces of a mesh: shapes of corners, with colours and texture coordinates.

use super::builder::SceneBuilder;
use super::corners::{Corner, Lists, Pools};
use super::entry::Entry;
use super::materials::MaterialKey;
use super::origins::SpanList;
use super::shapes::{Shape, Sides};
use super::sizes::{MATERIAL, TEXTURE};
use super::walk::{Element, Walk};
use crate::bytes::Severity;
use crate::scene::{ColourScale, Face, Mesh, NO_CORNER, Surface, UvSpace};

/// Maximum number of faces in a scene.
pub(super) const MAX_FACES: usize = 16_000_000;
/// Number of faces that are added to a mesh at once.
const PORTION: usize = 1 << 14;

/// A mesh while its faces are added.
pub(super) struct MeshFaces {
    mesh: Mesh,
    pools: Pools,
    lists: Lists,
    spans: SpanList,
    /// Number of elements so far, including those without a face.
    stored: u32,
    portion: Vec<Face>,
    /// Memory of positions and normals.
    points: usize,
    /// Numbers of the faces in the portion, by field.
    values: Vec<Vec<u32>>,
}

/// Appearance of the faces of an element.
struct Style {
    look: MaterialKey,
    /// Colour of corners without one; `None` if the faces have no colour.
    colour: Option<[u8; 3]>,
    /// Size of the texture if coordinates are texels.
    texels: [f64; 2],
    /// Coordinates of the file grow upwards.
    v_is_up: bool,
}

impl MeshFaces {
    pub fn new(mesh: Mesh, pools: Pools) -> Self {
        let values = vec![Vec::new(); mesh.face_values.len()];
        let (lists, spans, portion) = (Lists::default(), SpanList::default(), Vec::new());
        // Those of pools were counted when they were read.
        let points = size_of_val(&mesh.positions[..]) + size_of_val(&mesh.normals[..]);
        Self { mesh, pools, lists, spans, stored: 0, portion, points, values }
    }

    /// Adds the faces of an element, with their numbers by field.
    pub fn add(
        &mut self,
        builder: &mut SceneBuilder,
        walk: &mut Walk<'_>,
        (faces, corners): (&Entry, &Entry),
        face: &Element,
        values: &[u32],
    ) {
        self.spans.push(walk.reader, walk.source, face.item);
        let shape = Shape::of(walk, faces, face);
        let count = self.lists.read(walk, corners, face);
        let found = match shape.expected(count) {
            Some(expected) => Err(format!("expected {expected}, found {count}")),
            None => Ok(self.corners(walk, builder, face, count)),
        };
        let (found, mut message) = match found {
            Ok((found, message)) => (found, message),
            Err(message) => (Vec::new(), Some(message)),
        };
        let style = self.style(builder, walk, (faces, corners), face);
        let mut has_room = true;
        shape.faces(found.len(), &mut |sides| {
            let Some(sides) = pick(sides, &found).filter(|_| has_room && !walk.is_full) else {
                return;
            };
            if shape == Shape::Strip && self.is_stitch(&sides) {
                return;
            }
            if builder.faces >= MAX_FACES {
                walk.limit(faces, face, format!("expected at most {MAX_FACES} faces"));
                has_room = false;
                return;
            }
            builder.faces += 1;
            let known = builder.scene.materials.len();
            let made = self.face(builder, &style, &sides);
            walk.take_memory((builder.scene.materials.len() - known) * MATERIAL);
            self.portion.push(made);
            self.values.iter_mut().zip(values).for_each(|(list, value)| list.push(*value));
            if self.portion.len() >= PORTION {
                self.flush(walk);
            }
        });
        if walk.is_full {
            walk.report_full(faces.place.at, face);
        }
        if let Some(message) = message.take() {
            walk.take_memory(2 * size_of::<Vec<u32>>() + size_of_val(values));
            self.mesh.undrawn.push(values.to_vec());
            if let Some(code) = corners.settings.iter().find_map(|(key, _)| corners.code(key)) {
                let message = || format!("face left out: {message}");
                walk.report(code, "face", Severity::Error, face, message);
            }
        }
        self.stored = self.stored.saturating_add(1);
        self.pools.position_spans.end_run(walk.source);
        walk.count_spans(&mut self.spans);
        walk.count_spans(&mut self.pools.position_spans);
        let points = size_of_val(&self.mesh.positions[..]) + size_of_val(&self.mesh.normals[..]);
        walk.take_memory(points - std::mem::replace(&mut self.points, points));
    }

    /// The corners of a face, and the first mistake in them.
    fn corners(
        &mut self,
        walk: &Walk<'_>,
        builder: &SceneBuilder,
        face: &Element,
        count: usize,
    ) -> (Vec<Option<Corner>>, Option<String>) {
        let mut message = None;
        let mut corner = |at: usize| {
            let Self { lists, pools, mesh, .. } = self;
            let found = lists.corner(walk, at, face, builder.axes, pools, mesh);
            found.map_err(|mistake| _ = message.get_or_insert(mistake)).ok()
        };
        let found = (0..count).map(&mut corner).collect();
        (found, message)
    }

    /// `true` if a triangle uses a vertex twice.
    fn is_stitch(&self, corners: &[Corner]) -> bool {
        let at = |corner: &Corner| self.mesh.positions.get(corner.position as usize);
        let same = |a: &Corner, b: &Corner| a.position == b.position || at(a) == at(b);
        matches!(corners, [a, b, c] if same(a, b) || same(b, c) || same(a, c))
    }

    fn style(
        &self,
        builder: &mut SceneBuilder,
        walk: &mut Walk<'_>,
        (faces, corners): (&Entry, &Entry),
        face: &Element,
    ) -> Style {
        let known = builder.scene.textures.len();
        let pictures = (&mut builder.scene, &mut builder.pictures);
        let mut look = MaterialKey::read(pictures, walk, faces, face);
        walk.take_memory((builder.scene.textures.len() - known) * TEXTURE);
        let texture = match look.surface {
            Surface::Textured { texture, .. } => builder.scene.textures.get(texture),
            _ => None,
        };
        let of_pool = self.pools.uvs_are_texels && corners.has("uv-index");
        let unit = walk.word(faces, "uv-unit", face);
        let are_texels = unit.map_or(of_pool, |unit| &*unit == "texels");
        // Texels of the scene are counted from their centres, those of the file from their edges. A
        // missing picture probably has the size of the others.
        let sized = texture.or_else(|| builder.scene.textures.first()).filter(|_| are_texels);
        let texels = match sized {
            Some(texture) => [texture.width, texture.height].map(|size| f64::from(size.max(1))),
            None => [1.0; 2],
        };
        if are_texels && sized.is_none() {
            look.uv = UvSpace::Texels;
        }
        Style {
            look,
            colour: builder.colour(walk, faces, "colour", face),
            texels,
            v_is_up: walk.word(faces, "v", face).as_deref() == Some("up"),
        }
    }

    fn face(&self, builder: &mut SceneBuilder, style: &Style, corners: &[Corner]) -> Face {
        let mut face = Face { index: self.stored, ..Face::default() };
        let neutral = match (style.look.surface, style.look.scale) {
            (Surface::Textured { .. }, ColourScale::Modulate128) => [128; 3],
            _ => [u8::MAX; 3],
        };
        for (slot, corner) in corners.iter().enumerate() {
            put(&mut face.corners, slot, corner.position);
            put(&mut face.normals, slot, corner.normal);
            put(&mut face.uvs, slot, style.uv(corner.uv));
            let colour = corner.colour.or(style.colour).unwrap_or(neutral);
            if slot == 0 {
                face.colours = [colour; 4];
            }
            put(&mut face.colours, slot, colour);
        }
        let has_normals = corners.iter().any(|corner| corner.normal != NO_CORNER);
        let has_colours = style.colour.is_some() || corners.iter().any(|c| c.colour.is_some());
        let [first, ..] = face.colours;
        let gouraud = face.colours.iter().any(|colour| *colour != first);
        // Stored colours usually include the lighting.
        let look = MaterialKey { gouraud, lit: has_normals || !has_colours, ..style.look };
        face.material = builder.materials.get(&mut builder.scene, look);
        face
    }

    fn flush(&mut self, walk: &mut Walk<'_>) {
        let known = self.mesh.faces.memory();
        let values = self.portion.len() * self.values.len() * size_of::<u32>();
        self.mesh.faces.extend(self.portion.drain(..));
        walk.take_memory(values + self.mesh.faces.memory().saturating_sub(known));
        for (list, values) in self.mesh.face_values.iter_mut().zip(&mut self.values) {
            list.extend(values.drain(..));
        }
    }

    pub fn finish(mut self, walk: &mut Walk<'_>) -> Mesh {
        self.flush(walk);
        self.lists.release_memory(walk);
        self.pools.release_memory(walk);
        for spans in [&mut self.spans, &mut self.pools.position_spans] {
            spans.end_run(walk.source);
            walk.count_spans(spans);
        }
        self.mesh.face_spans = self.spans.finish(walk.source);
        self.mesh.position_spans = self.pools.position_spans.finish(walk.source);
        self.mesh
    }
}

impl Style {
    /// Texture coordinates of the scene.
    fn uv(&self, [u, v]: [f64; 2]) -> [f32; 2] {
        let [width, height] = self.texels;
        let v = v / height;
        [(u / width) as f32, if self.v_is_up { 1.0 - v } else { v } as f32]
    }
}

/// The corners of a face; `None` if one of them is missing.
fn pick((three, fourth): Sides, found: &[Option<Corner>]) -> Option<Vec<Corner>> {
    let at = |corner: usize| found.get(corner).copied().flatten();
    three.into_iter().chain(fourth).map(at).collect()
}

fn put<T, const N: usize>(list: &mut [T; N], slot: usize, value: T) {
    if let Some(found) = list.get_mut(slot) {
        *found = value;
    }
}
