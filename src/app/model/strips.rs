//! Small moving pictures of the animations of the open document: of each a strip of some of its frames.

use std::collections::{BTreeMap, BTreeSet};

use egui::TextureHandle;

use crate::scene::AnimationId;

/// See the [module](self).
#[derive(Default)]
pub struct Strips {
    /// The document they are of.
    generation: u64,
    made: BTreeMap<AnimationId, Option<Strip>>,
    wanted: BTreeSet<AnimationId>,
    /// The job that draws some.
    pub job: Option<u64>,
}

/// Pictures side by side.
pub struct Strip {
    pub picture: TextureHandle,
    /// How many there are.
    pub count: u32,
}

impl Strips {
    /// The pictures of an animation; `Some(None)` where there are none to be had.
    pub fn get(&self, generation: u64, animation: AnimationId) -> Option<Option<&Strip>> {
        let made = self.made.get(&animation).filter(|_| self.generation == generation);
        made.map(Option::as_ref)
    }

    /// Asks for the pictures of an animation.
    pub fn want(&mut self, generation: u64, animation: AnimationId) {
        if self.generation != generation {
            *self = Self { generation, job: self.job, ..Self::default() };
        }
        if !self.made.contains_key(&animation) {
            self.wanted.insert(animation);
        }
    }

    /// What is to be drawn next, where nothing is being drawn.
    pub fn take_wanted(&mut self, generation: u64) -> Vec<AnimationId> {
        if self.job.is_some() || self.generation != generation {
            return Vec::new();
        }
        std::mem::take(&mut self.wanted).into_iter().collect()
    }

    /// Pictures were drawn, or cannot be.
    pub fn take(&mut self, generation: u64, animation: AnimationId, strip: Option<Strip>) {
        if self.generation == generation {
            self.made.insert(animation, strip);
        }
    }
}
