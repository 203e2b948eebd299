//! The tables of the container: header, directory and names.

use std::collections::HashMap;

pub use super::references::FIRST_HANDLE;
use super::references::{NAME, SECTION};
use crate::bytes::cp1252;
use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Bit, Hint, Result, count32};
use crate::{record, symbols};

/// `BE BA CE 0A`.
pub const MAGIC: u32 = 0x0ACE_BABE;
/// The only container version that the game accepts.
pub const CONTAINER: u32 = 10;

const FLAGS: &[Bit] = &[
    Bit::sure(1, "references", "stores references"),
    Bit::sure(2, "relocations", "stores relocations"),
    Bit::sure(4, "sections", "has sections"),
    Bit::sure(8, "symbols", "has names"),
    Bit::sure(0x10, "checksum", "the header has a checksum"),
    Bit::sure(0x20, "log", "stores a log"),
];

symbols! {
    /// Kinds of sections.
    pub mod kind: u32, KINDS {
        HEADER = 1 "header",
        REGION = 2 "region",
        OBJECT = 4 "object",
        GEOMETRY = 8 "geometry",
        MAPPING = 0x10 "mapping",
        MATERIAL = 0x20 "material",
        0x40 "bitmap",
        0x80 "palette",
        0x100 "physics",
        0x200 "AI",
        0x400 "sound",
        0x800 "design",
        0x1000 "trigger",
        VALUES = 0x2000 "value table",
        /// All sections of a scene or savegame.
        SPECIAL = 0x8000_0000 "special",
    }
}

record! {
    /// Header of every GROFF file.
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
    /// A row of the directory.
    pub struct DirectoryEntry {
        /// Handle of a name.
        pub name: u32 => NAME,
        pub flags: u32 => Hint::Hex,
        pub offset: u32 => Hint::Pointer,
        pub size: u32 => Hint::Unit("bytes"),
        pub relocation_offset: u32 => Hint::Pointer,
        pub relocation_count: u32,
        pub kind: u32 => Hint::Enum(KINDS),
        /// 0x80000000 plus the index.
        pub handle: u32 => SECTION,
    }
}

/// A name and its handle: an address in the program that wrote the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Name {
    pub handle: u32,
    pub references: u32,
    /// As stored, with its NUL.
    pub bytes: Vec<u8>,
}

impl Layout for Name {
    const TYPE: &'static str = "Name";
    const MIN_SIZE: u64 = 12;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        let mut length = count32(self.bytes.len());
        pass.value(("handle", Hint::Hex), &mut self.handle)?;
        pass.value(("length", Hint::Unit("bytes")), &mut length)?;
        pass.value("references", &mut self.references)?;
        pass.text("text", &mut self.bytes, usize::try_from(length).unwrap_or(usize::MAX))
    }
}

impl Name {
    /// The text without its NUL.
    pub fn text(&self) -> &[u8] {
        self.bytes.split(|byte| *byte == 0).next().unwrap_or(&[])
    }
}

/// The texts of a file's names, by handle; the first one wins if a handle occurs twice.
#[derive(Clone, Debug, Default)]
pub struct Texts(HashMap<u32, String>);

impl Texts {
    pub fn of(names: &[Name]) -> Self {
        let mut texts = HashMap::with_capacity(names.len());
        for name in names {
            texts.entry(name.handle).or_insert_with(|| cp1252::decode(name.text()));
        }
        Self(texts)
    }

    /// The text of a handle; empty if there is none.
    pub fn get(&self, handle: u32) -> &str {
        self.0.get(&handle).map_or("", String::as_str)
    }

    pub fn has(&self, handle: u32) -> bool {
        self.0.contains_key(&handle)
    }
}

/// The index of a section handle; `None` for 0.
pub fn section_index(handle: u32) -> Option<usize> {
    usize::try_from(handle.checked_sub(FIRST_HANDLE)?).ok()
}

/// The handle of the section with this index.
pub fn section_handle(index: usize) -> u32 {
    FIRST_HANDLE.saturating_add(count32(index))
}
