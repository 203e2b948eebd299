//! Colour of the sky plane: the processor's counterpart of `sky.wgsl`.

use glam::{Vec2, Vec3, Vec4};

use super::explanation::Colour;
use super::light::mix;
use super::raster::{Planes, VALUES, Vertex, covering};
use super::shade::{dither, quantise};
use super::texel::{TIE, Texture, Textures, Value, whole_log2};
use crate::render::device::{SkyRecord, state_flags as flag};
use crate::render::draw::{Frame, Shot};

/// Maximum number of texels that are averaged along the longer side of a pixel.
const MAX_ALONG: f32 = 4.0;

/// Colour of the sky plane at a pixel; `None` if the plane does not cover the pixel or the scene has no
/// sky plane.
pub fn sky_plane(
    shot: &Shot,
    frame: &Frame,
    textures: &mut Textures,
    pixel: (u32, u32),
) -> Option<Colour> {
    let (sky, state) = shot.buffers.sky()?;
    let record = SkyRecord::new((sky, state), shot.camera, frame)?;
    let corner = |x: f32, y: f32| {
        let mut values = [0.0; VALUES];
        (values[0], values[1]) = (x, y);
        Vertex { clip: Vec4::new(x, y, 0.0, 1.0), values }
    };
    let corners = [corner(-1.0, -1.0), corner(3.0, -1.0), corner(-1.0, 3.0)];
    let planes = covering(&corners, frame.target, pixel)?;
    let palette = sky.texture.and_then(|id| shot.buffers.scene().textures.get(id)?.palette);
    let texture = sky.texture.map(|id| textures.of(shot.buffers, &record.state, id, palette));
    let plane = Plane { record, planes, texture };
    let effects = &shot.options.effects;
    let c8 = (plane.colour(pixel, effects.filtered) + 0.5).floor().to_array().map(|v| v as i32);
    if !effects.fifteen_bit {
        return Some(Colour(c8));
    }
    let cell = frame.dither_cell(pixel);
    Some(quantise(c8, if effects.dither { dither(cell) } else { 0 }))
}

struct Plane<'a> {
    record: SkyRecord,
    planes: Planes,
    texture: Option<Texture<'a>>,
}

impl Plane<'_> {
    fn direction(&self, pixel: (u32, u32)) -> Vec3 {
        let [x, y, ..] = self.planes.sample(pixel).values;
        let [ahead, right, up] =
            [self.record.ahead, self.record.right, self.record.up].map(Vec3::from);
        let way = ahead + right * x + up * y;
        way / ((way.z * way.z + way.y * way.y) + way.x * way.x).sqrt()
    }

    fn uv(&self, pixel: (u32, u32)) -> Vec2 {
        let way = self.direction(pixel);
        let across = Vec2::new(way.x, -way.z) * (self.record.height / way.y.max(1e-3));
        let size = Vec2::new(self.record.state.width as f32, self.record.state.height as f32);
        (Vec2::new(self.record.u, self.record.v) + across) * size
    }

    /// Colour of a pixel, from 0 to 255.
    fn colour(&self, (x, y): (u32, u32), filtered: bool) -> Vec3 {
        let [from, inverse] = self.record.fade;
        let faded = ((from - self.direction((x, y)).y) * inverse).clamp(0.0, 1.0);
        let horizon = Vec3::from(self.record.horizon);
        if faded >= 1.0 {
            return horizon;
        }
        let uv = self.uv((x, y));
        let is_filled = self.record.state.flags & flag::FILLED != 0;
        let overhead = match &self.texture {
            Some(texture) if filtered && !is_filled => {
                let steps = [
                    self.uv((x | 1, y)) - self.uv((x & !1, y)),
                    self.uv((x, y | 1)) - self.uv((x, y & !1)),
                ];
                smoothed(texture, uv, steps)
            }
            Some(texture) => texture.value(uv + TIE).colour(),
            None => Value::fill(&self.record.state).colour(),
        };
        mix(overhead, horizon, faded)
    }
}

/// Average over the area of a pixel, which is much longer than wide near the horizon.
fn smoothed(texture: &Texture, uv: Vec2, [step_x, step_y]: [Vec2; 2]) -> Vec3 {
    let x_is_longer = step_x.length() > step_y.length();
    let (along, across) = if x_is_longer { (step_x, step_y) } else { (step_y, step_x) };
    let reach = across.length().max(along.length() / MAX_ALONG);
    let level = whole_log2(reach.max(1.0)).min(texture.levels());
    let small = texture.level(level);
    let scale = small.size() / texture.size();
    let taps = (along.length() * (-(level as f32)).exp2()).ceil().clamp(1.0, MAX_ALONG);
    let tap = |tap: u32| between(&small, (uv + along * ((tap as f32 + 0.5) / taps - 0.5)) * scale);
    (0..taps as u32).map(tap).sum::<Vec3>() / taps
}

fn between(texture: &Texture, uv: Vec2) -> Vec3 {
    let low = (uv - 0.5).floor();
    let t = uv - 0.5 - low;
    let colour = |x: f32, y: f32| texture.at(low + Vec2::new(x, y)).1.colour();
    let near = mix(colour(0.0, 0.0), colour(1.0, 0.0), t.x);
    let far = mix(colour(0.0, 1.0), colour(1.0, 1.0), t.x);
    mix(near, far, t.y)
}
