//! Rasterization of a triangle at one pixel, in the arithmetic of Mesa's software adapter: clipping,
//! positions in 1/256 of a pixel, the top-left rule, and planes of 32-bit floats.

use glam::{Vec2, Vec4};

/// Number of interpolated values of a corner: texture coordinates times w, w, a colour times w, the
/// position in the face, and the same times w.
pub const VALUES: usize = 10;

/// Output of the vertex shader.
#[derive(Clone, Copy, Debug)]
pub struct Vertex {
    pub clip: Vec4,
    pub values: [f32; VALUES],
}

/// Interpolated values of a pixel, divided by its w, and its depth.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    pub values: [f32; VALUES],
    /// 1 at the near plane, 0 far away.
    pub depth: f32,
    /// Inverse of w.
    pub inverse_w: f32,
}

/// A corner on the target.
#[derive(Clone, Copy)]
struct Corner {
    at: Vec2,
    depth: f32,
    inverse_w: f32,
    values: [f32; VALUES],
}

/// Steps of a position per pixel.
const FIXED: f32 = 256.0;

/// Maximum number of corners of a triangle that is clipped by six planes.
const MAX_CLIPPED: usize = 9;

/// Planes of the triangle on the target that covers a pixel, if any.
pub fn covering(triangle: &[Vertex; 3], target: (u32, u32), pixel: (u32, u32)) -> Option<Planes> {
    let outside = triangle.map(|vertex| crossed(vertex.clip));
    if outside[0] & outside[1] & outside[2] != 0 {
        return None;
    }
    let size = Vec2::new(target.0 as f32, target.1 as f32);
    let planes = outside[0] | outside[1] | outside[2];
    if planes == 0 {
        return covered(triangle.map(|vertex| Corner::of(&vertex, size)), pixel);
    }
    let corners = clipped(triangle, planes, size);
    let first = corners.first()?;
    // At most one triangle of a fan covers the pixel.
    corners.windows(2).skip(1).find_map(|pair| covered([*first, pair[0], pair[1]], pixel))
}

/// `true` if a triangle covers a pixel.
pub fn covers(clip: [Vec4; 3], target: (u32, u32), pixel: (u32, u32)) -> bool {
    let values = [0.0; VALUES];
    covering(&clip.map(|clip| Vertex { clip, values }), target, pixel).is_some()
}

/// `true` if no part of these corners is in the view volume.
pub fn is_outside(clip: &[Vec4]) -> bool {
    clip.iter().fold(u32::MAX, |bits, corner| bits & crossed(*corner)) != 0
}

/// Planes of the view volume, in the order in which they clip.
const PLANES: [Vec4; 6] = [
    Vec4::new(-1.0, 0.0, 0.0, 1.0),
    Vec4::new(1.0, 0.0, 0.0, 1.0),
    Vec4::new(0.0, -1.0, 0.0, 1.0),
    Vec4::new(0.0, 1.0, 0.0, 1.0),
    Vec4::new(0.0, 0.0, 1.0, 0.0),
    Vec4::new(0.0, 0.0, -1.0, 1.0),
];

/// Bits of the planes outside which a position is.
fn crossed(clip: Vec4) -> u32 {
    let tests = [
        clip.x > clip.w,
        0.0 > clip.x + clip.w,
        clip.y > clip.w,
        0.0 > clip.y + clip.w,
        0.0 > clip.z,
        clip.z > clip.w,
    ];
    tests.iter().zip(0..).fold(0, |bits, (out, bit)| bits | u32::from(*out) << bit)
}

fn distance(clip: Vec4, plane: Vec4) -> f32 {
    clip.x * plane.x + clip.y * plane.y + clip.z * plane.z + clip.w * plane.w
}

/// A corner between two others; 0 is the second.
fn between(t: f32, a: &(Vertex, Corner), b: &(Vertex, Corner), size: Vec2) -> (Vertex, Corner) {
    let mix = |from: f32, to: f32| from + t * (to - from);
    let clip = Vec4::from_array(std::array::from_fn(|i| mix(b.0.clip[i], a.0.clip[i])));
    let values = std::array::from_fn(|i| mix(b.0.values[i], a.0.values[i]));
    let inverse_w = 1.0 / clip.w;
    let half = size * 0.5;
    let at = Vec2::new(clip.x * inverse_w * half.x + half.x, clip.y * inverse_w * -half.y + half.y);
    let vertex = Vertex { clip, values };
    (vertex, Corner { at, depth: clip.z * inverse_w, inverse_w, values })
}

/// Clips a triangle to the planes with these bits.
fn clipped(triangle: &[Vertex; 3], planes: u32, size: Vec2) -> Vec<Corner> {
    let mut corners: Vec<_> = triangle.iter().map(|v| (*v, Corner::of(v, size))).collect();
    for (bit, plane) in PLANES.into_iter().enumerate() {
        if planes & 1 << bit == 0 || corners.len() < 3 {
            continue;
        }
        let mut kept = Vec::with_capacity(MAX_CLIPPED);
        for (at, own) in corners.iter().enumerate() {
            let next = corners.get(at + 1).or(corners.first()).unwrap_or(own);
            let (before, after) = (distance(own.0.clip, plane), distance(next.0.clip, plane));
            if !before.is_finite() || !after.is_finite() {
                return Vec::new();
            }
            if before >= 0.0 {
                kept.push(*own);
            }
            if (before >= 0.0) == (after < 0.0) {
                kept.push(crossing((own, before), (next, after), size));
            }
        }
        corners = kept;
    }
    corners.into_iter().map(|(_, corner)| corner).collect()
}

