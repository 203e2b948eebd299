//! Sectors of form 2, and what their sub-headers say.

use crate::bytes::{Bit, Hint};

/// Bits of [`SubHeader::submode`].
pub mod submode {
    pub const END_OF_RECORD: u8 = 0x01;
    pub const VIDEO: u8 = 0x02;
    pub const AUDIO: u8 = 0x04;
    pub const DATA: u8 = 0x08;
    pub const TRIGGER: u8 = 0x10;
    pub const FORM_2: u8 = 0x20;
    pub const END_OF_FILE: u8 = 0x80;
}

/// What the bits of a submode mean.
pub const SUBMODES: &[Bit] = &[
    Bit::sure(0x01, "end of record", "the last sector of a record"),
    Bit::sure(submode::VIDEO as u32, "video", "a picture"),
    Bit::sure(submode::AUDIO as u32, "audio", "packed sound"),
    Bit::sure(submode::DATA as u32, "data", "bytes for a program"),
    Bit::sure(0x10, "trigger", "the drive tells of it"),
    Bit::sure(submode::FORM_2 as u32, "form 2", "2324 bytes without correction"),
    Bit::sure(0x40, "real time", "to be read in time"),
    Bit::sure(submode::END_OF_FILE as u32, "end of file", "the last sector of a file"),
];

/// What the bits of a coding mean.
pub const CODINGS: &[Bit] = &[
    Bit::sure(0x03, "stereo", "0 one channel, 1 left and right"),
    Bit::sure(0x0C, "half rate", "0 37 800 Hz, 1 18 900 Hz"),
    Bit::sure(0x30, "8 bits", "0 four bits a sample, 1 eight"),
    Bit::sure(0x40, "emphasis", "recorded with high notes raised"),
    Bit::sure(0x80, "reserved", "means nothing"),
];

/// Bits of a coding that mean nothing.
pub const RESERVED: u8 = 0b1010_1010;
/// Channel of sectors that only fill up.
const FILLER: u8 = 0xFF;
/// Channels that a file may have.
const CHANNELS: u8 = 32;

crate::record! {
    /// What a sector is; it stands twice.
    pub struct SubHeader {
        pub file: u8,
        pub channel: u8,
        pub submode: u8 => Hint::Flags(SUBMODES),
        pub coding: u8 => Hint::Flags(CODINGS),
    }
}

impl SubHeader {
    /// Of four bytes.
    pub fn of([file, channel, submode, coding]: [u8; 4]) -> Self {
        Self { file, channel, submode, coding }
    }

    pub fn to_bytes(self) -> [u8; 4] {
        [self.file, self.channel, self.submode, self.coding]
    }

    /// The copy to believe: a channel above 31 (but for the filler's) says that the first is broken.
    pub fn believed(first: Self, copy: Self) -> Self {
        let is_plausible = |one: &Self| one.channel < CHANNELS || one.channel == FILLER;
        if is_plausible(&first) || !is_plausible(&copy) { first } else { copy }
    }

    /// Whether the sector has 2324 bytes.
    pub fn is_form_2(self) -> bool {
        self.submode & submode::FORM_2 != 0
    }

    /// Whether it holds packed sound that is meant to be heard.
    pub fn is_sound(self) -> bool {
        const KINDS: u8 = submode::VIDEO | submode::AUDIO | submode::DATA;
        self.submode & KINDS == submode::AUDIO && self.channel != FILLER
    }

    /// Whether encoders write such a sub-header. Eight zeros, or two equal frames of CD audio, are not
    /// one.
    pub fn is_plausible(self) -> bool {
        let can_be_channel = self.channel < CHANNELS || self.channel == FILLER;
        let ends = submode::END_OF_RECORD | submode::TRIGGER | submode::END_OF_FILE;
        let can_be_kind = match self.submode & !ends {
            // Sound is stored in form 2, with or without the real-time bit.
            0x24 | 0x64 => self.coding & RESERVED == 0,
            // Pictures, data and filler.
            0x02 | 0x08 | 0x20 | 0x22 | 0x28 | 0x40 | 0x42 | 0x48 | 0x60 | 0x62 | 0x68 => true,
            0 => self.channel != 0 || self.file != 0,
            _ => false,
        };
        can_be_channel && can_be_kind
    }

    /// Whether a stream ends with it.
    pub fn ends(self) -> bool {
        self.submode & submode::END_OF_FILE != 0
    }

    /// Bytes of its sound groups.
    pub fn sound_len(self) -> usize {
        GROUP * if self.is_form_2() { 18 } else { 16 }
    }
}

const GROUP: usize = crate::codec::xa_adpcm::GROUP;
/// Sub-header, copy, data and EDC.
const FROM_SUBHEADER: usize = 2336;
/// Sync pattern and header.
const BEFORE: usize = 16;
/// What stands in front of the sectors of a RIFF file.
pub const RIFF: usize = 0x2C;
/// Sub-header and copy.
pub const SUBHEADERS: usize = 8;
/// Bytes between the sub-headers and the EDC.
pub const DATA: usize = 2324;

/// What a part of a picture begins with: its mark, and that it is packed by the MDEC.
const PICTURE: [u8; 4] = [0x60, 0x01, 0x01, 0x80];

/// Whether the data of a sector is a part of a picture of a film. Their submodes differ from game to
/// game.
pub fn is_picture(header: SubHeader, data: &[u8]) -> bool {
    !header.is_sound() && data.starts_with(&PICTURE)
}

/// How sectors lie in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Whole sectors behind so many bytes.
    Raw(usize),
    /// From their sub-headers on.
    FromSubHeader,
    /// User data alone.
    Cooked,
}

impl Shape {
    /// Bytes from one sector to the next.
    pub fn stride(self) -> usize {
        match self {
            Shape::Raw(_) => BEFORE + FROM_SUBHEADER,
            Shape::FromSubHeader => FROM_SUBHEADER,
            Shape::Cooked => 2048,
        }
    }

    /// Bytes before the first sector.
    pub fn front(self) -> usize {
        if let Shape::Raw(front) = self { front } else { 0 }
    }

    /// Bytes of a sector before its sub-header.
    pub fn before(self) -> usize {
        if let Shape::Raw(_) = self { BEFORE } else { 0 }
    }

    /// Offset of the sub-header of a sector.
    pub fn header_at(self, sector: usize) -> usize {
        self.front() + sector * self.stride() + self.before()
    }
}
