//! Packets for the PlayStation 2's vector unit: DMA tags, VIF codes, and the data of UNPACK codes.
//!
//! A chain is a list of tags, each with a payload of whole quadwords (16 bytes); CNT goes on behind
//! its payload, RET is the last. A payload is a list of codes: four bytes (16-bit immediate, number,
//! command), some with data behind. UNPACK writes its data to the unit's memory, from where the
//! vertex program reads it.

use crate::bytes::{Bit, Hint, Symbol};

crate::record! {
    /// A DMA tag.
    pub struct DmaTag {
        /// Quadwords of payload.
        pub qwc: u16 => Hint::Unit("quadwords"),
        /// Bits 12–14: the kind of tag.
        pub control: u16 => Hint::Flags(CONTROL),
        pub address: u32 => Hint::Hex,
        pub unknown_08: [u32; 2],
    }
}

const CONTROL: &[Bit] = &[
    Bit::sure(0x0C00, "priority", "of the tag"),
    Bit::sure(0x7000, "id", "1 goes on, 6 ends the chain"),
    Bit::sure(0x8000, "interrupt", "after this tag"),
];

/// Kinds of tags.
pub mod tag_id {
    /// The next tag follows the payload.
    pub const CNT: u16 = 1;
    /// The chain ends with this tag.
    pub const RET: u16 = 6;
}

impl DmaTag {
    pub fn new(id: u16) -> Self {
        Self { control: id << 12, ..Self::default() }
    }

    pub fn id(&self) -> u16 {
        self.control >> 12 & 7
    }

    /// `CNT, 4 quadwords`.
    pub fn describe(&self) -> String {
        const IDS: [&str; 8] = ["REFE", "CNT", "NEXT", "REF", "REFS", "CALL", "RET", "END"];
        let id = IDS.get(usize::from(self.id())).copied().unwrap_or("");
        format!("{id}, {} quadwords", self.qwc)
    }
}

crate::record! {
    /// A VIF code.
    pub struct VifCode {
        pub immediate: u16 => Hint::Hex,
        pub number: u8,
        pub command: u8 => Hint::Enum(COMMANDS),
    }
}

/// Commands, and those of UNPACK whose data has a meaning here.
pub mod command {
    pub const NOP: u8 = 0x00;
    pub const STCYCL: u8 = 0x01;
    pub const FLUSHE: u8 = 0x10;
    pub const MSCAL: u8 = 0x14;
    pub const STMASK: u8 = 0x20;
    pub const STROW: u8 = 0x30;
    pub const STCOL: u8 = 0x31;
    pub const MPG: u8 = 0x4A;
    pub const DIRECT: u8 = 0x50;
    pub const DIRECTHL: u8 = 0x51;
    pub const UNPACK: u8 = 0x60;
    pub const V3_32: u8 = 0x68;
    pub const V3_16: u8 = 0x69;
    pub const V3_8: u8 = 0x6A;
    pub const V4_32: u8 = 0x6C;
    pub const V4_16: u8 = 0x6D;
    /// The unpacked data is masked.
    pub const MASKED: u8 = 0x10;
    /// An interrupt follows.
    pub const INTERRUPT: u8 = 0x80;
}

/// Bit of an UNPACK's immediate: the address counts from the current half of a double buffer.
pub const RELATIVE: u16 = 0x8000;

