//! The records of a bank.

use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Bit, Hint, Result, Shaped, Source, Symbol};

/// Versions that are met.
pub const VERSIONS: &[&str] = &["1", "2", "3", "4", "5", "6", "7", "32"];
/// Tones of a table.
pub const TONES: usize = 16;
/// Entries of the table of sizes.
pub const SIZES: usize = 256;
/// The first version with 128 slots.
const SINCE_128_SLOTS: u32 = 5;
/// Programs that a bank can have.
pub const MOST_PROGRAMS: usize = 128;

crate::record! {
    /// What a bank starts with.
    pub struct Header {
        pub magic: [u8; 4] => Hint::Hex,
        pub version: u32,
        pub bank: u32,
        /// Of header and body, also where they are two files.
        pub size: u32 => Hint::Unit("bytes"),
        pub reserved_10: u16 => Hint::Hex,
        /// With tones, which is the number of tables.
        pub program_count: u16,
        pub tone_count: u16,
        pub vag_count: u16,
        pub volume: u8,
        pub pan: u8,
        pub attribute_1: u8,
        pub attribute_2: u8,
        pub reserved_1c: u32 => Hint::Hex,
    }
}

crate::record! {
    /// A program number.
    pub struct Slot {
        /// 0 for a number that is not in use.
        pub tones: u8,
        pub volume: u8,
        pub priority: u8,
        pub mode: u8,
        pub pan: u8,
        pub reserved_5: u8 => Hint::Hex,
        pub attribute: i16,
        /// Scratch of the running game.
        pub scratch_8: u32 => Hint::Hex,
        pub scratch_c: u32 => Hint::Hex,
    }
}

const MODES: &[Symbol] =
    &[Symbol { value: 0, name: "normal" }, Symbol { value: 4, name: "reverb" }];

/// Mode of a tone that sounds as in a room.
pub const REVERB: u8 = 4;

const ATTACK_DECAY: &[Bit] = &[
    Bit::sure(0x8000, "exponential attack", "the attack slows down near full"),
    Bit::sure(0x7C00, "attack shift", "how much slower the attack is, in powers of two"),
    Bit::sure(0x0300, "attack step", "0 fast to 3 slow"),
    Bit::sure(0x00F0, "decay shift", "how much slower the decay is, in powers of two"),
    Bit::sure(0x000F, "sustain level", "sixteenths of full, less one"),
];
const SUSTAIN_RELEASE: &[Bit] = &[
    Bit::sure(0x8000, "exponential sustain", "the sustain slows down"),
    Bit::sure(0x4000, "falling sustain", "the sustain falls"),
    Bit::sure(0x1F00, "sustain shift", "how much slower the sustain is, in powers of two"),
    Bit::sure(0x00C0, "sustain step", "0 fast to 3 slow"),
    Bit::sure(0x0020, "exponential release", "the release slows down"),
    Bit::sure(0x001F, "release shift", "how much slower the release is, in powers of two"),
];

crate::record! {
    /// A VAG over a range of keys.
    pub struct Tone {
        pub priority: u8,
        pub mode: u8 => Hint::Enum(MODES),
        pub volume: u8,
        pub pan: u8,
        pub centre: u8,
        /// 128ths of a semitone.
        pub fine: u8,
        pub lowest: u8,
        pub highest: u8,
        pub vibrato_width: u8,
        pub vibrato_time: u8,
        pub portamento_width: u8,
        pub portamento_time: u8,
        pub bend_down: u8 => Hint::Unit("semitones"),
        pub bend_up: u8 => Hint::Unit("semitones"),
        pub reserved_e: [u8; 2] => Hint::Hex,
        pub attack_decay: u16 => Hint::Flags(ATTACK_DECAY),
        pub sustain_release: u16 => Hint::Flags(SUSTAIN_RELEASE),
        pub program: i16,
        /// From 1; 0 or less: none.
        pub vag: i16,
        pub reserved_18: [u16; 4] => Hint::Hex,
    }
}

