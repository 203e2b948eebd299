//! Colour of a texel on a face: the processor's counterpart of `ps1.wgsl`.

use super::explanation::Colour;
use super::texel::Value;
use crate::scene::ColourScale;

/// Added before truncation, by row and column of the frame buffer.
const DITHER: [[i32; 4]; 4] = [[-4, 0, -3, 1], [2, -2, 3, -1], [-3, 1, -4, 0], [3, -1, 2, -2]];

/// Offset of a dither cell.
pub fn dither(cell: (u32, u32)) -> i32 {
    DITHER[cell.1 as usize & 3][cell.0 as usize & 3]
}

/// Settings of the conversion from texel and corner colour to a front colour.
#[derive(Clone, Copy)]
pub struct Paint {
    pub fifteen_bit: bool,
    /// Dither offset of the pixel, if the picture is dithered.
    pub dither: Option<i32>,
    pub textured: bool,
    pub gouraud: bool,
    pub scale: ColourScale,
}

/// Steps from a texel to a front colour.
pub struct Shaded {
    pub modulated: Option<[i32; 3]>,
    pub dither: Option<i32>,
    pub front: Colour,
}

impl Paint {
    /// Front colour of a texel with an interpolated corner colour.
    pub fn shade(&self, texel: &Value, c8: [i32; 3]) -> Shaded {
        let t = if self.fifteen_bit { texel.c5 } else { texel.c8 };
        if self.textured && self.scale == ColourScale::Raw {
            return Shaded { modulated: None, dither: None, front: Colour(t) };
        }
        let modulated = self.textured.then(|| self.modulate(t, c8));
        let value = modulated.unwrap_or(c8);
        if !self.fifteen_bit {
            return Shaded { modulated, dither: None, front: Colour(value) };
        }
        // Flat untextured polygons are not dithered.
        let dither = self.dither.filter(|_| self.textured || self.gouraud);
        Shaded { modulated, dither, front: quantise(value, dither.unwrap_or(0)) }
    }

    fn modulate(&self, t: [i32; 3], c: [i32; 3]) -> [i32; 3] {
        std::array::from_fn(|i| match (self.fifteen_bit, self.scale) {
            (true, ColourScale::Modulate255) => t[i] * c[i] * 8 / 255,
            (true, _) => (t[i] * c[i]) >> 4,
            (false, ColourScale::Modulate255) => (t[i] * c[i] + 127) / 255,
            (false, _) => ((t[i] * c[i]) >> 7).min(255),
        })
    }
}

/// Truncates a value of about 8 bits to 5.
pub fn quantise(value: [i32; 3], dither: i32) -> Colour {
    Colour(value.map(|v| ((v + dither) >> 3).clamp(0, 31)))
}
