//! Normals of corners of lit or reflecting faces, packed as the shaders read them.

use glam::{Mat4, Vec2, Vec3};

use crate::render::device::NO_NORMAL;
use crate::scene::{Face, Influence, Mesh, Scene};

/// Words of the normals of a face.
pub const WORDS: u32 = 4;

/// `true` for faces whose stored normals affect their appearance.
pub fn has_normals(scene: &Scene, mesh: &Mesh, face: &Face) -> bool {
    let stored = || face.normals.iter().any(|normal| (*normal as usize) < mesh.normals.len());
    matter_to(scene, face) && stored()
}

/// `true` for faces that are lit or reflect their surroundings.
pub fn matter_to(scene: &Scene, face: &Face) -> bool {
    let lit = scene.light.is_some();
    let material = scene.materials.get(face.material);
    material.is_some_and(|material| lit && material.lit || material.shine.is_some())
}

/// `true` for scenes with faces that are lit or reflect their surroundings.
pub fn matter(scene: &Scene) -> bool {
    scene.light.is_some() || scene.has_shine()
}

/// Packed normals of the faces of a mesh that have any, in order; in the mesh's space, or rotated with
/// its `joints`.
pub fn packed(scene: &Scene, mesh: &Mesh, joints: Option<&[Mat4]>) -> Vec<[u32; 4]> {
    let faces = mesh.faces.iter().filter(|face| has_normals(scene, mesh, face));
    faces.map(|face| packed_face(mesh, &face, joints)).collect()
}

/// Packed normals of the corners of a face.
pub fn packed_face(mesh: &Mesh, face: &Face, joints: Option<&[Mat4]>) -> [u32; 4] {
    let mut words = [NO_NORMAL; 4];
    for (word, (vertex, normal)) in words.iter_mut().zip(face.corners.into_iter().zip(face.normals))
    {
        let stored = mesh.normals.get(normal as usize).copied().unwrap_or_default();
        *word = pack(joints.map_or(stored, |joints| turned(mesh, joints, vertex, stored)));
    }
    words
}

/// A normal that follows the joints of its vertex.
fn turned(mesh: &Mesh, joints: &[Mat4], vertex: u32, normal: Vec3) -> Vec3 {
    let influences = mesh.skin.as_ref().and_then(|skin| skin.influences.get(vertex as usize));
    let turned = |influence: &Influence| {
        let joint = joints.get(usize::from(influence.joint))?;
        Some(joint.transform_vector3(normal) * influence.weight)
    };
    influences.map_or(normal, |all| all.iter().filter_map(turned).sum())
}

/// Octahedral encoding of a normal: two signed fractions of 16 bits.
pub fn pack(normal: Vec3) -> u32 {
    let Some(normal) = normal.try_normalize() else { return NO_NORMAL };
    let flat = normal.truncate() / (normal.x.abs() + normal.y.abs() + normal.z.abs());
    let sign = |v: f32| if v < 0.0 { -1.0 } else { 1.0 };
    let folded =
        Vec2::new((1.0 - flat.y.abs()) * sign(flat.x), (1.0 - flat.x.abs()) * sign(flat.y));
    let [x, y] = if normal.z < 0.0 { folded } else { flat }.to_array();
    let share = |v: f32| u32::from((v.clamp(-1.0, 1.0) * 32767.0).round() as i16 as u16);
    share(x) | share(y) << 16
}
