//! Object positions and angles, and their conversion to scene axes (`neversoft-psx.md` sections 14 and
//! 16.4). All axis conversions of the engine's formats are in this file.

use glam::{EulerRot, Mat3, Mat4, Vec3};

use crate::bytes::Hint;
use crate::formats::EditResult;
use crate::formats::write_back::{Fields, Parts, angles, whole};
use crate::scene::FileCoordinates;

crate::record! {
    /// Position of an object: X right, Y down, Z forward, as 20.12 fixed point. Triggers store whole
    /// units instead.
    pub struct Position {
        pub x: i32 => Hint::Fixed(12),
        pub y: i32 => Hint::Fixed(12),
        pub z: i32 => Hint::Fixed(12),
    }
}

crate::record! {
    /// Rotation about the three axes, 4096 to a full turn.
    pub struct Angles {
        pub x: i16 => Hint::ANGLE,
        pub y: i16 => Hint::ANGLE,
        pub z: i16 => Hint::ANGLE,
    }
}

/// Converts PlayStation axes (Y down) to scene axes (Y up): a rotation, so winding is preserved.
pub fn turn(v: Vec3) -> Vec3 {
    Vec3::new(v.x, -v.y, -v.z)
}

/// Fixed-point steps per world unit in a stored object position.
const STEPS: f32 = 4096.0;

/// Coordinate system of object positions in levels.
pub const SPACE: FileCoordinates = FileCoordinates {
    axes: [Vec3::X, Vec3::NEG_Y, Vec3::NEG_Z],
    meaning: "X right, Y down, Z forward",
    fraction: 12,
};

/// Converts a rotation from PlayStation axes to scene axes.
pub fn turn_rotation(rotation: Mat3) -> Mat3 {
    // The change of axes is its own inverse.
    let axes = Mat3::from_diagonal(Vec3::new(1.0, -1.0, -1.0));
    axes * rotation * axes
}

impl Position {
    pub fn new(x: i32, y: i32, z: i32) -> Self {
        Self { x, y, z }
    }

    /// Position in world units and PlayStation axes.
    pub fn stored(&self) -> Vec3 {
        let unit = |v: i32| (f64::from(v) / 4096.0) as f32;
        Vec3::new(unit(self.x), unit(self.y), unit(self.z))
    }

    /// Position in world units and scene axes.
    pub fn to_scene(&self) -> Vec3 {
        turn(self.stored())
    }
}

/// `(12.0, -3.5, 8.0)`, in world units and the file's axes.
impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [x, y, z] =
            [self.x, self.y, self.z].map(|v| (f64::from(v) / 4096.0 * 1e4).round() / 1e4);
        write!(f, "({x:?}, {y:?}, {z:?})")
    }
}

impl Angles {
    /// Rotation in scene axes: about Y, then X, then Z.
    pub fn rotation(&self) -> Mat3 {
        let radians = |angle: i16| f32::from(angle) * std::f32::consts::TAU / 4096.0;
        let turned = Mat3::from_rotation_y(radians(self.y))
            * Mat3::from_rotation_x(radians(self.x))
            * Mat3::from_rotation_z(radians(self.z));
        turn_rotation(turned)
    }

    /// View direction, in scene axes, of a player at a restart with these angles: the rotated −Z axis of
    /// the file.
    pub fn heading(&self) -> Vec3 {
        self.rotation() * turn(Vec3::NEG_Z)
    }
}

/// Transform of an instance at scene position `at`, rotated by `angles`.
pub fn transform(at: Vec3, angles: Angles) -> Mat4 {
    Mat4::from_translation(at) * Mat4::from_mat3(angles.rotation())
}

/// Edits the object position at `path` by an offset in scene axes. Unmoved components keep their stored
/// number, which may be finer than the displayed value.
///
/// # Errors
/// Returns an error if the result is out of range.
pub fn moved(path: &str, from: Position, by: Vec3) -> EditResult<Fields> {
    moved_by_steps(path, [from.x, from.y, from.z], by * STEPS)
}

/// Edits the position at `path` by a scene-axis offset that is measured in stored steps.
///
/// # Errors
/// Returns an error if the result is out of range.
pub fn moved_by_steps(path: &str, from: [i32; 3], by: Vec3) -> EditResult<Fields> {
    let ([x, y, z], by) = (from, turn(by));
    let axes = [("x", x, by.x), ("y", y, by.y), ("z", z, by.z)];
    let axis = |(axis, from, by): (&str, i32, f32)| {
        let to = f64::from(from) + f64::from(by);
        whole(format!("{path}.{axis}"), to, i32::MIN.into()..=i32::MAX.into())
    };
    axes.into_iter().map(axis).collect()
}

/// Edits the angles at `path` to the rotation of `shown`.
///
/// # Errors
/// Returns an error if an angle is out of range.
pub fn turned(path: &str, from: Angles, shown: &Parts) -> EditResult<Fields> {
    let stored = [from.y, from.x, from.z];
    let unit = std::f32::consts::TAU / 4096.0;
    let to = match shown.is_turned_as(from.rotation()) {
        true => stored.map(f32::from),
        false => {
            let before = stored.map(|angle| f32::from(angle) * unit);
            angles(turn_rotation(shown.turn), EulerRot::YXZ, before).map(|angle| angle / unit)
        }
    };
    set_angles(path, to)
}

/// Sets angles about Y, X and Z, in 4096ths of a turn.
fn set_angles(path: &str, [y, x, z]: [f32; 3]) -> EditResult<Fields> {
    let axis = |(axis, angle): (&str, f32)| {
        // Out of range: reduce by whole turns.
        let angle = if angle.abs() > 32_000.0 { angle % 4096.0 } else { angle };
        whole(format!("{path}.{axis}"), angle.into(), i16::MIN.into()..=i16::MAX.into())
    };
    [("x", x), ("y", y), ("z", z)].into_iter().map(axis).collect()
}

/// Edits the angles at `path` so that they face along `heading` in the scene. The rotation about that
/// direction is preserved.
///
/// # Errors
/// Returns an error if an angle is out of range.
pub fn headed(path: &str, from: Angles, heading: Vec3) -> EditResult<Fields> {
    use std::f32::consts::TAU;
    let stored = [from.y, from.x, from.z].map(f32::from);
    if (heading - from.heading()).length() < 1e-4 {
        return set_angles(path, stored);
    }
    // The angles rotate the file's +Z, which points backwards.
    let along = turn(-heading.normalize_or(Vec3::Z));
    let [was_y, was_x, z] = stored;
    // When facing straight up or down, keep the rotation about Y.
    let level = along.x.hypot(along.z);
    let y = if level < 1e-6 { was_y } else { along.x.atan2(along.z) / TAU * 4096.0 };
    let x = (-along.y).atan2(level) / TAU * 4096.0;
    let near = |angle: f32, was: f32| angle + ((was - angle) / 4096.0).round() * 4096.0;
    set_angles(path, [near(y, was_y), near(x, was_x), z])
}
