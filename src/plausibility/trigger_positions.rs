//! Triggers are spread among the objects of their level: a unit that is too large puts them far away, and
//! one that is too small puts them together at the origin, which may well be among the objects.

use glam::Vec3;

use super::boxes::Bounds;
use super::{Check, Rule, Subject, Tally, Unit};
use crate::scene::{Helper, HelperId, HelperShape, LayerKind, Origin, Scene};

pub(super) static INSIDE: Rule = Rule {
    key: "trigger_positions",
    title: "trigger positions",
    meaning: "Four fifths of the triggers are inside the bounding box of the objects",
    things: ["trigger", "triggers"],
    unit: Unit::Times,
    tolerance: 0.2,
    check: Check::Scene(inside),
};

pub(super) static SPREAD: Rule = Rule {
    key: "trigger_spread",
    title: "trigger spread",
    meaning: "The triggers of a level are spread over at least a tenth of it",
    things: ["level", "levels"],
    unit: Unit::Times,
    tolerance: 0.0,
    check: Check::Scene(spread),
};

/// Fraction of the box's diagonal by which a trigger may be outside: paths may extend slightly beyond a
/// level.
const MARGIN: f32 = 0.05;
/// Fraction of the box's diagonal over which triggers are spread, except those at the edges. In retail
/// levels of Neversoft's games it is 0.22 to 1.1: a unit that is 16 times too small breaks the rule in
/// each of them.
const MIN_SPREAD: f32 = 0.1;
/// Number of triggers below which the rule is not applied: a few may mark points outside the level.
const FEWEST: usize = 10;

/// A position that the level's file stores.
struct Position<'a> {
    at: Vec3,
    name: &'a str,
    origin: &'a Origin,
}

fn inside(scene: &Scene, _: &Subject<'_>, tally: &mut Tally) {
    let Some((objects, positions)) = level(scene) else { return };
    let size = objects.diagonal();
    for position in positions {
        let outside = match position.at.is_finite() {
            true => objects.distance(position.at) / size,
            false => f32::INFINITY,
        };
        tally.count((outside > MARGIN).then_some(outside.into()), || {
            (position.name.to_owned(), position.origin.clone())
        });
    }
}

fn spread(scene: &Scene, _: &Subject<'_>, tally: &mut Tally) {
    let Some((objects, positions)) = level(scene) else { return };
    // Triggers without a position store zero.
    let is_stored = |at: &Vec3| at.is_finite() && *at != Vec3::ZERO;
    let stored: Vec<Vec3> = positions.iter().map(|own| own.at).filter(is_stored).collect();
    let (Some(first), true) = (positions.first(), stored.len() >= FEWEST) else { return };
    let axes = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| middle_range(&stored, axis));
    let factor = MIN_SPREAD * objects.diagonal() / Vec3::from_array(axes).length();
    tally.count((factor > 1.0).then_some(factor.into()), || (String::new(), first.origin.clone()));
}

/// Extent along an axis of the middle four fifths of positions.
fn middle_range(positions: &[Vec3], axis: Vec3) -> f32 {
    let mut along: Vec<f32> = positions.iter().map(|position| position.dot(axis)).collect();
    along.sort_by(f32::total_cmp);
    let edge = along.len() / 10;
    let last = along.len().saturating_sub(1 + edge);
    along.get(last).zip(along.get(edge)).map_or(0.0, |(high, low)| high - low)
}

/// Bounding box of the objects of a level, and the positions of its triggers, or of its starts if it has
/// no triggers; `None` if one of the two is missing.
fn level(scene: &Scene) -> Option<(Bounds, Vec<Position<'_>>)> {
    let is_own = |id: HelperId, helper: &Helper| {
        // A helper that follows a node is part of a model.
        has_position(&helper.shape) && !scene.carried.contains_key(&id)
    };
    let helpers = scene.helpers.pairs().filter(|(id, helper)| is_own(*id, helper));
    let mut positions: Vec<Position<'_>> = helpers
        .map(|(_, helper)| Position {
            at: helper.shape.position(),
            name: &helper.name,
            origin: &helper.origin,
        })
        .collect();
    if positions.is_empty() {
        positions.extend(scene.starts.iter().map(|start| Position {
            at: start.at,
            name: &start.name,
            origin: &start.origin,
        }));
    }
    // A part of a level may have the triggers of the whole level.
    if positions.len() < FEWEST || scene.part_of.is_some() {
        return None;
    }
    let objects = objects(scene);
    (objects.diagonal() > 0.0).then_some((objects, positions))
}

/// `true` if a shape has a position stored in its file; lines and grids are derived from others.
fn has_position(shape: &HelperShape) -> bool {
    !matches!(shape, HelperShape::Line(_) | HelperShape::Area { .. } | HelperShape::Grid { .. })
}

/// Bounding box of everything with faces except the sky.
fn objects(scene: &Scene) -> Bounds {
    let mut corners: Vec<Option<Option<[Vec3; 8]>>> = vec![None; scene.meshes.len()];
    let mut all = Bounds::default();
    for (node, world) in scene.nodes.iter().zip(scene.world_transforms()) {
        let kind = scene.layers.get(usize::from(node.layer)).map(|layer| layer.kind);
        if matches!(kind, Some(LayerKind::Sky | LayerKind::Helper)) {
            continue;
        }
        let Some(mesh) = scene.mesh_of(node).filter(|mesh| !mesh.faces.is_empty()) else {
            continue;
        };
        let known = node.mesh.and_then(|mesh| corners.get_mut(mesh.index()));
        let Some(known) = known else { continue };
        let own = || Bounds::of(mesh.positions.iter().copied()).corners();
        let corners = *known.get_or_insert_with(own);
        corners.iter().flatten().for_each(|corner| all.add(world.transform_point3(*corner)));
    }
    all
}
