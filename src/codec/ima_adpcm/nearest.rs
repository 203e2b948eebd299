//! Searches the nibbles that decode nearest to a recording.
//!
//! A nibble changes the step of the following ones, so choosing the nearest nibble for each sample is not
//! optimal. This beam search follows several paths in parallel and drops those with the largest error,
//! which gains 1 to 2 dB.

use super::{MAX_INDEX, State};

/// Number of paths that are followed. Twice as many gain a fifth of a decibel.
const WIDTH: usize = 8;

/// Nibbles by their difference, in ascending order.
const ASCENDING: [u8; 16] = [15, 14, 13, 12, 11, 10, 9, 8, 0, 1, 2, 3, 4, 5, 6, 7];

/// Path of the search so far.
#[derive(Clone, Copy)]
struct SearchPath {
    state: State,
    /// Sum of squared errors.
    error: u64,
    last: Link,
}

/// Last nibble of a path, and index of its predecessor among the paths.
#[derive(Clone, Copy, Default)]
struct Link {
    nibble: u8,
    before: u8,
}

/// Returns the initial step index for a `first` sample, and the nibbles of the samples after it.
pub(super) fn nearest(first: i16, samples: impl Iterator<Item = i16>) -> (u8, Vec<u8>) {
    // Any initial step is possible; its index is that of its path.
    let start =
        |index| SearchPath { state: State::new(first, index), error: 0, last: Link::default() };
    let mut ways: Vec<SearchPath> = (0..=MAX_INDEX).map(start).collect();
    let mut links: Vec<[Link; WIDTH]> = Vec::with_capacity(samples.size_hint().0);
    let mut further = Vec::with_capacity(ways.len() * 2);
    for sample in samples {
        further.clear();
        for (way, before) in ways.iter().zip(0..) {
            let nibbles = way.state.around(sample);
            further.extend(nibbles.map(|nibble| way.followed_by(Link { nibble, before }, sample)));
        }
        further.sort_by_key(|way| way.error);
        ways.clear();
        for way in &further {
            // Of two paths with equal state, the one with the smaller error comes first.
            if ways.len() < WIDTH && ways.iter().all(|known: &SearchPath| known.state != way.state)
            {
                ways.push(*way);
            }
        }
        let mut row = [Link::default(); WIDTH];
        row.iter_mut().zip(&ways).for_each(|(link, way)| *link = way.last);
        links.push(row);
    }
    let mut place = 0;
    let mut nibbles = Vec::with_capacity(links.len());
    for row in links.iter().rev() {
        let Link { nibble, before } = row.get(usize::from(place)).copied().unwrap_or_default();
        nibbles.push(nibble);
        place = before;
    }
    nibbles.reverse();
    (place, nibbles)
}

impl SearchPath {
    /// Extends the path by a nibble for `sample`.
    fn followed_by(&self, last: Link, sample: i16) -> Self {
        let mut state = self.state;
        let miss = u64::from(state.decode(last.nibble).abs_diff(sample));
        Self { state, error: self.error + miss * miss, last }
    }
}

impl State {
    /// Nibbles that decode next below `sample` and next above it.
    fn around(&self, sample: i16) -> [u8; 2] {
        let missing = i32::from(sample) - self.predictor;
        let above = ASCENDING.partition_point(|nibble| self.step(*nibble).difference <= missing);
        let nibble = |place: usize| ASCENDING[place.min(ASCENDING.len() - 1)];
        [nibble(above.saturating_sub(1)), nibble(above)]
    }
}
