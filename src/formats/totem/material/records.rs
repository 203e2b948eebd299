//! Records of a material.

use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Bit, Hint, Result, Shaped};
use crate::formats::totem::Platform;
use crate::record;

record! {
    /// A material.
    pub struct Material {
        /// Red, green, blue, alpha; alpha is translucent below 1 and invisible at 0.
        pub colour: [f32; 4],
        pub emission: [f32; 3],
        pub unknown_1c: f32,
        /// Row vectors: uv' = (u v 1) · M.
        pub uv_matrix: [f32; 9],
        pub rotation: f32,
        pub offset: [f32; 2],
        pub scale: [f32; 2],
        pub flags_a: u32 => Hint::Hex,
        pub flags_b: u32 => Hint::Flags(FLAGS_B),
        pub unknown_60: u32,
        pub unknown_64: u8,
        /// Name hash of a bitmap; 0 for none.
        pub texture: u32 => Hint::Name,
        /// Name hash of a bitmap that is added as a sphere map; 0 for none.
        pub reflection: u32 => Hint::Name,
    }
}

/// Bits of [`Material::flags_b`].
pub mod flags {
    pub const HIDDEN: u32 = 0x01;
    pub const BLEND_BY_COLOUR: u32 = 0x08;
    pub const TEXTURE_ALPHA: u32 = 0x20;
    pub const COLOUR_ALPHA: u32 = 0x80;
}

static FLAGS_B: &[Bit] = &[
    Bit::single(flags::HIDDEN, "hidden", "not drawn"),
    Bit::single(flags::BLEND_BY_COLOUR, "blend by colour", "additive by brightness"),
    Bit::guess(flags::TEXTURE_ALPHA, "texture alpha", "unreliable"),
    Bit::guess(flags::COLOUR_ALPHA, "colour alpha", "unreliable"),
];

impl Material {
    /// Converts a texture coordinate to one in the bitmap. Matrices that are 0, as tools write them, or
    /// not finite have no effect.
    pub fn uv(&self, [u, v]: [f32; 2]) -> [f32; 2] {
        let m = &self.uv_matrix;
        let moved = [u * m[0] + v * m[3] + m[6], u * m[1] + v * m[4] + m[7]];
        let blank = m.iter().all(|v| *v == 0.0);
        if blank || moved.iter().any(|v| !v.is_finite()) { [u, v] } else { moved }
    }
}

impl Material {
    /// The inverse of [`Material::uv`]; `None` if the matrix is not invertible.
    pub fn before(&self, to: [f32; 2]) -> Option<[f32; 2]> {
        let m = &self.uv_matrix;
        // A matrix of zeros has no effect.
        if self.uv(to) == to {
            return Some(to);
        }
        let [u, v] = [to[0] - m[6], to[1] - m[7]];
        let size = m[0] * m[4] - m[1] * m[3];
        let found = [(u * m[4] - v * m[3]) / size, (v * m[0] - u * m[1]) / size];
        found.iter().all(|part| part.is_finite()).then_some(found)
    }
}

/// A material file as stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MaterialFile {
    pub platform: Platform,
    pub material: Material,
    /// Trailing bytes.
    pub tail: Vec<u8>,
}

impl Layout for MaterialFile {
    const TYPE: &'static str = "Material";
    const MIN_SIZE: u64 = Material::SIZE as u64;
    const IS_FIXED: bool = true;

    fn pass<P: Pass>(&mut self, pass: &mut P, _: ()) -> Result<()> {
        self.platform.pass(pass)?;
        pass.value("material", &mut self.material)?;
        pass.rest("tail", &mut self.tail)
    }
}

/// `true` for the length of a material, with or without a link before it.
pub(in crate::formats::totem) fn has_length(len: u64) -> bool {
    matches!(len.checked_sub(Material::SIZE as u64), Some(0 | 4))
}
