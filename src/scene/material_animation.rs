//! Materials with animated colours.

use super::keyframes::Keyframes;
use super::{Blend, MaterialId, Origin, palette_animation};

/// A material whose colour, glow and opacity are animated, repeatedly.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MaterialAnimation {
    /// Index in [`Scene::materials`](super::Scene::materials).
    pub material: MaterialId,
    /// Colour and glow with which its stored corner colours were computed (light times colour, plus
    /// glow): R, G, B, 0 to 1.
    pub rest: Paint,
    /// R, G, B factors of light.
    pub colour: Keyframes<3>,
    /// R, G, B offsets.
    pub glow: Keyframes<3>,
    /// Opacity, 0 to 1.
    pub opacity: Keyframes<1>,
    /// Ticks after which the animation repeats; at least one.
    pub round: u32,
    /// Bytes and field path of the animation.
    pub origin: Origin,
}

/// Paint of a corner, from which its colour is computed with the light there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Paint {
    /// R, G, B factors of light.
    pub colour: [f32; 3],
    /// R, G, B offsets.
    pub glow: [f32; 3],
}

/// Change of a material's corner colours at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MaterialTint {
    /// R, G, B factors of the stored bytes.
    pub scale: [f32; 3],
    /// R, G, B offsets, of 255.
    pub add: [f32; 3],
    /// Opacity of the whole surface, if it is animated.
    pub opacity: Option<f32>,
}

impl MaterialTint {
    /// The material's blend with the opacity of the animation.
    pub fn blend(&self, blend: Option<Blend>) -> Option<Blend> {
        match (blend, self.opacity) {
            (Some(Blend::Alpha(_)), Some(opacity)) => Some(Blend::Alpha(opacity.clamp(0.0, 1.0))),
            _ => blend,
        }
    }
}

impl MaterialAnimation {
    /// `true` if the colour, the glow or the opacity ever changes.
    pub fn changes(&self) -> bool {
        self.colour.changes() || self.glow.changes() || self.opacity.changes()
    }

    /// Change of the stored corner colours at a tick. If the colour at rest is 0, the light is unknown
    /// and full light is assumed.
    pub fn tint_at(&self, ticks: u32) -> MaterialTint {
        let tick = ticks.checked_rem(self.round).unwrap_or(0);
        let paint = self.paint(tick);
        let mut dye = MaterialTint {
            scale: [0.0; 3],
            add: [0.0; 3],
            opacity: self.opacity.at(tick).map(|[opacity]| opacity),
        };
        for channel in 0..3 {
            let (was, is) = (self.rest.colour[channel], paint.colour[channel]);
            let (glowed, glows) = (self.rest.glow[channel], paint.glow[channel]);
            let scale = is / was;
            let (scale, add) = match was > 0.0 && scale.is_finite() {
                true => (scale, glows - glowed * scale),
                false => (0.0, is + glows),
            };
            (dye.scale[channel], dye.add[channel]) = (scale, add * 255.0);
        }
        dye
    }

    fn paint(&self, tick: u32) -> Paint {
        Paint {
            colour: self.colour.at(tick).unwrap_or(self.rest.colour),
            glow: self.glow.at(tick).unwrap_or(self.rest.glow),
        }
    }

    /// Flashes per second: brightness going up and down again, or the other way.
    pub fn flashes(&self) -> f32 {
        let of_colours = self.colour.keys().iter().chain(self.glow.keys()).map(|key| key.tick);
        let mut ticks: Vec<u32> = of_colours.collect();
        ticks.extend(self.opacity.keys().iter().map(|key| key.tick));
        ticks.retain(|tick| *tick < self.round);
        ticks.sort_unstable();
        ticks.dedup();
        let levels = ticks.into_iter().map(|tick| {
            let Paint { colour, glow } = self.paint(tick);
            let [opacity] = self.opacity.at(tick).unwrap_or([1.0]);
            let lit = std::array::from_fn(|at| (colour[at] + glow[at]) * 255.0);
            // Casts saturate.
            palette_animation::luminance(lit.map(|value: f32| value as u8))
                * opacity.clamp(0.0, 1.0)
        });
        palette_animation::flashes(&levels.collect::<Vec<_>>(), self.round)
    }
}
