//! Layout details that the records do not determine, in files with tables of offsets: the order of the
//! blocks ("pieces"), the bytes between them, and offsets that repeat others or are invalid.

use std::collections::{BTreeMap, BTreeSet};

use super::{Cursor, Recorder, Severity, Writer};

/// Bytes before a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gap {
    /// Zeros up to a multiple of this.
    Align(usize),
    /// Exactly these bytes.
    Bytes(Vec<u8>),
}

impl Gap {
    /// No bytes.
    pub const NONE: Gap = Gap::Bytes(Vec::new());

    /// The gap for the bytes found before a piece at `offset`, if pieces usually start at multiples of
    /// `to`.
    pub fn of(bytes: &[u8], offset: u64, to: usize) -> Self {
        let is_zeros = bytes.len() < to && bytes.iter().all(|byte| *byte == 0);
        match is_zeros && offset.is_multiple_of(to as u64) {
            true => Gap::Align(to),
            false => Gap::Bytes(bytes.to_vec()),
        }
    }

    /// Writes the bytes.
    pub fn write(&self, out: &mut Writer) {
        match self {
            Gap::Align(to) => out.align(*to),
            Gap::Bytes(bytes) => out.bytes(bytes),
        }
    }
}

/// Layout of the pieces of a file; empty if it is that of the game's tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangement<P: Ord> {
    /// The pieces in file order, if that is not the usual one.
    pub order: Vec<P>,
    /// Gaps before pieces, if they are not the usual ones.
    pub gaps: BTreeMap<P, Gap>,
    /// Offsets that repeat an earlier one, each with the piece to which it refers.
    pub shared: Vec<(P, P)>,
    /// Invalid offsets, which are preserved.
    pub stale: Vec<(P, u32)>,
    /// Bytes after the last piece.
    pub tail: Vec<u8>,
}

impl<P: Ord> Default for Arrangement<P> {
    fn default() -> Self {
        let (order, gaps) = (Vec::new(), BTreeMap::new());
        Self { order, gaps, shared: Vec::new(), stale: Vec::new(), tail: Vec::new() }
    }
}

impl<P: Copy + Ord> Arrangement<P> {
    /// Determines the layout of `pieces`, which are in their usual order with start and end. Records the
    /// bytes from `start` up to the cursor's limit outside all pieces as padding.
    pub fn read<R: Recorder>(
        cur: &mut Cursor<'_, R>,
        start: u64,
        pieces: &[(P, (u64, u64))],
    ) -> Self {
        let (arrangement, free) = Self::between(cur, start, pieces);
        unclaimed(cur, &free, "nothing");
        arrangement
    }

    /// Like [`Arrangement::read`], but returns the spans outside all `pieces` in file order instead of
    /// recording them; the tail is the last of them.
    pub fn between<R: Recorder>(
        cur: &Cursor<'_, R>,
        start: u64,
        pieces: &[(P, (u64, u64))],
    ) -> (Self, Vec<(u64, u64)>) {
        Self::spaced(cur, (0, start), pieces, |_| Gap::NONE)
    }

    /// Like [`Arrangement::between`], for pieces with `usual` gaps before them; alignment counts from
    /// `origin`.
    pub fn spaced<R: Recorder>(
        cur: &Cursor<'_, R>,
        (origin, start): (u64, u64),
        pieces: &[(P, (u64, u64))],
        usual: impl Fn(P) -> Gap,
    ) -> (Self, Vec<(u64, u64)>) {
        let mut arrangement = Self::default();
        let mut sorted = pieces.to_vec();
        sorted.sort_by_key(|(_, extent)| *extent);
        if sorted != pieces {
            arrangement.order = sorted.iter().map(|(piece, _)| *piece).collect();
        }
        let (mut free, mut at) = (Vec::new(), start);
        for (piece, (start, end)) in sorted {
            let (bytes, usual) = (cur.slice(at, start), usual(piece));
            let gap = match usual {
                Gap::Align(to) => Gap::of(bytes, start.saturating_sub(origin), to),
                Gap::Bytes(_) => Gap::Bytes(bytes.to_vec()),
            };
            if gap != usual {
                arrangement.gaps.insert(piece, gap);
            }
            if start > at {
                free.push((at, start));
            }
            at = at.max(end);
        }
        let end = cur.limit();
        if end > at {
            arrangement.tail = cur.slice(at, end).to_vec();
            free.push((at, end));
        }
        (arrangement, free)
    }

    /// Appends a piece.
    pub fn push(&mut self, gap: Gap, piece: P) {
        self.order.push(piece);
        self.gaps.insert(piece, gap);
    }

    /// Renames pieces. Those without a new name are dropped, with the gap before them.
    pub fn renamed(&self, to: impl Fn(P) -> Option<P>) -> Self {
        let gaps = self.gaps.iter().filter_map(|(piece, gap)| Some((to(*piece)?, gap.clone())));
        let shared = self.shared.iter();
        let shared = shared.filter_map(|(piece, with)| Some((to(*piece)?, to(*with)?)));
        Self {
            order: self.order.iter().filter_map(|piece| to(*piece)).collect(),
            gaps: gaps.collect(),
            shared: shared.collect(),
            stale: self.stale.iter().filter_map(|(piece, at)| Some((to(*piece)?, *at))).collect(),
            tail: self.tail.clone(),
        }
    }

