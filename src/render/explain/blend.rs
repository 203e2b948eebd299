//! Storage and blending of colours in targets of 8 bits per channel, as the software adapter does it.

use super::explanation::Colour;
use crate::render::device::FaceDraw;
use crate::scene::Blend;

/// Output of the fragment shader.
#[derive(Clone, Copy)]
pub struct Output {
    /// Colour in channels of 5 or 8 bits.
    pub front: Colour,
    pub fifteen_bit: bool,
    /// Blend mode, if the texel is blended.
    pub blend: Option<Blend>,
    /// Weight of the front colour in an average.
    pub alpha: f32,
}

impl Output {
    /// Colour of the target after a draw over `back`.
    pub fn over(&self, draw: FaceDraw, back: [u8; 3]) -> [u8; 3] {
        let (rgb, alpha) = self.encoded();
        let front = rgb.map(stored);
        let rest = u8::MAX - stored(alpha);
        std::array::from_fn(|i| match draw {
            FaceDraw::Opaque | FaceDraw::PaintOpaque => front[i],
            FaceDraw::Mix | FaceDraw::PaintAll => front[i].saturating_add(product(back[i], rest)),
            FaceDraw::Subtract | FaceDraw::PaintSubtract => back[i].saturating_sub(front[i]),
        })
    }

    /// Colour and alpha as `encode` of `faces.wgsl` computes them.
    fn encoded(&self) -> ([f32; 3], f32) {
        let shift = if self.fifteen_bit { 3 } else { 0 };
        let share = |v: i32| (v << shift) as f32 / 255.0;
        let front = self.front.0;
        match self.blend {
            None => (front.map(share), 1.0),
            Some(Blend::Average | Blend::Alpha(_)) => {
                let alpha = if self.fifteen_bit { 0.5 } else { self.alpha };
                (front.map(|v| share(v) * alpha), alpha)
            }
            Some(Blend::AddQuarter) => (front.map(|v| share(v >> 2)), 0.0),
            Some(Blend::Add | Blend::Subtract) => (front.map(share), 0.0),
        }
    }
}

/// A fraction as a byte.
pub fn stored(share: f32) -> u8 {
    (share.clamp(0.0, 1.0) * 255.0).round_ties_even() as u8
}

/// Product of two bytes as fractions.
fn product(a: u8, b: u8) -> u8 {
    let product = u32::from(a) * u32::from(b) + 128;
    ((product + (product >> 8)) >> 8) as u8
}
