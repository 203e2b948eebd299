//! Positions of the corners of a face: as stored, moved by morph targets and bones, and in the world.

use glam::{Mat4, Vec3};

use crate::render::upload::PosedScene;
use crate::scene::{Face, FaceRef, Mesh, MeshId, NodeId};

/// A corner of a face.
#[derive(Clone, Debug, PartialEq)]
pub struct Corner {
    /// Mesh of the face.
    pub mesh: MeshId,
    /// Index of the position in the mesh.
    pub vertex: u32,
    /// Position as stored.
    pub stored: Vec3,
    /// Morph targets and bones that move the corner; `None` if the mesh is rigid.
    pub deformation: Option<Deformation>,
    /// Position in the world.
    pub world: Vec3,
}

/// Morph targets and bones that move a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Deformation {
    /// Index of each morph target with its weight, and the offset that it adds.
    pub morphs: Vec<(u32, f32, Vec3)>,
    /// Each bone with its weight, and the position that it alone would give.
    pub bones: Vec<(NodeId, f32, Vec3)>,
}

/// Corners of a face whose positions in the world are `world`.
pub fn corners(posed: &PosedScene, at: FaceRef, face: &Face, world: &[Vec3; 4]) -> Vec<Corner> {
    let scene = posed.scene();
    let Some(id) = scene.nodes.get(at.node).and_then(|node| node.mesh) else { return Vec::new() };
    let Some(mesh) = scene.meshes.get(id) else { return Vec::new() };
    let corner = |(vertex, world): (&u32, &Vec3)| {
        let stored = *mesh.positions.get(*vertex as usize)?;
        let deformation = deformation(posed, id, mesh, *vertex);
        Some(Corner { mesh: id, vertex: *vertex, stored, deformation, world: *world })
    };
    face.corners.iter().zip(world).take(face.sides()).filter_map(corner).collect()
}

fn deformation(posed: &PosedScene, id: MeshId, mesh: &Mesh, vertex: u32) -> Option<Deformation> {
    let at = vertex as usize;
    let stored = *mesh.positions.get(at)?;
    let morph = |(number, weight): (u32, f32)| {
        let delta = mesh.morphs.get(number as usize)?.deltas.get(at)?;
        (*delta != Vec3::ZERO).then_some((number, weight, *delta * weight))
    };
    let morphs: Vec<_> = posed.posed().morph_weights(id).filter_map(morph).collect();
    let from = morphs.iter().fold(stored, |sum, (_, _, offset)| sum + *offset);
    let skin = mesh.skin.as_ref();
    let influences = skin.and_then(|skin| skin.influences.get(at));
    let bone = |influence: &crate::scene::Influence| {
        let joint = skin?.joints.get(usize::from(influence.joint))?;
        let world = posed.posed().bones().get(joint.node.index()).copied();
        let moved = world.unwrap_or(Mat4::IDENTITY) * joint.inverse_bind;
        Some((joint.node, influence.weight, moved.transform_point3(from)))
    };
    let used = influences.into_iter().flatten().filter(|influence| influence.weight != 0.0);
    let bones: Vec<_> = used.filter_map(bone).collect();
    (!morphs.is_empty() || !bones.is_empty()).then_some(Deformation { morphs, bones })
}
