//! The camera.
//!
//! Conventions of the command line's `--view`: yaw 0 is on the +Z side and 90 on the +X side of the
//! target, pitch is above the horizon, both in degrees; the vertical field of view is 45° by default and
//! pixels are square.

use std::ops::RangeInclusive;

use glam::{Mat4, Vec2, Vec3, Vec4};
use serde::{Deserialize, Serialize};

use super::bounds::{Bounds, drawn_points};
use super::visibility::Visibility;
use crate::scene::{Scene, Start};

/// Default vertical field of view in degrees.
pub const FIELD_OF_VIEW: f32 = 45.0;

/// Smallest and largest field of view in degrees.
pub const FIELD_OF_VIEW_RANGE: RangeInclusive<f32> = 1.0..=150.0;

/// Margin around framed content.
const MARGIN: f32 = 1.02;

/// Maximum pitch while orbiting, in degrees.
const MAX_PITCH: f32 = 89.9;

/// Kind of projection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Projection {
    /// Perspective projection.
    #[default]
    Perspective,
    /// Parallel projection: sizes do not depend on the distance.
    Orthographic,
}

/// Standard views of the number keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preset {
    /// View from +Z.
    Front,
    /// View from −Z.
    Back,
    /// View from −X.
    Left,
    /// View from +X.
    Right,
    /// View from +Y, straight above.
    Top,
    /// View from −Y, straight below.
    Bottom,
}

/// A camera that looks at a target from a distance; it flies by moving the target.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Camera {
    /// Target in world space.
    pub target: Vec3,
    /// Degrees about the up axis.
    pub yaw: f32,
    /// Degrees above the horizon, −90 to 90.
    pub pitch: f32,
    /// Degrees about the line of sight, clockwise for the viewer; 0 except while following an animated
    /// camera.
    pub roll: f32,
    /// Distance from the target, in scene units.
    pub distance: f32,
    /// Perspective or parallel view.
    pub projection: Projection,
    /// Vertical field of view in degrees.
    pub field_of_view: f32,
}

/// A ray through a pixel, in world space.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ray {
    /// Start of the ray: the eye, or a point next to it in a parallel view.
    pub origin: Vec3,
    /// Unit length.
    pub direction: Vec3,
}

impl Default for Camera {
    /// Yaw and pitch of the command line's default view, looking at the origin.
    fn default() -> Self {
        let projection = Projection::Perspective;
        let (target, field_of_view) = (Vec3::ZERO, FIELD_OF_VIEW);
        let (yaw, pitch, roll, distance) = (30.0, 30.0, 0.0, 10.0);
        Self { target, yaw, pitch, roll, distance, projection, field_of_view }
    }
}

impl Camera {
    /// The default view of a scene: yaw 30, pitch 30, and as close as possible with everything visible in
    /// a picture of this aspect (width / height).
    pub fn fit(scene: &Scene, visibility: &Visibility, aspect: f32) -> Self {
        let mut camera = Self::default();
        camera.frame(&drawn_points(scene, visibility), aspect);
        camera
    }

    /// Camera at eye level of a player start, or at the position of a camera.
    pub fn at_start(start: &Start) -> Self {
        let distance = start.reach.max(f32::MIN_POSITIVE);
        let target = start.eye() + start.ahead * distance;
        let yaw = (-start.ahead.x).atan2(-start.ahead.z).to_degrees().rem_euclid(360.0);
        let pitch = (-start.ahead.y).clamp(-1.0, 1.0).asin().to_degrees();
        Self { target, yaw, pitch: pitch.clamp(-MAX_PITCH, MAX_PITCH), distance, ..Self::default() }
    }

    /// [`Camera::at_start`] with the field of view of this camera.
    pub fn moved_to_start(&self, start: &Start) -> Self {
        Self { field_of_view: self.field_of_view, ..Self::at_start(start) }
    }

    /// View from a transform, along its −Z and with its +Y up, which orbits the point at `distance`
    /// ahead. `None` if the transform has no direction.
    pub fn through(eye: Mat4, distance: f32) -> Option<Self> {
        let back = eye.z_axis.truncate().try_normalize()?;
        let pitch = back.y.clamp(-1.0, 1.0).asin();
        // Straight up or down, yaw is arbitrary: the roll contains the rotation.
        let yaw = if back.x.hypot(back.z) > 1e-6 { back.x.atan2(back.z) } else { 0.0 };
        let level = Self {
            target: eye.w_axis.truncate() - back * distance,
            yaw: yaw.to_degrees().rem_euclid(360.0),
            pitch: pitch.to_degrees(),
            distance,
            ..Self::default()
        };
        let (right, up, _) = level.basis();
        let head = eye.y_axis.truncate();
        let roll = head.dot(right).atan2(head.dot(up)).to_degrees();
        (roll.is_finite() && level.target.is_finite()).then_some(Self { roll, ..level })
    }

