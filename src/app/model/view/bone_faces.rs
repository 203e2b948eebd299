//! Weights of bones on faces, and the faces that each bone moves.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use crate::app::model::view::bone_faces;
use crate::scene::{Face, Mesh, NodeId, Scene};

/// A range of consecutive faces of one instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub node: NodeId,
    pub faces: Range<u32>,
}

/// All faces of one instance; `None` if it has none.
pub fn whole(scene: &Scene, node: NodeId) -> Option<Run> {
    let mesh = scene.mesh_of(scene.nodes.get(node)?)?;
    let count = u32::try_from(mesh.faces.len()).ok()?;
    (count > 0).then_some(Run { node, faces: 0..count })
}

/// The weight of each bone's node in a face placed by `node`, heaviest first; equal weights in node
/// order.
pub fn of_face(scene: &Scene, node: NodeId, mesh: &Mesh, face: &Face) -> Vec<(NodeId, f32)> {
    let Some(skin) = &mesh.skin else {
        let bone = scene.bone_of(node).and_then(|bone| scene.bone(bone));
        return bone.map(|bone| (bone.node, 1.0)).into_iter().collect();
    };
    let mut shares: BTreeMap<NodeId, f32> = BTreeMap::new();
    for corner in face.corners.iter().take(face.sides()) {
        for influence in skin.influences.get(*corner as usize).into_iter().flatten() {
            if let Some(joint) = skin.joints.get(usize::from(influence.joint)) {
                *shares.entry(joint.node).or_default() += influence.weight;
            }
        }
    }
    let corners = face.sides() as f32;
    let mut list: Vec<(NodeId, f32)> =
        shares.into_iter().filter(|(_, w)| *w > 0.0).map(|(n, w)| (n, w / corners)).collect();
    list.sort_by(|a, b| b.1.total_cmp(&a.1));
    list
}

/// The node of the bone with the largest weight in a face.
pub fn heaviest(scene: &Scene, node: NodeId, mesh: &Mesh, face: &Face) -> Option<NodeId> {
    of_face(scene, node, mesh, face).first().map(|(bone, _)| *bone)
}

/// The placed faces for which a bone has the largest weight, by the bone's node.
pub fn by_bone(scene: &Scene) -> HashMap<NodeId, Vec<Run>> {
    let mut all: HashMap<NodeId, Vec<Run>> = HashMap::new();
    if scene.skeletons.is_empty() {
        return all;
    }
    for (node, placed) in scene.nodes.pairs() {
        let Some(mesh) = scene.mesh_of(placed) else { continue };
        if mesh.skin.is_none() {
            // Attached to one bone as a whole.
            let bone = scene.bone_of(node).and_then(|bone| scene.bone(bone));
            if let Some((bone, run)) = bone.zip(whole(scene, node)) {
                all.entry(bone.node).or_default().push(run);
            }
            continue;
        }
        for (at, face) in (0u32..).zip(&mesh.faces) {
            let Some(bone) = bone_faces::heaviest(scene, node, mesh, &face) else { continue };
            let runs = all.entry(bone).or_default();
            match runs.last_mut().filter(|run| run.node == node && run.faces.end == at) {
                Some(run) => run.faces.end += 1,
                None => runs.push(Run { node, faces: at..at + 1 }),
            }
        }
    }
    all
}