/// The crossing of a plane by a side, given the distances of its ends; computed from the nearer one.
fn crossing(
    (own, before): (&(Vertex, Corner), f32),
    (next, after): (&(Vertex, Corner), f32),
    size: Vec2,
) -> (Vertex, Corner) {
    let whole = after - before;
    let leaves = after < 0.0;
    let from_next = if leaves { -after < before } else { -before >= after };
    if from_next {
        // Weight of the previous corner, as a fraction of the side.
        between(after / whole, own, next, size)
    } else {
        between(-before / whole, next, own, size)
    }
}

impl Corner {
    fn of(vertex: &Vertex, size: Vec2) -> Self {
        let clip = vertex.clip;
        let inverse_w = 1.0 / clip.w;
        let half = size * 0.5;
        let x = (clip.x * inverse_w).mul_add(half.x, half.x);
        let y = (clip.y * inverse_w).mul_add(-half.y, half.y);
        let depth = clip.z * inverse_w;
        Self { at: Vec2::new(x, y), depth, inverse_w, values: vertex.values }
    }

    fn fixed(&self) -> [i64; 2] {
        [self.at.x, self.at.y].map(|v| ((v - 0.5) * FIXED).round_ties_even() as i64)
    }
}

/// Planes of a triangle on the target, if it covers the pixel.
fn covered(corners: [Corner; 3], pixel: (u32, u32)) -> Option<Planes> {
    let [[ax, ay], [bx, by], [cx, cy]] = corners.map(|corner| corner.fixed());
    let area = (ax - bx) * (cy - ay) - (cx - ax) * (ay - by);
    let [first, second, third] = corners;
    let corners = match area.signum() {
        1 => [first, second, third],
        -1 => [first, third, second],
        _ => return None,
    };
    let is_inside = inside(corners.map(|corner| corner.fixed()), pixel);
    is_inside.then(|| Planes::of(corners))
}

/// Tests the three sides; pixels exactly on a top or left side are inside.
fn inside(fixed: [[i64; 2]; 3], pixel: (u32, u32)) -> bool {
    let [x, y] = [i64::from(pixel.0) * FIXED as i64, i64::from(pixel.1) * FIXED as i64];
    (0..3).all(|i| {
        let ([ax, ay], [bx, by]) = (fixed[i], fixed[(i + 1) % 3]);
        let (dx, dy) = (ay - by, ax - bx);
        let side = dx * (ax - x) - dy * (ay - y);
        let is_top_left = dx < 0 || dx == 0 && dy >= 0;
        side > 0 || side == 0 && is_top_left
    })
}

/// Planes that interpolate the values of a triangle.
pub struct Planes {
    corners: [Corner; 3],
    origin: Vec2,
    /// Edges from the second corner to the first, and from the first to the third, divided by the
    /// area.
    a: Vec2,
    b: Vec2,
}

impl Planes {
    fn of(corners: [Corner; 3]) -> Self {
        let [v0, v1, v2] = corners;
        let (a, b) = (v0.at - v1.at, v2.at - v0.at);
        let inverse = 1.0 / (a.x * b.y - a.y * b.x);
        Self { corners, origin: v0.at - 0.5, a: a * inverse, b: b * inverse }
    }

    /// Values at a pixel, which may be outside the triangle.
    pub fn sample(&self, pixel: (u32, u32)) -> Sample {
        let at = Vec2::new(pixel.0 as f32, pixel.1 as f32);
        let inverse_w = self.plane(|corner| corner.inverse_w, at);
        let w = 1.0 / inverse_w;
        let value = |i: usize| self.plane(|corner| corner.values[i] * corner.inverse_w, at) * w;
        let depth = self.plane(|corner| corner.depth, at);
        Sample { values: std::array::from_fn(value), depth, inverse_w }
    }

    fn plane(&self, value: impl Fn(&Corner) -> f32, pixel: Vec2) -> f32 {
        let values = [0, 1, 2].map(|i| value(&self.corners[i]));
        let slopes = self.slopes(values);
        let start = values[0] - (slopes.x * self.origin.x + slopes.y * self.origin.y);
        slopes.y.mul_add(pixel.y, slopes.x.mul_add(pixel.x, start))
    }

    fn slopes(&self, [v0, v1, v2]: [f32; 3]) -> Vec2 {
        let (first, second) = (v0 - v1, v2 - v0);
        Vec2::new(first * self.b.y - second * self.a.y, second * self.a.x - first * self.b.x)
    }

    /// Depth bias of blended texels: 16 units, and the slope of the depth.
    pub fn bias(&self) -> f32 {
        let [v0, v1, v2] = self.corners;
        let (a, b) = (v0.at - v1.at, v2.at - v0.at);
        let (first, second) = (v0.depth - v1.depth, v2.depth - v0.depth);
        let inverse = 1.0 / (a.x * b.y - a.y * b.x);
        let slope_x = (second * a.y - b.y * first) * inverse;
        let slope_y = (b.x * first - second * a.x) * inverse;
        let largest = v0.depth.abs().max(v1.depth.abs()).max(v2.depth.abs());
        let exponent = (largest.to_bits() & 0x7F80_0000).saturating_sub(23 << 23);
        f32::from_bits(exponent) * 16.0 + slope_x.abs().max(slope_y.abs())
    }
}
