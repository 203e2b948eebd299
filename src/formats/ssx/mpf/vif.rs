//! Packets for the PlayStation 2's vector unit: DMA tags, VIF codes, and the data of UNPACK codes.
//!
//! A chain is a list of tags, each with a payload of whole quadwords (16 bytes); CNT continues after its
//! payload, RET is the last. A payload is a list of codes: four bytes (16-bit immediate, number,
//! command), some followed by data. UNPACK writes its data to the unit's memory, from which the vertex
//! program reads it.

use crate::bytes::{Bit, Hint};

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
    Bit::sure(0x7000, "id", "1 continues, 6 ends the chain"),
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
        let words = if self.qwc == 1 { "quadword" } else { "quadwords" };
        format!("{id}, {} {words}", self.qwc)
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

crate::symbols! {
    /// Commands, including the UNPACK formats whose data is known.
    pub mod command: u8, COMMANDS {
        NOP = 0x00 "NOP",
        STCYCL = 0x01 "STCYCL",
        0x02 "OFFSET",
        0x03 "BASE",
        0x04 "ITOP",
        0x05 "STMOD",
        0x06 "MSKPATH3",
        0x07 "MARK",
        /// Bit that masks the data of an UNPACK. The same number is the command FLUSHE.
        MASKED = 0x10 "FLUSHE",
        0x11 "FLUSH",
        0x13 "FLUSHA",
        MSCAL = 0x14 "MSCAL",
        0x15 "MSCALF",
        0x17 "MSCNT",
        STMASK = 0x20 "STMASK",
        STROW = 0x30 "STROW",
        STCOL = 0x31 "STCOL",
        MPG = 0x4A "MPG",
        DIRECT = 0x50 "DIRECT",
        DIRECTHL = 0x51 "DIRECTHL",
        UNPACK = 0x60 "UNPACK S-32",
        0x61 "UNPACK S-16",
        0x62 "UNPACK S-8",
        0x64 "UNPACK V2-32",
        0x65 "UNPACK V2-16",
        0x66 "UNPACK V2-8",
        V3_32 = 0x68 "UNPACK V3-32",
        V3_16 = 0x69 "UNPACK V3-16",
        V3_8 = 0x6A "UNPACK V3-8",
        V4_32 = 0x6C "UNPACK V4-32",
        V4_16 = 0x6D "UNPACK V4-16",
        0x6E "UNPACK V4-8",
        0x6F "UNPACK V4-5",
        0x70 "UNPACK S-32 masked",
        0x71 "UNPACK S-16 masked",
        0x72 "UNPACK S-8 masked",
        0x74 "UNPACK V2-32 masked",
        0x75 "UNPACK V2-16 masked",
        0x76 "UNPACK V2-8 masked",
        0x78 "UNPACK V3-32 masked",
        0x79 "UNPACK V3-16 masked",
        0x7A "UNPACK V3-8 masked",
        0x7C "UNPACK V4-32 masked",
        0x7D "UNPACK V4-16 masked",
        0x7E "UNPACK V4-8 masked",
        0x7F "UNPACK V4-5 masked",
    } with {
        pub const FLUSHE: u8 = 0x10;
        /// Raises an interrupt.
        pub const INTERRUPT: u8 = 0x80;
    }
}

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

    /// Target address of an UNPACK.
    pub fn address(&self) -> u16 {
        self.immediate & 0x3FF
    }

    /// Number of elements of an UNPACK.
    pub fn count(&self) -> usize {
        if self.number == 0 { 256 } else { usize::from(self.number) }
    }

    /// Bytes of data after the code; `None` for an unknown command.
    pub fn data_len(&self) -> Option<usize> {
        Some(match self.command() {
            0x00..=0x07 | 0x10 | 0x11 | 0x13..=0x15 | 0x17 => 0,
            command::STMASK => 4,
            command::STROW | command::STCOL => 16,
            command::MPG => self.count() * 8,
            // In quadwords; 0 means 65 536.
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
