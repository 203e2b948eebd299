//! The LZSS family: one scheme, four dialects.
//!
//! A control byte holds eight flags, lowest first. A set flag is a literal byte; a clear one is a
//! reference of two bytes, `position | length`: twelve bits of an absolute position in a ring of 4096
//! bytes, and four bits of a length of 3 to 18. The ring is initially filled with a constant, and writing
//! starts near its end, so early references may point to bytes that were never written.
//!
//! | dialect | fill | first position | stream ends |
//! |---|---|---|---|
//! | [`LZS`] (Final Fantasy VII) | 0x00 | 0xFEE | with the input |
//! | [`SZDD`] (Microsoft) | 0x20 | 0xFF0 | at the declared size |
//! | [`SPZ`] (Trespasser) | 0x00 | 0xFEE | at the declared size |
//! | [`PRE`] (Neversoft) | 0x20 | 0xFEE | with the input |
//!
//! Sources: the format documents `ff7-battle.md` section 2, `trespasser-level.md` section 2 and
//! `neversoft-psx.md` section 19.5.

use super::matches::{MatchLimits, Matches};

/// Differences between the dialects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// Initial value of the ring's bytes.
    pub fill: u8,
    /// Ring position of the first output byte.
    pub start: usize,
}

/// Final Fantasy VII.
pub const LZS: Dialect = Dialect { fill: 0, start: 0xFEE };
/// Microsoft's `COMPRESS.EXE`.
pub const SZDD: Dialect = Dialect { fill: b' ', start: 0xFF0 };
/// Trespasser, the same as [`LZS`].
pub const SPZ: Dialect = LZS;
/// Neversoft's PRE archives.
pub const PRE: Dialect = Dialect { fill: b' ', ..LZS };

const RING: usize = 4096;
const SHORTEST: usize = 3;
const LONGEST: usize = 18;

/// Maximum unpacked size of `packed` bytes: 17 bytes of input produce at most 144.
pub fn most(packed: usize) -> usize {
    (packed / 17).saturating_add(1).saturating_mul(8 * LONGEST)
}

/// Result of unpacking a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unpacked {
    /// Unpacked bytes.
    pub bytes: Vec<u8>,
    /// Number of input bytes used.
    pub used: usize,
    /// Offset at which the stream ends between the two bytes of a reference.
    pub cut: Option<usize>,
    /// Offset of the first reference to the byte being written, which decoders interpret differently;
    /// here it points one ring back.
    pub ambiguous: Option<usize>,
}

/// Unpacks until the input ends or `limit` bytes are unpacked. Never fails: data before damage is
/// returned.
pub fn unpack(input: &[u8], dialect: Dialect, limit: usize) -> Unpacked {
    let limit = limit.min(most(input.len()));
    let mut unpacker = Unpacker::new(input, dialect, limit);
    unpacker.whole_groups();
    unpacker.rest();
    unpacker.finish()
}

/// `true` if a stream of all of `input` has exactly `size` bytes, and every reader unpacks it equally. Needs
/// no memory.
pub fn is_exactly(input: &[u8], dialect: Dialect, size: usize) -> bool {
    let (mut at, mut len) = (0, 0);
    while len < size {
        let Some(&control) = input.get(at) else { return false };
        at += 1;
        for bit in 0..8 {
            if len >= size {
                break;
            }
            if control >> bit & 1 != 0 {
                (at, len) = (at + 1, len + 1);
                continue;
            }
            let Some(&reference) = input.get(at..).and_then(|rest| rest.first_chunk()) else {
                return false;
            };
            let (position, length) = parts(reference);
            if (RING + len + dialect.start).wrapping_sub(position) % RING == 0 {
                return false;
            }
            (at, len) = (at + 2, len + length);
        }
    }
    at == input.len()
}

/// Position in the ring and length of a reference.
fn parts([low, high]: [u8; 2]) -> (usize, usize) {
    let position = usize::from(low) | usize::from(high & 0xF0) << 4;
    (position, usize::from(high & 0x0F) + SHORTEST)
}

/// Size of a control byte with eight references.
const GROUP: usize = 17;

/// Output after one ring of fill bytes, so that early references need no special case, and with space for
/// a full-length copy beyond the limit.
struct Unpacker<'a> {
    input: &'a [u8],
    at: usize,
    out: Vec<u8>,
    /// Position of the next byte in `out`.
    pos: usize,
    end: usize,
    start: usize,
    cut: Option<usize>,
    ambiguous: Option<usize>,
}

