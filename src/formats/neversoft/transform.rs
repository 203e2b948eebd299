//! Positions and turns, as levels and triggers store them, and their way into the scene's axes
//! (`neversoft-psx.md` sections 14 and 16.4). Axes are turned here alone.

use glam::{Mat3, Mat4, Vec3};

use crate::bytes::Hint;

crate::record! {
    /// A position in the world: X right, Y down, Z forward, as 20.12 fixed point.
    pub struct Position {
        pub x: i32 => Hint::Fixed(12),
        pub y: i32 => Hint::Fixed(12),
        pub z: i32 => Hint::Fixed(12),
    }
}

crate::record! {
    /// Turns about the axes, 4096 to a full turn.
    pub struct Angles {
        pub x: i16 => Hint::Angle,
        pub y: i16 => Hint::Angle,
        pub z: i16 => Hint::Angle,
    }
}

/// PlayStation axes (Y down) to the scene's (Y up): a rotation, so that windings survive.
pub fn turn(v: Vec3) -> Vec3 {
    Vec3::new(v.x, -v.y, -v.z)
}

/// A rotation in PlayStation axes as one in the scene's.
pub fn turn_rotation(rotation: Mat3) -> Mat3 {
    // The change of axes is its own inverse.
    let axes = Mat3::from_diagonal(Vec3::new(1.0, -1.0, -1.0));
    axes * rotation * axes
}

impl Position {
    pub fn new(x: i32, y: i32, z: i32) -> Self {
        Self { x, y, z }
    }

    /// World units, PlayStation axes.
    pub fn stored(&self) -> Vec3 {
        let unit = |v: i32| (f64::from(v) / 4096.0) as f32;
        Vec3::new(unit(self.x), unit(self.y), unit(self.z))
    }

    /// World units, scene axes.
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
    /// The turn in scene axes: about Y, then X, then Z.
    pub fn rotation(&self) -> Mat3 {
        let radians = |angle: i16| f32::from(angle) * std::f32::consts::TAU / 4096.0;
        let turned = Mat3::from_rotation_y(radians(self.y))
            * Mat3::from_rotation_x(radians(self.x))
            * Mat3::from_rotation_z(radians(self.z));
        turn_rotation(turned)
    }

    /// Where the file's +Z points after the turn, in scene axes.
    pub fn heading(&self) -> Vec3 {
        self.rotation() * turn(Vec3::Z)
    }
}

/// An instance at `position`, turned by `angles`.
pub fn transform(position: Position, angles: Angles) -> Mat4 {
    Mat4::from_translation(position.to_scene()) * Mat4::from_mat3(angles.rotation())
}
