//! Captions as they start.

use crate::scene::Caption;

/// Gives out each caption once, when its time has come.
pub struct CaptionFeed<'a> {
    left: &'a [Caption],
}

impl<'a> CaptionFeed<'a> {
    /// Feed of these captions, which are in the order of their start.
    pub fn new(captions: &'a [Caption]) -> Self {
        Self { left: captions }
    }

    /// The captions that have started by `ms` and were not given out yet.
    pub fn due(&mut self, ms: u64) -> &'a [Caption] {
        let (due, left) = self.left.split_at(self.left.partition_point(|c| c.start_ms <= ms));
        self.left = left;
        due
    }
}
