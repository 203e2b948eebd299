//! Computes the transform of a drag on a handle.

use egui::Pos2;
use glam::{Mat4, Vec3};

use super::handles::{Frame, Handle};

/// Speed of a fine drag.
const FINE: f32 = 0.1;
/// Snap step of rotations, in degrees.
const TURN: f32 = 15.0;

/// A handle that is being dragged.
pub struct Drag {
    pub handle: Handle,
    /// The gizmo's frame when the drag began.
    pub start: Frame,
    /// Position of the selection, which snaps to the grid.
    stands: Vec3,
    last: Pos2,
    moved: Vec3,
    /// Rotation so far, in radians.
    turned: f32,
}

impl Drag {
    pub fn new(handle: Handle, start: Frame, stands: Vec3, pointer: Pos2) -> Self {
        Self { handle, start, stands, last: pointer, moved: Vec3::ZERO, turned: 0.0 }
    }

    /// Continues the drag at the new pointer position.
    pub fn follow(&mut self, pointer: Pos2, fine: bool) {
        let (from, to) = (self.last, pointer);
        self.last = pointer;
        let rate = if fine { FINE } else { 1.0 };
        let frame = &self.start;
        let by = match self.handle {
            Handle::Axis(axis) => {
                let along = Vec3::AXES[axis];
                let [a, b] = [from, to].map(|at| along_axis(frame, along, at));
                b.zip(a).map(|(b, a)| along * (b - a))
            }
            Handle::Plane(axis) => {
                let [a, b] = [from, to].map(|at| on_plane(frame, Vec3::AXES[axis], at));
                b.zip(a).map(|(b, a)| b - a)
            }
            Handle::Free => {
                let ahead = frame.camera.basis().2;
                let [a, b] = [from, to].map(|at| on_plane(frame, ahead, at));
                b.zip(a).map(|(b, a)| b - a)
            }
            Handle::Ring(axis) => {
                let [a, b] = [from, to].map(|at| (at - frame.middle).angle());
                let turn = (b - a + 3.0 * std::f32::consts::PI) % std::f32::consts::TAU
                    - std::f32::consts::PI;
                // On screen, Y points down.
                let faces = Vec3::AXES[axis].dot(frame.towards_viewer()) >= 0.0;
                self.turned += if faces { -turn } else { turn } * rate;
                None
            }
        };
        self.moved += by.unwrap_or_default() * rate;
    }

    /// Translation. When snapping, a single (`alone`) element snaps to the grid; several move by
    /// multiples of the step.
    fn distance(&self, step: Option<f32>, alone: bool) -> Vec3 {
        let Some(step) = step.filter(|step| *step > 0.0) else { return self.moved };
        let from = if alone { self.stands } else { Vec3::ZERO };
        let snapped = ((from + self.moved) / step).round() * step - from;
        let goes = match self.handle {
            Handle::Axis(axis) => Vec3::AXES[axis],
            Handle::Plane(axis) => Vec3::ONE - Vec3::AXES[axis],
            _ => Vec3::ONE,
        };
        snapped * goes
    }

    /// Rotation in degrees.
    fn degrees(&self, snaps: bool) -> f32 {
        let degrees = self.turned.to_degrees();
        if snaps { (degrees / TURN).round() * TURN } else { degrees }
    }

    /// The transform in world space.
    pub fn by(&self, step: Option<f32>, alone: bool) -> Mat4 {
        match self.handle {
            Handle::Ring(axis) => {
                let turn = self.degrees(step.is_some()).to_radians();
                let about = Mat4::from_axis_angle(Vec3::AXES[axis], turn);
                let at = self.start.at;
                Mat4::from_translation(at) * about * Mat4::from_translation(-at)
            }
            _ => Mat4::from_translation(self.distance(step, alone)),
        }
    }

    /// Describes the transform: `X +12.50 Z -3.00`.
    pub fn words(&self, step: Option<f32>, alone: bool) -> String {
        if let Handle::Ring(axis) = self.handle {
            return format!("{} {:+.1}°", name(axis), self.degrees(step.is_some()));
        }
        let by = self.distance(step, alone).to_array();
        let goes = |axis: &usize| match self.handle {
            Handle::Axis(own) => own == *axis,
            Handle::Plane(own) => own != *axis,
            _ => true,
        };
        let part = |axis: usize| format!("{} {}", name(axis), signed(by[axis]));
        (0..3).filter(goes).map(part).collect::<Vec<_>>().join("   ")
    }

    /// Current position of the centre.
    pub fn now(&self, step: Option<f32>, alone: bool) -> Vec3 {
        match self.handle {
            Handle::Ring(_) => self.start.at,
            _ => self.start.at + self.distance(step, alone),
        }
    }
}

fn name(axis: usize) -> &'static str {
    ["X", "Y", "Z"].get(axis).copied().unwrap_or_default()
}

/// Formats a number with as many digits as are useful.
fn signed(number: f32) -> String {
    match number.abs() {
        100.0.. => format!("{number:+.1}"),
        1.0.. => format!("{number:+.2}"),
        _ => format!("{number:+.3}"),
    }
}

/// Distance of the pointer along an axis through the centre; `None` if the axis is parallel to the view.
fn along_axis(frame: &Frame, axis: Vec3, pointer: Pos2) -> Option<f32> {
    let ray = frame.ray(pointer);
    let between = ray.origin - frame.at;
    let cosine = axis.dot(ray.direction);
    let apart = 1.0 - cosine * cosine;
    if apart < 1e-4 {
        return None;
    }
    Some((between.dot(axis) - cosine * between.dot(ray.direction)) / apart)
}

/// Point under the pointer on a plane through the centre; `None` if that is behind the viewer.
fn on_plane(frame: &Frame, normal: Vec3, pointer: Pos2) -> Option<Vec3> {
    let ray = frame.ray(pointer);
    let slope = normal.dot(ray.direction);
    if slope.abs() < 1e-3 {
        return None;
    }
    let far = normal.dot(frame.at - ray.origin) / slope;
    (far > 0.0 || frame.camera.projection == crate::render::Projection::Orthographic)
        .then(|| ray.origin + ray.direction * far)
}
