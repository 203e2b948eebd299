//! The records of a sound.

use crate::bytes::cp1252;
use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Hint, Result, Severity, Shaped, Source, count32, stale_count};
use crate::{record, symbols};

/// "WBOR" as bytes.
pub const MAGIC: u32 = u32::from_le_bytes(*b"WBOR");
/// Newest version, and the first with captions.
pub const VERSION: u32 = 110;
/// One time unit of a caption, in milliseconds.
pub const CAPTION_UNIT_MS: u64 = 200;

symbols! {
    pub mod compression: u8, COMPRESSIONS {
        PCM = 0 "PCM",
        ADPCM = 1 "IMA ADPCM",
        /// Never implemented by the game.
        VOICE = 2 "voice",
    }
}

record! {
    /// Header of a sound; banks store a copy of it. Offsets count from the sound's start.
    pub struct Header {
        pub magic: u32 => Hint::Hex,
        /// Version times 100.
        pub version: u32,
        pub data_offset: u32 => Hint::Hex,
        /// Bytes of an ADPCM block; 0 for PCM (1 from an old tool).
        pub block_size: u32 => Hint::Unit("bytes"),
        pub data_size: u32 => Hint::Unit("bytes"),
        /// Size of the original recording.
        pub decoded_size: u32 => Hint::Unit("bytes"),
        pub rate: u32 => Hint::Unit("Hz"),
        /// Bits of a decoded sample.
        pub bits: u8,
        pub channels: u8,
        pub compression: u8 => Hint::Enum(COMPRESSIONS),
        pub flags: u8 => Hint::Hex,
        /// 0 without captions.
        pub captions_offset: u32 => Hint::Hex,
    }
}

/// Length of a header.
pub const HEADER: u64 = Header::SIZE as u64;

/// A text and how long it is visible.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// In fifths of a second.
    pub duration: u32,
    /// Windows ANSI; 0x0D starts a new line. Empty for a pause.
    pub text: Vec<u8>,
}

impl Layout for Section {
    const TYPE: &'static str = "Section";
    /// An empty text takes five bytes.
    const MIN_SIZE: u64 = 5;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        pass.value(("duration", Hint::Unit("fifths of a second")), &mut self.duration)?;
        pass.c_text("text", &mut self.text).map_err(|mut error| {
            error.0.severity = Severity::Warning;
            error.0.message = "the text runs past the end of the captions".to_owned();
            error
        })
    }

    fn summary(&self) -> String {
        cp1252::decode(&self.text).replace('\r', " / ")
    }
}

/// The texts of a sound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captions {
    pub sections: Vec<Section>,
    /// Bytes after the last text: four, meaningless in all known files.
    pub tail: Vec<u8>,
    /// The stored length, if it is wrong.
    pub stale_length: Option<u32>,
    /// The stored count, if it differs from the number of sections.
    pub stale_count: Option<u32>,
}

impl Captions {
    /// Bytes before the sections.
    pub(super) const HEADER: u64 = 8;

    /// Bytes of the block, its length field included.
    pub fn len(&self) -> usize {
        let texts: usize = self.sections.iter().map(|section| 4 + section.text.len() + 1).sum();
        Self::HEADER as usize + texts + self.tail.len()
    }

    pub fn is_empty(&self) -> bool {
        self.sections.is_empty()
    }
}

/// The whole block; reading bounds it by its stored length.
impl Layout for Captions {
    const TYPE: &'static str = "Captions";
    const MIN_SIZE: u64 = Self::HEADER;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        let start = pass.pos();
        let mut length = self.stale_length.unwrap_or(count32(self.len() - 4));
        let mut count = self.stale_count.unwrap_or(count32(self.sections.len()));
        pass.value(("length", Hint::Unit("bytes follow")), &mut length)?;
        pass.value("count", &mut count)?;
        let most = pass.bounded("sections", count as usize, <Section as Layout>::MIN_SIZE);
        pass.items_up_to("sections", &mut self.sections, most, ())?;
        let rest = usize::try_from(pass.remaining()).unwrap_or(usize::MAX);
        let rest = if pass.is_reading() { rest } else { self.tail.len() };
        pass.filler(&mut self.tail, rest)?;
        self.stale_count = stale_count(count, self.sections.len());
        // The length as stored, which the texts may no longer have after reading.
        let taken = usize::try_from(pass.pos() - start).unwrap_or(usize::MAX);
        self.stale_length = stale_count(length, taken.saturating_sub(4));
        Ok(())
    }

    fn summary(&self) -> String {
        format!("{} texts", self.sections.len())
    }
}

/// A sound.
#[derive(Clone, Debug)]
pub struct Cau {
    /// Offsets and data size are those of the file it was read from.
    pub header: Header,
    /// `true` if offsets and data size are wrong, and written unchanged.
    pub stale: bool,
    /// In a bank, the header in front of the sound if it differs from the copy, which is used.
    pub front: Option<Header>,
    pub captions: Option<Captions>,
    /// Bytes between the header and the captions.
    pub gap: Vec<u8>,
    /// Bytes before the samples.
    pub data_gap: Vec<u8>,
    /// The stored samples, shared with the file.
    pub data: Source,
}

/// Sounds are equal if they are written to the same bytes.
impl PartialEq for Cau {
    fn eq(&self, other: &Self) -> bool {
        self.written_header() == other.written_header()
            && (&self.front, &self.captions) == (&other.front, &other.captions)
            && (&self.gap, &self.data_gap) == (&other.gap, &other.data_gap)
            && self.data.bytes() == other.data.bytes()
    }
}
