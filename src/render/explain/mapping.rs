//! Texture coordinates of the pixels of a face, which may be subdivided: the processor's counterpart of
//! `piecewise_uv` in `faces.wgsl`.

use glam::{Vec2, Vec4};

use super::raster::{Planes, Sample};
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

impl Mapping<'_> {
    /// Changes of the texture coordinate per pixel, to the right and downwards.
    pub fn steps(&self, planes: &Planes, (x, y): (u32, u32)) -> [Vec2; 2] {
        // Outside of the triangle, the software adapter does not read the tables of subdivided faces.
        let is_read = |pixel| self.halvings == 0 || planes.covers(pixel);
        let uv = |pixel: (u32, u32)| match is_read(pixel) {
            true => self.at(&planes.sample(pixel), pixel).0,
            false => Vec2::ZERO,
        };
        [uv((x | 1, y)) - uv((x & !1, y)), uv((x, y | 1)) - uv((x, y & !1))]
    }

    /// Texture coordinate of a sample, and its position in the face if the face is subdivided.
    pub fn at(&self, sample: &Sample, pixel: (u32, u32)) -> (Vec2, Option<Vec2>) {
        let [u, v, w, _, _, _, x, y, ..] = sample.values;
        if self.halvings == 0 {
            return (Vec2::new(u, v) / w, None);
        }
        let at = Vec2::new(x, y);
        let far = !self.is_triangle && at.x + at.y > 1.0;
        let place = self.within_piece(at, far, centre(pixel));
        (self.in_half(place, far), Some(place))
    }

    /// Texture coordinate of a position in the face.
    pub fn interpolated(&self, at: Vec2) -> Vec2 {
        self.in_half(at, !self.is_triangle && at.x + at.y > 1.0)
    }

    fn in_half(&self, at: Vec2, far: bool) -> Vec2 {
        let [origin, along, across] = half(far).map(|corner| self.uvs[corner]);
        let steps = if far { 1.0 - at } else { at };
        origin + (along - origin) * steps.x + (across - origin) * steps.y
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

    /// Position in the face of a pixel whose true position is `at`, if every piece is affine.
    fn within_piece(&self, at: Vec2, far: bool, position: Vec2) -> Vec2 {
        let n = (1u32 << self.halvings) as f32;
        let cell = (at * n).floor().max(Vec2::ZERO).min(Vec2::splat(n - 1.0));
        let rest = at * n - cell;
        let corners = match rest.x + rest.y > 1.0 {
            true => [Vec2::ONE, Vec2::Y, Vec2::X],
            false => [Vec2::ZERO, Vec2::X, Vec2::Y],
        };
        let [a, b, c] = corners.map(|corner| (cell + corner) / n);
        let [origin, along, across] = [a, b, c].map(|at| self.on_target(at, far));
        let (along, across, to) = (along - origin, across - origin, position - origin);
        let twice = along.x * across.y - along.y * across.x;
        if twice.abs() < 0.5 {
            return at;
        }
        let shares =
            Vec2::new(to.x * across.y - to.y * across.x, along.x * to.y - along.y * to.x) / twice;
        let inside = shares.max(Vec2::ZERO).min(Vec2::ONE);
        a + (b - a) * inside.x + (c - a) * inside.y
    }
}

/// Corners of one half of a face: the corner itself, and the next one along each side.
fn half(far: bool) -> [usize; 3] {
    if far { [3, 2, 1] } else { [0, 1, 2] }
}

/// Centre of a pixel of the target.
pub fn centre(pixel: (u32, u32)) -> Vec2 {
    Vec2::new(pixel.0 as f32, pixel.1 as f32) + 0.5
}
