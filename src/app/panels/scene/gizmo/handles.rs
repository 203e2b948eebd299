//! Handles of the gizmo and their positions on screen.

use egui::{Pos2, Rect};
use glam::{Vec2, Vec3, Vec4};

use crate::app::panels::scene::marks::on_screen;
use crate::render::{Camera, Ray};

/// A handle; axes are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handle {
    /// Moves along an axis.
    Axis(usize),
    /// Moves in the plane perpendicular to an axis.
    Plane(usize),
    /// Rotates about an axis.
    Ring(usize),
    /// Moves in the plane of the picture.
    Free,
}

/// Length of an arrow, in points.
const ARROW: f32 = 92.0;
/// Radius of the rings, relative to an arrow.
pub const RING: f32 = 0.72;
/// Start and end of the planes' squares, relative to an arrow.
pub const SQUARE: [f32; 2] = [0.2, 0.38];
/// Half the size of the centre handle, in points.
pub const MIDDLE: f32 = 6.0;
/// Greatest distance of the pointer from a handle, in points.
const REACH: f32 = 7.0;
/// Arrows and squares seen nearly end-on are disabled.
const EDGE: f32 = 0.12;
/// Number of points of a ring.
const STEPS: u8 = 64;

/// Position and size of the gizmo in a picture.
#[derive(Clone, Copy)]
pub struct Frame {
    /// World position of the centre.
    pub at: Vec3,
    /// Length of an arrow in the world, chosen so that it is constant on screen.
    pub length: f32,
    pub camera: Camera,
    /// The selection can be rotated; a vertex cannot.
    pub turns: bool,
    rect: Rect,
    /// Screen position of the centre.
    pub middle: Pos2,
}

impl Frame {
    /// The gizmo at a world position; `None` if that is behind the viewer.
    pub fn new(at: Vec3, camera: &Camera, rect: Rect) -> Option<Self> {
        let (length, turns, middle) = (1.0, true, Pos2::ZERO);
        let mut frame = Self { at, length, camera: *camera, turns, rect, middle };
        frame.middle = frame.project(at)?;
        let right = camera.basis().0;
        // The step is proportional to the view distance, so that it is not lost in rounding.
        let step = camera.distance.max(camera.near()) * 0.1;
        let beside = frame.project(at + right * step)?;
        let scale = frame.middle.distance(beside) / step;
        frame.length = ARROW / scale;
        (frame.length.is_finite() && scale > 0.0).then_some(frame)
    }

    /// Screen position of a point in the world.
    pub fn project(&self, at: Vec3) -> Option<Pos2> {
        let matrix = self.camera.matrix(self.rect.width() / self.rect.height().max(1.0));
        on_screen(matrix * Vec4::from((at, 1.0)), self.rect)
    }

    /// The ray through a screen position.
    pub fn ray(&self, pointer: Pos2) -> Ray {
        let at = (pointer - self.rect.min) / self.rect.size();
        self.camera.ray(Vec2::new(at.x, at.y), self.rect.width() / self.rect.height().max(1.0))
    }

    /// Unit vector from the centre towards the viewer.
    pub fn towards_viewer(&self) -> Vec3 {
        -self.ray(self.middle).direction
    }

    /// `true` if a handle can be used from this view.
    pub fn is_there(&self, handle: Handle) -> bool {
        let facing = |axis: usize| Vec3::AXES[axis].dot(self.towards_viewer()).abs();
        match handle {
            Handle::Axis(axis) => facing(axis) < 1.0 - EDGE * EDGE * 0.5,
            Handle::Plane(axis) => facing(axis) > EDGE,
            Handle::Ring(_) => self.turns,
            Handle::Free => true,
        }
    }

    /// The ends of an arrow.
    pub fn arrow(&self, axis: usize) -> Option<[Pos2; 2]> {
        let along = Vec3::AXES[axis] * self.length;
        Some([self.project(self.at + along * 0.12)?, self.project(self.at + along)?])
    }

