//! Content of an ISO 9660 volume.

use crate::bytes::{Bit, Symbol};

/// The displayed volume: the Joliet tree if there is one, otherwise the primary one.
#[derive(Clone, Debug, Default)]
pub struct Volume {
    /// Volume identifier, without trailing blanks.
    pub name: String,
    /// Names are UCS-2.
    pub is_joliet: bool,
    /// Entries have CD-XA attributes, and sectors have sub-headers.
    pub is_xa: bool,
    /// All files, in the order of the directories.
    pub files: Vec<File>,
}

/// A file and the location of its user data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Path with `/` between folders, without version and trailing dot.
    pub path: String,
    /// Extents of the file in order: first sector and size.
    pub extents: Vec<Extent>,
    /// CD-XA attributes, and the file number; 0 without them.
    pub xa: u16,
    pub xa_file: u8,
    /// Field of the tree: `directories[1].sectors[0].records[2]`.
    pub field: String,
    /// Reason why the file is listed but not read.
    pub lack: Option<String>,
}

/// A contiguous part of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    pub lba: u32,
    pub size: u32,
}

impl File {
    /// Size according to its records.
    pub fn size(&self) -> u64 {
        self.extents.iter().map(|extent| u64::from(extent.size)).sum()
    }
}

/// Bits of a record's flags.
pub mod flag {
    pub const DIRECTORY: u8 = 2;
    pub const MORE: u8 = 0x80;
}

pub const FLAGS: &[Bit] = &[
    Bit::sure(1, "hidden", "not meant to be listed"),
    Bit::sure(2, "directory", "a folder"),
    Bit::sure(4, "associated", "belongs to the next file"),
    Bit::sure(8, "record", "structured by its extended attributes"),
    Bit::sure(16, "protected", "owner and permissions are stored"),
    Bit::sure(0x80, "more", "the next record continues the file"),
];

/// Bits of CD-XA attributes.
pub mod xa {
    pub const FORM_2: u16 = 0x1000;
    pub const AUDIO: u16 = 0x4000;
}

pub const XA_ATTRIBUTES: &[Bit] = &[
    Bit::sure(0x0800, "form 1", "sectors of 2048 bytes"),
    Bit::sure(0x1000, "form 2", "sectors of 2324 bytes: sound, video"),
    Bit::sure(0x2000, "interleaved", "interleaved streams"),
    Bit::sure(0x4000, "CD audio", "part of an audio track"),
    Bit::sure(0x8000, "directory", "a folder"),
];

/// Kinds of volume descriptors.
pub mod kind {
    pub const PRIMARY: u8 = 1;
    pub const SUPPLEMENTARY: u8 = 2;
    pub const END: u8 = 255;
}

pub const KINDS: &[Symbol] = &[
    Symbol { value: 0, name: "boot record" },
    Symbol { value: 1, name: "primary" },
    Symbol { value: 2, name: "supplementary" },
    Symbol { value: 3, name: "partition" },
    Symbol { value: 255, name: "end" },
];
