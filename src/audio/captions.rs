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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Origin;

    #[test]
    fn each_caption_comes_once_when_it_starts() {
        let caption = |start_ms, end_ms, text: &str| Caption {
            start_ms,
            end_ms,
            text: text.to_owned(),
            origin: Origin::default(),
        };
        let all = [caption(0, 1000, "a"), caption(1000, 1200, "b"), caption(1200, 3000, "c")];
        let mut feed = CaptionFeed::new(&all);
        let mut due = |ms| feed.due(ms).iter().map(|c| c.text.as_str()).collect::<String>();
        assert_eq!([due(0), due(999), due(1500), due(9000)], ["a", "", "bc", ""]);
        assert!(feed.left.is_empty());
    }
}
