//! Pairs the bytes of two files, so that inserted bytes do not shift the rest.
//!
//! Both files are divided into blocks at positions that depend on the content. Equal blocks are paired; the bytes
//! between them are compared from both ends.

use std::ops::Range;

use super::align::{Element, align};
use super::digest::Digest;

/// Largest file whose bytes are paired.
pub const MAX_PAIRED: u64 = 256 << 20;
/// Minimum average size of a block, as a power of two.
const BLOCK_BITS: u32 = 5;
/// Approximate maximum number of blocks, as a power of two.
const COUNT_BITS: u32 = 16;
/// Maximum number of differences; nearby ones are joined beyond it.
const MAX_CHANGES: usize = 1 << 16;
/// Number of bytes after which the comparison can be cancelled.
const CHECKED: u64 = 1 << 20;
/// Differences with fewer equal bytes between them are joined.
const GAP: u64 = 4;

/// The bytes of two files in pairs. A position is the index of a pair; one of the files may have no byte there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BytePairs {
    pieces: Vec<Piece>,
    changes: Vec<Range<u64>>,
}

/// Consecutive bytes of both files. The longer one has no counterparts at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Piece {
    /// Position of the first pair.
    at: u64,
    /// Offsets in both files.
    starts: [u64; 2],
    /// Lengths in both files.
    lens: [u64; 2],
}

impl Piece {
    fn len(&self) -> u64 {
        let [a, b] = self.lens;
        a.max(b)
    }
}

/// One of the two files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairedFile {
    /// The first file.
    A,
    /// The second file.
    B,
}

impl PairedFile {
    fn of(self, [a, b]: [u64; 2]) -> u64 {
        match self {
            Self::A => a,
            Self::B => b,
        }
    }
}

impl BytePairs {
    /// Pairs the bytes of two files. Slow for large ones. `None` if `go_on` returns `false`.
    pub fn of(a: &[u8], b: &[u8], go_on: &dyn Fn() -> bool) -> Option<Self> {
        let (ones, twos) = (blocks(a, go_on)?, blocks(b, go_on)?);
        let elements = |file: &[u8], blocks: &[Range<usize>]| -> Vec<Element> {
            let content = |block: &Range<usize>| file.get(block.clone()).map(Digest::of_bytes);
            blocks
                .iter()
                .map(|block| Element { content: content(block), ..Element::default() })
                .collect()
        };
        let of_a = elements(a, &ones);
        let of_b = go_on().then(|| elements(b, &twos))?;
        let mut building = Building { a, b, ends: [0, 0], pieces: Vec::new() };
        for (one, two) in align(&of_a, &of_b) {
            let (Some(one), Some(two)) = (one, two) else { continue };
            let is_equal = of_a.get(one) == of_b.get(two);
            if let (true, Some(one), Some(two)) = (is_equal, ones.get(one), twos.get(two)) {
                building.to(one.start, two.start);
                building.push(one.len(), two.len());
            }
        }
        building.to(a.len(), b.len());
        let pieces = building.pieces;
        Some(Self { changes: changes(a, b, &pieces, go_on)?, pieces })
    }

    /// Number of pairs.
    pub fn len(&self) -> u64 {
        self.pieces.last().map_or(0, |piece| piece.at + piece.len())
    }

    /// `true` if both files are empty.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Positions of the differences, in order. Those that are close together are joined.
    pub fn changes(&self) -> &[Range<u64>] {
        &self.changes
    }

    /// Offsets of the bytes at a position.
    pub fn offsets(&self, position: u64) -> [Option<u64>; 2] {
        let after = self.pieces.partition_point(|piece| piece.at <= position);
        let Some(piece) = after.checked_sub(1).and_then(|at| self.pieces.get(at)) else {
            return [None, None];
        };
        let index = position - piece.at;
        [PairedFile::A, PairedFile::B]
            .map(|file| (index < file.of(piece.lens)).then(|| file.of(piece.starts) + index))
    }

    /// Position of the byte at an offset of a file; the last one beyond its end.
    pub fn position(&self, file: PairedFile, offset: u64) -> u64 {
        let after = self.pieces.partition_point(|piece| file.of(piece.starts) <= offset);
        // Pieces without bytes of this file have the same start as the next one.
        let before = self.pieces.get(..after).unwrap_or_default();
        let piece = before.iter().rev().find(|piece| file.of(piece.lens) > 0);
        piece.map_or(0, |piece| {
            let index = (offset - file.of(piece.starts)).min(file.of(piece.lens) - 1);
            piece.at + index
        })
    }
}

/// Pieces that are being built, in order.
struct Building<'f> {
    a: &'f [u8],
    b: &'f [u8],
    /// End of the last piece in both files.
    ends: [usize; 2],
    pieces: Vec<Piece>,
}

