//! Previews of the animations of the open document: for each a strip of some of its frames.

use std::collections::{BTreeMap, BTreeSet};

use egui::TextureHandle;

use crate::scene::AnimationId;

/// See the [module](self).
#[derive(Default)]
pub struct Strips {
    /// The document of the strips.
    generation: u64,
    made: BTreeMap<AnimationId, Option<Strip>>,
    wanted: BTreeSet<AnimationId>,
    /// The drawing job.
    pub job: Option<u64>,
}

/// Pictures side by side.
pub struct Strip {
    pub picture: TextureHandle,
    /// Number of pictures.
    pub count: u32,
}

impl Strips {
    /// The strip of an animation; `Some(None)` if it cannot be drawn.
    pub fn get(&self, generation: u64, animation: AnimationId) -> Option<Option<&Strip>> {
        let made = self.made.get(&animation).filter(|_| self.generation == generation);
        made.map(Option::as_ref)
    }

    /// Requests the strip of an animation.
    pub fn request(&mut self, generation: u64, animation: AnimationId) {
        if self.generation != generation {
            *self = Self { generation, job: self.job, ..Self::default() };
        }
        if !self.made.contains_key(&animation) {
            self.wanted.insert(animation);
        }
    }

    /// The next strips to draw, if none is being drawn.
    pub fn take_wanted(&mut self, generation: u64) -> Vec<AnimationId> {
        if self.job.is_some() || self.generation != generation {
            return Vec::new();
        }
        std::mem::take(&mut self.wanted).into_iter().collect()
    }

    /// Takes a strip that was drawn or failed.
    pub fn take(&mut self, generation: u64, animation: AnimationId, strip: Option<Strip>) {
        if self.generation == generation {
            self.made.insert(animation, strip);
        }
    }
}