    /// Looks at the centre of the points from the same direction, as close as possible with all of them
    /// in view. Does nothing without points.
    pub fn frame(&mut self, points: &[Vec3], aspect: f32) {
        let Some(bounds) = Bounds::of(points.iter().copied()) else { return };
        self.target = bounds.centre();
        self.approach(points, aspect);
    }

    /// The same camera at a distance from which it can orbit the points in `views` steps with all of them
    /// always in the picture.
    pub fn around(self, points: &[Vec3], aspect: f32, views: u16) -> Self {
        let mut camera = self;
        camera.frame(points, aspect);
        let mut farthest = camera.distance;
        for _ in 0..views {
            camera.orbit(360.0 / f32::from(views.max(1)), 0.0);
            camera.frame(points, aspect);
            farthest = farthest.max(camera.distance);
        }
        Self { distance: farthest, yaw: self.yaw, ..camera }
    }

    /// Like [`Camera::frame`], then shifted until the points are centred in the picture: near ones appear
    /// larger than far ones, so that their centre is not in the middle.
    pub fn fill(&mut self, points: &[Vec3], aspect: f32) {
        self.frame(points, aspect);
        let (right, up, back) = self.basis();
        // Moving closer shifts the centre again, by less each time.
        for _ in 0..6 {
            let seen = points.iter().map(|point| {
                let from = *point - self.target;
                let depth = match self.projection {
                    Projection::Perspective => self.distance - from.dot(back),
                    Projection::Orthographic => self.distance,
                };
                Vec2::new(from.dot(right), from.dot(up)) / depth
            });
            let none = (Vec2::INFINITY, Vec2::NEG_INFINITY);
            let (low, high) = seen.fold(none, |(low, high), at| (low.min(at), high.max(at)));
            let middle = (low + high) * 0.5 * self.distance;
            if !middle.is_finite() {
                return;
            }
            self.target += right * middle.x + up * middle.y;
            self.approach(points, aspect);
        }
    }

    /// Moves the camera as close as possible with all points in view, without turning it or moving it
    /// sideways.
    fn approach(&mut self, points: &[Vec3], aspect: f32) {
        let (right, up, back) = self.basis();
        let slope = Vec2::new(aspect, 1.0) * self.half_height();
        let mut distance = 0.0f32;
        for point in points {
            let from = *point - self.target;
            let (across, toward) = (Vec2::new(from.dot(right), from.dot(up)), from.dot(back));
            let reach = (across.abs() / slope).max_element();
            // A parallel view is as wide as a perspective one at the target.
            let needed = match self.projection {
                Projection::Perspective => toward + reach,
                Projection::Orthographic => reach,
            };
            if needed.is_finite() {
                distance = distance.max(needed);
            }
        }
        self.distance = if distance > 0.0 { distance * MARGIN } else { 1.0 };
    }

    /// Directions right, up and towards the viewer, in world space.
    pub fn basis(&self) -> (Vec3, Vec3, Vec3) {
        let (sin_yaw, cos_yaw) = self.yaw.to_radians().sin_cos();
        let (sin_pitch, cos_pitch) = self.pitch.to_radians().sin_cos();
        let right = Vec3::new(cos_yaw, 0.0, -sin_yaw);
        let back = Vec3::new(sin_yaw * cos_pitch, sin_pitch, cos_yaw * cos_pitch);
        let up = back.cross(right);
        if self.roll == 0.0 {
            return (right, up, back);
        }
        let (sin, cos) = self.roll.to_radians().sin_cos();
        (right * cos - up * sin, up * cos + right * sin, back)
    }

    /// Position of the viewer in world space.
    pub fn eye(&self) -> Vec3 {
        self.target + self.basis().2 * self.distance
    }

    /// Transform from world to view space: X right, Y up, −Z ahead.
    pub fn view(&self) -> Mat4 {
        let (right, up, back) = self.basis();
        let eye = self.eye();
        Mat4::from_cols(
            Vec4::new(right.x, up.x, back.x, 0.0),
            Vec4::new(right.y, up.y, back.y, 0.0),
            Vec4::new(right.z, up.z, back.z, 0.0),
            Vec4::new(-right.dot(eye), -up.dot(eye), -back.dot(eye), 1.0),
        )
    }

    /// Half the visible height at the distance 1: the tangent of half the field of view.
    pub fn half_height(&self) -> f32 {
        (self.field_of_view.to_radians() * 0.5).tan()
    }

    /// Near plane distance.
    pub fn near(&self) -> f32 {
        (self.distance * 1e-3).max(f32::MIN_POSITIVE)
    }

