//! Subdivision of large faces (ps1-rendering 7.1): the processor's counterpart of `transform.wgsl` and
//! `faces.wgsl`.

use glam::{Vec2, Vec4};

use super::frame::{Frame, Shot, depth_row};
use super::projected::Projected;
use crate::render::view::{Effects, Projection};
use crate::scene::Material;

/// Sides longer than these fractions of the picture's height are halved once, and twice.
const LARGE: f32 = 0.25;
const VERY_LARGE: f32 = 0.5;

/// `true` if a face of a picture may be subdivided: a candidate is near enough to be large.
pub fn needed(shot: &Shot) -> bool {
    let Shot { buffers, camera, options, .. } = shot;
    if !(options.effects.subdivide && options.effects.affine) {
        return false;
    }
    let (scene, subdivided) = (buffers.scene(), buffers.subdivided());
    if subdivided.iter().all(Option::is_none) {
        return false;
    }
    let row = depth_row(camera);
    // Visible height at a distance, per unit of distance.
    let span = 2.0 * camera.half_height();
    scene.nodes.iter().zip(buffers.transforms()).any(|(node, world)| {
        let known = node.mesh.and_then(|mesh| subdivided.get(mesh.index()));
        let Some(known) = known.copied().flatten() else { return false };
        let [x, y, z] = [world.x_axis, world.y_axis, world.z_axis].map(|axis| axis.length());
        let scale = x.max(y).max(z);
        let nearest = match camera.projection {
            Projection::Perspective => {
                let centre = world.transform_point3(known.centre);
                row.dot(centre.extend(1.0)) - known.radius * scale
            }
            Projection::Orthographic => camera.distance,
        };
        // A sky has no distance.
        let sure = scene.is_sky(node.layer) || node.faces_viewer.is_some();
        sure || known.longest * scale * ASLANT > LARGE * span * nearest
    })
}

/// Factor by which a side may appear longer towards the edges of a picture than straight ahead.
const ASLANT: f32 = 1.5;

/// Number of times that the sides of a face are halved.
pub fn halvings(clip: &[Vec4; 4], grid: Vec2) -> u32 {
    let longest = longest_side(clip, grid);
    u32::from(longest > LARGE) + u32::from(longest > VERY_LARGE)
}

/// Longest side of a face, as a fraction of the picture's height.
fn longest_side(clip: &[Vec4; 4], grid: Vec2) -> f32 {
    let [a, b, c, d] = clip.map(|clip| native(clip, grid));
    let sides = [a.distance(b), a.distance(c), b.distance(d), c.distance(d)];
    sides.into_iter().fold(0.0, f32::max) / grid.y
}

/// Parametric positions of the corners 0, 1, 2, 3 of a face.
const CORNERS: [Vec2; 4] = [Vec2::ZERO, Vec2::X, Vec2::Y, Vec2::ONE];

/// A face that is subdivided because it is large on the screen.
pub struct Pieces {
    clip: [Vec4; 4],
    grid: Vec2,
    offset: f32,
    snap: bool,
    /// Number of pieces along each side.
    pub count: f32,
}

impl Pieces {
    /// `None` for a face that is drawn whole.
    pub fn of(
        projected: &Projected,
        material: &Material,
        effects: &Effects,
        frame: &Frame,
    ) -> Option<Self> {
        let wanted = effects.subdivide && effects.affine && material.subdivided;
        if !wanted || projected.crosses_near {
            return None;
        }
        let grid = frame.grid();
        let halvings = halvings(&projected.clip, grid);
        if halvings == 0 {
            return None;
        }
        let count = (1u32 << halvings) as f32;
        let (clip, offset, snap) = (projected.clip, frame.pixel_offset(), effects.snap);
        Some(Self { clip, grid, offset, snap, count })
    }

    /// Converts the true barycentric coordinates of a pixel to those with which it is drawn. Both
    /// refer to `corners`, the corners of one half of the face.
    pub fn shares(&self, corners: [usize; 3], shares: [f64; 3]) -> [f64; 3] {
        let far = corners.contains(&3);
        let of = |corner: usize| CORNERS.get(corner).copied().unwrap_or_default();
        let at: Vec2 = corners.iter().zip(shares).map(|(c, share)| of(*c) * share as f32).sum();
        let place = self.within(at, far, self.pixel(at, far)).as_dvec2();
        corners.map(|corner| match (corner, far) {
            (0, _) => 1.0 - place.x - place.y,
            (1, false) => place.x,
            (1, true) => 1.0 - place.y,
            (2, false) => place.y,
            (2, true) => 1.0 - place.x,
            _ => place.x + place.y - 1.0,
        })
    }

    /// Native pixel of a position on the face, in one of its halves.
    pub fn pixel(&self, at: Vec2, far: bool) -> Vec2 {
        let [a, b, c, d] = self.clip;
        let (origin, along, across) = if far { (d, c, b) } else { (a, b, c) };
        let steps = if far { Vec2::ONE - at } else { at };
        let clip = origin + (along - origin) * steps.x + (across - origin) * steps.y;
        native(clip, self.grid)
    }

    /// Native pixel of a vertex of the subdivision.
    fn vertex(&self, at: Vec2, far: bool) -> Vec2 {
        let pixel = self.pixel(at, far);
        if self.snap { (pixel - self.offset + 1.0 / 512.0).floor() + self.offset } else { pixel }
    }

    /// Position on the face of a pixel whose true position is `at`, if every piece is affine.
    pub fn within(&self, at: Vec2, far: bool, pixel: Vec2) -> Vec2 {
        let n = self.count;
        let cell = (at * n).floor().clamp(Vec2::ZERO, Vec2::splat(n - 1.0));
        let rest = at * n - cell;
        let corners = if rest.x + rest.y > 1.0 {
            [Vec2::ONE, Vec2::Y, Vec2::X]
        } else {
            [Vec2::ZERO, Vec2::X, Vec2::Y]
        };
        let [a, b, c] = corners.map(|corner| (cell + corner) / n);
        let [origin, along, across] = [a, b, c].map(|at| self.vertex(at, far));
        let (along, across, to) = (along - origin, across - origin, pixel - origin);
        let twice = along.perp_dot(across);
        if twice.abs() < 0.5 {
            return at;
        }
        let shares = Vec2::new(to.perp_dot(across), along.perp_dot(to)) / twice;
        let inside = shares.clamp(Vec2::ZERO, Vec2::ONE);
        a + (b - a) * inside.x + (c - a) * inside.y
    }
}

/// Native pixel coordinates, y down.
pub fn native(clip: Vec4, grid: Vec2) -> Vec2 {
    (Vec2::new(clip.x, -clip.y) / clip.w * 0.5 + 0.5) * grid
}
