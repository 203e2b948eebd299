//! Skinning and morphing of the positions of a mesh.

use glam::{Mat4, Vec3};

use super::element::ElementInfo;
use super::naming::name_of;
use super::property::{Properties, Value};
use super::{Element, NodeId, Origin, Scene};

/// Weights by which a mesh follows bones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skin {
    /// Bones that positions follow.
    pub joints: Vec<Joint>,
    /// Influences on each position; weights sum to 1, the heaviest first.
    pub influences: Vec<[Influence; 4]>,
}

/// A bone of a skin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joint {
    /// The bone's node.
    pub node: NodeId,
    /// Transform from the mesh's space to the bone's, in the bind pose.
    pub inverse_bind: Mat4,
}

/// Weight of a joint for a position.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Influence {
    /// Index in [`Skin::joints`].
    pub joint: u16,
    /// Weight, 0 to 1.
    pub weight: f32,
}

/// A morph target.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Morph {
    /// Name of the target.
    pub name: String,
    /// Offset of each position, to be multiplied by the weight.
    pub deltas: Vec<Vec3>,
    /// Bytes and field path of the target.
    pub origin: Origin,
}

impl Skin {
    /// Transforms from the mesh's space to the world, per joint. `world` has the transforms of all nodes.
    pub fn joints(&self, world: &[Mat4]) -> Vec<Mat4> {
        let now = |joint: &Joint| world.get(joint.node.index()).copied().unwrap_or(Mat4::IDENTITY);
        self.joints.iter().map(|joint| now(joint) * joint.inverse_bind).collect()
    }

    /// Moves positions by their joints. `world` has the transforms of all nodes. The mesh's own node is
    /// ignored, as in glTF.
    pub(super) fn apply(&self, positions: &mut [Vec3], world: &[Mat4]) {
        let joints = self.joints(world);
        for (position, influences) in positions.iter_mut().zip(&self.influences) {
            let from = *position;
            let mut to = Vec3::ZERO;
            let mut total = 0.0;
            for influence in influences.iter().filter(|influence| influence.weight != 0.0) {
                let Some(joint) = joints.get(usize::from(influence.joint)) else { continue };
                to += joint.transform_point3(from) * influence.weight;
                total += influence.weight;
            }
            if total > 0.0 {
                *position = to / total;
            }
        }
    }
}

impl ElementInfo for Morph {
    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn name(&self, _: &Scene, _: Element) -> String {
        self.name.clone()
    }

    fn detail(&self, scene: &Scene, own: Element) -> Value {
        let Element::Morph { mesh, .. } = own else { return Value::default() };
        name_of(scene, Element::Mesh(mesh)).into()
    }

    fn facts<'a>(&'a self, _: &'a Scene, _: Element) -> Properties<'a> {
        let moved = self.deltas.iter().filter(|delta| **delta != Vec3::ZERO).count();
        vec![
            ("Morph target", self.name.as_str().into()),
            ("Moves", Value::Counted(moved as u64, ["vertices"; 2])),
        ]
    }
}
