//! Skins: the joints of skinned meshes and their bind transforms.

use std::collections::{BTreeMap, HashSet};

use glam::{Mat4, Vec3, Vec4};
use gltf_json::accessor::{ComponentType, Type};
use gltf_json::{Index, Node as GltfNode, Skin as GltfSkin};

use super::buffer::{Layout, Use};
use super::{Document, name, next_index};
use crate::export::shape::metres;
use crate::export::skin::Weights;
use crate::scene::{MeshId, Scene};

const MATRIX: Layout =
    Layout { component: ComponentType::F32, shape: Type::Mat4, normalized: false, stride: 64 };

/// Skins written so far, by mesh.
#[derive(Default)]
pub(super) struct Skins {
    made: BTreeMap<MeshId, Index<GltfSkin>>,
}

impl Skins {
    /// The skin of a mesh whose joints are in `nodes`. Vertices without a joint follow `root`.
    pub(super) fn of(
        &mut self,
        document: &mut Document<'_>,
        mesh: MeshId,
        weights: &Weights,
        root: Index<GltfNode>,
        nodes: &[Index<GltfNode>],
    ) -> Option<Index<GltfSkin>> {
        if let Some(known) = self.made.get(&mesh) {
            return Some(*known);
        }
        let scene: &Scene = document.scene;
        let skin = scene.meshes.get(mesh)?.skin.as_ref()?;
        // The mesh is already in metres, and its joints are below the node that scales to them.
        let back = Mat4::from_scale(Vec3::splat(metres(scene).recip()));
        let mut taken = HashSet::new();
        let mut joints = Vec::with_capacity(skin.joints.len() + 1);
        let mut matrices = Vec::with_capacity(skin.joints.len() + 1);
        for joint in &skin.joints {
            let node = nodes.get(joint.node.index()).copied().unwrap_or(root);
            joints.push(unique(document, node, &mut taken));
            matrices.push(affine(joint.inverse_bind * back));
        }
        if weights.anchored || joints.is_empty() {
            joints.push(unique(document, root, &mut taken));
            matrices.push(affine(back));
        }
        let accessor = document.buffer.append(Use::Data("inverse binds"), MATRIX, |bytes| {
            for matrix in &matrices {
                bytes.extend(matrix.to_cols_array().map(f32::to_le_bytes).as_flattened());
            }
        });
        let inverse_bind_matrices = Some(accessor);
        let index = next_index(&document.root.skins);
        let first = skin.joints.first().and_then(|joint| scene.bone_of(joint.node));
        let skeleton = match first {
            Some(crate::scene::Element::Bone { skeleton, .. }) => scene.skeletons.get(skeleton),
            _ => None,
        };
        document.root.skins.push(GltfSkin {
            name: skeleton.and_then(|skeleton| name(&skeleton.name)),
            joints,
            inverse_bind_matrices,
            skeleton: None,
            extensions: None,
            extras: None,
        });
        self.made.insert(mesh, index);
        Some(index)
    }
}

/// The node, or a child of it if the skin has it already: a skin may contain a node only once.
fn unique(
    document: &mut Document<'_>,
    node: Index<GltfNode>,
    taken: &mut HashSet<usize>,
) -> Index<GltfNode> {
    if taken.insert(node.value()) {
        return node;
    }
    let own = document.root.nodes.get(node.value()).and_then(|node| node.name.clone());
    let child = document.add_node(GltfNode { name: own, ..GltfNode::default() });
    document.attach(node, child);
    taken.insert(child.value());
    child
}

/// Matrix with the last row that glTF requires; the identity if a number is not finite.
fn affine(matrix: Mat4) -> Mat4 {
    if !matrix.is_finite() {
        return Mat4::IDENTITY;
    }
    let column = |column: Vec4, last: f32| column.truncate().extend(last);
    Mat4::from_cols(
        column(matrix.x_axis, 0.0),
        column(matrix.y_axis, 0.0),
        column(matrix.z_axis, 0.0),
        column(matrix.w_axis, 1.0),
    )
}
