//! Adds the triangles of strips as faces.

use glam::Vec3;

use super::super::records::{Mesh, Strip, StripCorner};
use super::super::triangles::Triangle;
use super::material_hash;
use crate::formats::Loaded;
use crate::formats::totem::materials::{self, SceneMaterials, StripMaterial};
use crate::scene::{
    Face, FaceField, Mesh as SceneMesh, NO_CORNER, PackedInts, Scene, Spans, StripSpan,
};

/// Values of a face: its strip and the strip's fields.
pub(in crate::formats::totem) fn face_fields(strips: usize) -> Vec<FaceField> {
    let field = |name, bits| FaceField { name, bits, flags: Vec::new() };
    let wide = if strips > 1 << 16 { 32 } else { 16 };
    vec![
        field(FaceField::STRIP, wide),
        field("tri_order", 32),
        field("material", 32),
        field("group", 32),
        field(FaceField::TRIANGLE, 32),
    ]
}

/// Adds the faces of a mesh whose positions exist.
pub(super) fn add(
    scene: &mut Scene,
    looks: &mut SceneMaterials<'_>,
    file: &Loaded<Mesh>,
    made: &mut SceneMesh,
) {
    let mesh = &file.records;
    let textured = !mesh.texcoords.is_empty();
    let dressed: Vec<StripMaterial> = mesh
        .strips
        .iter()
        .map(|strip| {
            let (index, hash) = material_hash(mesh, strip);
            let origin = file.origin(format!("materials[{index}]"));
            looks.add_material(scene, hash, textured, &origin)
        })
        .collect();
    let (firsts, spans) = strip_spans(file);
    made.face_spans = Spans::strips(file.source.id(), spans, 2, "strips".to_owned(), "vertex_ids");
    made.face_values = vec![PackedInts::default(); scene.face_fields.len()];
    let mut faces = Vec::new();
    for (triangle, ids) in mesh.triangles() {
        let (Some(strip), Some(look), Some(first)) = (
            mesh.strips.get(triangle.strip),
            dressed.get(triangle.strip),
            firsts.get(triangle.strip),
        ) else {
            continue;
        };
        let group = mesh.strip_groups.get(triangle.strip).copied().unwrap_or_default();
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let values = [
            number(triangle.strip),
            strip.tri_order,
            strip.material,
            group as u32,
            number(triangle.number),
        ];
        if ids.iter().any(|id| usize::from(*id) >= made.positions.len()) {
            made.undrawn.push(values.to_vec());
            continue;
        }
        let index = first + u32::try_from(triangle.number).unwrap_or(u32::MAX);
        let face = face(file, made, strip, triangle, ids, look, index);
        faces.push((face, values));
    }
    made.add_faces(&faces);
    made.uv_animations = materials::flows(&dressed);
}

/// Index of each strip's first triangle, and the spans of all triangles.
fn strip_spans(file: &Loaded<Mesh>) -> (Vec<u32>, Vec<StripSpan>) {
    let (mut firsts, mut spans, mut first) = (Vec::new(), Vec::new(), 0u32);
    for (index, strip) in file.records.strips.iter().enumerate() {
        firsts.push(first);
        let count = u32::try_from(strip.triangle_count()).unwrap_or(u32::MAX);
        if count > 0 {
            let start = file.span(&format!("strips[{index}].vertex_ids")).start;
            let strip = u32::try_from(index).unwrap_or(u32::MAX);
            spans.push(StripSpan { strip, first, count, start });
        }
        first = first.saturating_add(count);
    }
    (firsts, spans)
}

fn face(
    file: &Loaded<Mesh>,
    made: &SceneMesh,
    strip: &Strip,
    triangle: Triangle,
    ids: [u16; 3],
    look: &StripMaterial,
    index: u32,
) -> Face {
    let data = corner_data(file, strip, triangle);
    let [a, b, c] = ids.map(|id| made.positions.get(usize::from(id)).copied().unwrap_or_default());
    let flat = (b - a).cross(c - a).normalize_or(Vec3::Y);
    let mut face = Face {
        corners: [ids[0].into(), ids[1].into(), ids[2].into(), NO_CORNER],
        colours: [look.colour(flat); 4],
        material: look.index,
        layer: look.layer,
        index,
        ..Face::default()
    };
    let Some(data) = data else { return face };
    for (corner, stored) in data.into_iter().enumerate() {
        let uv = file.records.texcoords.get(usize::from(stored.texcoord_id));
        if let Some(uv) = uv.filter(|uv| uv.iter().all(|v| v.is_finite())) {
            face.uvs[corner] = look.uv(*uv);
        }
        let normal = made.normals.get(usize::from(stored.normal_id));
        if let Some(normal) = normal.filter(|normal| **normal != Vec3::ZERO) {
            face.normals[corner] = stored.normal_id.into();
            face.colours[corner] = look.colour(*normal);
        }
    }
    face
}

/// Texture coordinates and normals of a triangle's corners; `None` if the strip's list is missing or has
/// another length.
fn corner_data(file: &Loaded<Mesh>, strip: &Strip, triangle: Triangle) -> Option<[StripCorner; 3]> {
    let list = &file.records.strip_data.get(triangle.strip)?.corners;
    if list.len() != strip.vertex_ids.len() {
        return None;
    }
    let [a, b, c] = triangle.corners.map(|corner| list.get(corner).copied());
    Some([a?, b?, c?])
}
