//! Axes of a file.

use glam::{DMat3, DMat4, DVec3, Mat4, Vec3};

use super::entry::Entry;
use super::walk::{Element, Walk};

/// Conversion from the axes of a file to those of the scene: a rotation, perhaps with a reflection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axes(DMat3);

impl Axes {
    pub fn of(walk: &mut Walk<'_>, file: &Entry, root: &Element) -> Self {
        let up = walk.word(file, "up", root);
        let hand = walk.word(file, "hand", root);
        let (x, y, z) = (DVec3::X, DVec3::Y, DVec3::Z);
        // Rows: the components of a position in the scene.
        let [a, b, c] = match up.as_deref() {
            Some("z") => [x, z, -y],
            Some("x") => [-y, x, z],
            Some("-y") => [x, -y, -z],
            Some("-z") => [x, -z, y],
            Some("-x") => [y, -x, z],
            _ => [x, y, z],
        };
        let c = if hand.as_deref() == Some("left") { -c } else { c };
        Self(DMat3::from_cols(a, b, c).transpose())
    }

    /// Converts a position or direction.
    pub fn vector(&self, stored: [f64; 3]) -> Vec3 {
        // Adding zero avoids negative zeros.
        (self.0 * DVec3::from_array(stored) + DVec3::ZERO).as_vec3()
    }

    /// Converts a transform.
    pub fn transform(&self, stored: DMat4) -> Mat4 {
        let axes = DMat4::from_mat3(self.0);
        (axes * stored * axes.transpose()).as_mat4()
    }
}
