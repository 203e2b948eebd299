//! The search for the nibbles that decode nearest to a recording.
//!
//! A nibble sets the step of those behind it, so that the nearest one of each sample is not the
//! nearest way through all of them. Some ways are followed side by side, and those that are furthest
//! off are given up: against the nearest nibble each time this is worth 1 to 2 dB.

use super::{MAX_INDEX, State};

/// Ways that are followed at once. With twice as many it is a fifth of a decibel more.
const WIDTH: usize = 8;

/// Nibbles by what they add, from the most that is taken away on.
const ASCENDING: [u8; 16] = [15, 14, 13, 12, 11, 10, 9, 8, 0, 1, 2, 3, 4, 5, 6, 7];

/// A way, as far as it goes.
#[derive(Clone, Copy)]
struct Way {
    state: State,
    /// Sum of squares.
    error: u64,
    last: Link,
}

/// The last nibble of a way, and the place among the ways of the one that it goes on from.
#[derive(Clone, Copy, Default)]
struct Link {
    nibble: u8,
    before: u8,
}

/// The step index to start with at a `first` sample, and the nibbles of those behind it.
pub(super) fn nearest(first: i16, samples: impl Iterator<Item = i16>) -> (u8, Vec<u8>) {
    // Any step is right for the start; its index is the place of its way.
    let start = |index| Way { state: State::new(first, index), error: 0, last: Link::default() };
    let mut ways: Vec<Way> = (0..=MAX_INDEX).map(start).collect();
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
            // Of two that go on alike the nearer one is there already.
            if ways.len() < WIDTH && ways.iter().all(|known: &Way| known.state != way.state) {
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

impl Way {
    /// It goes on by a nibble, which stands for `sample`.
    fn followed_by(&self, last: Link, sample: i16) -> Self {
        let mut state = self.state;
        let miss = u64::from(state.decode(last.nibble).abs_diff(sample));
        Self { state, error: self.error + miss * miss, last }
    }
}

impl State {
    /// The nibbles that come next below `sample` and next above it.
    fn around(&self, sample: i16) -> [u8; 2] {
        let missing = i32::from(sample) - self.predictor;
        let above = ASCENDING.partition_point(|nibble| self.step(*nibble).difference <= missing);
        let nibble = |place: usize| ASCENDING[place.min(ASCENDING.len() - 1)];
        [nibble(above.saturating_sub(1)), nibble(above)]
    }
}
