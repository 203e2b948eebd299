//! The records of a sound.

use crate::bytes::{Hint, Shaped, Source, Symbol};
use crate::record;

/// "WBOR" as bytes.
pub const MAGIC: u32 = u32::from_le_bytes(*b"WBOR");
/// Newest version; captions exist from it on.
pub const VERSION: u32 = 110;
/// One time unit of a caption, in milliseconds.
pub const CAPTION_UNIT_MS: u64 = 200;

pub mod compression {
    pub const PCM: u8 = 0;
    pub const ADPCM: u8 = 1;
    /// Never implemented.
    pub const VOICE: u8 = 2;
}

const COMPRESSIONS: &[Symbol] = &[
    Symbol { value: compression::PCM as u32, name: "PCM" },
    Symbol { value: compression::ADPCM as u32, name: "IMA ADPCM" },
    Symbol { value: compression::VOICE as u32, name: "voice" },
];

record! {
    /// What a sound starts with; banks keep a copy of it. Offsets count from the sound's start.
    pub struct Header {
        pub magic: u32 => Hint::Hex,
        /// Times 100.
        pub version: u32,
        pub data_offset: u32 => Hint::Hex,
        /// Bytes of an ADPCM block; 0 for PCM (1 from an old tool).
        pub block_size: u32 => Hint::Unit("bytes"),
        pub data_size: u32 => Hint::Unit("bytes"),
        /// Of the original recording.
        pub decoded_size: u32 => Hint::Unit("bytes"),
        pub rate: u32 => Hint::Unit("Hz"),
        /// Of a decoded sample.
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

/// A text and how long it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// In fifths of a second.
    pub duration: u32,
    /// Windows ANSI; 0x0D starts a new line. Empty for a pause.
    pub text: Vec<u8>,
}

/// The texts of a sound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captions {
    pub sections: Vec<Section>,
    /// Bytes behind the last text: four, of no meaning, in all known files.
    pub tail: Vec<u8>,
    /// A stored length that is not the block's.
    pub stale_length: Option<u32>,
    /// A stored count that is not the number of sections.
    pub stale_count: Option<u32>,
}

/// A sound.
#[derive(Clone, Debug)]
pub struct Cau {
    /// The offsets and the data size in it are those of the file it was read from.
    pub header: Header,
    /// The offsets and the data size are wrong, and written as they are.
    pub stale: bool,
    /// In a bank, the header in front of the sound where it differs from the copy that counts.
    pub front: Option<Header>,
    pub captions: Option<Captions>,
    /// Bytes between the header and the captions.
    pub gap: Vec<u8>,
    /// Bytes before the samples.
    pub data_gap: Vec<u8>,
    /// The stored samples, shared with the file.
    pub data: Source,
}

/// Two sounds are the same when they are written alike.
impl PartialEq for Cau {
    fn eq(&self, other: &Self) -> bool {
        self.written_header() == other.written_header()
            && (&self.front, &self.captions) == (&other.front, &other.captions)
            && (&self.gap, &self.data_gap) == (&other.gap, &other.data_gap)
            && self.data.bytes() == other.data.bytes()
    }
}
