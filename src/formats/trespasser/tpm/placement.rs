//! Transforms of blocks. The file's axes (x right, y to the back, z up, metres) become (x, z, −y).

use glam::{Mat4, Quat, Vec3};

use super::Block;

/// The nearest finite f32.
pub(super) fn finite(number: f64) -> f32 {
    (number as f32).clamp(f32::MIN, f32::MAX)
}

/// Converts a point or a direction to the scene's axes.
pub(super) fn upright([x, y, z]: [f64; 3]) -> Vec3 {
    Vec3::new(finite(x), finite(z), -finite(y))
}

/// Position, rotation (degrees, x first) and scale of an instance or a bone.
pub(super) fn placement(block: &Block) -> Mat4 {
    let three = |key: &str| block.first(key).and_then(|line| line.vectors()?.three(0));
    let [x, y, z] =
        three("rotation").unwrap_or_default().map(|degrees| finite(degrees).to_radians());
    // The rotation is about the scene's axes, in which the file's z points up and its y points
    // backwards.
    let rotation = Quat::from_rotation_y(z) * Quat::from_rotation_z(-y) * Quat::from_rotation_x(x);
    let scale = block.first("scale").and_then(|line| line.vectors()?.rest.first().copied());
    let scale = Vec3::splat(finite(scale.unwrap_or(1.0)));
    let position = upright(three("position").unwrap_or_default());
    let local = Mat4::from_scale_rotation_translation(scale, rotation, position);
    if local.is_finite() { local } else { Mat4::IDENTITY }
}
