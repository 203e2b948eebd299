//! Texture lookup: the processor's counterpart of `texels.wgsl`.

use std::collections::HashMap;
use std::sync::Arc;

use glam::{Vec2, Vec3, Vec4};

use super::explanation::{Taps, Texel};
use crate::render::device::{StateRecord, state_flags as flag};
use crate::render::upload::SceneBuffers;
use crate::scene::{PaletteId, TextureId};

/// Added to coordinates, so that rounding does not move a coordinate on a texel boundary into the
/// previous texel.
pub const TIE: f32 = 1.0 / 4096.0;

/// A texel as the shaders use it.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    /// With 5 bits per channel, and with 8.
    pub c5: [i32; 3],
    pub c8: [i32; 3],
    pub alpha: f32,
    pub hole: bool,
    pub stp: bool,
}

impl Value {
    /// Value of an untextured face.
    pub const PLAIN: Self = Self { c5: [0; 3], c8: [0; 3], alpha: 1.0, hole: false, stp: true };

    pub fn of_word(word: u16) -> Self {
        let c5 = [0, 5, 10].map(|shift| i32::from(word >> shift & 31));
        let (hole, stp) = (word == 0, word & 0x8000 != 0);
        Self { c5, c8: c5.map(|v| (v * 527 + 23) >> 6), alpha: 1.0, hole, stp }
    }

    fn of_rgba([r, g, b, a]: [u8; 4]) -> Self {
        let c8 = [r, g, b].map(i32::from);
        let (hole, stp) = (a == 0, a > 0 && a < u8::MAX);
        Self { c5: c8.map(|v| v >> 3), c8, alpha: f32::from(a) / 255.0, hole, stp }
    }

    /// Replacement for texels that are not resident.
    pub fn fill(state: &StateRecord) -> Self {
        let [r, g, b, _] = state.fill.to_le_bytes();
        Self { stp: true, ..Self::of_rgba([r, g, b, u8::MAX]) }
    }

    /// Channels from 0 to 255.
    pub fn colour(&self) -> Vec3 {
        Vec3::from(self.c8.map(|v| v as f32))
    }
}

/// Textures in the words of the shaders, each decoded on first use.
#[derive(Default)]
pub struct Textures {
    words: HashMap<TextureId, Arc<Vec<u32>>>,
}

impl Textures {
    /// Texture of a state, in the palette that its texels refer to.
    pub fn of<'a>(
        &mut self,
        buffers: &'a SceneBuffers,
        state: &StateRecord,
        id: TextureId,
        palette: Option<PaletteId>,
    ) -> Texture<'a> {
        let decode = || Arc::new(buffers.texture_words(id).unwrap_or_default());
        let words = self.words.entry(id).or_insert_with(decode).clone();
        let palette = buffers.palette_of(id, palette);
        Texture { buffers, state: *state, start: 0, words, id, palette }
    }
}

/// A texture, or one of its mipmaps.
#[derive(Clone)]
pub struct Texture<'a> {
    buffers: &'a SceneBuffers,
    state: StateRecord,
    /// First word of the mipmap.
    start: u32,
    words: Arc<Vec<u32>>,
    id: TextureId,
    palette: Option<PaletteId>,
}

/// Maximum number of samples in each direction.
const MAX_TAPS: f32 = 4.0;

/// The logarithm to base 2 of a number from 1, without its fraction.
pub fn whole_log2(x: f32) -> u32 {
    (x.to_bits() >> 23).saturating_sub(127)
}

/// Numbers of the formats in a state.
const INDEXED: u32 = 0;
const DIRECT_15: u32 = 1;

