//! Records of a sound.

use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Hint, Result, Source};
use crate::codec::spu_adpcm::BLOCK;
use crate::formats::Head;
use crate::formats::ps1::spu::{Extent, USUAL_RATE, is_rate};

/// Header before the blocks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Header {
    pub magic: [u8; 4],
    pub version: u32,
    /// Only in "VAGi", little-endian: number of bytes of one channel before the next channel's
    /// bytes.
    pub interleave: [u8; 4],
    pub size: u32,
    pub rate: u32,
    /// Not in "VAGi".
    pub voice: Voice,
    /// Only in "VAGi": bytes of each channel before the loop; 0 without a loop.
    pub loop_start: u32,
    pub unknown_18: [u8; 6],
    /// Not in version 2.
    pub channels: u8,
    pub unknown_1f: u8,
    /// Only in version 2, instead of the channels.
    pub unknown_1e: u16,
    pub name: [u8; 16],
}

/// Start values of a voice.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Voice {
    pub volume_left: i16,
    pub volume_right: i16,
    pub pitch: u16,
    pub attack_decay: u16,
    pub sustain_release: u16,
}

impl Layout for Header {
    const TYPE: &'static str = "Header";
    const MIN_SIZE: u64 = Self::SIZE;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        pass.chars("magic", &mut self.magic)?;
        pass.value(("version", Hint::Hex), &mut self.version)?;
        pass.value(("interleave", Hint::Hex), &mut self.interleave)?;
        pass.value(("size", Hint::Unit("bytes")), &mut self.size)?;
        pass.value(("rate", Hint::Unit("Hz")), &mut self.rate)?;
        if Kind::of(&self.magic) == Some(Kind::Interleaved) {
            pass.value(("loop_start", Hint::Unit("bytes")), &mut self.loop_start)?;
            pass.value(("unknown_18", Hint::Hex), &mut self.unknown_18)?;
        } else {
            let voice = &mut self.voice;
            pass.value("volume_left", &mut voice.volume_left)?;
            pass.value("volume_right", &mut voice.volume_right)?;
            pass.value(("pitch", Hint::Hex), &mut voice.pitch)?;
            pass.value(("attack_decay", Hint::Hex), &mut voice.attack_decay)?;
            pass.value(("sustain_release", Hint::Hex), &mut voice.sustain_release)?;
        }
        if self.version == 2 {
            pass.value(("unknown_1e", Hint::Hex), &mut self.unknown_1e)?;
        } else {
            pass.value("channels", &mut self.channels)?;
            pass.value(("unknown_1f", Hint::Hex), &mut self.unknown_1f)?;
        }
        pass.chars("name", &mut self.name)
    }
}

impl Header {
    pub const SIZE: u64 = 0x30;

    /// Chunk size of a channel in bytes.
    pub fn interleave(&self) -> usize {
        usize::try_from(u32::from_le_bytes(self.interleave)).unwrap_or(usize::MAX)
    }
}

/// Versions whose blocks are SPU-ADPCM.
pub const VERSIONS: &[&str] = &["0x0", "0x2", "0x3", "0x4", "0x6", "0x20"];
/// Versions with the codec of a later console.
pub(super) const OTHER_CODEC: [u32; 2] = [0x0002_0001, 0x0003_0000];
/// Offsets of the second header in files with two, with descriptions of these files.
const SECOND_HEADERS: [(usize, &str); 4] = [
    (0x800, "two sounds of a PlayStation 2 game"),
    (0x1000, "two sounds of a PlayStation 2 game"),
    (0x2000, "two sounds of a PlayStation 2 game"),
    (0x6000, "two sounds of The Simpsons Wrestling"),
];
/// Start of the channels in "VAGi".
pub const INTERLEAVED_AT: u64 = 0x800;

/// Kind of a file of the VAG family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A sound of one channel.
    Mono,
    /// A sound with several channels in chunks.
    Interleaved,
    /// Not a PlayStation file; describes what it is.
    Foreign(&'static str),
}

impl Kind {
    /// Kind from the first bytes; `None` for other files.
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

    /// Header of a file without the magic: zeros, a size that matches the blocks up to the end of the
    /// file, a common rate, and valid blocks.
    pub fn without_magic(head: &Head<'_>) -> Option<Self> {
        const USUAL: std::ops::RangeInclusive<u32> = 4000..=48_000;
        let word = |at: usize| head.u32(at).map(u32::swap_bytes);
        let (size, rate) = (word(0xC)?, word(0x10)?);
        let fits = u64::from(size).checked_add(Header::SIZE) == Some(head.len)
            && size > 0
            && (size as usize).is_multiple_of(BLOCK)
            && USUAL.contains(&rate);
        if !fits || !head.bytes.get(..12)?.iter().all(|byte| *byte == 0) {
            return None;
        }
        let blocks = head.bytes.get(Header::SIZE as usize..)?.chunks_exact(BLOCK);
        let can_be = |block: &[u8]| matches!(block, [coding, 0..8, ..] if coding & 15 <= 12 && coding >> 4 <= 4);
        blocks.into_iter().all(can_be).then_some(Kind::Mono)
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

/// Records of a sound.
#[derive(Clone, Debug)]
pub struct Vag {
    pub kind: Kind,
    /// All zeros for a foreign kind.
    pub header: Header,
    /// Bytes between the header and the blocks.
    pub gap: Vec<u8>,
    /// Blocks, shared with the file; the whole file for a foreign kind.
    pub data: Source,
    pub tail: Vec<u8>,
}

impl Vag {
    /// Extent of its blocks, for a sound with one channel.
    pub fn extent(&self) -> Extent {
        Extent::of(self.data.bytes())
    }

    /// Playback rate in Hz.
    pub fn rate(&self) -> u32 {
        if is_rate(self.header.rate) { self.header.rate } else { USUAL_RATE }
    }
}

/// Sounds are equal if they serialise to the same bytes.
impl PartialEq for Vag {
    fn eq(&self, other: &Self) -> bool {
        (&self.header, &self.gap, &self.tail) == (&other.header, &other.gap, &other.tail)
            && self.data.bytes() == other.data.bytes()
    }
}
