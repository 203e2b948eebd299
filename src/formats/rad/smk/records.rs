//! Records of a video.

use std::sync::Arc;

use super::trees::Trees;
use crate::bytes::{Bit, Hint, Source};
use crate::codec::smacker::Version;

/// Bits of [`Header::flags`].
pub mod flag {
    pub const RING: u32 = 1;
    pub const INTERLACED: u32 = 2;
    pub const DOUBLED: u32 = 4;
}

const FLAGS: &[Bit] = &[
    Bit::sure(
        flag::RING,
        "ring frame",
        "one additional frame leads from the last picture to the first",
    ),
    Bit::sure(flag::INTERLACED, "interlaced", "displayed with doubled height"),
    Bit::sure(flag::DOUBLED, "doubled", "displayed with doubled height"),
];

/// Bits of [`Header::audio_rates`].
pub mod rate {
    pub const HERTZ: u32 = 0xFF_FFFF;
    pub const BINK: u32 = 0x0C00_0000;
    pub const STEREO: u32 = 1 << 28;
    pub const WIDE: u32 = 1 << 29;
    pub const PRESENT: u32 = 1 << 30;
    pub const PACKED: u32 = 1 << 31;
}

const RATES: &[Bit] = &[
    Bit::sure(rate::HERTZ, "Hz", "sample rate in Hz"),
    Bit::sure(rate::BINK, "Bink", "Bink sound, which is not decoded"),
    Bit::sure(rate::STEREO, "stereo", "stereo"),
    Bit::sure(rate::WIDE, "16 bits", "0: eight bits per sample, 1: sixteen"),
    Bit::sure(rate::PRESENT, "present", "the video has this track"),
    Bit::sure(rate::PACKED, "packed", "samples are coded differences"),
];

/// Bits of [`Smk::sizes`].
pub(super) const SIZES: &[Bit] = &[
    Bit::sure(1, "key frame", "often not set; a key frame does not clear the picture"),
    Bit::guess(2, "unknown", "meaning unknown"),
    Bit::sure(SIZE / 4 * 4, "4 ×", "size of the frame, in units of 4 bytes"),
];

/// Bits of [`Smk::types`].
pub(super) const TYPES: &[Bit] = &[
    Bit::sure(1, "palette", "the frame changes the palette"),
    Bit::sure(2, "track 0", "sound of the first track"),
    Bit::sure(4, "track 1", "sound of the second track"),
    Bit::sure(8, "track 2", "sound of the third track"),
    Bit::sure(16, "track 3", "sound of the fourth track"),
    Bit::sure(32, "track 4", "sound of the fifth track"),
    Bit::sure(64, "track 5", "sound of the sixth track"),
    Bit::sure(128, "track 6", "sound of the seventh track"),
];

/// Mask of the byte count in a frame size.
pub(super) const SIZE: u32 = !3;
/// Maximum number of sound tracks in a video.
pub const TRACKS: usize = 7;

crate::layout! {
    /// Header before the tables.
    pub struct Header {
        pub magic: [u8; 4] [text],
        pub width: u32 => Hint::Unit("pixels"),
        pub height: u32 => Hint::Unit("pixels"),
        /// Number of frames without the ring frame.
        pub frame_count: u32,
        /// Frame duration in milliseconds; a negative value counts units of 10 µs.
        pub frame_rate: i32,
        pub flags: u32 => Hint::Flags(FLAGS),
        pub audio_sizes: [u32; TRACKS] => Hint::Unit("bytes"),
        pub tree_size: u32 => Hint::Unit("bytes"),
        pub tree_sizes: [u32; 4] => Hint::Unit("bytes"),
        pub audio_rates: [u32; TRACKS] => Hint::Flags(RATES),
        pub unknown_64: u32 => Hint::Hex,
    }
}

impl Header {
    pub const SIZE: u64 = 0x68;

    /// Version of the pixel coding; `None` if unknown.
    pub fn version(&self) -> Option<Version> {
        version_of(&self.magic)
    }

    pub fn has_ring(&self) -> bool {
        self.flags & flag::RING != 0
    }

    /// Number of display rows per stored row.
    pub fn rows(&self) -> u32 {
        if self.flags & (flag::INTERLACED | flag::DOUBLED) != 0 { 2 } else { 1 }
    }

    /// Number of frames in the tables, including the ring frame.
    pub fn stored_frames(&self) -> u64 {
        u64::from(self.frame_count) + u64::from(self.has_ring())
    }

    /// Frame duration in microseconds.
    pub fn frame_us(&self) -> u64 {
        match self.frame_rate {
            0 => 100_000,
            ms if ms > 0 => u64::from(ms.unsigned_abs()) * 1000,
            tens => u64::from(tens.unsigned_abs()) * 10,
        }
    }

    /// Properties of a sound track.
    pub fn track(&self, index: usize) -> Track {
        let stored = self.audio_rates.get(index).copied().unwrap_or(0);
        let largest = self.audio_sizes.get(index).copied().unwrap_or(0);
        Track { stored, largest }
    }
}

/// Version of the pixel coding from the magic.
pub(super) fn version_of(magic: &[u8]) -> Option<Version> {
    match magic {
        b"SMK2" => Some(Version::Two),
        b"SMK4" => Some(Version::Four),
        _ => None,
    }
}

/// Sound track as described by the header.
#[derive(Clone, Copy, Debug)]
pub struct Track {
    /// Rate and layout.
    stored: u32,
    /// Unpacked size of the largest chunk.
    pub largest: u32,
}

impl Track {
    /// Sample rate in Hz.
    pub fn rate(self) -> u32 {
        self.stored & rate::HERTZ
    }

    pub fn is_present(self) -> bool {
        self.stored & rate::PRESENT != 0
    }

    /// `true` if it is neither marked as present nor has a rate.
    pub fn is_absent(self) -> bool {
        !self.is_present() && self.rate() == 0
    }

    pub fn is_bink(self) -> bool {
        self.stored & rate::BINK != 0
    }

    pub fn is_packed(self) -> bool {
        self.stored & rate::PACKED != 0
    }

    pub fn layout(self) -> crate::codec::smacker::Layout {
        let [stereo, wide] = [rate::STEREO, rate::WIDE].map(|bit| self.stored & bit != 0);
        crate::codec::smacker::Layout { stereo, wide }
    }
}

/// Records of a video.
#[derive(Clone, Debug)]
pub struct Smk {
    pub header: Header,
    /// Size of each frame, with two flag bits.
    pub sizes: Vec<u32>,
    /// Contents of each frame.
    pub types: Vec<u8>,
    /// Packed trees, shared with the file.
    pub packed_trees: Source,
    /// Decoded trees; `None` if they cannot be read.
    pub trees: Option<Arc<Trees>>,
    /// Frames, shared with the file.
    pub frames: Frames,
    /// Bytes after the last frame.
    pub tail: Vec<u8>,
}

/// Consecutive frames.
#[derive(Clone, Debug)]
pub struct Frames {
    /// Bytes of all frames.
    pub source: Source,
    /// Start of each frame.
    pub starts: Arc<[u32]>,
}

impl Frames {
    /// Bytes of a frame; empty if it is missing.
    pub fn bytes(&self, index: usize) -> &[u8] {
        let Some(start) = self.starts.get(index).map(|start| u64::from(*start)) else { return &[] };
        let end = self.starts.get(index + 1).map_or(self.source.len(), |end| u64::from(*end));
        self.source.window(start, end)
    }
}
