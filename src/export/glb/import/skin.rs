//! Rest-pose positions of skinned meshes, which are compared because editors store such meshes
//! differently.

use glam::{Mat4, Vec3};
use gltf_json::Index;
use gltf_json::mesh::Mesh as GltfMesh;

use super::file::{File, Numbers};
use super::nodes::{SourceElement, local, made_of, parents};
use crate::bytes::SourceId;
use crate::export::shape::metres;
use crate::scene::{Mesh, Scene};

/// Maximum depth of the node tree.
const MAX_DEPTH: usize = 1024;

/// Transforms from the stored positions of a skinned mesh to the world, in metres.
pub(super) fn at_rest(scene: &Scene, mesh: &Mesh) -> Option<Vec<Mat4>> {
    let skin = mesh.skin.as_ref()?;
    let unit = Mat4::from_scale(Vec3::splat(metres(scene)));
    let joints = skin.joints(&scene.world_transforms());
    let of = |vertex: usize| {
        let influences = skin.influences.get(vertex).into_iter().flatten();
        let shares = influences.filter_map(|influence| {
            let joint = joints.get(usize::from(influence.joint))?;
            (influence.weight > 0.0).then_some((*joint, influence.weight))
        });
        unit * blended(shares)
    };
    Some((0..mesh.positions.len()).map(of).collect())
}

/// Weighted sum of matrices; the identity if there are none.
fn blended(shares: impl Iterator<Item = (Mat4, f32)>) -> Mat4 {
    let (mut sum, mut total) = (Mat4::ZERO, 0.0);
    for (matrix, share) in shares {
        sum += matrix * share;
        total += share;
    }
    if total > 0.0 { sum * total.recip() } else { Mat4::IDENTITY }
}

/// World transforms of the GLB's nodes according to the scene, in metres; `None` for nodes that are not
/// in the scene.
pub(super) struct NodeTransforms {
    own: Vec<Option<Mat4>>,
    parents: Vec<Option<usize>>,
}

impl NodeTransforms {
    pub fn new(from: (&Scene, SourceId), file: &File<'_>) -> Self {
        let unit = Mat4::from_scale(Vec3::splat(metres(from.0)));
        let all = from.0.world_transforms();
        let stand = |made: Option<SourceElement>| match made {
            Some(SourceElement::Node(id)) => all.get(id.index()).map(|world| unit * *world),
            _ => None,
        };
        let nodes = &file.root.nodes;
        let own = made_of(from, nodes).into_iter().map(stand).collect();
        Self { own, parents: parents(nodes) }
    }
}

impl NodeTransforms {
    /// World transform of a node in the GLB.
    fn world(&self, file: &File<'_>, node: usize) -> Mat4 {
        let (mut matrix, mut at) = (Mat4::IDENTITY, Some(node));
        // Broken files have cycles; valid ones are not as deep.
        for _ in 0..MAX_DEPTH {
            let Some(node) = at else { break };
            matrix = file.root.nodes.get(node).map_or(Mat4::IDENTITY, local) * matrix;
            at = self.parents.get(node).copied().flatten();
        }
        matrix
    }
}

/// Joint transforms of a mesh in the GLB.
pub(super) struct Joints(Vec<Mat4>);

impl Joints {
    /// Reads the joints of the first node that shows `mesh` with a skin, otherwise the transform of its first
    /// node. Bones use the transforms of the scene, since an editor has one rest pose for all meshes.
    ///
    /// # Errors
    /// A message, if the GLB is broken.
    pub fn read(
        file: &File<'_>,
        stands: &NodeTransforms,
        mesh: Index<GltfMesh>,
    ) -> Result<Self, String> {
        let showing = |skinned: bool| {
            let mut nodes = file.root.nodes.iter();
            nodes.position(|node| node.mesh == Some(mesh) && node.skin.is_some() == skinned)
        };
        let Some(node) = showing(true) else {
            let alone = showing(false).map_or(Mat4::IDENTITY, |node| stands.world(file, node));
            return Ok(Self(vec![alone]));
        };
        let skin = file.root.nodes.get(node).and_then(|node| node.skin);
        let skin = skin.and_then(|skin| file.root.skins.get(skin.value()));
        let Some(skin) = skin else { return Ok(Self(vec![Mat4::IDENTITY])) };
        let binds = match skin.inverse_bind_matrices {
            Some(index) => file.matrices(index)?,
            None => Vec::new(),
        };
        let joint = |(at, node): (usize, &Index<_>)| {
            let own = stands.own.get(node.value()).copied().flatten();
            own.unwrap_or_else(|| stands.world(file, node.value()))
                * binds.get(at).copied().unwrap_or(Mat4::IDENTITY)
        };
        Ok(Self(skin.joints.iter().enumerate().map(joint).collect()))
    }

    /// Transform of a vertex to the rest pose.
    pub fn at_rest(
        &self,
        (joints, weights): (Option<&Numbers>, Option<&Numbers>),
        vertex: usize,
    ) -> Mat4 {
        let joints = joints.and_then(|joints| joints.vector::<4>(vertex));
        let weights = weights.and_then(|weights| weights.vector::<4>(vertex));
        match joints.zip(weights) {
            Some((joints, weights)) => blended(
                joints
                    .into_iter()
                    .zip(weights)
                    .filter_map(|(joint, weight)| Some((*self.0.get(joint as usize)?, weight))),
            ),
            None => self.0.first().copied().unwrap_or(Mat4::IDENTITY),
        }
    }
}