    /// The pieces to write, in file order: the known ones, then the others in the `usual` order. Pieces
    /// that are not in `usual` are dropped, and those with a repeated or invalid offset are not written.
    pub fn order(&self, usual: impl Iterator<Item = P>) -> Vec<P> {
        let usual: Vec<P> = usual.collect();
        let exist: BTreeSet<P> = usual.iter().copied().collect();
        let mut order = self.order.clone();
        order.retain(|piece| exist.contains(piece));
        let elsewhere = self.shared.iter().map(|(piece, _)| *piece);
        let elsewhere = elsewhere.chain(self.stale.iter().map(|(piece, _)| *piece));
        let known: BTreeSet<P> = order.iter().copied().chain(elsewhere).collect();
        order.extend(usual.into_iter().filter(|piece| !known.contains(piece)));
        order
    }

    /// Writes the gap before a piece: the stored one, otherwise the `usual`.
    pub fn write_gap(&self, piece: P, usual: &Gap, out: &mut Writer) {
        self.gaps.get(&piece).unwrap_or(usual).write(out);
    }

    /// The piece that follows each piece in the file. `usual` is the usual order.
    pub fn followers(&self, usual: impl Iterator<Item = P>) -> BTreeMap<P, P> {
        let order = self.order(usual);
        order.iter().copied().zip(order.iter().skip(1).copied()).collect()
    }

    /// Adjusts the gap after a piece whose size changes from `was` to `is`, so that the `next`
    /// piece keeps its alignment modulo `to`. The gap before the next piece is `usual` unless
    /// another one is known.
    pub fn resize(&mut self, next: Option<P>, (was, is): (u64, u64), usual: &Gap, to: u64) {
        match next {
            Some(next) => {
                if let Gap::Bytes(bytes) = self.gaps.get(&next).unwrap_or(usual) {
                    let gap = Gap::Bytes(refitted(bytes, (was, is), to));
                    self.gaps.insert(next, gap);
                }
            }
            // A tail that is not padding does not change.
            None if !self.tail.iter().all(|byte| *byte == 0) || self.tail.is_empty() => {}
            None => self.tail = refitted(&self.tail, (was, is), to),
        }
    }

    /// The offsets to store, from those at which pieces were written.
    pub fn offsets(&self, written: impl IntoIterator<Item = (P, u32)>) -> BTreeMap<P, u32> {
        let mut offsets: BTreeMap<P, u32> = written.into_iter().collect();
        offsets.extend(self.stale.iter().copied());
        for (piece, with) in &self.shared {
            let offset = offsets.get(with).copied().unwrap_or(0);
            offsets.insert(*piece, offset);
        }
        offsets
    }
}

/// Adjusts the gap after a piece whose size changes from `was` to `is`, so that the next piece
/// keeps its alignment modulo `to`.
pub fn refitted(gap: &[u8], (was, is): (u64, u64), to: u64) -> Vec<u8> {
    let to = to.max(1);
    let len = gap.len() as u64;
    // Lengths are reduced modulo `to`, so that nothing overflows.
    let part = (len % to + was % to + to - is % to) % to;
    let whole = len - len % to;
    let mut fitted = gap.to_vec();
    fitted.resize(usize::try_from(whole + part).unwrap_or(gap.len()), 0);
    fitted
}

/// The largest power of two up to `most` that divides all of `starts`.
pub fn common_alignment(starts: impl Iterator<Item = u64>, most: u64) -> u64 {
    let zeros = starts.map(u64::trailing_zeros).min().unwrap_or(u64::BITS);
    1u64.checked_shl(zeros).unwrap_or(most).min(most)
}

/// Number of users of each of `pieces` pieces; `used` are the pieces of all users.
pub fn use_counts(pieces: usize, used: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut counts = vec![0; pieces];
    for piece in used {
        if let Some(count) = counts.get_mut(piece) {
            *count += 1;
        }
    }
    counts
}

/// The pieces that start before the end of a previous one, in file order.
pub fn overlapping<P: Copy + Ord>(start: u64, pieces: &[(P, (u64, u64))]) -> Vec<(P, (u64, u64))> {
    let mut sorted = pieces.to_vec();
    sorted.sort_by_key(|(piece, extent)| (*extent, *piece));
    let mut at = start;
    sorted.retain(|(_, (start, end))| {
        let overlaps = *start < at;
        at = at.max(*end);
        overlaps
    });
    sorted
}

/// Reports bytes in none of the pieces, and records them as padding. `piece` completes the message "…
/// bytes belong to", such as "no object".
pub fn unclaimed<R: Recorder>(cur: &mut Cursor<'_, R>, free: &[(u64, u64)], piece: &str) {
    for (index, (start, end)) in free.iter().enumerate() {
        let message = format_args!("{} bytes belong to {piece}", end - start);
        let span = (*start, end - start);
        cur.problem(Severity::Note, span, &format!("padding[{index}]"), message);
    }
    cur.paddings(free);
}