impl Building<'_> {
    /// Adds the bytes before these offsets: the equal ones at both ends, and the others between them.
    fn to(&mut self, a: usize, b: usize) {
        let [from_a, from_b] = self.ends;
        let one = self.a.get(from_a..a).unwrap_or_default();
        let two = self.b.get(from_b..b).unwrap_or_default();
        if one.len() == two.len() {
            return self.push(one.len(), two.len());
        }
        let head = one.iter().zip(two).take_while(|(a, b)| a == b).count();
        let (one, two) = (one.get(head..).unwrap_or_default(), two.get(head..).unwrap_or_default());
        let ends = one.iter().rev().zip(two.iter().rev());
        let tail = ends.take_while(|(a, b)| a == b).count();
        self.push(head, head);
        self.push(one.len() - tail, two.len() - tail);
        self.push(tail, tail);
    }

    fn push(&mut self, a: usize, b: usize) {
        if a == 0 && b == 0 {
            return;
        }
        let [start_a, start_b] = self.ends;
        self.ends = [start_a + a, start_b + b];
        let (starts, lens) = ([start_a as u64, start_b as u64], [a as u64, b as u64]);
        let last = self.pieces.last_mut();
        if let Some(last) = last.filter(|last| a == b && last.lens == [last.len(); 2]) {
            last.lens = last.lens.map(|len| len + a as u64);
            return;
        }
        let at = self.pieces.last().map_or(0, |last| last.at + last.len());
        self.pieces.push(Piece { at, starts, lens });
    }
}

/// Blocks of a file, which end where a hash of the last bytes has many zeros. So they are the same after an
/// insertion. `None` if `go_on` returns `false`.
fn blocks(file: &[u8], go_on: &dyn Fn() -> bool) -> Option<Vec<Range<usize>>> {
    let bits =
        (usize::BITS - file.len().leading_zeros()).saturating_sub(COUNT_BITS).max(BLOCK_BITS);
    let (average, shift) = (1usize << bits, u64::BITS - bits);
    let (mut blocks, mut start, mut hash) = (Vec::new(), 0, 0u64);
    for (at, byte) in file.iter().enumerate() {
        let mixed = (u64::from(*byte) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash = (hash << 1).wrapping_add(mixed ^ (mixed >> 29));
        let len = at + 1 - start;
        if (len >= average / 4 && hash >> shift == 0) || len >= average * 4 {
            blocks.push(start..at + 1);
            start = at + 1;
            if !go_on() {
                return None;
            }
        }
    }
    if start < file.len() {
        blocks.push(start..file.len());
    }
    Some(blocks)
}

/// Positions at which the files differ. `None` if `go_on` returns `false`.
fn changes(
    a: &[u8],
    b: &[u8],
    pieces: &[Piece],
    go_on: &dyn Fn() -> bool,
) -> Option<Vec<Range<u64>>> {
    let (mut found, mut gap) = (Vec::new(), GAP);
    for piece in pieces {
        let [one, two] = [(a, PairedFile::A), (b, PairedFile::B)].map(|(file, which)| {
            // In range: these are offsets in memory.
            let start = which.of(piece.starts) as usize;
            file.get(start..start + which.of(piece.lens) as usize).unwrap_or_default()
        });
        let both = one.len().min(two.len());
        for (at, (one, two)) in (0..).step_by(64).zip(one.chunks(64).zip(two.chunks(64))) {
            if at % CHECKED == 0 && !go_on() {
                return None;
            }
            if one == two {
                continue;
            }
            let bytes = (piece.at + at..).zip(one.iter().zip(two));
            for (position, _) in bytes.filter(|(_, (one, two))| one != two) {
                add(&mut found, position..position + 1, &mut gap);
            }
        }
        if (both as u64) < piece.len() {
            add(&mut found, piece.at + both as u64..piece.at + piece.len(), &mut gap);
        }
    }
    Some(found)
}

/// Adds a range after the others.
fn add(found: &mut Vec<Range<u64>>, range: Range<u64>, gap: &mut u64) {
    if let Some(last) = found.last_mut().filter(|last| last.end + *gap > range.start) {
        last.end = range.end;
        return;
    }
    if found.len() >= MAX_CHANGES {
        *gap *= 2;
        let mut joined: Vec<Range<u64>> = Vec::new();
        for known in found.drain(..) {
            match joined.last_mut().filter(|last| last.end + *gap > known.start) {
                Some(last) => last.end = known.end,
                None => joined.push(known),
            }
        }
        *found = joined;
        if found.len() >= MAX_CHANGES {
            return add(found, range, gap);
        }
    }
    found.push(range);
}
