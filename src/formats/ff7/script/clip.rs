//! Action scripts as animations.

use std::sync::Arc;

use super::Shot;
use crate::bytes::count32;
use crate::formats::ff7::animation::Moves;
use crate::scene::{AnimationData, Clip, NodeId, Origin, Track};

/// Frames of a unit's animations in the order of a script.
pub(in crate::formats::ff7) struct Sequence {
    /// The animations that the script plays, by number.
    pub moves: Vec<(u8, Arc<Moves>)>,
    pub shots: Vec<Shot>,
    /// Field path of the script.
    pub path: String,
}

impl Sequence {
    fn moves(&self, animation: u8) -> Option<&Arc<Moves>> {
        self.moves.iter().find(|(number, _)| *number == animation).map(|(_, moves)| moves)
    }
}

impl AnimationData for Sequence {
    /// Tracks that an animation does not move keep their last pose.
    fn decode(&self) -> Clip {
        let clips: Vec<(u8, Clip)> =
            self.moves.iter().map(|(number, moves)| (*number, moves.decode())).collect();
        // Tracks are the bones in order, then the weapon.
        let fullest = clips.iter().map(|(_, clip)| clip).max_by_key(|clip| clip.tracks.len());
        let nodes: Vec<NodeId> =
            fullest.map_or(Vec::new(), |clip| clip.tracks.iter().map(|t| t.node).collect());
        let track = |(index, node): (usize, &NodeId)| {
            let mut track = Track { node: *node, ..Track::default() };
            for shot in &self.shots {
                let clip = clips.iter().find(|(number, _)| *number == shot.animation);
                let own = clip.and_then(|(_, clip)| clip.tracks.get(index));
                let frame = shot.frame as usize;
                let key = own.and_then(|own| own.keys.get(frame).or(own.keys.last()));
                let angles = own.and_then(|own| own.angles.get(frame).or(own.angles.last()));
                track.keys.extend(key.or(track.keys.last()).copied());
                track.angles.extend(angles.or(track.angles.last()).copied());
            }
            // Before its first key a track has the pose of that key.
            let late = self.shots.len() - track.keys.len();
            if let (Some(key), Some(angles)) = (track.keys.first().copied(), track.angles.first()) {
                let angles = *angles;
                track.keys.splice(0..0, vec![key; late]);
                track.angles.splice(0..0, vec![angles; late]);
            }
            track
        };
        let tracks = nodes.iter().enumerate().map(track);
        let tracks = tracks.filter(|track| track.keys.len() == self.shots.len()).collect();
        Clip { frames: count32(self.shots.len()), tracks }
    }

    fn key(&self, track: usize, frame: usize) -> Option<Origin> {
        let shot = self.shots.get(frame)?;
        self.moves(shot.animation)?.key(track, shot.frame as usize)
    }

    fn moment(&self, path: &str) -> Option<(u32, Option<NodeId>)> {
        let first = |is: &dyn Fn(&Shot) -> bool| self.shots.iter().position(is).map(count32);
        if let Some(step) = self.step(path) {
            // A step without frames maps to the next step that has some.
            return Some((first(&|shot| shot.step >= step)?, None));
        }
        self.moves.iter().find_map(|(number, moves)| {
            let (frame, node) = moves.moment(path)?;
            Some((first(&|shot| shot.animation == *number && shot.frame == frame)?, node))
        })
    }
}

impl Sequence {
    /// Index of the step that contains a field.
    fn step(&self, path: &str) -> Option<usize> {
        let inside = path.strip_prefix(self.path.as_str())?.strip_prefix(".steps[")?;
        inside.split_once(']')?.0.parse().ok()
    }
}
