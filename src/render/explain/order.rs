//! Draws of the faces of a plan.

use super::explanation::DrawKey;
use crate::render::device::FaceDraw;
use crate::render::draw::{Pass, Plan, Run, bucket};
use crate::render::view::DrawOrder;

/// Draws of a plan, by draw id.
pub struct Order {
    plan: Plan,
    /// Position of each draw id in the plan's order; [`ABSENT`] if it is not in it.
    positions: Vec<u32>,
    by_depth: bool,
}

const ABSENT: u32 = u32::MAX;

/// A draw of a face; draws sort in drawing order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    in_world: bool,
    run: usize,
    position: u32,
}

impl Order {
    pub fn new(plan: Plan, faces: u32, order: DrawOrder) -> Self {
        let mut positions = vec![ABSENT; faces as usize];
        for (position, id) in (0u32..).zip(&plan.order) {
            if let Some(slot) = positions.get_mut(*id as usize) {
                *slot = position;
            }
        }
        Self { plan, positions, by_depth: order == DrawOrder::Depth }
    }

    /// `true` if colours are truncated after the sky, before the world.
    pub fn truncates_sky(&self) -> bool {
        self.plan.exact && !self.plan.sky.is_empty()
    }

    /// Key by which a face is sorted, if it is.
    pub fn key(&self, pass: Pass, id: u32) -> Option<DrawKey> {
        let position = self.positions.get(id as usize).filter(|at| **at != ABSENT)?;
        let distance = *self.plan.distances.get(*position as usize)?;
        let is_bucketed = pass == Pass::World && !self.by_depth;
        let bucket = is_bucketed.then(|| bucket(distance, self.plan.farthest));
        Some(DrawKey { bucket, distance })
    }

    /// Draws of a face in a pass.
    pub fn draws(&self, pass: Pass, id: u32) -> impl Iterator<Item = (Rank, &Run)> {
        let (in_world, runs) = match pass {
            Pass::Sky => (false, &self.plan.sky),
            Pass::World => (true, &self.plan.world),
        };
        let sorted = usize::from(in_world && self.by_depth).min(runs.len());
        let position = self.positions.get(id as usize).copied().unwrap_or(ABSENT);
        let tail = runs.get(sorted..).unwrap_or_default();
        let first = sorted + tail.partition_point(|run| run.range.end <= position);
        let all = runs.iter().enumerate();
        let stored = all.clone().take(sorted).map(move |(at, run)| (at, run, id));
        // A subtractive face is drawn in two separate runs.
        let listed = all.skip(first).take(2).map(move |(at, run)| (at, run, position));
        stored
            .chain(listed)
            .filter(|(_, run, position)| run.range.contains(position))
            .map(move |(run, own, position)| (Rank { in_world, run, position }, own))
    }
}

/// `true` if a draw keeps texels of this kind.
pub fn keeps_texels(draw: FaceDraw, blended: bool) -> bool {
    if blended { draw.blended_texels() } else { draw.opaque_texels() }
}
