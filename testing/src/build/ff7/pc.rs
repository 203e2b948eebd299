//! Builds files of the PC version from scratch.

use std::sync::Arc;

use gouraud::formats::Refusal;
use gouraud::formats::ff7::pc::a::{A, Frame, Header as FieldHeader};
use gouraud::formats::ff7::pc::aa::{Aa, Bone};
use gouraud::formats::ff7::pc::da::{Body, Da, Packed};
use gouraud::formats::ff7::pc::p::{
    BoundingBox, COLOUR, Group, P, Point, Polygon, RenderState, TexCoord, blend, state,
};
use gouraud::formats::ff7::pc::tex::{Header, Tex};

use super::animation::{Pose, encode};
use crate::build::count;

/// Tag bits that are set in the game's files.
const TAG: u32 = 0x0CFC_EA00;
/// Flags of most groups: wrapped textures, depth, both sides.
const FLAGS: u32 = 0x1_C06E;

/// Triangles with the same drawing state. The lists have an entry for each point.
#[derive(Clone, Debug, Default)]
pub struct MeshGroup {
    /// X right, Y down, Z away.
    pub points: Vec<[f32; 3]>,
    pub triangles: Vec<[u16; 3]>,
    /// R, G, B, A.
    pub colours: Vec<[u8; 4]>,
    /// Empty for a group without a texture.
    pub uvs: Vec<[f32; 2]>,
    /// Number of the texture.
    pub texture: u32,
    /// Blend mode and alpha of the whole.
    pub blend: Option<(u32, u32)>,
    pub one_sided: bool,
    /// Empty without normals.
    pub normals: Vec<[f32; 3]>,
}

/// A box between these corners; its colours start at the given one and become brighter.
pub fn cuboid(min: [f32; 3], max: [f32; 3], [r, g, b]: [u8; 3]) -> MeshGroup {
    let corner = |i: usize| [0, 1, 2].map(|axis| if i >> axis & 1 == 0 { min } else { max }[axis]);
    // Sides counter-clockwise as seen from outside, with Z away and Y down.
    let sides =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = sides.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]);
    let step = |i: u8| [r, g, b].map(|channel| channel.saturating_add(16 * i));
    let colours = (0..8).map(step).map(|[r, g, b]| [r, g, b, 255]).collect();
    MeshGroup {
        points: (0..8).map(corner).collect(),
        triangles: triangles.collect(),
        colours,
        ..MeshGroup::default()
    }
}

/// A square of half width `half` at depth `z` that shows the whole texture.
pub fn square(half: f32, z: f32, texture: u32) -> MeshGroup {
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    MeshGroup {
        points: corners.iter().map(|[x, y]| [x * half, y * half, z]).collect(),
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        colours: vec![[255, 255, 255, 255]; 4],
        uvs: vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]],
        texture,
        ..MeshGroup::default()
    }
}

/// A mesh of these groups.
pub fn mesh(pieces: &[MeshGroup]) -> P {
    let mut mesh = P { version: 1, unknown_04: 1, vertex_type: 1, ..P::default() };
    let point = |[x, y, z]: [f32; 3]| Point { x, y, z };
    for piece in pieces {
        let first = |len: usize| count(len);
        let group = Group {
            primitive_type: if piece.uvs.is_empty() { 1 } else { 3 },
            first_polygon: first(mesh.polygons.len()),
            polygon_count: count(piece.triangles.len()),
            first_vertex: first(mesh.vertices.len()),
            vertex_count: count(piece.points.len()),
            first_edge: first(mesh.edges.len()),
            edge_count: count(3 * piece.triangles.len()),
            unknown_1c: [0; 4],
            first_texcoord: if piece.uvs.is_empty() { 0 } else { first(mesh.texcoords.len()) },
            textured: u32::from(!piece.uvs.is_empty()),
            texture: piece.texture,
        };
        for triangle in &piece.triangles {
            let edge = |i: u16| u16::try_from(mesh.edges.len()).unwrap_or(u16::MAX) + i;
            let edges = [edge(0), edge(1), edge(2)];
            let [a, b, c] = *triangle;
            mesh.edges.extend([[a, b], [b, c], [c, a]]);
            mesh.polygons.push(Polygon {
                vertices: *triangle,
                edges,
                tag: TAG,
                ..Polygon::default()
            });
            mesh.polygon_colours.push(0xFF80_8080);
        }
        let normals = piece.normals.iter().enumerate();
        let base = count(mesh.normals.len());
        mesh.normal_indices.extend(normals.map(|(index, _)| base + count(index)));
        mesh.normals.extend(piece.normals.iter().copied().map(point));
        mesh.vertices.extend(piece.points.iter().copied().map(point));
        mesh.texcoords.extend(piece.uvs.iter().map(|[u, v]| TexCoord { u: *u, v: *v }));
        mesh.vertex_colours.extend(piece.colours.iter().map(|colour| COLOUR.nearest(*colour)));
        mesh.states.push(render_state(piece));
        mesh.groups.push(group);
    }
    mesh.normal_index_flag = u32::from(!mesh.normals.is_empty());
    mesh.boxes = vec![bounds(&mesh.vertices)];
    mesh
}

