//! The records of a sound.

use crate::bytes::{Hint, Source};
use crate::formats::ps1::spu::{Extent, USUAL_RATE, is_rate};

crate::layout! {
    /// What stands in front of the blocks.
    pub struct Header {
        pub magic: [u8; 4] [text],
        pub version: u32 => Hint::Hex,
        /// Of "VAGi", little-endian: bytes of a channel before those of the next.
        pub interleave: [u8; 4] => Hint::Hex,
        pub size: u32 => Hint::Unit("bytes"),
        pub rate: u32 => Hint::Unit("Hz"),
        pub volume_left: i16,
        pub volume_right: i16,
        pub pitch: u16 => Hint::Hex,
        pub attack_decay: u16 => Hint::Hex,
        pub sustain_release: u16 => Hint::Hex,
        pub channels: u8,
        pub unknown_1f: u8 => Hint::Hex,
        pub name: [u8; 16] [text],
    }
}

impl Header {
    pub const SIZE: u64 = 0x30;

    /// Bytes of a channel before those of the next.
    pub fn interleave(&self) -> usize {
        usize::try_from(u32::from_le_bytes(self.interleave)).unwrap_or(usize::MAX)
    }
}

/// Versions whose blocks are SPU-ADPCM.
pub const VERSIONS: &[&str] = &["0x0", "0x2", "0x3", "0x4", "0x6", "0x20"];
/// Versions whose blocks are those of a later console's codec.
pub(super) const OTHER_CODEC: [u32; 2] = [0x0002_0001, 0x0003_0000];
/// Where the second header of files with two of them stands, and what those are.
const SECOND_HEADERS: [(usize, &str); 4] = [
    (0x800, "two sounds of a PlayStation 2 game"),
    (0x1000, "two sounds of a PlayStation 2 game"),
    (0x2000, "two sounds of a PlayStation 2 game"),
    (0x6000, "two sounds of The Simpsons Wrestling"),
];
/// Where the channels of "VAGi" start.
pub const INTERLEAVED_AT: u64 = 0x800;

/// What a file of the family is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A sound of one channel.
    Mono,
    /// One of several channels in chunks.
    Interleaved,
    /// Not of the PlayStation: what it is.
    Foreign(&'static str),
}

impl Kind {
    /// By the first bytes; `None` for other files.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let magic = bytes.first_chunk::<4>()?;
        Some(match magic {
            b"VAGp" => Self::of_plain(bytes),
            b"VAGi" => Kind::Interleaved,
            b"VAG1" | b"VAG2" => Kind::Foreign("a sound of a PlayStation 2 game"),
            b"pGAV" => Kind::Foreign("a little-endian sound of a PlayStation 2 game"),
            b"AAAp" => Kind::Foreign("several sounds of a PlayStation 2 game"),
            _ => return None,
        })
    }

    fn of_plain(bytes: &[u8]) -> Self {
        let second = |(at, _): &&(usize, &str)| {
            bytes.get(*at..).is_some_and(|there| there.starts_with(b"VAGp"))
        };
        if let Some((_, what)) = SECOND_HEADERS.iter().find(second) {
            return Kind::Foreign(what);
        }
        let word = |at: usize| bytes.get(at..)?.first_chunk().copied().map(u32::from_be_bytes);
        let (version, size) = (word(4).unwrap_or(0), word(0xC).unwrap_or(0));
        let fits = |size: u32| (size as usize) <= bytes.len().max(0x40);
        let is_swapped = version > 0xFF_FFFF && version.swap_bytes() <= 0xFF;
        match is_swapped && !fits(size) && fits(size.swap_bytes()) {
            true => Kind::Foreign("a little-endian sound of a PlayStation 2 game"),
            false => Kind::Mono,
        }
    }
}

/// One sound.
#[derive(Clone, Debug)]
pub struct Vag {
    pub kind: Kind,
    /// All zeros for a foreign kind.
    pub header: Header,
    /// What stands between the header and the blocks.
    pub gap: Vec<u8>,
    /// The blocks, shared with the file; of a foreign kind all of the file.
    pub data: Source,
    pub tail: Vec<u8>,
}

impl Vag {
    /// What its blocks make up, where it has one channel.
    pub fn extent(&self) -> Extent {
        Extent::of(self.data.bytes())
    }

    /// Frames a second.
    pub fn rate(&self) -> u32 {
        if is_rate(self.header.rate) { self.header.rate } else { USUAL_RATE }
    }
}

/// Two sounds are the same when they are written alike.
impl PartialEq for Vag {
    fn eq(&self, other: &Self) -> bool {
        (&self.header, &self.gap, &self.tail) == (&other.header, &other.gap, &other.tail)
            && self.data.bytes() == other.data.bytes()
    }
}
