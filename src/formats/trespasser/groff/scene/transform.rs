//! Converts the level's axes to the scene's.

use glam::{Mat4, Quat, Vec3};

use super::super::grf::Point;
use super::super::grf::region::Placement;
use super::super::scn::block::Place;

/// (x, y, z) with Z up becomes (x, z, −y) with Y up.
pub fn turn(point: Point) -> Vec3 {
    Vec3::new(point.x, point.z, -point.y)
}

/// Like [`turn`] for drawn positions: NaN becomes the origin.
pub fn position(point: Point) -> Vec3 {
    let at = turn(point);
    // Larger coordinates are corrupt, and cannot be displayed.
    if at.is_finite() && at.abs().max_element() < 1e9 { at } else { Vec3::ZERO }
}

/// Like [`turn`], normalised.
pub fn direction(point: Point) -> Vec3 {
    let along = turn(point);
    if along.is_finite() { along.normalize_or(Vec3::Y) } else { Vec3::Y }
}

/// A transform in the scene; `None` if it is not finite, or too large to be displayed.
fn matrix(at: Point, rotation: Quat, scale: f32) -> Option<Mat4> {
    let at = turn(at);
    let sound = at.is_finite() && rotation.is_finite() && (1e-9..1e9).contains(&scale.abs());
    let matrix = Mat4::from_scale_rotation_translation(Vec3::splat(scale), rotation, at);
    (sound && at.abs().max_element() < 1e9 && matrix.is_finite()).then_some(matrix)
}

/// The transform of an instance in the level: about X first, then Y, then Z, which are X, −Z and Y here.
pub fn of_instance(place: &Placement) -> Option<Mat4> {
    let angles = place.angles;
    let rotation = Quat::from_rotation_y(angles.z)
        * Quat::from_axis_angle(Vec3::NEG_Z, angles.y)
        * Quat::from_rotation_x(angles.x);
    matrix(place.position, rotation, place.scale)
}

/// The transform of an instance in a saved scene.
pub fn of_block(place: &Place) -> Option<Mat4> {
    let stored = place.rotation;
    let rotation = Quat::from_xyzw(stored.x, stored.z, -stored.y, stored.w);
    let length = rotation.length();
    let is_turn = length.is_finite() && length > 1e-6;
    matrix(
        place.position,
        if is_turn { rotation / length } else { rotation * f32::NAN },
        place.scale,
    )
}

/// `true` if the transforms differ by more than the rounding of the two ways to store them.
pub fn differs(a: Mat4, b: Mat4) -> bool {
    let far = (a.w_axis - b.w_axis).truncate().length() > 1e-3;
    let size = a.x_axis.length().max(1e-9);
    let axes = [(a.x_axis, b.x_axis), (a.y_axis, b.y_axis), (a.z_axis, b.z_axis)];
    // A sixteenth of a degree.
    far || axes.into_iter().any(|(a, b)| (a - b).length() > size * 2e-3)
}
