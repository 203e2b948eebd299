//! Files stored in pieces: the sectors of a raw image, several extents, several files.

use std::sync::Arc;

use super::Source;
use super::store::ReadAt;
use crate::bytes::{SourceId, Span};

/// Pieces of equal length at regular distances in a source.
#[derive(Clone, Debug)]
pub struct Run {
    /// The source of the pieces.
    pub from: Source,
    /// Offset of the first piece.
    pub start: u64,
    /// Bytes of a piece; the last one may be shorter.
    pub piece: u64,
    /// Bytes from the start of one piece to that of the next.
    pub stride: u64,
    /// Bytes of all pieces.
    pub len: u64,
}

impl PartialEq for Run {
    fn eq(&self, other: &Self) -> bool {
        let numbers = |run: &Self| (run.from.id(), run.start, run.piece, run.stride, run.len);
        numbers(self) == numbers(other)
    }
}

impl Run {
    /// A single piece.
    pub fn one(from: &Source, start: u64, len: u64) -> Self {
        Self { from: from.clone(), start, piece: len, stride: len, len }
    }

    /// The offset of byte `offset` of the run in its source, and the number of bytes left in its piece.
    fn at(&self, offset: u64) -> Option<(u64, u64)> {
        let (index, within) = (offset.checked_div(self.piece)?, offset % self.piece);
        let start = self.start.checked_add(index.checked_mul(self.stride)?)?.checked_add(within)?;
        Some((start, (self.piece - within).min(self.len - offset)))
    }

    /// Fills `out` with the bytes starting at `offset`. The bytes between pieces are read too if
    /// they are fewer than those of the pieces.
    fn read_once(&self, offset: u64, out: &mut [u8]) -> Result<(), String> {
        let last =
            offset.checked_add(out.len() as u64).and_then(|end| self.at(end.checked_sub(1)?));
        let ((start, _), (last, _)) = self.at(offset).zip(last).ok_or(ENDS)?;
        let stretch =
            last.checked_sub(start).and_then(|len| usize::try_from(len).ok()?.checked_add(1));
        let mut between = Vec::new();
        match stretch {
            Some(len) if len == out.len() => return self.from.read_once(start, out),
            Some(len) if (out.len()..out.len().saturating_mul(2)).contains(&len) => {
                between.resize(len, 0);
                self.from.read_once(start, &mut between)?;
            }
            _ => {}
        }
        let (mut at, mut out) = (offset, out);
        while !out.is_empty() {
            let (place, left) = self.at(at).ok_or(ENDS)?;
            let (piece, rest) = out.split_at_mut(at_most(left, out.len()));
            let within = usize::try_from(place - start).unwrap_or(usize::MAX);
            match between.get(within..).and_then(|from| from.get(..piece.len())) {
                Some(known) => piece.copy_from_slice(known),
                None => self.from.read_once(place, piece)?,
            }
            (at, out) = (at + piece.len() as u64, rest);
        }
        Ok(())
    }

    /// Appends the part starting at `offset`, with at most `len` bytes, as runs.
    fn cut(&self, offset: u64, len: u64, out: &mut Vec<Self>) {
        let end = offset.saturating_add(len).min(self.len);
        let mut at = offset;
        while at < end {
            let Some((start, left)) = self.at(at) else { return };
            let is_whole = at.checked_rem(self.piece) == Some(0) && self.stride > 0;
            // Whole pieces stay in one run; the rest of an incomplete piece is a separate one.
            let len = if is_whole { end - at } else { left.min(end - at) };
            let piece = if is_whole { self.piece.min(len) } else { len };
            let stride = if is_whole { self.stride } else { len };
            out.push(Self { from: self.from.clone(), start, piece, stride, len });
            at += len;
        }
    }
}

/// Consecutive runs that form one file.
#[derive(Clone, Debug, PartialEq)]
pub struct Pieces {
    runs: Arc<[Run]>,
    len: u64,
}

impl Pieces {
    /// These runs, without the empty ones.
    pub fn new(runs: impl IntoIterator<Item = Run>) -> Self {
        let runs: Vec<Run> = runs.into_iter().filter(|run| run.len > 0 && run.piece > 0).collect();
        let len = runs.iter().fold(0, |sum: u64, run| sum.saturating_add(run.len));
        Self { runs: runs.into(), len }
    }

    /// The runs.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Number of bytes.
    pub fn total(&self) -> u64 {
        self.len
    }

    /// The span from the first byte to the end of the last one, if all are in one source, in order.
    pub fn span(&self) -> Option<Span> {
        let (first, last) = (self.runs.first()?, self.runs.last()?);
        let is_in_order = |pair: &[Run]| match pair {
            [one, next] => one.from.id() == next.from.id() && one.start <= next.start,
            _ => true,
        };
        let end = last.at(last.len - 1)?.0.checked_add(1)?;
        let len = end.checked_sub(first.start).filter(|_| self.runs.windows(2).all(is_in_order))?;
        Some(Span::new(first.from.id(), first.start, len))
    }

    /// The source and offset of byte `offset`.
    pub fn at(&self, offset: u64) -> Option<(SourceId, u64)> {
        let (run, within) = self.run_at(offset)?;
        Some((run.from.id(), run.at(within)?.0))
    }

    /// The run with byte `offset`, and the offset in it.
    fn run_at(&self, offset: u64) -> Option<(&Run, u64)> {
        let mut before = 0u64;
        for run in self.runs.iter() {
            if offset < before.saturating_add(run.len) {
                return Some((run, offset - before));
            }
            before = before.saturating_add(run.len);
        }
        None
    }

    /// The pieces of `len` bytes starting at offset `start`.
    pub fn part(&self, start: u64, len: u64) -> Self {
        let (mut runs, mut before, end) = (Vec::new(), 0u64, start.saturating_add(len));
        for run in self.runs.iter() {
            let after = before.saturating_add(run.len);
            if before < end && start < after {
                let from = start.saturating_sub(before);
                run.cut(from, end.saturating_sub(before.max(start)), &mut runs);
            }
            before = after;
        }
        Self::new(runs)
    }
}

impl ReadAt for Pieces {
    fn len(&self) -> u64 {
        self.len
    }

    fn is_stored(&self) -> bool {
        self.runs.iter().all(|run| run.piece >= run.len && run.from.is_stored())
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<(), String> {
        let (mut at, mut out) = (offset, out);
        while !out.is_empty() {
            let found = self.run_at(at).and_then(|(run, within)| Some((run, run.at(within)?)));
            let (run, (start, left)) = found.ok_or(ENDS)?;
            let (piece, rest) = out.split_at_mut(at_most(left, out.len()));
            run.from.read_at(start, piece)?;
            (at, out) = (at + piece.len() as u64, rest);
        }
        Ok(())
    }

    fn read_once(&self, offset: u64, out: &mut [u8]) -> Result<(), String> {
        let (mut at, mut out) = (offset, out);
        while !out.is_empty() {
            let (run, within) = self.run_at(at).ok_or(ENDS)?;
            let (part, rest) = out.split_at_mut(at_most(run.len - within, out.len()));
            run.read_once(within, part)?;
            (at, out) = (at + part.len() as u64, rest);
        }
        Ok(())
    }
}

const ENDS: &str = "the data ends here";

/// `len` as a length in memory, at most `most`.
fn at_most(len: u64, most: usize) -> usize {
    usize::try_from(len).unwrap_or(usize::MAX).min(most)
}