crate::record! {
    /// The tones of a program.
    pub struct ToneTable {
        pub tones: [Tone; TONES],
    }
}

/// What stands before the sounds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Front {
    pub header: Header,
    pub slots: Vec<Slot>,
    pub tables: Vec<ToneTable>,
    pub sizes: Vec<u16>,
}

impl Layout for Front {
    const TYPE: &'static str = "Front";
    const MIN_SIZE: u64 = Header::SIZE as u64;

    fn pass<P: Pass>(&mut self, pass: &mut P, _: ()) -> Result<()> {
        pass.value("header", &mut self.header)?;
        let reads = pass.is_reading();
        let slots = if reads { self.header.slot_count() } else { self.slots.len() };
        pass.run("slots", &mut self.slots, slots)?;
        let promised = usize::from(self.header.program_count).min(MOST_PROGRAMS);
        let tables = if reads { promised } else { self.tables.len() };
        pass.run("tables", &mut self.tables, tables)?;
        let sizes = if reads { SIZES } else { self.sizes.len() };
        pass.run("sizes", &mut self.sizes, sizes)
    }
}

impl Header {
    pub fn slot_count(&self) -> usize {
        if self.version < SINCE_128_SLOTS { 64 } else { MOST_PROGRAMS }
    }

    /// Bytes that a size counts.
    pub fn unit(&self) -> u64 {
        if self.version < SINCE_128_SLOTS { 4 } else { 8 }
    }
}

/// A bank.
#[derive(Clone, Debug)]
pub struct Vab {
    pub header: Header,
    pub slots: Vec<Slot>,
    /// One for each slot that has tones, in their order.
    pub tables: Vec<ToneTable>,
    /// Of the VAGs, from 1 on.
    pub sizes: Vec<u16>,
    /// Everything behind the sizes, shared with the file.
    pub body: Source,
}

/// A program with its tones.
pub struct Used<'a> {
    pub number: usize,
    pub table: usize,
    pub slot: &'a Slot,
    pub tones: &'a [Tone],
}

impl Vab {
    pub(super) fn head(&self) -> Front {
        Front {
            header: self.header,
            slots: self.slots.clone(),
            tables: self.tables.clone(),
            sizes: self.sizes.clone(),
        }
    }

    /// Whether the sounds are in another file.
    pub fn is_head(&self) -> bool {
        self.body.is_empty() && self.vag_sizes().any(|size| size > 0)
    }

    /// The programs that have tones, each with the table that is its own.
    pub fn programs(&self) -> impl Iterator<Item = Used<'_>> {
        let used = self.slots.iter().enumerate().filter(|(_, slot)| slot.tones > 0);
        used.zip(self.tables.iter().enumerate()).map(|((number, slot), (table, stored))| {
            let tones = stored.tones.get(..usize::from(slot.tones)).unwrap_or(&stored.tones);
            Used { number, table, slot, tones }
        })
    }

    /// Bytes of each VAG, the first of which has the number 1.
    pub fn vag_sizes(&self) -> impl Iterator<Item = u64> + '_ {
        let count = usize::from(self.header.vag_count);
        let unit = self.header.unit();
        self.sizes.iter().skip(1).take(count).map(move |size| u64::from(*size) * unit)
    }

    /// Bytes before the first VAG, which belong to none.
    pub fn before_vags(&self) -> u64 {
        self.sizes.first().map_or(0, |size| u64::from(*size) * self.header.unit())
    }

    /// Bytes up to the body.
    pub fn front_len(&self) -> u64 {
        let (slots, tables) = (self.slots.len() * Slot::SIZE, self.tables.len() * ToneTable::SIZE);
        (Header::SIZE + slots + tables + self.sizes.len() * 2) as u64
    }
}

/// Two banks are the same when they are written alike.
impl PartialEq for Vab {
    fn eq(&self, other: &Self) -> bool {
        self.head() == other.head() && self.body.bytes() == other.body.bytes()
    }
}
