//! Match finder shared by the packers of the LZ family.

/// Limits of the match search.
#[derive(Clone, Copy, Debug)]
pub struct MatchLimits {
    /// Maximum encodable distance.
    pub farthest: usize,
    /// Maximum encodable length.
    pub longest: usize,
    /// Number of positions in the window; at least `farthest`.
    pub kept: usize,
    /// Width of a hash, in bits.
    pub hash_bits: u32,
}

/// Index of earlier positions that start with the same three bytes.
pub struct Matches<'a> {
    input: &'a [u8],
    reach: MatchLimits,
    /// Last position of each hash, plus one.
    heads: Vec<u32>,
    /// Previous position with the same hash, plus one, by position in the window.
    before: Vec<u32>,
}

/// Maximum number of candidates per search; more gain little.
const PATIENCE: usize = 64;

impl<'a> Matches<'a> {
    /// Creates a finder with an empty index.
    pub fn new(input: &'a [u8], reach: MatchLimits) -> Self {
        let (heads, before) = (vec![0; 1 << reach.hash_bits], vec![0; reach.kept.max(1)]);
        Self { input, reach, heads, before }
    }

    fn hash(&self, at: usize) -> Option<usize> {
        let [a, b, c] = *self.input.get(at..)?.first_chunk()?;
        let word = u32::from_le_bytes([a, b, c, 0]);
        Some((word.wrapping_mul(0x9E37_79B1) >> (32 - self.reach.hash_bits)) as usize)
    }

    /// Adds position `at` to the index.
    pub fn remember(&mut self, at: usize) {
        if let (Some(hash), Ok(position)) = (self.hash(at), u32::try_from(at + 1)) {
            let slot = at % self.before.len();
            self.before[slot] = self.heads[hash];
            self.heads[hash] = position;
        }
    }

    /// Distance and length of the longest match for which `pays` holds; length 0 if there is none.
    pub fn longest(&self, at: usize, pays: impl Fn(usize, usize) -> bool) -> (usize, usize) {
        let mut best = (0, 0);
        let mut candidate = self.hash(at).map_or(0, |hash| self.heads[hash]) as usize;
        for _ in 0..PATIENCE {
            let Some(from) = candidate.checked_sub(1) else { break };
            let distance = at - from;
            if distance > self.reach.farthest {
                break;
            }
            // Most candidates differ at the last byte of the current best length, so test that first.
            let mut length = 0;
            if self.input.get(from + best.1) == self.input.get(at + best.1) {
                length = common(&self.input[at..], &self.input[from..], self.reach.longest);
            }
            if length > best.1 && pays(distance, length) {
                best = (distance, length);
            }
            let earlier = self.before[from % self.before.len()] as usize;
            if length == self.reach.longest || earlier >= candidate {
                break;
            }
            candidate = earlier;
        }
        best
    }
}

/// Length of the common prefix of two slices, at most `longest`.
fn common(a: &[u8], b: &[u8], longest: usize) -> usize {
    let mut same = 0;
    // Eight bytes at a time while possible.
    while same < longest
        && let (Some(a), Some(b)) = (a[same..].first_chunk(), b[same..].first_chunk())
    {
        let differing = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
        same += (differing.trailing_zeros() / 8) as usize;
        if differing != 0 {
            return same.min(longest);
        }
    }
    let rest = a[same..].iter().zip(&b[same..]).take(longest.saturating_sub(same));
    (same + rest.take_while(|(a, b)| a == b).count()).min(longest)
}
