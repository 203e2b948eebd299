//! Drawing order of a picture with its groups and its overdraw, computed on a worker.

use std::sync::{Mutex, PoisonError};

use super::groups::{Group, Grouping};
use crate::app::panels::scene::content::Content;
use crate::render::{
    Camera, DrawSequence, DrawStep, Effects, Overdraw, Overlay, PosedScene, PosedShot,
};
use crate::scene::{DrawIds, Scene};

/// Everything that the drawing order depends on.
#[derive(Clone, PartialEq)]
pub struct Inputs {
    scene: u64,
    camera: Camera,
    effects: Effects,
    size: (u32, u32),
    hides: u64,
}

impl Inputs {
    pub fn of(shot: &PosedShot, size: (u32, u32)) -> Self {
        Self {
            scene: shot.scene.version(),
            camera: *shot.camera,
            effects: shot.options.effects,
            size,
            hides: shot.overlay.map_or(0, Overlay::hides),
        }
    }
}

/// See the [module](self).
pub struct Order {
    content: Content<PosedScene>,
    sequence: DrawSequence,
    groups: Vec<(Grouping, Vec<Group>)>,
    /// Counts of the last requested step; the next request continues from it.
    overdraw: Mutex<Overdraw>,
}

impl Order {
    pub fn new(content: Content<PosedScene>, scene: &Scene, ids: &DrawIds) -> Self {
        let sequence = DrawSequence::new(&content.shot(), content.size());
        let groups = Grouping::all(scene, ids, &sequence.steps);
        let overdraw = Mutex::new(Overdraw::new(&content.shot(), content.size()));
        Self { content, sequence, groups, overdraw }
    }

    pub fn steps(&self) -> &[DrawStep] {
        &self.sequence.steps
    }

    /// Position of the first step that draws a face.
    pub fn position(&self, id: u32) -> Option<usize> {
        self.sequence.position(id)
    }

    /// Groupings of this picture, the most useful first.
    pub fn groupings(&self) -> impl Iterator<Item = Grouping> {
        self.groups.iter().map(|(grouping, _)| *grouping)
    }

    /// Groups in drawing order; those of the first grouping if the picture does not have this one.
    pub fn groups(&self, grouping: Option<Grouping>) -> Option<(Grouping, &[Group])> {
        let chosen = self.groups.iter().find(|(own, _)| Some(*own) == grouping);
        chosen.or(self.groups.first()).map(|(own, groups)| (*own, groups.as_slice()))
    }

    /// Passes the number of faces over each pixel after `steps` steps to `read`.
    pub fn overdraw<R>(&self, steps: usize, read: impl FnOnce(&Overdraw) -> R) -> R {
        let mut overdraw = self.overdraw.lock().unwrap_or_else(PoisonError::into_inner);
        overdraw.seek(&self.content.shot(), &self.sequence, steps);
        read(&overdraw)
    }
}
