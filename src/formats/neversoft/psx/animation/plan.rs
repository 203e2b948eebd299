//! Which bytes are whose clip's.

use std::collections::HashSet;

use super::{Animations, Extent};

/// The data of the clips in the order of the file.
#[derive(Debug, Default)]
pub struct Plan {
    pub found: Vec<Found>,
    /// From this clip on nobody looked: they lie over one another so often.
    pub given_up: Option<usize>,
    /// Where in the data the last clip ends.
    pub end: usize,
}

/// The data of a clip.
#[derive(Debug)]
pub struct Found {
    pub clip: usize,
    /// Where they start.
    pub start: usize,
    pub frames: usize,
    pub extent: Extent,
    /// The bytes are another clip's, or begin among them.
    pub is_shared: bool,
    /// All of them are, and they mean the same.
    pub is_same: bool,
}

/// Finds the data of every clip that has something to show.
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
            plan.found.push(Found { clip, start, frames, extent, is_shared, is_same });
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
        plan.found.push(Found { clip, start, frames, extent, is_shared, is_same: false });
    }
    plan
}
