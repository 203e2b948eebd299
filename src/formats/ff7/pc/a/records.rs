//! Records of an animation.

use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Endian, Hint, Result, Shaped, Symbol};

/// Bytes before the frames.
pub const HEADER: u64 = Head::SIZE as u64;
/// Bytes of a frame before the rotations of the bones.
pub const ROOT: u64 = 24;
/// Bytes of a rotation.
pub const ROTATION: u64 = 12;

const AXES: &[Symbol] = &[
    Symbol { value: 0, name: "x" },
    Symbol { value: 1, name: "y" },
    Symbol { value: 2, name: "z" },
];
const DEGREES: Hint = Hint::Unit("degrees");

crate::record! {
    /// Header of an animation.
    pub struct Head {
        pub version: u32,
        pub frame_count: u32,
        /// Rotations per frame, without the root's.
        pub bone_count: u32,
        pub rotation_order: [u8; 3] => Hint::Enum(AXES),
        pub unknown_0f: u8,
        /// Used by the game at run time.
        pub pointers: [u32; 5] => Hint::Hex,
    }
}

impl Head {
    /// Reads the header from the start of `bytes`.
    pub fn at(mut bytes: &[u8]) -> Option<Self> {
        Self::take(&mut bytes, Endian::Little)
    }

    /// Size of the whole animation in bytes; saturates, as it can be up to 2^68.
    pub fn needed(&self) -> u64 {
        let frame = ROOT + ROTATION * u64::from(self.bone_count);
        frame.saturating_mul(self.frame_count.into()).saturating_add(HEADER)
    }
}

crate::record! {
    /// Angles about x, y and z.
    pub struct Rotation {
        pub x: f32 => DEGREES,
        pub y: f32 => DEGREES,
        pub z: f32 => DEGREES,
    }
}

crate::record! {
    /// Translation of the root: X right, Y up, Z away.
    pub struct Translation {
        pub x: f32,
        pub y: f32,
        pub z: f32,
    }
}

impl Rotation {
    /// The angles, with NaN and infinity replaced by 0.
    pub fn degrees(&self) -> [f32; 3] {
        [self.x, self.y, self.z].map(|angle| if angle.is_finite() { angle } else { 0.0 })
    }
}

impl Translation {
    /// The translation, with NaN and infinity replaced by 0.
    pub fn place(&self) -> [f32; 3] {
        [self.x, self.y, self.z].map(|part| if part.is_finite() { part } else { 0.0 })
    }
}

/// Rotations and translation of one frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    pub root_rotation: Rotation,
    pub root_translation: Translation,
    pub rotations: Vec<Rotation>,
}

impl Layout<usize> for Frame {
    const TYPE: &'static str = "Frame";
    const MIN_SIZE: u64 = ROOT;
    const IS_FIXED: bool = true;

    fn pass<P: Pass>(&mut self, pass: &mut P, bones: usize) -> Result<()> {
        pass.value("root_rotation", &mut self.root_rotation)?;
        pass.value("root_translation", &mut self.root_translation)?;
        pass.run("rotations", &mut self.rotations, bones)
    }
}

impl Frame {
    pub fn is_finite(&self) -> bool {
        let rotations = self.rotations.iter().chain([&self.root_rotation]);
        let mut all = rotations.flat_map(|r| [r.x, r.y, r.z]);
        let Translation { x, y, z } = self.root_translation;
        all.all(f32::is_finite) && [x, y, z].into_iter().all(f32::is_finite)
    }
}

/// An animation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct A {
    pub head: Head,
    pub frames: Vec<Frame>,
    /// Trailing bytes.
    pub rest: Vec<u8>,
}

impl Layout for A {
    const TYPE: &'static str = "A";
    const MIN_SIZE: u64 = HEADER;
    const IS_FIXED: bool = true;

    fn pass<P: Pass>(&mut self, pass: &mut P, _: ()) -> Result<()> {
        pass.value("head", &mut self.head)?;
        let size = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
        let bones = size(self.head.bone_count);
        let frames =
            if pass.is_reading() { size(self.head.frame_count) } else { self.frames.len() };
        pass.items("frames", &mut self.frames, frames, bones)?;
        pass.rest("rest", &mut self.rest)
    }
}
