//! Draws of the faces of one pixel into the frame buffer.

use super::explanation::{Colour, Layer, Outcome};
use super::fragment::Fragment;
use super::order::Rank;
use crate::render::device::FaceDraw;
use crate::render::draw::{Cull, Pass};

/// A face at a pixel, and its draw.
pub struct Paint {
    pub fragment: Fragment,
    pub pass: Pass,
    /// `None` for faces that are not drawn.
    pub rank: Option<Rank>,
    /// Draw and layer.
    pub run: Option<(FaceDraw, u32)>,
    pub is_hidden: bool,
    pub cull: Option<Cull>,
}

/// A pixel of the target.
pub struct Pixel {
    pub background: Colour,
    pub layers: Vec<Layer>,
    fifteen_bit: bool,
    /// Channels of 8 bits, as stored.
    stored: [u8; 3],
    depth: f32,
    /// Layer and pass of the last draw.
    layer: u32,
    in_world: bool,
}

impl Pixel {
    pub fn new(background: Colour, fifteen_bit: bool) -> Self {
        let shift = if fifteen_bit { 3 } else { 0 };
        let stored = background.0.map(|channel| (channel << shift).clamp(0, 255) as u8);
        let layers = Vec::new();
        Self { background, layers, fifteen_bit, stored, depth: 0.0, layer: 0, in_world: false }
    }

    /// Colour in the channels of the frame buffer.
    pub fn colour(&self) -> Colour {
        let shift = if self.fifteen_bit { 3 } else { 0 };
        Colour(self.stored.map(|channel| i32::from(channel >> shift)))
    }

    /// Colour of the picture.
    pub fn screen(&self) -> [u8; 3] {
        let widened = |v: i32| if self.fifteen_bit { (v * 527 + 23) >> 6 } else { v };
        self.colour().0.map(|channel| widened(channel).clamp(0, 255) as u8)
    }

    /// Draws faces in the given order; `truncates`: drops the low bits after the sky.
    pub fn draw(&mut self, paints: Vec<Paint>, truncates: bool) {
        for paint in paints {
            if paint.pass == Pass::World && !self.in_world && paint.rank.is_some() {
                self.in_world = true;
                self.depth = 0.0;
                if truncates {
                    self.truncate();
                }
            }
            let layer = self.drawn(paint);
            self.layers.push(layer);
        }
        let is_last = |layer: &Layer| layer.outcome == Outcome::Drawn && layer.blend.is_none();
        let last = self.layers.iter().rposition(is_last).unwrap_or(0);
        for layer in self.layers.iter_mut().take(last) {
            if layer.outcome == Outcome::Drawn {
                layer.outcome = Outcome::Behind;
            }
        }
    }

    fn drawn(&mut self, Paint { fragment, rank, run, is_hidden, cull, .. }: Paint) -> Layer {
        let Fragment { mut layer, output, is_hole, biased_depth } = fragment;
        layer.outcome = match (cull, run) {
            _ if is_hidden => Outcome::Hidden,
            (Some(cull), _) => Outcome::Culled(cull),
            _ if is_hole => Outcome::Transparent,
            (None, Some((draw, number))) if rank.is_some() => {
                if number > self.layer.max(1) {
                    self.truncate();
                }
                self.layer = number;
                let is_biased = matches!(draw, FaceDraw::Mix | FaceDraw::Subtract);
                let depth = if is_biased { biased_depth } else { layer.depth };
                let tested = is_biased || draw == FaceDraw::Opaque;
                if tested && depth < self.depth {
                    Outcome::Behind
                } else {
                    layer.below = Some(self.colour());
                    self.stored = output.over(draw, self.stored);
                    layer.result = Some(self.colour());
                    if !is_biased {
                        self.depth = depth;
                    }
                    Outcome::Drawn
                }
            }
            _ => Outcome::Hidden,
        };
        layer
    }

    /// Drops the bits below the fifth, which blending leaves.
    fn truncate(&mut self) {
        self.stored = self.stored.map(|channel| channel & 0xF8);
    }
}
