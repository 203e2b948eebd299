//! What of the gizmo can be taken hold of, and where it is on the screen.

use egui::{Pos2, Rect};
use glam::{Vec2, Vec3, Vec4};

use crate::app::panels::scene::marks::on_screen;
use crate::render::{Camera, Ray};

/// A part that can be taken hold of; axes by their number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handle {
    /// Moves along an axis.
    Axis(usize),
    /// Moves at right angles to an axis.
    Plane(usize),
    /// Turns about an axis.
    Ring(usize),
    /// Moves as the picture lies.
    Free,
}

/// Length of an arrow, points.
const ARROW: f32 = 92.0;
/// Radius of the rings, as a part of an arrow.
pub const RING: f32 = 0.72;
/// Where the squares of the planes begin and end, as a part of an arrow.
pub const SQUARE: [f32; 2] = [0.2, 0.38];
/// Half the size of the middle, points.
pub const MIDDLE: f32 = 6.0;
/// Greatest distance of the pointer, points.
const REACH: f32 = 7.0;
/// An arrow or a square seen so much from its end is not there to be taken.
const EDGE: f32 = 0.12;
/// Corners of a ring.
const STEPS: u8 = 64;

/// Where the gizmo is in a picture.
#[derive(Clone, Copy)]
pub struct Frame {
    /// The point about which it is, in the world.
    pub at: Vec3,
    /// How long an arrow is in the world, so that it is always as long on the screen.
    pub length: f32,
    pub camera: Camera,
    /// What it moves can be turned, too; a vertex cannot.
    pub turns: bool,
    rect: Rect,
    /// Where the middle is on the screen.
    pub middle: Pos2,
}

impl Frame {
    /// The gizmo at a point of the world; `None` where that is not in front of the viewer.
    pub fn new(at: Vec3, camera: &Camera, rect: Rect) -> Option<Self> {
        let (length, turns, middle) = (1.0, true, Pos2::ZERO);
        let mut frame = Self { at, length, camera: *camera, turns, rect, middle };
        frame.middle = frame.project(at)?;
        let right = camera.basis().0;
        // A step as long as the view is wide is not lost in rounding.
        let step = camera.distance.max(camera.near()) * 0.1;
        let beside = frame.project(at + right * step)?;
        let scale = frame.middle.distance(beside) / step;
        frame.length = ARROW / scale;
        (frame.length.is_finite() && scale > 0.0).then_some(frame)
    }

    /// A point of the world on the screen.
    pub fn project(&self, at: Vec3) -> Option<Pos2> {
        let matrix = self.camera.matrix(self.rect.width() / self.rect.height().max(1.0));
        on_screen(matrix * Vec4::from((at, 1.0)), self.rect)
    }

    /// What is below a point of the screen.
    pub fn ray(&self, pointer: Pos2) -> Ray {
        let at = (pointer - self.rect.min) / self.rect.size();
        self.camera.ray(Vec2::new(at.x, at.y), self.rect.width() / self.rect.height().max(1.0))
    }

    /// From the middle towards the viewer, of unit length.
    pub fn towards_viewer(&self) -> Vec3 {
        -self.ray(self.middle).direction
    }

    /// Whether a handle can be taken hold of from here.
    pub fn is_there(&self, handle: Handle) -> bool {
        let facing = |axis: usize| Vec3::AXES[axis].dot(self.towards_viewer()).abs();
        match handle {
            Handle::Axis(axis) => facing(axis) < 1.0 - EDGE * EDGE * 0.5,
            Handle::Plane(axis) => facing(axis) > EDGE,
            Handle::Ring(_) => self.turns,
            Handle::Free => true,
        }
    }

    /// The two ends of an arrow.
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

    /// The half of a ring that faces the viewer, point by point.
    pub fn ring(&self, axis: usize) -> Vec<Pos2> {
        let [u, v] = across(axis);
        let towards = self.towards_viewer();
        let normal = Vec3::AXES[axis];
        // Where it is seen from its front it is whole.
        let is_flat = normal.dot(towards).abs() > 0.98;
        let point = |step: u8| {
            let angle = f32::from(step) * std::f32::consts::TAU / f32::from(STEPS);
            u * angle.cos() + v * angle.sin()
        };
        let faces = |step: u8| is_flat || point(step % STEPS).dot(towards) > -0.05;
        // Starts behind, so that what is in front is in one piece.
        let start = (0..STEPS).find(|step| !faces(*step)).unwrap_or(0);
        let steps = (start..=start + STEPS).filter(|step| faces(*step));
        let points = steps.map(|step| self.at + point(step % STEPS) * self.length * RING);
        points.filter_map(|at| self.project(at)).collect()
    }

    /// The handle below the pointer: the middle and the squares before the arrows, those before the
    /// rings.
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
            // Where an arrow crosses a ring, the arrow is meant.
            Some((far.reduce(f32::min)? + 2.0, Handle::Ring(axis)))
        };
        let all = (0..3).filter_map(arrow).chain((0..3).filter_map(ring));
        let near = all.filter(|(far, _)| *far <= REACH);
        near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, handle)| handle)
    }
}

/// The two other axes.
pub fn across(axis: usize) -> [Vec3; 2] {
    [Vec3::AXES[(axis + 1) % 3], Vec3::AXES[(axis + 2) % 3]]
}

/// How far a point is from a line with two ends.
fn distance(at: Pos2, from: Pos2, to: Pos2) -> f32 {
    let along = to - from;
    let part = (at - from).dot(along) / along.length_sq().max(1e-6);
    (from + along * part.clamp(0.0, 1.0)).distance(at)
}

/// Whether a point is in a convex shape, whichever way its corners run.
fn holds(corners: &[Pos2; 4], at: Pos2) -> bool {
    let side = |index: usize| {
        let (a, b) = (corners[index], corners[(index + 1) % 4]);
        (b - a).x * (at - a).y - (b - a).y * (at - a).x
    };
    let sides = [0, 1, 2, 3].map(side);
    sides.iter().all(|side| *side >= 0.0) || sides.iter().all(|side| *side <= 0.0)
}
