//! Hulls: convex bodies around wrap vertices, which bound drawing and collisions in the game.

use std::collections::HashMap;

use glam::Vec3;

use super::super::body::Body;
use super::super::grf::Point;
use super::level::Level;
use super::placed_instance::at_each_transform;
use super::saved::Saved;
use super::scene_builder::{Draft, helper};
use super::transform;
use crate::bytes::{Severity, Span};
use crate::scene::{HelperShape, hull};

/// Maximum number of wrap vertices per geometry; real ones have 8 to 60.
const MAX_POINTS: usize = 256;
/// Maximum number of corners of all lines.
const MAX_CORNERS: usize = 1 << 20;

/// Adds the hull of every instance, in an initially hidden layer, at every transform that it has.
pub fn add(level: &Level<'_>, saved: Option<&Saved<'_>>, draft: &mut Draft<'_>) {
    let mut known: HashMap<usize, Vec<Vec3>> = HashMap::new();
    let (mut left, mut cut, mut left_out) = (MAX_CORNERS, 0, 0);
    at_each_transform(level, saved, &mut draft.scene, |at, scene| {
        let Some((section, body)) = level.geometry(at.instance) else { return };
        let points = wrap(body);
        if points.is_empty() {
            return;
        }
        let outline = known.entry(section).or_insert_with(|| {
            cut += usize::from(points.len() > MAX_POINTS);
            let points = points.iter().take(MAX_POINTS);
            hull::outline(&points.map(|point| transform::position(*point)).collect::<Vec<_>>())
        });
        let Some(rest) = left.checked_sub(outline.len()) else {
            left_out += 1;
            return;
        };
        left = rest;
        if outline.len() > 1 {
            let line = outline.iter().map(|point| at.transform.transform_point3(*point)).collect();
            let (name, origin) = (format!("Hull of {}", at.instance.name), at.origin.clone());
            helper(scene, "Hulls", name, origin, HelperShape::Line(line));
        }
    });
    let what = [
        (
            cut,
            format!(
                "geometries with more than {MAX_POINTS} wrap vertices: the excess is not shown"
            ),
        ),
        (left_out, format!("hulls not shown: the limit of {MAX_CORNERS} corners was reached")),
    ];
    for (count, words) in what.into_iter().filter(|(count, _)| *count > 0) {
        draft.report(Severity::Note, Span::default(), format!("{count} {words}"));
    }
}

fn wrap(body: &Body) -> &[Point] {
    match body {
        Body::Geometry1(geometry) => geometry.wrap.as_deref().unwrap_or(&[]),
        Body::Geometry2(geometry) => geometry.wrap.as_deref().unwrap_or(&[]),
        _ => &[],
    }
}
