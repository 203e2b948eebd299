//! The sections of a level.

pub mod geometry;
pub mod material;
pub mod object;
pub mod region;
pub mod values;

use crate::record;

record! {
    /// A position, a direction or a size; X right, Y forward, **Z up**, metres.
    pub struct Point {
        pub x: f32,
        pub y: f32,
        pub z: f32,
    }
}

impl Point {
    pub const fn new(x: f32, y: f32, z: f32) -> Self {
        Self { x, y, z }
    }
}

record! {
    /// Three indices.
    pub struct Triangle {
        pub a: u32,
        pub b: u32,
        pub c: u32,
    }
}

impl Triangle {
    pub const fn new(a: u32, b: u32, c: u32) -> Self {
        Self { a, b, c }
    }

    pub fn corners(self) -> [u32; 3] {
        [self.a, self.b, self.c]
    }
}

record! {
    /// A texture coordinate, in fractions of the texture; row 0 is v = 0.
    pub struct TexturePoint {
        pub u: f32,
        pub v: f32,
    }
}
