//! Converts a mesh to a mesh of the scene, with the keys of its materials.

use glam::Vec3;

use super::corners::Corners;
use super::records::{COLOUR, Group, P, Point, RenderState, STATES, blend, state};
use crate::bytes::count32;
use crate::formats::ff7::mesh::turn;
use crate::formats::{Loaded, flag_bits};
use crate::scene::{
    Blend, Face, FaceField, Front, MaterialId, Mesh, NO_CORNER, PackedInts, Scene, Surface,
    TextureId, Winding,
};

/// Owner and appearance of a mesh.
pub struct MeshOwner<'a> {
    pub name: String,
    /// The bone that the mesh is attached to.
    pub bone: u32,
    /// Textures by the numbers that groups use; a number past the end means no texture.
    pub textures: &'a [Option<TextureId>],
    pub layer: u16,
}

/// Properties that distinguish materials.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    pub surface: Surface,
    /// Blend mode and alpha of the whole group, if it is blended.
    blend: Option<(u32, u8)>,
    pub double_sided: bool,
    pub gouraud: bool,
}

/// Values of a polygon, by which faces can be coloured and searched.
pub fn face_fields() -> Vec<FaceField> {
    let number = |name, bits| FaceField { name, bits, flags: Vec::new() };
    vec![
        number("group", 32),
        number("texture", 32),
        FaceField { flags: flag_bits(STATES), ..number("flags", 32) },
        FaceField { flags: flag_bits(STATES), ..number("flags_mask", 32) },
        number("blend_mode", 32),
        number("bone", 32),
    ]
}

/// A point in the scene's axes, with NaN and infinity replaced by 0.
pub fn finite(point: &Point) -> Vec3 {
    let v = Vec3::new(point.x, point.y, point.z);
    turn(Vec3::select(v.is_finite_mask(), v, Vec3::ZERO))
}

impl Key {
    pub fn of(group: &Group, state: Option<&RenderState>, textures: &[Option<TextureId>]) -> Self {
        let texture = usize::try_from(group.texture).ok().and_then(|at| textures.get(at));
        let surface = match (group.is_textured(), texture) {
            (true, Some(Some(texture))) => Surface::Textured { texture: *texture, palette: None },
            (true, Some(None)) => Surface::Missing(None),
            _ => Surface::Plain,
        };
        let set = state.map_or(0, RenderState::set);
        let blended = state.filter(|_| set & state::BLEND != 0);
        let blend = blended
            .map(|state| (state.blend_mode, u8::try_from(state.vertex_alpha).unwrap_or(u8::MAX)));
        let is_flat = set & state::SHADE != 0 && state.is_some_and(|state| state.shade_mode == 1);
        Self { surface, blend, double_sided: set & state::CULL == 0, gouraud: !is_flat }
    }

    /// Blending with the background. If the mode is averaging and the alpha is 0 or 255, face and
    /// background count half each. In unknown modes the texels determine the blending.
    pub fn blend(&self) -> Option<Blend> {
        let (mode, alpha) = self.blend?;
        Some(match mode {
            blend::ADD => Blend::Add,
            blend::SUBTRACT => Blend::Subtract,
            blend::ADD_QUARTER => Blend::AddQuarter,
            blend::AVERAGE => match alpha {
                0 | u8::MAX => Blend::Alpha(0.5),
                alpha => Blend::Alpha(f32::from(alpha) / 255.0),
            },
            _ => Blend::TEXELS,
        })
    }
}

