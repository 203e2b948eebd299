//! Light, reflections and fog: the processor's counterpart of these parts of `faces.wgsl`.

use glam::{Vec2, Vec3, Vec4};

use super::approximation::{exp2, pow};
use super::texel::Texture;
use crate::render::device::{NO_NORMAL, StateRecord, ViewRecord, state_flags as flag};

/// A face in the world, for computing its light.
pub struct LitFace<'a> {
    pub view: &'a ViewRecord,
    pub flags: u32,
    /// Corners in world space; the fourth corner of a triangle equals its third.
    pub corners: [Vec3; 4],
    pub is_triangle: bool,
    pub clockwise: bool,
    /// Packed normals of the corners, if they have any, and the rows of the node's transform.
    pub normals: Option<[u32; 4]>,
    pub rows: [Vec3; 3],
}

/// The half of a face that contains a position: its corner, the next one along each side, and
/// barycentric weights.
struct HalfFace {
    corners: [usize; 3],
    steps: Vec2,
}

impl LitFace<'_> {
    /// Light on a corner of a lit face, on the visible side if it is two-sided.
    pub fn at_corner(&self, corner: usize) -> Vec3 {
        let mut normal = self.normal(corner);
        normal *= inverse_sqrt(dot(normal, normal).max(1e-30));
        self.light_on(if self.shows_back() { -normal } else { normal })
    }

    /// Light on a texel with a bump map: `lean` is its normal, `at` its position between the corners.
    pub fn embossed(&self, uvs: &[Vec2; 4], lean: Vec3, at: Vec2) -> Vec3 {
        let triad = self.triad(at);
        let normal = self.normal_at(&triad);
        let [a, b, c] = triad.corners;
        let (along, across) =
            (self.corners[b] - self.corners[a], self.corners[c] - self.corners[a]);
        let (uv_along, uv_across) = (uvs[b] - uvs[a], uvs[c] - uvs[a]);
        let turn = sign(uv_along.x * uv_across.y - uv_along.y * uv_across.x);
        let mut u = (along * uv_across.y - across * uv_along.y) * turn;
        u -= normal * dot(normal, u);
        u *= inverse_sqrt(dot(u, u).max(1e-30));
        let mut v = (across * uv_along.x - along * uv_across.x) * turn;
        v -= normal * dot(normal, v) + u * dot(u, v);
        v *= inverse_sqrt(dot(v, v).max(1e-30));
        let leaning = match turn != 0.0 {
            true => u * lean.x + v * lean.y + normal * lean.z,
            false => normal,
        };
        let seen = if self.shows_back() { -leaning } else { leaning };
        self.light_on(seen * inverse_sqrt(dot(seen, seen).max(1e-30)))
    }

    /// Reflected colour, from 0 to 255: `uv` is in texels of the face, `at` between its corners.
    pub fn reflection(
        &self,
        state: &StateRecord,
        surroundings: &Texture,
        gloss: Option<&Texture>,
        uv: Vec2,
        at: Vec2,
    ) -> Vec3 {
        let own = self.normal_at(&self.triad(at));
        let normal = if self.shows_back() { -own } else { own };
        let [right, up] = [self.view.right, self.view.up].map(|axis| Vec4::from(axis).truncate());
        let on_sphere = Vec2::new(dot(normal, right), -dot(normal, up));
        let mut seen = flowing(surroundings, (on_sphere * 0.5 + 0.5) * surroundings.size());
        if let Some(gloss) = gloss {
            let size = Vec2::new(state.width as f32, state.height as f32);
            seen *= share(gloss, uv * (gloss.size() / size));
        }
        seen * state.shine * 255.0
    }

    /// Brightness of a face whose texture is missing.
    pub fn shape(&self) -> f32 {
        let mut normal = self.flat();
        normal *= inverse_sqrt(dot(normal, normal).max(1e-30));
        if dot(normal, self.to_viewer()) < 0.0 {
            normal = -normal;
        }
        let light = Vec3::new(-0.45, 0.75, 0.5);
        0.72 + 0.28 * dot(normal, light / dot(light, light).sqrt())
    }

    fn light_on(&self, normal: Vec3) -> Vec3 {
        let mut light = Vec4::from(self.view.ambient).truncate();
        for (colour, to_light) in self.view.lamps.iter().zip(self.view.to_lamps) {
            let to_light = Vec4::from(to_light).truncate();
            light += Vec4::from(*colour).truncate() * dot(normal, to_light).max(0.0);
        }
        light
    }

    /// Perpendicular to both diagonals.
    fn flat(&self) -> Vec3 {
        let [a, b, c, d] = self.corners;
        let normal = (d - a).cross(c - b);
        if self.clockwise { -normal } else { normal }
    }

    /// World normal of a corner: the stored one, otherwise that of the face.
    fn normal(&self, corner: usize) -> Vec3 {
        let stored = self.normals.map_or(NO_NORMAL, |words| words[corner]);
        if stored == NO_NORMAL {
            return self.flat();
        }
        let local = unpacked(stored);
        let [x, y, z] = self.rows;
        let sized = [y.cross(z), z.cross(x), x.cross(y)].map(|axis| dot(axis, local));
        if dot(x, y.cross(z)) < 0.0 { -Vec3::from(sized) } else { sized.into() }
    }

    fn normal_at(&self, triad: &HalfFace) -> Vec3 {
        let [a, b, c] = triad.corners.map(|corner| {
            let normal = self.normal(corner);
            normal / dot(normal, normal).sqrt()
        });
        let steps = triad.steps;
        let normal = a * (1.0 - steps.x - steps.y) + b * steps.x + c * steps.y;
        normal * inverse_sqrt(dot(normal, normal).max(1e-30))
    }

    fn triad(&self, at: Vec2) -> HalfFace {
        if !self.is_triangle && at.x + at.y > 1.0 {
            return HalfFace { corners: [3, 2, 1], steps: 1.0 - at };
        }
        HalfFace { corners: [0, 1, 2], steps: at }
    }

    fn to_viewer(&self) -> Vec3 {
        let eye = Vec4::from(self.view.eye);
        eye.truncate() - self.corners[0] * eye.w
    }

    /// `true` if the back of a two-sided face is visible.
    fn shows_back(&self) -> bool {
        self.flags & flag::DOUBLE_SIDED != 0 && dot(self.flat(), self.to_viewer()) < 0.0
    }
}

