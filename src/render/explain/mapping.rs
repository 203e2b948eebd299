//! Texture coordinates of the pixels of a face, which may be subdivided: the processor's counterpart of
//! `piecewise_uv` in `faces.wgsl`.

use glam::{Vec2, Vec4};

use super::raster::{Planes, Sample, VALUES};
use crate::render::draw::{Frame, native};

/// Texture coordinates of a face on the screen.
pub struct Mapping<'a> {
    pub frame: &'a Frame,
    /// Target pixels per native pixel.
    pub dither_cell: f32,
    /// Vertices snap to native pixels.
    pub snap: bool,
    pub is_triangle: bool,
    /// Number of times that the sides of the face are halved.
    pub halvings: u32,
    /// Corners in clip space.
    pub clip: [Vec4; 4],
    /// Texture coordinates of the corners, in texels.
    pub uvs: [Vec2; 4],
}

/// A position in a face, and its changes per pixel to the right and downwards.
struct Place {
    at: Vec2,
    steps: [Vec2; 2],
}

impl Mapping<'_> {
    /// Changes of the texture coordinate per pixel, to the right and downwards.
    pub fn steps(&self, planes: &Planes, pixel: (u32, u32)) -> [Vec2; 2] {
        let (x, y) = pixel;
        let around = |value: fn([f32; VALUES]) -> Vec2| {
            let at = |x, y| value(planes.sample((x, y)).values);
            [at(x | 1, y) - at(x & !1, y), at(x, y | 1) - at(x, y & !1)]
        };
        if self.halvings == 0 {
            return around(|[u, v, w, ..]| Vec2::new(u, v) / w);
        }
        let at = true_place(planes.sample(pixel).values);
        let far = self.is_far(at);
        let [_, along, across] = self.half(far);
        let sign = if far { -1.0 } else { 1.0 };
        let place = Place { at, steps: around(true_place) };
        let steps = self.within_piece(place, far, centre(pixel)).steps;
        steps.map(|step| (along * step.x + across * step.y) * sign)
    }

    /// Texture coordinate of a sample, and its position in the face if the face is subdivided.
    pub fn at(&self, sample: &Sample, pixel: (u32, u32)) -> (Vec2, Option<Vec2>) {
        if self.halvings == 0 {
            let [u, v, w, ..] = sample.values;
            return (Vec2::new(u, v) / w, None);
        }
        let at = true_place(sample.values);
        let far = self.is_far(at);
        let place = Place { at, steps: [Vec2::ZERO; 2] };
        let at = self.within_piece(place, far, centre(pixel)).at;
        (self.in_half(at, far), Some(at))
    }

    /// Texture coordinate of a position in the face.
    pub fn interpolated(&self, at: Vec2) -> Vec2 {
        self.in_half(at, self.is_far(at))
    }

    /// `true` for positions in the half of the last three corners.
    fn is_far(&self, at: Vec2) -> bool {
        !self.is_triangle && at.x + at.y > 1.0
    }

    /// Texture coordinate of the corner of one half, and its changes along both sides.
    fn half(&self, far: bool) -> [Vec2; 3] {
        let [origin, along, across] = half(far).map(|corner| self.uvs[corner]);
        [origin, along - origin, across - origin]
    }

    fn in_half(&self, at: Vec2, far: bool) -> Vec2 {
        let [origin, along, across] = self.half(far);
        let steps = if far { 1.0 - at } else { at };
        origin + along * steps.x + across * steps.y
    }

    /// Position of a point of the face on the target, snapped to a native pixel if vertices snap.
    fn on_target(&self, at: Vec2, far: bool) -> Vec2 {
        let [origin, along, across] = half(far).map(|corner| self.clip[corner]);
        let steps = if far { 1.0 - at } else { at };
        let clip = origin + (along - origin) * steps.x + (across - origin) * steps.y;
        let mut pixel = native(clip, self.frame.grid());
        let offset = self.frame.pixel_offset();
        if self.snap {
            pixel = (pixel - offset + 1.0 / 512.0).floor() + offset;
        }
        pixel * self.dither_cell
    }

    /// Position in the face of a pixel with a true position, if every piece is affine.
    fn within_piece(&self, true_place: Place, far: bool, position: Vec2) -> Place {
        let n = (1u32 << self.halvings) as f32;
        let cell = (true_place.at * n).floor().max(Vec2::ZERO).min(Vec2::splat(n - 1.0));
        let rest = true_place.at * n - cell;
        let corners = match rest.x + rest.y > 1.0 {
            true => [Vec2::ONE, Vec2::Y, Vec2::X],
            false => [Vec2::ZERO, Vec2::X, Vec2::Y],
        };
        let [a, b, c] = corners.map(|corner| (cell + corner) / n);
        let [origin, along, across] = [a, b, c].map(|at| self.on_target(at, far));
        let (along, across, to) = (along - origin, across - origin, position - origin);
        let twice = along.x * across.y - along.y * across.x;
        if twice.abs() < 0.5 {
            return true_place;
        }
        let (b, c) = (b - a, c - a);
        let shares =
            Vec2::new(to.x * across.y - to.y * across.x, along.x * to.y - along.y * to.x) / twice;
        let inside = shares.max(Vec2::ZERO).min(Vec2::ONE);
        let steps = [b * across.y - c * along.y, c * along.x - b * across.x];
        Place { at: a + b * inside.x + c * inside.y, steps: steps.map(|step| step / twice) }
    }
}

/// Position in the face, as it is interpolated.
fn true_place([_, _, _, _, _, _, x, y, ..]: [f32; VALUES]) -> Vec2 {
    Vec2::new(x, y)
}

/// Corners of one half of a face: the corner itself, and the next one along each side.
fn half(far: bool) -> [usize; 3] {
    if far { [3, 2, 1] } else { [0, 1, 2] }
}

/// Centre of a pixel of the target.
pub fn centre(pixel: (u32, u32)) -> Vec2 {
    Vec2::new(pixel.0 as f32, pixel.1 as f32) + 0.5
}
