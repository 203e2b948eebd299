//! Captions by start time.

use crate::scene::Caption;

/// Returns each caption once, when its start time is reached.
pub struct CaptionFeed<'a> {
    left: &'a [Caption],
}

impl<'a> CaptionFeed<'a> {
    /// Creates a feed of captions, which are sorted by start time.
    pub fn new(captions: &'a [Caption]) -> Self {
        Self { left: captions }
    }

    /// Captions that have started by `ms` and were not returned yet.
    pub fn due(&mut self, ms: u64) -> &'a [Caption] {
        let (due, left) = self.left.split_at(self.left.partition_point(|c| c.start_ms <= ms));
        self.left = left;
        due
    }
}
