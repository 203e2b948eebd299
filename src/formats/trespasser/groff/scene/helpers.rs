//! Helpers of a level: physics boxes, trigger volumes, lights, the start, sounds.

use glam::{Mat4, Vec3};

use super::super::body::Body;
use super::super::grf::Point;
use super::level::{Level, LevelInstance};
use super::placed_instance::{PlacedInstance, at_each_transform};
use super::saved::Saved;
use super::scene_builder::{Draft, helper};
use super::transform;
use crate::scene::{HelperShape, Scene};

/// Adds the helpers of all instances, in initially hidden layers, at every transform that they have.
pub fn add(level: &Level<'_>, saved: Option<&Saved<'_>>, draft: &mut Draft<'_>) {
    // Limits the number of boxes, because many instances can share the properties that name them.
    let mut boxes = 8 * level.instances.len();
    at_each_transform(level, saved, &mut draft.scene, |at, scene| {
        let PlacedInstance { instance, transform, .. } = *at;
        let facts = level.facts(instance);
        let push = |scene: &mut Scene, layer: &str, shape| {
            helper(scene, layer, instance.name.clone(), at.origin.clone(), shape);
        };
        let at = transform.w_axis.truncate();
        for name in &facts.models {
            let Some(index) = level.named(name).filter(|_| boxes > 0) else { continue };
            boxes -= 1;
            physics(level, instance, transform, index, scene);
        }
        if facts.is_trigger() && facts.bound_volume.unwrap_or(0) == 0 {
            push(scene, "Trigger volumes", HelperShape::Line(sphere(transform)));
        }
        // Light travels along the local Z axis, which is Y here.
        let along = transform.y_axis.truncate().normalize_or(Vec3::NEG_Y);
        // Heads look along the local Y axis, which is −Z here.
        let ahead = transform.z_axis.truncate().normalize_or(Vec3::Z) * -1.0;
        let point = |heading| HelperShape::Point { at, heading };
        if facts.is_class("CLightDirectional") {
            push(scene, "Sun", point(Some(along)));
        } else if facts.is_class("Player") {
            push(scene, "Start", point(Some(ahead)));
        } else if facts.is_class("Teleport") {
            push(scene, "Checkpoint marks", point(Some(ahead)));
        }
        if let Some(pivot) = pivot(level, instance) {
            let at = transform.transform_point3(pivot);
            push(scene, "Pivots", HelperShape::Point { at, heading: None });
        }
        if !facts.samples.is_empty() {
            push(scene, "Sound sources", point(None));
        }
    });
}

/// The pivot of an instance's model, in the instance's space, if it is not the origin. Geometry of
/// type 1 stores it in world metres, type 2 in the model's units.
pub fn pivot(level: &Level<'_>, instance: &LevelInstance) -> Option<Vec3> {
    let (_, body) = level.geometry(instance)?;
    let stored = match body {
        Body::Geometry1(geometry) => {
            let size = instance.transform?.x_axis.length();
            transform::turn(geometry.pivot?) / size
        }
        Body::Geometry2(geometry) => transform::turn(geometry.pivot?),
        _ => return None,
    };
    (stored.is_finite() && stored != Vec3::ZERO && stored.abs().max_element() < 1e9)
        // Turns −0 into 0.
        .then_some(stored + Vec3::ZERO)
}

/// The box that `instance` collides with: that of a `$` instance, around its origin.
fn physics(
    level: &Level<'_>,
    instance: &LevelInstance,
    transform: Mat4,
    index: usize,
    scene: &mut Scene,
) {
    let Some(matrix) = level.beside(instance, transform, index) else { return };
    let Some(shown) = level.instance(index) else { return };
    let points = level.geometry(shown).and_then(|(_, body)| body.points());
    let Some(points) = points else { return };
    let outline = outline(matrix, half_size(points));
    let name = format!("{} of {}", shown.name, instance.name);
    let shape = HelperShape::Line(outline);
    helper(scene, "Physics boxes", name, shown.origin.clone(), shape);
}

/// Half the size of the collision box: the largest coordinate of any vertex on each axis, always around
/// the origin.
fn half_size(points: &[Point]) -> Vec3 {
    let largest = points.iter().fold(Vec3::ZERO, |most, point| {
        let at = Vec3::new(point.x.abs(), point.z.abs(), point.y.abs());
        if at.is_finite() { most.max(at) } else { most }
    });
    largest.max(Vec3::splat(0.01))
}

/// All edges of a box as one line.
fn outline(matrix: Mat4, half: Vec3) -> Vec<Vec3> {
    // Around the bottom, up, and around the top with a detour down at each corner.
    const PATH: [u8; 16] = [0, 1, 3, 2, 0, 4, 5, 1, 5, 7, 3, 7, 6, 2, 6, 4];
    let corner = |bits: &u8| {
        let side = |bit: u8| if bits >> bit & 1 == 1 { 1.0 } else { -1.0 };
        let at = matrix.transform_point3(half * Vec3::new(side(0), side(2), side(1)));
        if at.is_finite() { at } else { Vec3::ZERO }
    };
    PATH.iter().map(corner).collect()
}

/// Three circles of a unit sphere as one line.
fn sphere(matrix: Mat4) -> Vec<Vec3> {
    const STEPS: u8 = 24;
    let angle = |step: u8| f32::from(step) * std::f32::consts::TAU / f32::from(STEPS);
    let around = |point: fn(f32, f32) -> Vec3, steps: u8| {
        (0..=steps).map(move |step| {
            let (sin, cos) = angle(step).sin_cos();
            point(cos, sin)
        })
    };
    let level = around(|cos, sin| Vec3::new(cos, 0.0, sin), STEPS);
    let upright = around(|cos, sin| Vec3::new(cos, sin, 0.0), STEPS + STEPS / 4);
    let across = around(|cos, sin| Vec3::new(0.0, cos, sin), STEPS);
    level.chain(upright).chain(across).map(|at| matrix.transform_point3(at)).collect()
}
