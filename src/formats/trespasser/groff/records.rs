//! Records of a GROFF file: sections and names.

use super::body::{Body, SectionRecord};
use super::directory::{CONTAINER, Name, section_index};
use crate::bytes::Arrangement;

/// A section, with its row of the directory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    /// Handle of its name.
    pub name: u32,
    pub flags: u32,
    pub relocations: [u32; 2],
    pub kind: u32,
    /// The stored handle, if it is wrong.
    pub stale_handle: Option<u32>,
    /// The stored offset of an empty section, if it is unusual.
    pub stale_offset: Option<u32>,
    pub body: Body,
    /// Bytes after the body.
    pub rest: Vec<u8>,
    /// All bytes of a section whose body could not be read completely; they are written back.
    pub damaged: Option<Vec<u8>>,
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
    /// Usually the sections, then the names.
    pub pieces: Arrangement<GroffBlock>,
    pub stale: StaleHeader,
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
            pieces: Arrangement::default(),
            stale: StaleHeader::default(),
        }
    }
}

impl Groff {
    /// The sections with these records, and their indices.
    pub fn all<'a, T: SectionRecord + 'a>(&'a self) -> impl Iterator<Item = (usize, &'a T)> {
        let bodies = self.sections.iter().map(|section| &section.body).enumerate();
        bodies.filter_map(|(index, body)| Some((index, T::of(body)?)))
    }

    /// The first section with these records.
    pub fn first<T: SectionRecord>(&self) -> Option<&T> {
        self.all::<T>().next().map(|(_, held)| held)
    }

    /// The section with this handle.
    pub fn section(&self, handle: u32) -> Option<&Section> {
        self.sections.get(section_index(handle)?)
    }

    /// The records of the section with this handle, if they are of this type.
    pub fn get<T: SectionRecord>(&self, handle: u32) -> Option<&T> {
        T::of(&self.section(handle)?.body)
    }
}

/// A block of the file that the directory or the header points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GroffBlock {
    Section(usize),
    Names,
}

/// Stored numbers of the header, if they are wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StaleHeader {
    pub file_size: Option<u32>,
    pub section_count: Option<u32>,
    pub name_count: Option<u32>,
    pub names_size: Option<u32>,
    pub names_offset: Option<u32>,
}
