//! RefPack (QFS): Electronic Arts' byte-wise LZ77, without its header.
//!
//! A command of one to four bytes is followed by up to 112 literals, then copies up to 1028 bytes from up
//! to 131 072 bytes back. A copy may overlap its own output.
//!
//! | first byte | literals | copy | distance |
//! |---|---|---|---|
//! | 00–7F, 1 more | 0–3 | 3–10 | 1–1024 |
//! | 80–BF, 2 more | 0–3 | 4–67 | 1–16 384 |
//! | C0–DF, 3 more | 0–3 | 5–1028 | 1–131 072 |
//! | E0–FB | 4, 8 … 112 | – | – |
//! | FC–FF | 0–3, then the stream ends | – | – |
//!
//! The crate of the same name returns nothing for a damaged stream and does not report the positions of
//! commands; both are needed here. Source: the format document `ssx-mpf.md` section 7.

use super::matches::{MatchLimits, Matches};

/// One command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Command {
    /// Size of the command in bytes, without its literals.
    pub size: usize,
    /// Number of literal bytes after the command.
    pub literals: usize,
    /// Number of bytes copied after the literals, from `distance` back.
    pub length: usize,
    /// Distance of the copied bytes; 1 is the previous byte.
    pub distance: usize,
    /// The stop command.
    pub stops: bool,
}

impl Command {
    /// Parses the command at the start of `input`; `None` if it is truncated.
    pub fn at(input: &[u8]) -> Option<Self> {
        let byte = |at: usize| input.get(at).map(|byte| usize::from(*byte));
        let c = byte(0)?;
        Some(match c {
            0x00..=0x7F => Self {
                size: 2,
                literals: c & 3,
                length: ((c >> 2) & 7) + 3,
                distance: ((c & 0x60) << 3) + byte(1)? + 1,
                stops: false,
            },
            0x80..=0xBF => {
                let (d, e) = (byte(1)?, byte(2)?);
                let distance = ((d & 0x3F) << 8) + e + 1;
                Self { size: 3, literals: d >> 6, length: (c & 0x3F) + 4, distance, stops: false }
            }
            0xC0..=0xDF => {
                let (d, e, f) = (byte(1)?, byte(2)?, byte(3)?);
                Self {
                    size: 4,
                    literals: c & 3,
                    length: ((c & 0x0C) << 6) + f + 5,
                    distance: ((c & 0x10) << 12) + (d << 8) + e + 1,
                    stops: false,
                }
            }
            0xE0..=0xFB => Self { size: 1, literals: ((c & 0x1F) + 1) * 4, ..Self::default() },
            _ => Self { size: 1, literals: c & 3, stops: true, ..Self::default() },
        })
    }
}

/// Reason why unpacking ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The stop command was reached.
    Stop,
    /// The limit was reached without a stop command after it.
    Limit,
    /// The input ends inside or before a command, at this offset.
    Cut(usize),
    /// The command at this offset copies from before the start.
    Reference(usize),
}

/// Result of unpacking a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unpacked {
    /// Unpacked bytes.
    pub bytes: Vec<u8>,
    /// Number of input bytes used.
    pub used: usize,
    /// Reason why unpacking ended.
    pub end: End,
}

/// Maximum length and distance of a copy.
const LONGEST: usize = 1028;
const FARTHEST: usize = 1 << 17;

/// Maximum unpacked size of `packed` bytes.
pub fn most(packed: usize) -> usize {
    (packed / 4 + 1).saturating_mul(LONGEST + 3)
}

/// Unpacks until the stop command or until `limit` bytes are unpacked. Never fails: data before damage is
/// returned.
pub fn unpack(input: &[u8], limit: usize) -> Unpacked {
    let limit = limit.min(most(input.len()));
    let mut out: Vec<u8> = Vec::with_capacity(limit);
    let mut at = 0;
    let end = loop {
        let rest = input.get(at..).unwrap_or(&[]);
        let Some(command) = Command::at(rest) else {
            break if out.len() >= limit && rest.is_empty() { End::Limit } else { End::Cut(at) };
        };
        if out.len() >= limit && !(command.stops && command.literals == 0) {
            break End::Limit;
        }
        let literals = rest.get(command.size..).unwrap_or(&[]);
        let wanted = command.literals.min(limit - out.len());
        let there = literals.get(..command.literals).unwrap_or(literals);
        out.extend_from_slice(there.get(..wanted).unwrap_or(there));
        if there.len() < command.literals {
            break End::Cut(at);
        }
        if command.distance > out.len() {
            break End::Reference(at);
        }
        at += command.size + command.literals;
        copy(&mut out, command, limit);
        if command.stops {
            break End::Stop;
        }
    };
    Unpacked { bytes: out, used: at.min(input.len()), end }
}

fn copy(out: &mut Vec<u8>, command: Command, limit: usize) {
    let length = command.length.min(limit.saturating_sub(out.len()));
    let from = out.len() - command.distance;
    if command.distance >= length {
        out.extend_from_within(from..from + length);
    } else {
        for position in from..from + length {
            out.push(out[position]);
        }
    }
}

/// Packs bytes, including the stop command.
pub fn pack(input: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(input.len() / 2 + 16);
    let kept = FARTHEST.min(input.len().next_power_of_two());
    let reach = MatchLimits { farthest: kept, longest: LONGEST, kept, hash_bits: 15 };
    let mut matches = Matches::new(input, reach);
    let (mut at, mut pending) = (0, 0);
    while at < input.len() {
        let (distance, length) = matches.longest(at, pays);
        let taken = if pays(distance, length) {
            let first = literals(&mut out, &input[pending..at]);
            reference(&mut out, at - pending - first, length, distance);
            out.extend_from_slice(&input[pending + first..at]);
            pending = at + length;
            length
        } else {
            1
        };
        for position in at..at + taken {
            matches.remember(position);
        }
        at += taken;
    }
    let first = literals(&mut out, &input[pending..]);
    let last = &input[pending + first..];
    // At most three literals are left.
    out.push(0xFC | last.len() as u8);
    out.extend_from_slice(last);
    out
}

/// Writes all literals except the last up to three; returns their number.
fn literals(out: &mut Vec<u8>, bytes: &[u8]) -> usize {
    let whole = bytes.len() & !3;
    for run in bytes[..whole].chunks(112) {
        out.push(0xE0 | (run.len() / 4 - 1) as u8);
        out.extend_from_slice(run);
    }
    whole
}

/// `true` if a match is shorter as a command than as literals.
fn pays(distance: usize, length: usize) -> bool {
    match distance {
        0 => false,
        1..=0x400 => length >= 3,
        0x401..=0x4000 => length >= 4,
        _ => length >= 5,
    }
}

/// Writes a command; all values fit, as checked by [`pays`] and the window.
fn reference(out: &mut Vec<u8>, literals: usize, length: usize, distance: usize) {
    let back = distance - 1;
    let bytes = if length <= 10 && back < 0x400 {
        vec![(back >> 3 & 0x60) | (length - 3) << 2 | literals, back & 0xFF]
    } else if length <= 67 && back < 0x4000 {
        vec![0x80 | (length - 4), literals << 6 | back >> 8, back & 0xFF]
    } else {
        let long = length - 5;
        let first = 0xC0 | (back >> 12 & 0x10) | (long >> 6 & 0x0C) | literals;
        vec![first, back >> 8 & 0xFF, back & 0xFF, long & 0xFF]
    };
    out.extend(bytes.into_iter().map(|byte| byte as u8));
}
