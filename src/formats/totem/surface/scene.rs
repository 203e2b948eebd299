//! Converts patches to triangles.

use glam::Vec3;

use super::bezier::{Point, STEPS};
use super::{Patch, Surface};
use crate::formats::Loaded;
use crate::formats::totem::materials::{self, SceneMaterials, StripMaterial};
use crate::formats::totem::mesh::Facing;
use crate::formats::totem::resource::Resource;
use crate::scene::{Face, Mesh, MeshId, NO_CORNER, PackedInts, Scene};

/// Points along each side of a patch.
const SIDE: usize = STEPS + 1;

/// Adds the ground of a file as a mesh without an instance. Patches with invalid indices are left out.
pub(in crate::formats::totem) fn mesh(
    scene: &mut Scene,
    looks: &mut SceneMaterials<'_>,
    file: &Loaded<Resource<Surface>>,
    name: &str,
) -> MeshId {
    let surface = &file.records.body;
    let mut made = Mesh {
        name: name.to_owned(),
        origin: file.whole(),
        face_spans: file.spans("patches"),
        face_values: vec![PackedInts::default(); scene.face_fields.len()],
        ..Mesh::default()
    };
    let mut facing = Facing::default();
    let mut faces = Vec::new();
    let mut used = Vec::new();
    for (index, patch) in surface.patches.iter().enumerate() {
        let Some(control) = surface.control(index) else { continue };
        let origin = file.origin(format!("patches[{index}].material"));
        let look = looks.add_material(scene, patch.material, true, &origin);
        let share = |step: usize| step as f32 / STEPS as f32;
        let points: Vec<Point> = (0..SIDE * SIDE)
            .map(|at| surface.point(patch, &control, share(at % SIDE), share(at / SIDE)))
            .collect();
        let first = made.positions.len();
        made.positions.extend(points.iter().map(|point| point.position));
        made.normals.extend(points.iter().map(|point| point.normal));
        used.push(look.clone());
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        for corners in cells() {
            let Some(face) = face(&points, corners, first, &look) else { continue };
            facing.count(corners.map(|at| points.get(at).copied().unwrap_or_default()).map(parts));
            faces.push((Face { index, ..face }, values(patch)));
        }
    }
    made.front = facing.front();
    made.add_faces(&faces);
    made.uv_animations = materials::flows(&used);
    scene.meshes.push(made)
}

fn parts(point: Point) -> (Vec3, Vec3) {
    (point.position, point.normal)
}

/// Values of the face fields. The patch's order is stored where the faces of strips store theirs.
fn values(patch: &Patch) -> [u32; 2] {
    [0, patch.order]
}

/// Corners of the triangles of a patch, as indices into its points.
fn cells() -> impl Iterator<Item = [usize; 3]> {
    let cells = (0..STEPS).flat_map(|v| (0..STEPS).map(move |u| v * SIDE + u));
    cells.flat_map(|at| {
        let (right, down, across) = (at + 1, at + SIDE, at + SIDE + 1);
        [[at, down, right], [down, across, right]]
    })
}

/// A triangle; `None` if it is degenerate, for example next to an edge that is a point.
fn face(points: &[Point], corners: [usize; 3], first: usize, look: &StripMaterial) -> Option<Face> {
    let [a, b, c] = corners.map(|at| points.get(at).copied().unwrap_or_default());
    let (p, q, r) = (a.position, b.position, c.position);
    if p == q || q == r || r == p {
        return None;
    }
    let number = |at: usize| u32::try_from(first + at).unwrap_or(NO_CORNER);
    let mut face = Face { material: look.index, layer: look.layer, ..Face::default() };
    face.corners = [0, 1, 2, 3].map(|side| corners.get(side).map_or(NO_CORNER, |at| number(*at)));
    for (side, point) in [a, b, c].into_iter().enumerate() {
        face.normals[side] = face.corners[side];
        face.uvs[side] = look.uv(point.uv);
        face.colours[side] = look.colour(point.normal);
    }
    Some(face)
}
