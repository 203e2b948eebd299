//! The container: a header, a directory, sections, names.

use super::body::Body;
use super::grf::region::Region;
use crate::bytes::{Arrangement, Bit, Confidence, Hint, Symbol};
use crate::codec::cp1252;
use crate::record;

/// `BE BA CE 0A`.
pub const MAGIC: u32 = 0x0ACE_BABE;
/// The only container version that the game accepts.
pub const CONTAINER: u32 = 10;
/// Section handles count from here.
pub const FIRST_HANDLE: u32 = 0x8000_0000;

const fn known(mask: u32, name: &'static str, meaning: &'static str) -> Bit {
    Bit { mask, name, meaning, confidence: Confidence::Sure }
}

const FLAGS: &[Bit] = &[
    known(1, "references", "references are stored"),
    known(2, "relocations", "relocations are stored"),
    known(4, "sections", "there are sections"),
    known(8, "symbols", "there are names"),
    known(0x10, "checksum", "the header has a checksum"),
    known(0x20, "log", "a log is stored"),
];

/// What a section holds.
pub mod kind {
    pub const HEADER: u32 = 1;
    pub const REGION: u32 = 2;
    pub const OBJECT: u32 = 4;
    pub const GEOMETRY: u32 = 8;
    pub const MAPPING: u32 = 0x10;
    pub const MATERIAL: u32 = 0x20;
    pub const VALUES: u32 = 0x2000;
    /// Every section of a scene or savegame.
    pub const SPECIAL: u32 = 0x8000_0000;
}

const KINDS: &[Symbol] = &[
    Symbol { value: kind::HEADER, name: "header" },
    Symbol { value: kind::REGION, name: "region" },
    Symbol { value: kind::OBJECT, name: "object" },
    Symbol { value: kind::GEOMETRY, name: "geometry" },
    Symbol { value: kind::MAPPING, name: "mapping" },
    Symbol { value: kind::MATERIAL, name: "material" },
    Symbol { value: 0x40, name: "bitmap" },
    Symbol { value: 0x80, name: "palette" },
    Symbol { value: 0x100, name: "physics" },
    Symbol { value: 0x200, name: "AI" },
    Symbol { value: 0x400, name: "sound" },
    Symbol { value: 0x800, name: "design" },
    Symbol { value: 0x1000, name: "trigger" },
    Symbol { value: kind::VALUES, name: "value table" },
    Symbol { value: kind::SPECIAL, name: "special" },
];

record! {
    /// What every GROFF file starts with.
    pub struct FileHeader {
        pub magic: u32 => Hint::Hex,
        pub file_size: u32 => Hint::Unit("bytes"),
        pub section_count: u32,
        pub name_count: u32,
        pub names_size: u32 => Hint::Unit("bytes"),
        pub names_offset: u32 => Hint::Pointer,
        pub time_stamp: u32,
        pub flags: u32 => Hint::Flags(FLAGS),
        pub container_version: u32,
        pub reserved: [u32; 2],
        pub checksum: u32 => Hint::Hex,
    }
}

record! {
    /// A line of the directory.
    pub struct DirectoryEntry {
        /// Handle of a name.
        pub name: u32 => Hint::Hex,
        pub flags: u32 => Hint::Hex,
        pub offset: u32 => Hint::Pointer,
        pub size: u32 => Hint::Unit("bytes"),
        pub relocation_offset: u32 => Hint::Pointer,
        pub relocation_count: u32,
        pub kind: u32 => Hint::Enum(KINDS),
        /// 0x80000000 and the index.
        pub handle: u32 => Hint::Hex,
    }
}

/// A name and the handle it is known by: an address of the program that wrote the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Name {
    pub handle: u32,
    pub references: u32,
    /// As stored, with its NUL.
    pub bytes: Vec<u8>,
}

impl Name {
    pub fn new(handle: u32, text: &str) -> Self {
        let mut bytes = cp1252::encode(text);
        bytes.push(0);
        Self { handle, references: 1, bytes }
    }

    /// The text without its NUL.
    pub fn text(&self) -> &[u8] {
        let end = self.bytes.iter().position(|byte| *byte == 0).unwrap_or(self.bytes.len());
        self.bytes.get(..end).unwrap_or(&[])
    }
}

/// A part of the file, with what the directory says of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// Handle of its name.
    pub name: u32,
    pub flags: u32,
    pub relocations: [u32; 2],
    pub kind: u32,
    /// A stored handle that is not the one of its index.
    pub stale_handle: Option<u32>,
    /// A stored offset that says nothing, since nothing is stored.
    pub stale_offset: Option<u32>,
    pub body: Body,
    /// Left over behind what the body needs.
    pub rest: Vec<u8>,
}

impl Section {
    pub fn new(name: u32, kind: u32, body: Body) -> Self {
        Self {
            name,
            flags: 0,
            relocations: [0; 2],
            kind,
            stale_handle: None,
            stale_offset: None,
            body,
            rest: Vec::new(),
        }
    }
}

/// A GROFF file.
#[derive(Clone, Debug, PartialEq)]
pub struct Groff {
    pub time_stamp: u32,
    pub flags: u32,
    pub container_version: u32,
    pub reserved: [u32; 2],
    pub checksum: u32,
    pub sections: Vec<Section>,
    pub names: Vec<Name>,
    pub layout: Layout,
}

impl Default for Groff {
    fn default() -> Self {
        Self {
            time_stamp: 0,
            flags: 0xC,
            container_version: CONTAINER,
            reserved: [0; 2],
            checksum: 0,
            sections: Vec::new(),
            names: Vec::new(),
            layout: Layout::default(),
        }
    }
}

impl Groff {
    /// The first region.
    pub fn region(&self) -> Option<&Region> {
        self.sections.iter().find_map(|section| match &section.body {
            Body::Region(region) => Some(region),
            _ => None,
        })
    }

    /// The section with this handle.
    pub fn section(&self, handle: u32) -> Option<&Section> {
        self.sections.get(section_index(handle)?)
    }

    /// The text of a name; the first one counts where a handle occurs twice.
    pub fn text(&self, handle: u32) -> Option<String> {
        let symbol = self.names.iter().find(|symbol| symbol.handle == handle)?;
        Some(cp1252::decode(symbol.text()))
    }
}

/// The index that a section handle stands for; 0 is no section.
pub fn section_index(handle: u32) -> Option<usize> {
    usize::try_from(handle.checked_sub(FIRST_HANDLE)?).ok()
}

/// A part of the file that the directory or the header points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Piece {
    Section(usize),
    Names,
}

/// What the records do not determine; empty for a file as the game's tools write it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// Usually the sections, then the names.
    pub pieces: Arrangement<Piece>,
    pub stale: Stale,
    /// Why the records do not hold the whole file.
    pub lost: Option<String>,
}

/// Stored numbers that are wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stale {
    pub file_size: Option<u32>,
    pub section_count: Option<u32>,
    pub name_count: Option<u32>,
    pub names_size: Option<u32>,
    pub names_offset: Option<u32>,
}