const COMMANDS: &[Symbol] = &[
    Symbol { value: 0x00, name: "NOP" },
    Symbol { value: 0x01, name: "STCYCL" },
    Symbol { value: 0x02, name: "OFFSET" },
    Symbol { value: 0x03, name: "BASE" },
    Symbol { value: 0x04, name: "ITOP" },
    Symbol { value: 0x05, name: "STMOD" },
    Symbol { value: 0x06, name: "MSKPATH3" },
    Symbol { value: 0x07, name: "MARK" },
    Symbol { value: 0x10, name: "FLUSHE" },
    Symbol { value: 0x11, name: "FLUSH" },
    Symbol { value: 0x13, name: "FLUSHA" },
    Symbol { value: 0x14, name: "MSCAL" },
    Symbol { value: 0x15, name: "MSCALF" },
    Symbol { value: 0x17, name: "MSCNT" },
    Symbol { value: 0x20, name: "STMASK" },
    Symbol { value: 0x30, name: "STROW" },
    Symbol { value: 0x31, name: "STCOL" },
    Symbol { value: 0x4A, name: "MPG" },
    Symbol { value: 0x50, name: "DIRECT" },
    Symbol { value: 0x51, name: "DIRECTHL" },
    Symbol { value: 0x60, name: "UNPACK S-32" },
    Symbol { value: 0x61, name: "UNPACK S-16" },
    Symbol { value: 0x62, name: "UNPACK S-8" },
    Symbol { value: 0x64, name: "UNPACK V2-32" },
    Symbol { value: 0x65, name: "UNPACK V2-16" },
    Symbol { value: 0x66, name: "UNPACK V2-8" },
    Symbol { value: 0x68, name: "UNPACK V3-32" },
    Symbol { value: 0x69, name: "UNPACK V3-16" },
    Symbol { value: 0x6A, name: "UNPACK V3-8" },
    Symbol { value: 0x6C, name: "UNPACK V4-32" },
    Symbol { value: 0x6D, name: "UNPACK V4-16" },
    Symbol { value: 0x6E, name: "UNPACK V4-8" },
    Symbol { value: 0x6F, name: "UNPACK V4-5" },
    Symbol { value: 0x70, name: "UNPACK S-32 masked" },
    Symbol { value: 0x71, name: "UNPACK S-16 masked" },
    Symbol { value: 0x72, name: "UNPACK S-8 masked" },
    Symbol { value: 0x74, name: "UNPACK V2-32 masked" },
    Symbol { value: 0x75, name: "UNPACK V2-16 masked" },
    Symbol { value: 0x76, name: "UNPACK V2-8 masked" },
    Symbol { value: 0x78, name: "UNPACK V3-32 masked" },
    Symbol { value: 0x79, name: "UNPACK V3-16 masked" },
    Symbol { value: 0x7A, name: "UNPACK V3-8 masked" },
    Symbol { value: 0x7C, name: "UNPACK V4-32 masked" },
    Symbol { value: 0x7D, name: "UNPACK V4-16 masked" },
    Symbol { value: 0x7E, name: "UNPACK V4-8 masked" },
    Symbol { value: 0x7F, name: "UNPACK V4-5 masked" },
];

impl VifCode {
    pub const NOP: Self = Self { immediate: 0, number: 0, command: command::NOP };

    pub fn new(command: u8, immediate: u16) -> Self {
        Self { immediate, number: 0, command }
    }

    /// The command without its interrupt bit.
    pub fn command(&self) -> u8 {
        self.command & !command::INTERRUPT
    }

    /// The command of an UNPACK without its mask bit.
    pub fn format(&self) -> Option<u8> {
        let command = self.command();
        (command >= command::UNPACK).then_some(command & !command::MASKED)
    }

    /// Where an UNPACK writes.
    pub fn address(&self) -> u16 {
        self.immediate & 0x3FF
    }

    /// How many an UNPACK writes.
    pub fn count(&self) -> usize {
        if self.number == 0 { 256 } else { usize::from(self.number) }
    }

    /// Bytes of data behind the code; `None` when the command is not known.
    pub fn data_len(&self) -> Option<usize> {
        Some(match self.command() {
            0x00..=0x07 | 0x10 | 0x11 | 0x13..=0x15 | 0x17 => 0,
            command::STMASK => 4,
            command::STROW | command::STCOL => 16,
            command::MPG => self.count() * 8,
            // Quadwords, of which 0 are 65 536.
            command::DIRECT | command::DIRECTHL => {
                let words = usize::from(self.immediate);
                (if words == 0 { 0x1_0000 } else { words }) * 16
            }
            command @ command::UNPACK..=0x7F => {
                let (components, bits) = (usize::from(command >> 2 & 3) + 1, 32 >> (command & 3));
                (components * bits * self.count()).div_ceil(32) * 4
            }
            _ => return None,
        })
    }

    /// `UNPACK V4-32, 7 to address 0`.
    pub fn describe(&self) -> String {
        let command = u32::from(self.command());
        let name = COMMANDS.iter().find(|known| known.value == command).map_or("?", |c| c.name);
        match self.command() {
            command::STCYCL => {
                format!("{name} CL {}, WL {}", self.immediate & 0xFF, self.immediate >> 8)
            }
            command::MSCAL => format!("{name} {}", self.immediate),
            _ if self.format().is_some() => {
                format!("{name}, {} to address {}", self.count(), self.address())
            }
            _ => name.to_owned(),
        }
    }
}
