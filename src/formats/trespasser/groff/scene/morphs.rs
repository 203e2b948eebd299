//! Morph targets: substitute models of an animal, such as one with a closed mouth.

use glam::Vec3;

use super::super::body::Body;
use super::super::grf::Point;
use super::level::{Level, LevelInstance};
use super::transform;
use crate::scene::{Morph, Origin};

/// The morph targets of an instance with vertices at `positions`, and problems of substitutes that
/// cannot be used.
pub fn of(
    level: &Level<'_>,
    instance: &LevelInstance,
    positions: &[Vec3],
) -> (Vec<Morph>, Vec<String>) {
    let prototype = level.instance(instance.prototype);
    let (mut morphs, mut missing) = (Vec::new(), Vec::new());
    for name in &level.facts(instance).substitutes {
        let found = level.instance_named(name);
        let stored = found.and_then(|found| Some((found, points(level, found)?)));
        match stored {
            None => missing.push(format!(
                "{} names the substitute model {name}, which does not exist",
                instance.name
            )),
            Some((_, (points, _))) if points.len() != positions.len() => missing.push(format!(
                "{name} cannot substitute {}: it has {} vertices instead of {}",
                instance.name,
                points.len(),
                positions.len()
            )),
            Some((found, (points, origin))) => {
                let scales = size(found).zip(prototype.and_then(size));
                let ratio = scales.map_or(1.0, |(other, own)| other / own);
                let deltas = deltas(positions, points, ratio);
                morphs.push(Morph { name: name.clone(), deltas, origin });
            }
        }
    }
    (morphs, missing)
}

fn size(instance: &LevelInstance) -> Option<f32> {
    instance.transform.map(|transform| transform.x_axis.length())
}

/// The offset of each vertex to its substitute, which is scaled by `ratio`.
fn deltas(own: &[Vec3], others: &[Point], ratio: f32) -> Vec<Vec3> {
    let delta = |(own, other): (&Vec3, &Point)| {
        let delta = transform::position(*other) * ratio - *own;
        // Smaller differences are rounding errors of the scales.
        let is_moved = delta.is_finite() && delta.length() > own.length() * 1e-5;
        if is_moved { delta } else { Vec3::ZERO }
    };
    own.iter().zip(others).map(delta).collect()
}

/// The vertices of an instance's model, and their origin.
fn points<'a>(level: &Level<'a>, instance: &LevelInstance) -> Option<(&'a [Point], Origin)> {
    let (section, body) = level.geometry(instance)?;
    let name = if matches!(body, Body::Geometry1(_)) { "vertices" } else { "points" };
    Some((body.points()?, level.file.origin(format!("sections[{section}].{name}"))))
}