    /// Transform from view to clip space. Depth is 1 at the near plane and 0 at infinity (perspective) or
    /// far behind the target (parallel), which gives precision at a distance.
    fn projection_matrix(&self, aspect: f32) -> Mat4 {
        match self.projection {
            Projection::Perspective => {
                glam::camera::rh::proj::directx::perspective_infinite_reverse(
                    self.field_of_view.to_radians(),
                    aspect,
                    self.near(),
                )
            }
            Projection::Orthographic => {
                let half = self.half_height() * self.distance;
                // As far behind the eye as ahead, so that nothing near is clipped.
                let reach = self.distance * 100.0;
                glam::camera::rh::proj::directx::orthographic(
                    -half * aspect,
                    half * aspect,
                    -half,
                    half,
                    reach,
                    -reach,
                )
            }
        }
    }

    /// Transform from world to clip space for a picture of this aspect.
    pub fn matrix(&self, aspect: f32) -> Mat4 {
        self.projection_matrix(aspect) * self.view()
    }

    /// Like [`Camera::matrix`], without the translation, for the sky.
    pub fn sky_matrix(&self, aspect: f32) -> Mat4 {
        let centred = Self { target: -self.basis().2 * self.distance, ..*self };
        centred.matrix(aspect)
    }

    /// The ray through a point of a picture: (0, 0) is its top left, (1, 1) its bottom right.
    pub fn ray(&self, at: Vec2, aspect: f32) -> Ray {
        let (right, up, back) = self.basis();
        let half = self.half_height();
        let side = Vec2::new((at.x * 2.0 - 1.0) * half * aspect, (1.0 - at.y * 2.0) * half);
        let across = right * side.x + up * side.y;
        match self.projection {
            Projection::Perspective => {
                Ray { origin: self.eye(), direction: (across - back).normalize() }
            }
            Projection::Orthographic => {
                Ray { origin: self.eye() + across * self.distance, direction: -back }
            }
        }
    }

    /// Rotates about the target, in degrees, without roll.
    pub fn orbit(&mut self, yaw: f32, pitch: f32) {
        self.roll = 0.0;
        self.yaw = (self.yaw + yaw).rem_euclid(360.0);
        self.pitch = (self.pitch + pitch).clamp(-MAX_PITCH, MAX_PITCH);
    }

    /// Rotates about the eye, in degrees.
    pub fn rotate_view(&mut self, yaw: f32, pitch: f32) {
        let eye = self.eye();
        self.orbit(yaw, pitch);
        self.target = eye - self.basis().2 * self.distance;
    }

    /// Moves by (right, up, ahead), in scene units.
    pub fn fly(&mut self, by: Vec3) {
        let (right, up, back) = self.basis();
        self.target += right * by.x + up * by.y - back * by.z;
    }

    /// Pans points at the target's distance by this number of pixels of a picture with this `height`.
    pub fn pan(&mut self, pixels: Vec2, height: f32) {
        let (right, up, _) = self.basis();
        let unit = 2.0 * self.half_height() * self.distance / height;
        self.target += (up * pixels.y - right * pixels.x) * unit;
    }

    /// Scales the distance; the point below `at` (as for [`Camera::ray`]) at the target's distance stays
    /// there.
    pub fn zoom(&mut self, factor: f32, at: Vec2, aspect: f32) {
        let factor = factor.clamp(1e-3, 1e3);
        let (right, up, _) = self.basis();
        let half = self.half_height() * self.distance;
        let side = Vec2::new((at.x * 2.0 - 1.0) * half * aspect, (1.0 - at.y * 2.0) * half);
        self.target += (right * side.x + up * side.y) * (1.0 - factor);
        self.distance = (self.distance * factor).clamp(1e-6, 1e12);
    }

    /// Turns the camera to a preset; target, distance and projection are unchanged.
    pub fn preset(&mut self, preset: Preset) {
        self.roll = 0.0;
        (self.yaw, self.pitch) = match preset {
            Preset::Front => (0.0, 0.0),
            Preset::Back => (180.0, 0.0),
            Preset::Left => (270.0, 0.0),
            Preset::Right => (90.0, 0.0),
            Preset::Top => (0.0, 90.0),
            Preset::Bottom => (0.0, -90.0),
        };
    }

    /// Interpolates between `self` (0) and `other` (1), turning in the shorter direction.
    pub fn towards(&self, other: &Camera, t: f32) -> Camera {
        let turn = (other.yaw - self.yaw + 180.0).rem_euclid(360.0) - 180.0;
        Camera {
            target: self.target.lerp(other.target, t),
            yaw: (self.yaw + turn * t).rem_euclid(360.0),
            pitch: self.pitch + (other.pitch - self.pitch) * t,
            roll: self.roll + (other.roll - self.roll) * t,
            distance: self.distance * (other.distance / self.distance).powf(t),
            projection: other.projection,
            field_of_view: self.field_of_view + (other.field_of_view - self.field_of_view) * t,
        }
    }
}
