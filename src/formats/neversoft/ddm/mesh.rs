//! Converts strips to faces.

use glam::Vec3;

use super::records::Object;
use crate::formats::neversoft::transform::turn;
use crate::formats::{Loaded, Report};
use crate::scene::{Face, MaterialId, Mesh, NO_CORNER, PackedInts};

/// Triangle of a strip.
pub(super) struct Triangle {
    /// Vertex indices.
    pub corners: [u16; 3],
    /// Index of a material of the object.
    pub material: usize,
    /// Index of its first corner in the object's indices.
    pub at: usize,
}

impl Triangle {
    /// Returns `true` if all vertices exist.
    fn is_inside(&self, object: &Object) -> bool {
        self.corners.iter().all(|at| usize::from(*at) < object.vertices.len())
    }
}

/// Triangles of an object, without degenerate ones. Every other triangle of a split has its winding
/// reversed. Splits do not share indices, so their number limits the
/// triangles.
pub(super) fn triangles(object: &Object) -> impl Iterator<Item = Triangle> {
    let all = object.splits.iter().flat_map(move |split| {
        let first = usize::from(split.first);
        let strip = object.indices.get(first..).unwrap_or(&[]);
        let strip = strip.get(..usize::from(split.count)).unwrap_or(strip);
        strip.windows(3).enumerate().filter_map(move |(number, corners)| {
            let [a, b, c] = *corners else { return None };
            let corners = if number % 2 == 0 { [a, b, c] } else { [b, a, c] };
            let is_flat = a == b || b == c || a == c;
            let (material, at) = (usize::from(split.material), first + number);
            Some((!is_flat).then_some(Triangle { corners, material, at }))
        })
    });
    all.take(object.indices.len()).flatten()
}

/// Reports strips with invalid materials, vertices or ranges.
pub(super) fn check(row: usize, object: &Object, report: &mut Report<'_>) {
    for (index, split) in object.splits.iter().enumerate() {
        let path = |field: &str| format!("objects[{row}].splits[{index}].{field}");
        if usize::from(split.material) >= object.materials.len() {
            report.error(path("material"), format!("unknown material {}", split.material));
        }
        let end = usize::from(split.first) + usize::from(split.count);
        let indices = object.indices.len();
        if end > indices {
            report.error(path("count"), format!("strip ends at index {end} of {indices}"));
        }
    }
    let lost = object.indices.iter().enumerate();
    let lost = lost.filter(|(_, index)| usize::from(**index) >= object.vertices.len());
    let paths = lost.map(|(at, _)| format!("objects[{row}].indices[{at}]"));
    report.first(crate::bytes::Severity::Error, paths, "unknown vertex");
}

/// Builds the mesh of an object in scene axes; `material` maps its material indices to those of the
/// scene.
pub(super) fn mesh<T>(
    file: &Loaded<T>,
    row: usize,
    object: &Object,
    material: impl Fn(usize) -> MaterialId,
    face_fields: usize,
) -> Mesh {
    let path = format!("objects[{row}]");
    let point = |stored: [f32; 3]| {
        let point = turn(Vec3::from(stored));
        if point.is_finite() { point } else { Vec3::ZERO }
    };
    let (drawn, undrawn): (Vec<_>, Vec<_>) =
        triangles(object).partition(|triangle| triangle.is_inside(object));
    let mut faces: Vec<Face> = drawn
        .into_iter()
        .map(|triangle| {
            let vertices = triangle.corners.map(|at| object.vertices.get(usize::from(at)).copied());
            let [a, b, c] = vertices.map(Option::unwrap_or_default);
            let [i, j, k] = triangle.corners.map(u32::from);
            let colour = |of: [u8; 4]| [of[0], of[1], of[2]];
            let uv = |of: [f32; 2]| of.map(|part| if part.is_finite() { part } else { 0.0 });
            Face {
                corners: [i, j, k, NO_CORNER],
                normals: [i, j, k, NO_CORNER],
                colours: [a.colour, b.colour, c.colour, c.colour].map(colour),
                uvs: [a.uv, b.uv, c.uv, c.uv].map(uv),
                material: material(triangle.material),
                index: u32::try_from(triangle.at).unwrap_or(u32::MAX),
                ..Face::default()
            }
        })
        .collect();
    // Restore the stored order.
    faces.sort_by_key(|face| face.index);
    let zeros = || std::iter::repeat_n(0, faces.len()).collect::<PackedInts>();
    Mesh {
        name: object.name.lossy(),
        id: object.checksum,
        origin: file.origin(path.as_str()),
        positions: object.vertices.iter().map(|vertex| point(vertex.position)).collect(),
        position_spans: file.spans(&format!("{path}.vertices")),
        normals: object
            .vertices
            .iter()
            .map(|vertex| point(vertex.normal).normalize_or(Vec3::Y))
            .collect(),
        face_values: (0..face_fields).map(|_| zeros()).collect(),
        face_spans: file.spans(&format!("{path}.indices")),
        undrawn: vec![vec![0; face_fields]; undrawn.len()],
        faces: faces.into_iter().collect(),
        ..Mesh::default()
    }
}
