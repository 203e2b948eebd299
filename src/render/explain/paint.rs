//! Draws of the faces of one pixel into the frame buffer.

use super::explanation::{Colour, DrawKey, Layer, Outcome};
use super::fragment::Fragment;
use super::order::Rank;
use super::reasons::TIE;
use crate::render::device::FaceDraw;
use crate::render::draw::{Cull, Pass};
use crate::render::view::HiddenBy;

/// A face at a pixel, and its draw.
#[derive(Clone)]
pub struct Paint {
    pub fragment: Fragment,
    pub pass: Pass,
    /// `None` for faces that are not drawn.
    pub rank: Option<Rank>,
    /// Draw and layer.
    pub run: Option<(FaceDraw, u32)>,
    pub hidden_by: Option<HiddenBy>,
    pub key: Option<DrawKey>,
    pub cull: Option<Cull>,
}

/// A pixel of the target after all faces are drawn.
#[derive(Clone)]
pub struct Pixel {
    pub background: Colour,
    pub layers: Vec<Layer>,
    fifteen_bit: bool,
    /// The faces in drawing order.
    paints: Vec<Paint>,
    /// Drops the low bits after the sky.
    truncates: bool,
    /// Channels of 8 bits, as stored.
    stored: [u8; 3],
    depth: f32,
    /// Layer and pass of the last draw.
    layer: u32,
    in_world: bool,
    /// Number of depth tests that rounding decides.
    ties: u32,
    /// Results of these tests.
    choice: Choice,
}

/// Results of the depth tests that rounding decides.
#[derive(Clone, Copy)]
enum Choice {
    Computed,
    /// All fail.
    First,
    /// The test with this number passes, later ones fail.
    Winner(u32),
    /// The test with this number has the other result.
    Inverted(u32),
}

/// Maximum number of depth tests that are decided in another way.
const MAX_TIES: u32 = 32;

impl Pixel {
    /// Draws faces in the given order. If `truncates`, the low bits are dropped after the sky is drawn.
    pub fn new(background: Colour, fifteen_bit: bool, paints: Vec<Paint>, truncates: bool) -> Self {
        let layers = Vec::new();
        let (stored, depth, layer, in_world) = ([0; 3], 0.0, 0, false);
        let (ties, choice) = (0, Choice::Computed);
        let mut pixel = Self {
            background,
            layers,
            fifteen_bit,
            paints,
            truncates,
            stored,
            depth,
            layer,
            in_world,
            ties,
            choice,
        };
        pixel.draw();
        pixel
    }

    /// The pixel with other results of depth tests that rounding decides, itself first.
    pub fn alternatives(&self) -> Vec<Self> {
        let numbers = 0..self.ties.min(MAX_TIES);
        let first = (!numbers.is_empty()).then_some(Choice::First);
        let winners = numbers.clone().map(Choice::Winner);
        let others = first.into_iter().chain(winners).chain(numbers.map(Choice::Inverted));
        let drawn = |choice| {
            let mut other = Self { choice, ..self.clone() };
            other.draw();
            other
        };
        std::iter::once(Choice::Computed).chain(others).map(drawn).collect()
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

    fn draw(&mut self) {
        let shift = if self.fifteen_bit { 3 } else { 0 };
        self.stored = self.background.0.map(|channel| (channel << shift).clamp(0, 255) as u8);
        (self.depth, self.layer, self.in_world, self.ties) = (0.0, 0, false, 0);
        self.layers.clear();
        for paint in self.paints.clone() {
            if paint.pass == Pass::World && !self.in_world && paint.rank.is_some() {
                self.in_world = true;
                self.depth = 0.0;
                if self.truncates {
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

    fn drawn(&mut self, paint: Paint) -> Layer {
        let Paint { fragment, rank, run, hidden_by, key, cull, .. } = paint;
        let Fragment { mut layer, output, is_hole, biased_depth } = fragment;
        (layer.hidden_by, layer.key) = (hidden_by, key);
        layer.outcome = match (cull, run) {
            _ if hidden_by.is_some() => Outcome::Hidden,
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
                if tested && !self.is_in_front(depth) {
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

    /// Result of a depth test.
    fn is_in_front(&mut self, depth: f32) -> bool {
        let passes = depth >= self.depth;
        if (depth - self.depth).abs() > self.depth * TIE {
            return passes;
        }
        let number = self.ties;
        self.ties += 1;
        match self.choice {
            Choice::Computed => passes,
            Choice::First => false,
            Choice::Winner(winner) => number == winner || number < winner && passes,
            Choice::Inverted(other) => passes != (number == other),
        }
    }

    /// Drops the bits below the fifth, which blending leaves.
    fn truncate(&mut self) {
        self.stored = self.stored.map(|channel| channel & 0xF8);
    }
}
