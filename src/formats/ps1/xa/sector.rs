//! Sectors of form 2 and their sub-headers.

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

/// Names of the bits of a submode.
pub const SUBMODES: &[Bit] = &[
    Bit::sure(0x01, "end of record", "the last sector of a record"),
    Bit::sure(submode::VIDEO as u32, "video", "a picture"),
    Bit::sure(submode::AUDIO as u32, "audio", "compressed sound"),
    Bit::sure(submode::DATA as u32, "data", "program data"),
    Bit::sure(0x10, "trigger", "triggers an interrupt of the drive"),
    Bit::sure(submode::FORM_2 as u32, "form 2", "2324 bytes without correction"),
    Bit::sure(0x40, "real time", "must be read in real time"),
    Bit::sure(submode::END_OF_FILE as u32, "end of file", "the last sector of a file"),
];

/// Names of the bits of a coding.
pub const CODINGS: &[Bit] = &[
    Bit::sure(0x03, "stereo", "0: one channel, 1: left and right"),
    Bit::sure(0x0C, "half rate", "0: 37 800 Hz, 1: 18 900 Hz"),
    Bit::sure(0x30, "8 bits", "0: four bits per sample, 1: eight"),
    Bit::sure(0x40, "emphasis", "recorded with boosted high frequencies"),
    Bit::sure(0x80, "reserved", "unused"),
];

/// Unused bits of a coding.
pub const RESERVED: u8 = 0b1010_1010;
/// Channel of filler sectors.
const FILLER: u8 = 0xFF;
/// Maximum number of channels in a file.
const CHANNELS: u8 = 32;

crate::record! {
    /// Sub-header of a sector, which is stored twice.
    pub struct SubHeader {
        pub file: u8,
        pub channel: u8,
        pub submode: u8 => Hint::Flags(SUBMODES),
        pub coding: u8 => Hint::Flags(CODINGS),
    }
}

impl SubHeader {
    /// Creates a sub-header from its four bytes.
    pub fn of([file, channel, submode, coding]: [u8; 4]) -> Self {
        Self { file, channel, submode, coding }
    }

    pub fn to_bytes(self) -> [u8; 4] {
        [self.file, self.channel, self.submode, self.coding]
    }

    /// Selects the valid copy: a channel above 31 (except the filler's) shows that the first is damaged.
    pub fn valid_copy(first: Self, copy: Self) -> Self {
        let is_plausible = |one: &Self| one.channel < CHANNELS || one.channel == FILLER;
        if is_plausible(&first) || !is_plausible(&copy) { first } else { copy }
    }

    /// `true` if the sector has 2324 bytes of data.
    pub fn is_form_2(self) -> bool {
        self.submode & submode::FORM_2 != 0
    }

    /// `true` for a sector with compressed sound to be played.
    pub fn is_sound(self) -> bool {
        const KINDS: u8 = submode::VIDEO | submode::AUDIO | submode::DATA;
        self.submode & KINDS == submode::AUDIO && self.channel != FILLER
    }

    /// `true` for a sub-header that encoders write. Eight zeros, or two equal frames of CD audio, are not
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

    /// `true` if a stream ends with this sector.
    pub fn ends(self) -> bool {
        self.submode & submode::END_OF_FILE != 0
    }

    /// Size of the sector's sound groups in bytes.
    pub fn sound_len(self) -> usize {
        GROUP * if self.is_form_2() { 18 } else { 16 }
    }
}

const GROUP: usize = crate::codec::xa_adpcm::GROUP;
/// Sub-header, copy, data and EDC.
const FROM_SUBHEADER: usize = 2336;
/// Sync pattern and header.
const BEFORE: usize = 16;
/// Size of the RIFF header before the sectors.
pub const RIFF: usize = 0x2C;
/// Sub-header and copy.
pub const SUBHEADERS: usize = 8;
/// Bytes between the sub-headers and the EDC.
pub const DATA: usize = 2324;

/// Start of a picture segment: its magic, and the mark of MDEC compression.
const PICTURE: [u8; 4] = [0x60, 0x01, 0x01, 0x80];

/// `true` if the data of a sector is a segment of a video frame. Their submodes differ from game to
/// game.
pub fn is_picture(header: SubHeader, data: &[u8]) -> bool {
    !header.is_sound() && data.starts_with(&PICTURE)
}

/// Storage shape of sectors in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Whole sectors, after this number of bytes.
    Raw(usize),
    /// Sectors without sync and header.
    FromSubHeader,
    /// User data only.
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
