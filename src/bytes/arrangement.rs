//! Files whose tables point at pieces: the order that the pieces lie in, and the bytes that belong
//! to none.

use std::collections::HashSet;
use std::hash::Hash;

use crate::bytes::{Cursor, Recorder, Severity, Writer};

/// How pieces lie in a file; empty for one as the game's tools write it.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrangement<P> {
    /// The pieces in file order, where that is not the usual one.
    pub order: Vec<P>,
    /// Bytes before a piece.
    pub gaps: Vec<(P, Vec<u8>)>,
    /// Bytes behind the last piece.
    pub tail: Vec<u8>,
}

impl<P> Default for Arrangement<P> {
    fn default() -> Self {
        Self { order: Vec::new(), gaps: Vec::new(), tail: Vec::new() }
    }
}

impl<P: Copy + Eq + Hash> Arrangement<P> {
    /// Explains the bytes from `start` on that are in none of `pieces`, which come in their usual
    /// order with their first byte and one past their last.
    pub fn read<R: Recorder>(
        cur: &mut Cursor<'_, R>,
        start: u64,
        pieces: &[(P, (u64, u64))],
    ) -> Self {
        let mut arrangement = Self::default();
        let mut sorted = pieces.to_vec();
        sorted.sort_by_key(|(_, extent)| *extent);
        if sorted != pieces {
            arrangement.order = sorted.iter().map(|(piece, _)| *piece).collect();
        }
        let (mut free, mut at) = (Vec::new(), start);
        for (piece, (start, end)) in sorted {
            if start > at {
                arrangement.gaps.push((piece, cur.slice(at, start).to_vec()));
                free.push((at, start));
            }
            at = at.max(end);
        }
        let len = cur.source_len();
        if len > at {
            arrangement.tail = cur.slice(at, len).to_vec();
            free.push((at, len));
        }
        unclaimed(cur, &free);
        arrangement
    }

    /// All pieces in file order: those that are named here, then the others as `usual`.
    pub fn order(&self, usual: impl Iterator<Item = P>) -> Vec<P> {
        let named: HashSet<&P> = self.order.iter().collect();
        let others = usual.filter(|piece| !named.contains(piece));
        self.order.iter().copied().chain(others).collect()
    }

    /// Writes the bytes before a piece.
    pub fn write_gap(&self, piece: P, out: &mut Writer) {
        if let Some((_, gap)) = self.gaps.iter().find(|(before, _)| *before == piece) {
            out.bytes(gap);
        }
    }
}

/// Reports and claims bytes that belong to nothing.
pub fn unclaimed<R: Recorder>(cur: &mut Cursor<'_, R>, free: &[(u64, u64)]) {
    for (index, (start, end)) in free.iter().enumerate() {
        let message = format_args!("{} bytes belong to nothing", end - start);
        let span = (*start, end - start);
        cur.problem(Severity::Note, span, &format!("padding[{index}]"), message);
    }
    cur.paddings(free);
}