/// Density of the fog at a distance ahead of the viewer, in the steps of the original hardware.
pub fn fog_at(view: &ViewRecord, distance: f32) -> f32 {
    let [start, inverse, on, power] = view.fog;
    let way = ((distance - start) * inverse).max(0.0);
    let density = match power {
        0.0 => 1.0 - exp2(-way),
        1.0 => way.min(1.0),
        _ => pow(way.min(1.0), power),
    };
    if on == 0.0 { 0.0 } else { (density * 4096.0).floor() / 4096.0 }
}

/// Interpolation between two colours.
pub fn mix(from: Vec3, to: Vec3, t: f32) -> Vec3 {
    from * (1.0 - t) + to * t
}

/// Scalar product, in the order in which the software adapter adds.
fn dot(a: Vec3, b: Vec3) -> f32 {
    (a.z * b.z + a.y * b.y) + a.x * b.x
}

fn inverse_sqrt(v: f32) -> f32 {
    1.0 / v.sqrt()
}

fn sign(v: f32) -> f32 {
    if v == 0.0 { 0.0 } else { v.signum() }
}

/// Unfolds an octahedral normal of two signed fractions.
fn unpacked(word: u32) -> Vec3 {
    let share = |half: u32| (f32::from(half as u16 as i16) / 32767.0).clamp(-1.0, 1.0);
    let (x, y) = (share(word), share(word >> 16));
    let up = 1.0 - x.abs() - y.abs();
    let fold = (-up).max(0.0);
    let part = |v: f32| v - if v >= 0.0 { fold } else { -fold };
    Vec3::new(part(x), part(y), up)
}

/// Colour of a texel, from 0 to 1.
fn share(texture: &Texture, uv: Vec2) -> Vec3 {
    texture.value(uv).colour() / 255.0
}

/// Colour between texels, interpolated, without repetition.
fn flowing(texture: &Texture, uv: Vec2) -> Vec3 {
    let last = texture.size() - 1.0;
    let at = (uv - 0.5).max(Vec2::ZERO).min(last);
    let low = at.floor();
    let high = (low + 1.0).min(last);
    let way = at - low;
    let row = |y: f32| {
        let [from, to] = [low.x, high.x].map(|x| share(texture, Vec2::new(x, y)));
        mix(from, to, way.x)
    };
    mix(row(low.y), row(high.y), way.y)
}