/// Converts the mesh of `file`, with materials from `material`. Polygons with invalid corners are left
/// out.
pub fn drawn(
    scene: &Scene,
    file: &Loaded<P>,
    place: &MeshOwner<'_>,
    mut material: impl FnMut(Key) -> MaterialId,
) -> Mesh {
    let stored = &file.records;
    let mut mesh = Mesh {
        name: place.name.clone(),
        origin: file.whole(),
        positions: stored.vertices.iter().map(finite).collect(),
        position_spans: file.spans("vertices"),
        normals: stored.normals.iter().map(|n| finite(n).normalize_or_zero()).collect(),
        face_spans: file.spans("polygons"),
        face_values: vec![PackedInts::default(); scene.face_fields.len()],
        ..Mesh::default()
    };
    (mesh.winding, mesh.front) = facing(stored);
    let keys: Vec<(Key, MaterialId)> = stored
        .groups
        .iter()
        .enumerate()
        .map(|(index, group)| {
            let key = Key::of(group, stored.states.get(index), place.textures);
            (key, material(key))
        })
        .collect();
    let mut faces = Vec::with_capacity(stored.polygons.len());
    let owned = stored.polygons.iter().zip(stored.owners()).enumerate();
    for (index, (polygon, owner)) in owned {
        let Some((number, group)) = owner.and_then(|at| Some((at, stored.groups.get(at)?))) else {
            continue;
        };
        let Some((key, material)) = keys.get(number) else { continue };
        let state = stored.states.get(number).copied().unwrap_or_default();
        let texture = if group.is_textured() { group.texture } else { u32::MAX };
        let values =
            [count32(number), texture, state.flags, state.flags_mask, state.blend_mode, place.bone];
        let Some(corners) = stored.corners(group, polygon) else {
            mesh.undrawn.push(values.to_vec());
            continue;
        };
        let face = Face {
            material: *material,
            layer: place.layer,
            index: count32(index),
            ..face(stored, corners, *key)
        };
        faces.push((face, values));
    }
    mesh.add_faces(&faces);
    mesh
}

fn face(stored: &P, corners: Corners, key: Key) -> Face {
    let mut face = Face { corners: [NO_CORNER; 4], ..Face::default() };
    let normal = |vertex: usize| stored.normal(vertex).filter(|at| has_direction(stored, *at));
    for (corner, vertex) in corners.vertices.into_iter().enumerate() {
        face.corners[corner] = count32(vertex);
        face.normals[corner] = normal(vertex).map_or(NO_CORNER, count32);
        // A flat polygon has the colour of its first corner.
        let painted = if key.gouraud { vertex } else { corners.vertices[0] };
        let colour = stored.vertex_colours.get(painted);
        let [r, g, b, _] = colour.map_or([u8::MAX; 4], |colour| COLOUR.rgba(*colour));
        face.colours[corner] = [r, g, b];
    }
    face.colours[3] = face.colours[2];
    let at = |index: usize| {
        let found = stored.texcoords.get(index).copied().unwrap_or_default();
        [found.u, found.v].map(|part| if part.is_finite() { part } else { 0.0 })
    };
    for (corner, index) in corners.texcoords.into_iter().flatten().enumerate() {
        face.uvs[corner] = at(index);
    }
    face
}

fn has_direction(stored: &P, normal: usize) -> bool {
    stored.normals.get(normal).is_some_and(|normal| finite(normal) != Vec3::ZERO)
}

/// Winding of front faces, by a clear majority of the normals.
fn facing(stored: &P) -> (Winding, Front) {
    let (mut with, mut against) = (0usize, 0usize);
    for (polygon, owner) in stored.polygons.iter().zip(stored.owners()) {
        let group = owner.and_then(|owner| stored.groups.get(owner));
        let Some(corners) = group.and_then(|group| stored.corners(group, polygon)) else {
            continue;
        };
        let point = |at: usize| stored.vertices.get(at).map_or(Vec3::ZERO, finite);
        let normal = |at: usize| {
            let found = stored.normal(at).and_then(|normal| stored.normals.get(normal));
            found.map_or(Vec3::ZERO, finite)
        };
        let [a, b, c] = corners.vertices.map(point);
        let lean = (b - a).cross(c - a).dot(corners.vertices.map(normal).into_iter().sum());
        with += usize::from(lean > 0.0);
        against += usize::from(lean < 0.0);
    }
    let all = with + against;
    let is_clear = |own: usize| all > 0 && own * 3 >= all * 2;
    match (is_clear(with), is_clear(against)) {
        (true, _) => (Winding::CounterClockwise, Front::Sure),
        (_, true) => (Winding::Clockwise, Front::Sure),
        _ => (Winding::CounterClockwise, Front::Open),
    }
}
