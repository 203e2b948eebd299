//! Records of a bank.

use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Bit, Hint, Result, Shaped, Source, Symbol};

/// Known versions.
pub const VERSIONS: &[&str] = &["1", "2", "3", "4", "5", "6", "7", "32"];
/// Tones per table.
pub const TONES: usize = 16;
/// Number of entries in the size table.
pub const SIZES: usize = 256;
/// First version with 128 slots.
const SINCE_128_SLOTS: u32 = 5;
/// Maximum number of programs in a bank.
pub const MAX_PROGRAMS: usize = 128;

crate::record! {
    /// Header of a bank.
    pub struct Header {
        pub magic: [u8; 4] => Hint::Hex,
        pub version: u32,
        pub bank: u32,
        /// Total size of header and body, even if they are two files.
        pub size: u32 => Hint::Unit("bytes"),
        pub reserved_10: u16 => Hint::Hex,
        /// Number of programs with tones, and thus of tables.
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
    /// Slot of a program number.
    pub struct Slot {
        /// 0 for an unused number.
        pub tones: u8,
        pub volume: u8,
        pub priority: u8,
        pub mode: u8,
        pub pan: u8,
        pub reserved_5: u8 => Hint::Hex,
        pub attribute: i16,
        /// Scratch memory of the running game.
        pub scratch_8: u32 => Hint::Hex,
        pub scratch_c: u32 => Hint::Hex,
    }
}

const MODES: &[Symbol] =
    &[Symbol { value: 0, name: "normal" }, Symbol { value: 4, name: "reverb" }];

/// Mode of a tone with reverb.
pub const REVERB: u8 = 4;

const ATTACK_DECAY: &[Bit] = &[
    Bit::sure(0x8000, "exponential attack", "the attack slows down near the maximum"),
    Bit::sure(0x7C00, "attack shift", "time scale of the attack, in powers of two"),
    Bit::sure(0x0300, "attack step", "0: fast, 3: slow"),
    Bit::sure(0x00F0, "decay shift", "time scale of the decay, in powers of two"),
    Bit::sure(0x000F, "sustain level", "in sixteenths of the maximum, minus one"),
];
const SUSTAIN_RELEASE: &[Bit] = &[
    Bit::sure(0x8000, "exponential sustain", "the sustain slows down"),
    Bit::sure(0x4000, "falling sustain", "the sustain falls"),
    Bit::sure(0x1F00, "sustain shift", "time scale of the sustain, in powers of two"),
    Bit::sure(0x00C0, "sustain step", "0: fast, 3: slow"),
    Bit::sure(0x0020, "exponential release", "the release slows down"),
    Bit::sure(0x001F, "release shift", "time scale of the release, in powers of two"),
];

crate::record! {
    /// A VAG assigned to a range of keys.
    pub struct Tone {
        pub priority: u8,
        pub mode: u8 => Hint::Enum(MODES),
        pub volume: u8,
        pub pan: u8,
        pub centre: u8,
        /// In 1/128 semitone.
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
        /// One-based VAG number; 0 or less for none.
        pub vag: i16,
        pub reserved_18: [u16; 4] => Hint::Hex,
    }
}

crate::record! {
    /// Tones of a program.
    pub struct ToneTable {
        pub tones: [Tone; TONES],
    }
}

/// Data before the sounds.
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
        let declared = usize::from(self.header.program_count).min(MAX_PROGRAMS);
        let tables = if reads { declared } else { self.tables.len() };
        pass.run("tables", &mut self.tables, tables)?;
        let sizes = if reads { SIZES } else { self.sizes.len() };
        pass.run("sizes", &mut self.sizes, sizes)
    }
}

impl Header {
    pub fn slot_count(&self) -> usize {
        if self.version < SINCE_128_SLOTS { 64 } else { MAX_PROGRAMS }
    }

    /// Unit of sizes in bytes.
    pub fn unit(&self) -> u64 {
        if self.version < SINCE_128_SLOTS { 4 } else { 8 }
    }
}

/// Records of a bank.
#[derive(Clone, Debug)]
pub struct Vab {
    pub header: Header,
    pub slots: Vec<Slot>,
    /// One for each slot with tones, in slot order.
    pub tables: Vec<ToneTable>,
    /// Sizes of the VAGs, starting at index 1.
    pub sizes: Vec<u16>,
    /// Everything after the sizes; shares the bytes of the file.
    pub body: Source,
}

/// Program with its tones.
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

    /// `true` if the sounds are in another file.
    pub fn is_head(&self) -> bool {
        self.body.is_empty() && self.vag_sizes().any(|size| size > 0)
    }

    /// Programs with tones, each with its table of tones.
    pub fn programs(&self) -> impl Iterator<Item = Used<'_>> {
        let used = self.slots.iter().enumerate().filter(|(_, slot)| slot.tones > 0);
        used.zip(self.tables.iter().enumerate()).map(|((number, slot), (table, stored))| {
            let tones = stored.tones.get(..usize::from(slot.tones)).unwrap_or(&stored.tones);
            Used { number, table, slot, tones }
        })
    }

    /// Size of each VAG in bytes, starting with VAG 1.
    pub fn vag_sizes(&self) -> impl Iterator<Item = u64> + '_ {
        let count = usize::from(self.header.vag_count);
        let unit = self.header.unit();
        self.sizes.iter().skip(1).take(count).map(move |size| u64::from(*size) * unit)
    }

    /// Size of the unused area before the first VAG.
    pub fn before_vags(&self) -> u64 {
        self.sizes.first().map_or(0, |size| u64::from(*size) * self.header.unit())
    }

    /// Size of everything before the body.
    pub fn front_len(&self) -> u64 {
        let (slots, tables) = (self.slots.len() * Slot::SIZE, self.tables.len() * ToneTable::SIZE);
        (Header::SIZE + slots + tables + self.sizes.len() * 2) as u64
    }
}

/// Banks are equal if they serialise to the same bytes.
impl PartialEq for Vab {
    fn eq(&self, other: &Self) -> bool {
        self.head() == other.head() && self.body.bytes() == other.body.bytes()
    }
}