impl<'a> Unpacker<'a> {
    fn new(input: &'a [u8], dialect: Dialect, limit: usize) -> Self {
        let end = RING + limit;
        let out = vec![dialect.fill; end + LONGEST];
        let start = dialect.start;
        Self { input, at: 0, out, pos: RING, end, start, cut: None, ambiguous: None }
    }

    /// Unpacks groups of eight that cannot exhaust input or output, which are all but the last.
    fn whole_groups(&mut self) {
        while self.pos + 8 * LONGEST <= self.end {
            let rest = self.input.get(self.at..).unwrap_or(&[]);
            let Some(group) = rest.first_chunk::<GROUP>() else { break };
            let (control, mut next) = (group[0], 1);
            if control == 0xFF {
                self.out[self.pos..self.pos + 8].copy_from_slice(&group[1..9]);
                self.pos += 8;
                self.at += 9;
                continue;
            }
            for bit in 0..8 {
                if control >> bit & 1 != 0 {
                    self.out[self.pos] = group[next];
                    self.pos += 1;
                    next += 1;
                } else {
                    self.repeat([group[next], group[next + 1]], self.at + next);
                    next += 2;
                }
            }
            self.at += next;
        }
    }

    /// Unpacks the remaining input byte by byte.
    fn rest(&mut self) {
        while self.pos < self.end {
            let Some(&control) = self.input.get(self.at) else { return };
            self.at += 1;
            for bit in 0..8 {
                if self.pos >= self.end {
                    return;
                }
                let rest = self.input.get(self.at..).unwrap_or(&[]);
                if control >> bit & 1 != 0 {
                    let Some(&literal) = rest.first() else { return };
                    self.out[self.pos] = literal;
                    self.pos += 1;
                    self.at += 1;
                } else if let Some(reference) = rest.first_chunk() {
                    self.repeat(*reference, self.at);
                    self.at += 2;
                } else {
                    self.cut = (!rest.is_empty()).then_some(self.at);
                    self.at = self.input.len();
                    return;
                }
            }
        }
    }

    /// Copies the reference at offset `at` of the input.
    fn repeat(&mut self, reference: [u8; 2], at: usize) {
        let (position, length) = parts(reference);
        // The fill before the output is one ring long, so positions are congruent.
        let mut distance = (self.pos + self.start).wrapping_sub(position) % RING;
        if distance == 0 {
            self.ambiguous.get_or_insert(at);
            distance = RING;
        }
        let from = self.pos - distance;
        if distance >= LONGEST {
            // A copy of constant length is fastest; excess bytes are overwritten later.
            let (done, free) = self.out.split_at_mut(self.pos);
            free[..LONGEST].copy_from_slice(&done[from..from + LONGEST]);
        } else {
            for step in 0..length {
                self.out[self.pos + step] = self.out[from + step];
            }
        }
        self.pos += length;
    }

    fn finish(mut self) -> Unpacked {
        self.out.truncate(self.pos.min(self.end));
        self.out.drain(..RING);
        if self.out.len() < self.out.capacity() / 2 {
            self.out.shrink_to_fit();
        }
        let Self { out: bytes, at: used, cut, ambiguous, .. } = self;
        Unpacked { bytes, used, cut, ambiguous }
    }
}

/// Packs bytes in a way that all decoders interpret equally: no reference before the start, none to the
/// byte being written.
pub fn pack(input: &[u8], dialect: Dialect) -> Vec<u8> {
    let mut out = Vec::with_capacity(input.len() / 2 + 16);
    let reach = MatchLimits { farthest: RING - 1, longest: LONGEST, kept: RING, hash_bits: 14 };
    let mut matches = Matches::new(input, reach);
    let (mut at, mut control, mut items) = (0, 0, 8);
    while at < input.len() {
        if items == 8 {
            (control, items) = (out.len(), 0);
            out.push(0);
        }
        let (distance, length) = matches.longest(at, |_, length| length >= SHORTEST);
        let taken = if length >= SHORTEST {
            let position = (at + dialect.start - distance) % RING;
            // Twelve bits of position and four bits of length.
            out.push((position & 0xFF) as u8);
            out.push(((position >> 4) & 0xF0) as u8 | (length - SHORTEST) as u8);
            length
        } else {
            out[control] |= 1 << items;
            out.push(input[at]);
            1
        };
        for position in at..at + taken {
            matches.remember(position);
        }
        at += taken;
        items += 1;
    }
    out
}