    /// The corners of a plane's square.
    pub fn square(&self, axis: usize) -> Option<[Pos2; 4]> {
        let [u, v] = across(axis).map(|axis| axis * self.length);
        let [near, far] = SQUARE;
        let corner = |a: f32, b: f32| self.project(self.at + u * a + v * b);
        Some([corner(near, near)?, corner(far, near)?, corner(far, far)?, corner(near, far)?])
    }

    /// Points of the half of a ring that faces the viewer.
    pub fn ring(&self, axis: usize) -> Vec<Pos2> {
        let [u, v] = across(axis);
        let towards = self.towards_viewer();
        let normal = Vec3::AXES[axis];
        // A ring seen from its front is drawn whole.
        let is_flat = normal.dot(towards).abs() > 0.98;
        let point = |step: u8| {
            let angle = f32::from(step) * std::f32::consts::TAU / f32::from(STEPS);
            u * angle.cos() + v * angle.sin()
        };
        let faces = |step: u8| is_flat || point(step % STEPS).dot(towards) > -0.05;
        // Starts at the back, so that the visible part is contiguous.
        let start = (0..STEPS).find(|step| !faces(*step)).unwrap_or(0);
        let steps = (start..=start + STEPS).filter(|step| faces(*step));
        let points = steps.map(|step| self.at + point(step % STEPS) * self.length * RING);
        points.filter_map(|at| self.project(at)).collect()
    }

    /// The handle under the pointer. The centre and the squares take precedence over arrows, and arrows
    /// over rings.
    pub fn under(&self, pointer: Pos2) -> Option<Handle> {
        if self.middle.distance(pointer) <= MIDDLE + 2.0 {
            return Some(Handle::Free);
        }
        let square = |axis: &usize| {
            self.is_there(Handle::Plane(*axis))
                && self.square(*axis).is_some_and(|corners| holds(&corners, pointer))
        };
        if let Some(axis) = (0..3).find(square) {
            return Some(Handle::Plane(axis));
        }
        let arrow = |axis: usize| {
            let [from, to] = self.arrow(axis).filter(|_| self.is_there(Handle::Axis(axis)))?;
            Some((distance(pointer, from, to), Handle::Axis(axis)))
        };
        let ring = |axis: usize| {
            if !self.turns {
                return None;
            }
            let points = self.ring(axis);
            let far = points.windows(2).filter_map(|pair| match pair {
                [a, b] => Some(distance(pointer, *a, *b)),
                _ => None,
            });
            // Where an arrow crosses a ring, the arrow takes precedence.
            Some((far.reduce(f32::min)? + 2.0, Handle::Ring(axis)))
        };
        let all = (0..3).filter_map(arrow).chain((0..3).filter_map(ring));
        let near = all.filter(|(far, _)| *far <= REACH);
        near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, handle)| handle)
    }
}

/// The other two axes.
pub fn across(axis: usize) -> [Vec3; 2] {
    [Vec3::AXES[(axis + 1) % 3], Vec3::AXES[(axis + 2) % 3]]
}

/// Distance of a point from a line segment.
fn distance(at: Pos2, from: Pos2, to: Pos2) -> f32 {
    let along = to - from;
    let part = (at - from).dot(along) / along.length_sq().max(1e-6);
    (from + along * part.clamp(0.0, 1.0)).distance(at)
}

/// `true` if a point is in a convex polygon, in either winding order.
fn holds(corners: &[Pos2; 4], at: Pos2) -> bool {
    let side = |index: usize| {
        let (a, b) = (corners[index], corners[(index + 1) % 4]);
        (b - a).x * (at - a).y - (b - a).y * (at - a).x
    };
    let sides = [0, 1, 2, 3].map(side);
    sides.iter().all(|side| *side >= 0.0) || sides.iter().all(|side| *side <= 0.0)
}
