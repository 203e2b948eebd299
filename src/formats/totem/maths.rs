//! Converts row-vector matrices and their components to those of the scene.
//!
//! p' = p · M with the translation in elements 12 to 14, read column by column, is the matrix of p' = M ·
//! p. Nothing is transposed, and World = Local · Parent becomes parent · local.

use glam::{Mat4, Quat, Vec3};

use crate::scene::Transform;

/// A stored matrix.
pub fn matrix(stored: &[f32; 16]) -> Mat4 {
    Mat4::from_cols_array(stored)
}

/// Scale, then rotation (x, y, z, w), then translation. An invalid rotation becomes the identity.
pub fn transform(translation: [f32; 3], rotation: [f32; 4], scale: [f32; 3]) -> Transform {
    Transform {
        translation: Vec3::from(translation),
        rotation: turn(rotation),
        scale: Vec3::from(scale),
    }
}

/// A stored rotation, normalised.
pub fn turn(rotation: [f32; 4]) -> Quat {
    let stored = Quat::from_array(rotation);
    let length = stored.length();
    if length.is_finite() && length > 1e-9 { stored * length.recip() } else { Quat::IDENTITY }
}

/// `true` if two matrices are equal except for rounding, measured by the points they move.
pub fn is_near(a: &Mat4, b: &Mat4, share: f32) -> bool {
    let most = |m: &Mat4| m.to_cols_array().iter().fold(1.0f32, |most, v| most.max(v.abs()));
    a.is_finite() && b.is_finite() && a.abs_diff_eq(*b, share * most(a).max(most(b)))
}

/// `true` if a matrix is finite and has no axis of length 0.
pub fn is_usable(matrix: &Mat4) -> bool {
    let axes = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    matrix.is_finite() && axes.iter().all(|axis| axis.truncate().length() > 0.0)
}

/// The vector, with NaN and infinity replaced by 0.
pub fn finite(v: [f32; 3]) -> Vec3 {
    let v = Vec3::from(v);
    Vec3::select(v.is_finite_mask(), v, Vec3::ZERO)
}
