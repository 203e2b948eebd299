//! Skeletons: a bone is a [`Node`](super::Node).

use glam::{Mat4, Quat, Vec3};
use serde::Serialize;

use super::element::ElementInfo;
use super::property::{Properties, name_or_none};
use super::{BoneId, Element, List, NodeId, Origin, Scene};

/// A hierarchy of bones.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Skeleton {
    /// Name of the skeleton.
    pub name: String,
    /// Bytes and field path of the skeleton.
    #[serde(flatten)]
    pub origin: Origin,
    /// Reason why the displayed pose is not a stored one, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback: Option<String>,
    /// Parents come before their children.
    pub bones: List<Bone>,
}

/// A bone, which moves a node.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Bone {
    /// Name of the bone.
    pub name: String,
    /// Index in [`Scene::nodes`]; a bone's children are bones of nodes below it.
    #[serde(skip)]
    pub node: NodeId,
    /// Index in [`Skeleton::bones`].
    pub parent: Option<BoneId>,
    /// End of the bone, in the node's space; zero for a joint.
    pub tail: Vec3,
    /// Bytes and field path of the bone.
    #[serde(flatten)]
    pub origin: Origin,
}

/// Translation, rotation and scale, to the parent's space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// Position in the parent's space.
    pub translation: Vec3,
    /// Rotation, a unit quaternion.
    pub rotation: Quat,
    /// Factors along X, Y and Z.
    pub scale: Vec3,
}

impl Default for Transform {
    fn default() -> Self {
        Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE }
    }
}

impl Transform {
    /// Matrix that scales, then rotates, then moves.
    pub fn matrix(&self) -> Mat4 {
        Mat4::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }

    /// Interpolates between this transform and `next`: linear in translation and scale, with the shortest
    /// rotation.
    pub fn towards(&self, next: &Self, amount: f32) -> Self {
        Self {
            translation: self.translation.lerp(next.translation, amount),
            rotation: self.rotation.slerp(next.rotation, amount),
            scale: self.scale.lerp(next.scale, amount),
        }
    }
}

impl Scene {
    /// The bone of a node: its own, or that of its nearest ancestor.
    pub fn bone_of(&self, node: NodeId) -> Option<Element> {
        let mut at = Some(node);
        // Parents come before their children, so the loop terminates.
        while let Some(node) = at {
            let bones = self.skeletons.pairs().find_map(|(skeleton, all)| {
                let bone = all.bones.find(|bone| bone.node == node)?;
                Some(Element::Bone { skeleton, bone })
            });
            if bones.is_some() {
                return bones;
            }
            at = self.nodes.get(node)?.parent.filter(|parent| *parent < node);
        }
        None
    }

    /// The bone of an element: a bone is also a node.
    pub fn as_bone(&self, element: Element) -> Option<Element> {
        match element {
            Element::Bone { .. } => Some(element),
            Element::Node(node) => {
                self.bone_of(node).filter(|own| self.bone(*own).is_some_and(|b| b.node == node))
            }
            _ => None,
        }
    }

    /// A bone by its element.
    pub fn bone(&self, element: Element) -> Option<&Bone> {
        let Element::Bone { skeleton, bone } = element else { return None };
        self.skeletons.get(skeleton)?.bones.get(bone)
    }
}

impl ElementInfo for Bone {
    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn name(&self, _: &Scene, _: Element) -> String {
        self.name.clone()
    }

    fn facts<'a>(&'a self, scene: &'a Scene, own: Element) -> Properties<'a> {
        let Element::Bone { skeleton, .. } = own else { return Vec::new() };
        let skeleton = scene.skeletons.get(skeleton);
        let parent = skeleton.zip(self.parent).and_then(|(all, parent)| all.bones.get(parent));
        vec![
            ("Bone", self.name.as_str().into()),
            ("Parent", name_or_none(parent.map(|parent| &parent.name))),
            ("Length", format!("{:.1}", self.tail.length()).into()),
        ]
    }
}
