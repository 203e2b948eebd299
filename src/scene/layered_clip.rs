//! Layered clips: while an animation of one scene plays, that of the other scene continues.

use std::sync::Arc;

use super::{Animation, AnimationData, Clip, List, NodeId, Origin, Track};

/// Combines the animations of two scenes: those of the first keep their names and ids, those of the other
/// are appended as `name: animation`. Nodes of the other one are numbered from `first`.
pub(super) fn together(
    own: &List<Animation>,
    other: &List<Animation>,
    name: &str,
    first: NodeId,
) -> List<Animation> {
    // An animation that is triggered by an event does not continue automatically.
    let going = |all: &List<Animation>, shift| {
        let found = all.iter().find(|animation| !animation.is_event);
        found.map(|animation| Voice::of(animation, shift))
    };
    let (here, there) = (going(own, None), going(other, Some(first)));
    let with = |animation: &Animation, shift: Option<NodeId>, beside: Option<&Voice>| {
        let lead = Voice::of(animation, shift);
        let data = Arc::new(LayeredClip { lead, beside: beside.cloned() });
        Animation { data, ..animation.clone() }
    };
    let own = own.iter().map(|animation| with(animation, None, there.as_ref()));
    let other = other.iter().map(|animation| Animation {
        name: format!("{name}: {}", animation.name),
        camera: animation.camera.map(|node| node.behind(first)),
        ..with(animation, Some(first), here.as_ref())
    });
    own.chain(other).collect::<Vec<_>>().into()
}

/// A component of a layered clip.
#[derive(Clone)]
struct Voice {
    data: Arc<dyn AnimationData>,
    rate: f32,
    looped: bool,
    /// First number of its nodes, unless they are those of the first scene.
    shift: Option<NodeId>,
}

impl Voice {
    fn of(animation: &Animation, shift: Option<NodeId>) -> Self {
        let Animation { data, rate, looped, .. } = animation;
        Self { data: data.clone(), rate: *rate, looped: *looped, shift }
    }

    fn clip(&self) -> Clip {
        let mut clip = self.data.decode();
        if let Some(first) = self.shift {
            clip.tracks.iter_mut().for_each(|track| track.node = track.node.behind(first));
        }
        clip
    }

    /// The clip's tracks, resampled to `frames` frames at `rate` per second.
    fn tracks_at(&self, frames: u32, rate: f32) -> Vec<Track> {
        let clip = self.clip();
        let count = f64::from(clip.frames);
        let at = |frame: u32| {
            // The start time of a frame may round to slightly less.
            let at = f64::from(frame) * f64::from(self.rate) / f64::from(rate) + 1.0 / 1024.0;
            let at = if self.looped { at.rem_euclid(count) } else { at.min(count - 1.0) };
            if at.is_finite() { at as usize } else { 0 }
        };
        let tracks = clip.tracks.into_iter().map(|track| Track {
            node: track.node,
            keys: (0..frames).filter_map(|frame| track.keys.get(at(frame)).copied()).collect(),
            angles: (0..frames).filter_map(|frame| track.angles.get(at(frame)).copied()).collect(),
        });
        tracks.filter(|track| track.keys.len() == frames as usize).collect()
    }
}

/// An animation, and another one that plays at the same time.
struct LayeredClip {
    lead: Voice,
    beside: Option<Voice>,
}

impl AnimationData for LayeredClip {
    fn decode(&self) -> Clip {
        let mut clip = self.lead.clip();
        if let Some(beside) = &self.beside {
            clip.tracks.extend(beside.tracks_at(clip.frames, self.lead.rate));
        }
        clip
    }

    fn key(&self, track: usize, frame: usize) -> Option<Origin> {
        self.lead.data.key(track, frame)
    }

    fn moment(&self, path: &str) -> Option<(u32, Option<NodeId>)> {
        // Fields of another file may have the same path.
        if self.lead.shift.is_some() {
            return None;
        }
        self.lead.data.moment(path)
    }
}
