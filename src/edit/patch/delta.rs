//! Computes how a file can be built from another one: unchanged, moved and new bytes.

/// A range of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Equal to the source at the same offset.
    Same { len: usize },
    /// New bytes, given by their range in the target.
    New { start: usize, end: usize },
    /// Bytes of the source starting at this offset.
    FromSource { from: usize, len: usize },
    /// Bytes of the target starting at this offset, possibly overlapping the result.
    FromTarget { from: usize, len: usize },
}

/// Size of hashed blocks, and minimum length of copies.
const BLOCK: usize = 16;
/// Minimum length of an unchanged range that is worth a separate action.
const SAME: usize = 4;
/// Ranges of this length are used without searching for longer ones.
const ENOUGH: usize = 64;

/// Blocks of a file by hash; the last one of each hash.
struct Blocks {
    /// Offset of each block plus 1; 0 if there is none.
    starts: Vec<u32>,
    shift: u32,
}

impl Blocks {
    /// Allocates space for the blocks of `len` bytes.
    fn new(len: usize) -> Self {
        let bits = (len / BLOCK * 2).next_power_of_two().trailing_zeros().clamp(8, 24);
        Self { starts: vec![0; 1 << bits], shift: u64::BITS - bits }
    }

    fn slot(&self, block: &[u8]) -> Option<usize> {
        let (low, rest) = block.split_first_chunk::<8>()?;
        let mixed = u64::from_le_bytes(*low)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .wrapping_add(u64::from_le_bytes(*rest.first_chunk::<8>()?))
            .wrapping_mul(0xD6E8_FEB8_6659_FD93);
        usize::try_from(mixed >> self.shift).ok()
    }

    fn remember(&mut self, bytes: &[u8], at: usize) {
        let slot = bytes.get(at..).and_then(|block| self.slot(block));
        let place = slot.and_then(|slot| self.starts.get_mut(slot));
        if let (Some(place), Ok(at)) = (place, u32::try_from(at + 1)) {
            *place = at;
        }
    }

    /// Offset of a block that may be equal to the start of `ahead`.
    fn find(&self, ahead: &[u8]) -> Option<usize> {
        let start = self.slot(ahead).and_then(|slot| self.starts.get(slot)).copied()?;
        usize::try_from(start).ok()?.checked_sub(1)
    }
}

/// Length of the common prefix.
fn common(one: &[u8], other: &[u8]) -> usize {
    // Compares blocks first.
    let chunks = one.chunks_exact(BLOCK).zip(other.chunks_exact(BLOCK));
    let whole = chunks.take_while(|(a, b)| a == b).count() * BLOCK;
    let rest = one.iter().skip(whole).zip(other.iter().skip(whole));
    whole + rest.take_while(|(a, b)| a == b).count()
}

/// Number of equal bytes directly before the two offsets, not counting bytes of the second file
/// before `least`.
fn similar_before((one, from): (&[u8], usize), (other, at): (&[u8], usize), least: usize) -> usize {
    let before = |file: &[u8], at: usize, back: usize| {
        at.checked_sub(back).and_then(|at| file.get(at).copied())
    };
    let is_alike = |back: &usize| {
        let byte = before(one, from, *back);
        byte.is_some() && byte == before(other, at, *back)
    };
    (1..=at - least).take_while(is_alike).count()
}

impl Action {
    /// The copy extended by `back` bytes at its start.
    fn longer_in_front(self, back: usize) -> Self {
        match self {
            Action::FromSource { from, len } => {
                Action::FromSource { from: from - back, len: len + back }
            }
            Action::FromTarget { from, len } => {
                Action::FromTarget { from: from - back, len: len + back }
            }
            other => other,
        }
    }
}

/// Actions that build `target`.
pub(super) fn actions(source: &[u8], target: &[u8]) -> Vec<Action> {
    let mut of_source = Blocks::new(source.len());
    (0..source.len()).step_by(BLOCK).for_each(|at| of_source.remember(source, at));
    let mut of_target = Blocks::new(target.len());
    let mut out = Vec::new();
    let (mut at, mut new, mut known) = (0, 0, 0);
    while at < target.len() {
        // Bytes that were already written can be copied.
        while known + BLOCK <= at {
            of_target.remember(target, known);
            known += BLOCK;
        }
        let ahead = target.get(at..).unwrap_or(&[]);
        let same = common(source.get(at..).unwrap_or(&[]), ahead);
        let mut best = (same >= SAME).then_some((Action::Same { len: same }, same));
        if same < ENOUGH {
            let from = |from: &usize, file: &[u8]| common(file.get(*from..).unwrap_or(&[]), ahead);
            let moved = of_source.find(ahead).map(|at| (at, from(&at, source)));
            let again = of_target.find(ahead).map(|at| (at, from(&at, target)));
            // Copies also store an offset.
            let least = BLOCK.max(same + 4);
            if let Some((from, len)) = moved.filter(|(_, len)| *len >= least) {
                best = Some((Action::FromSource { from, len }, len));
            }
            let least = least.max(best.map_or(0, |(_, len)| len + 1));
            if let Some((from, len)) = again.filter(|(_, len)| *len >= least) {
                best = Some((Action::FromTarget { from, len }, len));
            }
        }
        match best {
            None => at += 1,
            Some((action, len)) => {
                // Blocks are only found at their starts; preceding bytes may also match.
                let back = match action {
                    Action::FromSource { from, .. } => {
                        similar_before((source, from), (target, at), new)
                    }
                    Action::FromTarget { from, .. } => {
                        similar_before((target, from), (target, at), new)
                    }
                    _ => 0,
                };
                if new < at - back {
                    out.push(Action::New { start: new, end: at - back });
                }
                out.push(action.longer_in_front(back));
                at += len;
                new = at;
            }
        }
    }
    if new < at {
        out.push(Action::New { start: new, end: at });
    }
    out
}