impl Texture<'_> {
    /// Width and height in texels.
    pub fn size(&self) -> Vec2 {
        Vec2::new(self.state.width as f32, self.state.height as f32)
    }

    /// Value of the texel at a position, or its replacement.
    pub fn value(&self, uv: Vec2) -> Value {
        match self.state.flags & flag::FILLED {
            0 => self.at(uv).1,
            _ => Value::fill(&self.state),
        }
    }

    /// The texel at a position, and its value.
    pub fn at(&self, uv: Vec2) -> (Texel, Value) {
        let at = self.wrapped(uv);
        let i = at[1] * self.state.width + at[0];
        let none =
            Texel { texture: self.id, at, index: None, palette: None, word: None, rgba: None };
        match self.state.flags >> flag::FORMAT_SHIFT & 3 {
            INDEXED => {
                let index = self.word(i / 4) >> ((i & 3) * 8) & 0xFF;
                let word = self.entry(index);
                let texel =
                    Texel { index: Some(index), palette: self.palette, word: Some(word), ..none };
                (texel, Value::of_word(word))
            }
            DIRECT_15 => {
                let word = (self.word(i / 2) >> ((i & 1) * 16)) as u16;
                (Texel { word: Some(word), ..none }, Value::of_word(word))
            }
            _ => {
                let rgba = self.word(i).to_le_bytes();
                (Texel { rgba: Some(rgba), ..none }, Value::of_rgba(rgba))
            }
        }
    }

    /// The normal of a texel: x along u, y along v, z away from the surface.
    pub fn normal(&self, uv: Vec2) -> Vec3 {
        let at = self.wrapped(uv);
        let start = self.state.normals.saturating_sub(self.state.texels);
        let [x, y, z, _] = self.word(start + at[1] * self.state.width + at[0]).to_le_bytes();
        Vec3::new(x.into(), y.into(), z.into()) / 127.5 - 1.0
    }

    /// Average over the area of a pixel, which extends half a step from `uv` to each side, and the
    /// texels in it.
    pub fn filtered(&self, middle: Value, uv: Vec2, steps: [Vec2; 2]) -> (Value, Option<Taps>) {
        let reach = steps[0].length().max(steps[1].length());
        if reach <= 1.0 || middle.hole {
            return (middle, None);
        }
        let level = whole_log2((reach * 0.5).max(1.0)).min(self.state.levels);
        let small = self.level(level);
        let (size, scale) = (self.size(), small.size() / self.size());
        let tile = (uv / size).floor() * size;
        let tiled = self.state.flags & flag::TILED != 0;
        let low = if tiled { Vec2::splat(-1e30) } else { tile };
        let high = if tiled { Vec2::splat(1e30) } else { tile + size - 0.5 };
        let taps = (reach * (-(level as f32)).exp2()).ceil().clamp(2.0, MAX_TAPS);
        let (mut sum, mut seen) = (Vec4::ZERO, 0.0);
        let count = taps as u32;
        for (y, x) in (0..count).flat_map(|y| (0..count).map(move |x| (y, x))) {
            let share = Vec2::new(x as f32, y as f32) + 0.5;
            let share = share / taps - 0.5;
            let at = uv + steps[0] * share.x + steps[1] * share.y;
            let (_, tap) = small.at(at.max(low).min(high) * scale);
            if !tap.hole {
                sum += tap.colour().extend(1.0) * tap.alpha;
                seen += 1.0;
            }
        }
        if seen == 0.0 {
            return (middle, None);
        }
        let c8 = (sum.truncate() / sum.w + 0.5).floor().to_array().map(|v| v as i32);
        let value =
            Value { c5: c8.map(|v| v >> 3), c8, alpha: sum.w / seen, hole: false, ..middle };
        (value, Some(Taps { count: count * count, level, reach, colour: c8 }))
    }

    /// Number of mipmaps.
    pub fn levels(&self) -> u32 {
        self.state.levels
    }

    /// A mipmap. Each has half the side of the previous one; they are stored consecutively.
    pub fn level(&self, level: u32) -> Self {
        let mut small = self.clone();
        for _ in 0..level {
            let StateRecord { width, height, .. } = &mut small.state;
            small.start += *width * *height;
            (*width, *height) = ((*width / 2).max(1), (*height / 2).max(1));
        }
        small
    }

    fn wrapped(&self, uv: Vec2) -> [u32; 2] {
        [wrapped(uv.x.floor(), self.state.width), wrapped(uv.y.floor(), self.state.height)]
    }

    fn word(&self, at: u32) -> u32 {
        self.words.get((self.start + at) as usize).copied().unwrap_or(0)
    }

    /// Word of a palette index; textures without a palette are grey ramps.
    fn entry(&self, index: u32) -> u16 {
        if self.state.flags & flag::GREY_RAMP != 0 {
            let grey = (index * 31 / self.state.entries.saturating_sub(1).max(1)).min(31);
            return (grey * 0x421) as u16 | 0x8000;
        }
        let known = index < self.state.entries;
        if known { self.buffers.palette_word(self.state.palette + index) } else { 0 }
    }
}

/// Coordinate within a texture that repeats.
fn wrapped(v: f32, size: u32) -> u32 {
    let size_f = size as f32;
    let within = (v - (v / size_f).floor() * size_f).max(0.0) as u32;
    within.min(size.saturating_sub(1))
}
