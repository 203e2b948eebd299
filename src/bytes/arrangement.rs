//! Files whose tables point at pieces: what their records leave open, which is the order that the
//! pieces lie in, the bytes that belong to none, and pointers that lead to no piece of their own.

use std::collections::{BTreeMap, BTreeSet};

use super::{Cursor, Recorder, Severity, Writer};

/// What stands before a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gap {
    /// Zeros up to a multiple of this, as many as it takes.
    Align(usize),
    /// These bytes exactly.
    Bytes(Vec<u8>),
}

impl Gap {
    /// Nothing.
    pub const NONE: Gap = Gap::Bytes(Vec::new());

    /// Describes the bytes found before a piece at `offset`, where pieces start at multiples of
    /// `to`.
    pub fn of(bytes: &[u8], offset: u64, to: usize) -> Self {
        let is_zeros = bytes.len() < to && bytes.iter().all(|byte| *byte == 0);
        match is_zeros && offset.is_multiple_of(to as u64) {
            true => Gap::Align(to),
            false => Gap::Bytes(bytes.to_vec()),
        }
    }

    /// Writes it.
    pub fn write(&self, out: &mut Writer) {
        match self {
            Gap::Align(to) => out.align(*to),
            Gap::Bytes(bytes) => out.bytes(bytes),
        }
    }
}

/// How pieces lie in a file; empty for one as the game's tools write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangement<P: Ord> {
    /// The pieces in file order, where that is not the usual one.
    pub order: Vec<P>,
    /// What stands before a piece, where that is not the usual.
    pub gaps: BTreeMap<P, Gap>,
    /// Pointers that repeat an earlier one, each with the piece that it leads to.
    pub shared: Vec<(P, P)>,
    /// Pointers that lead nowhere, kept as they are.
    pub stale: Vec<(P, u32)>,
    /// Bytes behind the last piece.
    pub tail: Vec<u8>,
}

impl<P: Ord> Default for Arrangement<P> {
    fn default() -> Self {
        let (order, gaps) = (Vec::new(), BTreeMap::new());
        Self { order, gaps, shared: Vec::new(), stale: Vec::new(), tail: Vec::new() }
    }
}

impl<P: Copy + Ord> Arrangement<P> {
    /// Explains the bytes from `start` up to the cursor's limit that are in none of `pieces`, which
    /// come in their usual order with their first byte and one past their last.
    pub fn read<R: Recorder>(
        cur: &mut Cursor<'_, R>,
        start: u64,
        pieces: &[(P, (u64, u64))],
    ) -> Self {
        let (arrangement, free) = Self::between(cur, start, pieces);
        unclaimed(cur, &free, "nothing");
        arrangement
    }

    /// Like [`Arrangement::read`], but leaves it to the caller to explain the stretches that are in
    /// none of `pieces`, which come in file order; the tail is the last of them.
    pub fn between<R: Recorder>(
        cur: &Cursor<'_, R>,
        start: u64,
        pieces: &[(P, (u64, u64))],
    ) -> (Self, Vec<(u64, u64)>) {
        Self::spaced(cur, (0, start), pieces, |_| Gap::NONE)
    }

    /// Like [`Arrangement::between`], for pieces with something before them: `usual` says with what,
    /// and alignment counts from `origin`.
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

    /// Puts a piece behind the others.
    pub fn push(&mut self, gap: Gap, piece: P) {
        self.order.push(piece);
        self.gaps.insert(piece, gap);
    }

    /// The same where pieces have other names; those that have none any more are gone, with what stands
    /// before them.
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

    /// The pieces to be written, in file order: those that are named here, then the others as
    /// `usual`. A piece that is no longer among the usual ones is gone, and one whose pointer leads
    /// elsewhere is not written.
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

    /// Writes what stands before a piece: what is named here, else the `usual`.
    pub fn write_gap(&self, piece: P, usual: &Gap, out: &mut Writer) {
        self.gaps.get(&piece).unwrap_or(usual).write(out);
    }

    /// Changes what stands behind `piece`, which gets `is` bytes in the place of `was`, so that what
    /// follows is as far from a multiple of `to` as before. `all` are the pieces in their usual
    /// order, each with the `usual` before it.
    pub fn resize(
        &mut self,
        all: impl Iterator<Item = P>,
        piece: P,
        (was, is): (u64, u64),
        usual: &Gap,
        to: u64,
    ) {
        let order = self.order(all);
        let next = order.into_iter().skip_while(|other| *other != piece).nth(1);
        match next {
            Some(next) => {
                if let Gap::Bytes(bytes) = self.gaps.get(&next).unwrap_or(usual) {
                    let gap = Gap::Bytes(refitted(bytes, (was, is), to));
                    self.gaps.insert(next, gap);
                }
            }
            // What is no filling is no place either.
            None if !self.tail.iter().all(|byte| *byte == 0) || self.tail.is_empty() => {}
            None => self.tail = refitted(&self.tail, (was, is), to),
        }
    }

    /// What pointers are to hold, now that it is known where pieces were written.
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

/// The bytes behind a piece that gets `is` bytes in the place of `was`: as many that what follows is
/// as far from a multiple of `to` as before.
pub fn refitted(gap: &[u8], (was, is): (u64, u64), to: u64) -> Vec<u8> {
    let to = to.max(1);
    let len = gap.len() as u64;
    // Every length is taken below `to`, so that nothing can overflow.
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

/// Those of `pieces` that start before what stands before them ends, in file order.
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

/// Reports and claims bytes that belong to nothing, or to no `piece` of a kind.
pub fn unclaimed<R: Recorder>(cur: &mut Cursor<'_, R>, free: &[(u64, u64)], piece: &str) {
    for (index, (start, end)) in free.iter().enumerate() {
        let message = format_args!("{} bytes belong to {piece}", end - start);
        let span = (*start, end - start);
        cur.problem(Severity::Note, span, &format!("padding[{index}]"), message);
    }
    cur.paddings(free);
}
