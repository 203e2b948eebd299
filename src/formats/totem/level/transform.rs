//! Transform of a node, from its matrices and components.

use glam::{DMat4, Mat4};

use crate::formats::totem::maths::{is_near, is_usable, matrix, transform};
use crate::formats::totem::node::Node as Stored;

/// Transform of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeTransform {
    /// Relative to the parent; relative to the world if `is_apart`.
    pub local: Mat4,
    /// The parent's transform is not invertible, so the node is placed in the world.
    pub is_apart: bool,
    /// The stored world matrix differs from the parent's matrix and the node's own components.
    pub is_moved: bool,
}

impl NodeTransform {
    /// Computes the transform below a parent with this world matrix. The stored world matrix has
    /// priority; if it is unusable, the local components are used.
    pub fn of(node: &Stored, parent: Mat4) -> Self {
        let own = own_local(node);
        let world = matrix(&node.world_matrix);
        if !is_usable(&world) {
            return Self { local: own, is_apart: false, is_moved: false };
        }
        let is_moved = !is_near(&(parent * own), &world, 1e-3);
        if is_near(&(parent * own), &world, 1e-6) {
            return Self { local: own, is_apart: false, is_moved };
        }
        let local = (parent.as_dmat4().inverse() * world.as_dmat4()).as_mat4();
        let is_apart =
            parent.as_dmat4().determinant() == 0.0 || !DMat4::is_finite(&local.as_dmat4());
        Self { local: if is_apart { world } else { local }, is_apart, is_moved }
    }
}

/// The local matrix, or, if that is unusable, the matrix of its components.
pub fn own_local(node: &Stored) -> Mat4 {
    let stored = matrix(&node.local_matrix);
    if is_usable(&stored) {
        return stored;
    }
    let parts = transform(node.local_translation, node.local_rotation, node.local_scale).matrix();
    if is_usable(&parts) { parts } else { Mat4::IDENTITY }
}
