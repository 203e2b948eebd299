//! Assigns bytes to clips.

use std::collections::HashSet;

use super::{Animations, Extent};

/// Clip data in file order.
#[derive(Debug, Default)]
pub struct Plan {
    pub found: Vec<ClipData>,
    /// First clip that was skipped, because too many clips overlap.
    pub given_up: Option<usize>,
    /// End of the last clip in the data.
    pub end: usize,
}

/// The data of a clip.
#[derive(Debug)]
pub struct ClipData {
    pub clip: usize,
    /// Start offset.
    pub start: usize,
    pub frames: usize,
    pub extent: Extent,
    /// The bytes belong to another clip, or begin within it.
    pub is_shared: bool,
    /// The clip equals another one in start, frames and interval.
    pub is_same: bool,
}

/// Finds the data of every clip that is not empty.
pub fn plan(animations: &Animations) -> Plan {
    let clips = animations.clips.iter().enumerate();
    let shown = clips.filter(|(_, clip)| clip.frames > 0 && animations.bones > 0);
    let mut order: Vec<_> =
        shown.filter_map(|(index, clip)| Some((animations.start(clip)?, index, clip))).collect();
    order.sort_unstable_by_key(|(start, index, _)| (*start, *index));
    let mut plan = Plan::default();
    let mut known = HashSet::new();
    let mut looked = 0;
    for (start, clip, stored) in order {
        let frames = stored.frames.into();
        if !known.insert((start, stored.frames, stored.tween)) {
            let (extent, is_shared, is_same) = (Extent::default(), true, true);
            plan.found.push(ClipData { clip, start, frames, extent, is_shared, is_same });
            continue;
        }
        let extent = animations.extent(stored);
        looked += extent.len;
        if looked > 4 * animations.data.len() {
            plan.given_up = Some(clip);
            break;
        }
        let is_shared = start < plan.end;
        if !is_shared {
            plan.end = start + extent.len;
        }
        plan.found.push(ClipData { clip, start, frames, extent, is_shared, is_same: false });
    }
    plan
}