fn render_state(piece: &MeshGroup) -> RenderState {
    let (mode, alpha) = piece.blend.unwrap_or((blend::NONE, 255));
    let blended = if piece.blend.is_some() { state::BLEND } else { 0 };
    let culled = if piece.one_sided { state::CULL } else { 0 };
    RenderState {
        unknown_00: 1,
        alpha_flags: 1,
        flags: FLAGS | blended | culled,
        flags_mask: FLAGS | state::BLEND | state::CULL,
        texture: piece.texture,
        shade_mode: 2,
        blend_mode: mode,
        vertex_alpha: alpha,
        ..RenderState::default()
    }
}

fn bounds(points: &[Point]) -> BoundingBox {
    let of = |pick: fn(f32, f32) -> f32| {
        let parts = points.iter().copied();
        let most =
            parts.reduce(|a, b| Point { x: pick(a.x, b.x), y: pick(a.y, b.y), z: pick(a.z, b.z) });
        most.unwrap_or_default()
    };
    BoundingBox { unknown_00: 0, max: of(f32::max), min: of(f32::min) }
}

/// A texture of indices into palettes of equal length, whose first entries may be transparent. Colours
/// are R, G, B, A.
pub fn indexed(
    (width, height): (u32, u32),
    pixels: &[u8],
    palettes: &[Vec<[u8; 4]>],
    keys: &[bool],
) -> Tex {
    let each = palettes.first().map_or(0, Vec::len);
    let header = Header {
        version: 1,
        colour_key: u32::from(keys.contains(&true)),
        palette_count: count(palettes.len()),
        colours_per_palette: count(each),
        bit_depth: 8,
        width,
        height,
        palette_present: 1,
        bits_per_index: 8,
        colour_count: count(each * palettes.len()),
        colours_per_palette_again: count(each),
        bits_per_pixel: 8,
        bytes_per_pixel: 1,
        colour_keys_present: u32::from(keys.len() > 1),
        reference_alpha: 0x80,
        ..Header::default()
    };
    Tex {
        header,
        colours: palettes.iter().flatten().map(|colour| COLOUR.nearest(*colour)).collect(),
        pixels: Arc::from(pixels),
        colour_keys: if keys.len() > 1 {
            keys.iter().map(|key| u8::from(*key)).collect()
        } else {
            Vec::new()
        },
        rest: Vec::new(),
    }
}

/// A texture of 16-bit pixels with these masks of red, green, blue and alpha.
pub fn direct((width, height): (u32, u32), pixels: &[u16], masks: [u32; 4], key: u32) -> Tex {
    let shifts = masks.map(|mask| if mask == 0 { 0 } else { mask.trailing_zeros() });
    let bits = masks.map(u32::count_ones);
    let header = Header {
        version: 1,
        colour_key: key,
        bit_depth: 16,
        width,
        height,
        bits_per_pixel: 16,
        bytes_per_pixel: 2,
        channel_bits: bits,
        channel_masks: masks,
        channel_shifts: shifts,
        channel_losses: bits.map(|bits| 8 - bits.min(8)),
        channel_maxima: bits.map(|bits| (1 << bits) - 1),
        reference_alpha: 0xFF,
        ..Header::default()
    };
    let pixels: Vec<u8> = pixels.iter().flat_map(|pixel| pixel.to_le_bytes()).collect();
    Tex { header, pixels: Arc::from(pixels), ..Tex::default() }
}

/// A bone: its parent (-1 for the root), its length, whether it has a mesh.
pub fn bone(parent: i32, length: f32, mesh: bool) -> Bone {
    Bone { parent, length, mesh: mesh.into() }
}

/// A skeleton, or a stage if there are no bones.
pub fn skeleton(
    bones: Vec<Bone>,
    pieces: u32,
    textures: u32,
    animations: [u32; 2],
    weapons: u32,
) -> Aa {
    let [body, weapon] = animations;
    Aa {
        kind: u32::from(bones.is_empty()),
        unknown_04: [1, 1],
        piece_count: pieces,
        texture_count: textures,
        body_animation_count: body,
        first_weapon_section: if weapons > 0 { 2 + body } else { 0 },
        weapon_count: weapons,
        weapon_animation_count: weapon,
        bones,
        ..Aa::default()
    }
}

/// Concatenates animations, each with the bits of precision that its angles are stored without; an
/// animation without frames is an empty slot.
pub fn pack(animations: &[(Vec<Pose>, u8)]) -> Result<Da, Refusal> {
    let packed = |(poses, key): &(Vec<Pose>, u8)| {
        let rotations = poses.first().map_or(0, |pose| pose.angles.len());
        let body = match poses.is_empty() {
            true => Body::Placeholder(vec![0; 4]),
            false => Body::Animation(Arc::new(encode(poses, *key)?)),
        };
        let (rotation_count, frame_count) = (count(rotations), count(poses.len()));
        Ok(Packed { rotation_count, frame_count, size: None, body })
    };
    let animations = animations.iter().map(packed).collect::<Result<Vec<_>, Refusal>>()?;
    Ok(Da { animations, rest: Vec::new() })
}

/// An animation of a field model.
pub fn field(frames: Vec<Frame>) -> A {
    let bones = frames.first().map_or(0, |frame| frame.rotations.len());
    let head = FieldHeader {
        version: 1,
        frame_count: count(frames.len()),
        bone_count: count(bones),
        rotation_order: [1, 0, 2],
        ..FieldHeader::default()
    };
    A { head, frames, rest: Vec::new() }
}
