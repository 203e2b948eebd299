//! Records of an archive.

use std::ops::Range;

use crate::bytes::cp1252;
use crate::bytes::{Arrangement, Source, count32};

/// Form of the directory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `BIGF`: 32-bit offsets and sizes.
    BigF,
    /// `BIG4`: the same.
    Big4,
    /// `C0 FB`: 24-bit offsets and sizes.
    Short,
}

impl Form {
    /// Magic of the short form.
    pub(super) const SHORT: u16 = 0xC0FB;

    pub fn of(head: &[u8]) -> Option<Self> {
        match head {
            [b'B', b'I', b'G', b'F', ..] => Some(Form::BigF),
            [b'B', b'I', b'G', b'4', ..] => Some(Form::Big4),
            [0xC0, 0xFB, ..] => Some(Form::Short),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Form::BigF => "BIGF",
            Form::Big4 => "BIG4",
            Form::Short => "C0FB",
        }
    }

    pub fn magic(self) -> &'static [u8] {
        match self {
            Form::BigF => b"BIGF",
            Form::Big4 => b"BIG4",
            Form::Short => &[0xC0, 0xFB],
        }
    }

    /// Size of the header in bytes.
    pub fn header_len(self) -> u64 {
        if self == Form::Short { 6 } else { 16 }
    }

    /// Maximum offset or size.
    pub(super) fn largest(self) -> u32 {
        if self == Form::Short { 0xFF_FFFF } else { u32::MAX }
    }

    /// Size of an offset or size field in bytes.
    pub fn width(self) -> usize {
        if self == Form::Short { 3 } else { 4 }
    }

    /// Size of the shortest entry: two numbers and a NUL.
    pub fn min_entry(self) -> u64 {
        self.width() as u64 * 2 + 1
    }
}

/// Total size field of the header, which the short form does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TotalSize {
    /// Little-endian, as in genuine files.
    #[default]
    Little,
    /// Big-endian, as written by a tool.
    Big,
    /// Another value, as stored, little-endian.
    Other(u32),
}

impl TotalSize {
    /// Interprets the big-endian number in the header of an archive of `len` bytes.
    pub(super) fn of(stored: u32, len: u64) -> Self {
        if u64::from(stored.swap_bytes()) == len {
            TotalSize::Little
        } else if u64::from(stored) == len {
            TotalSize::Big
        } else {
            TotalSize::Other(stored.swap_bytes())
        }
    }

    /// Number to store for an archive of `len` bytes.
    pub(super) fn stored(self, len: u32) -> u32 {
        match self {
            TotalSize::Little => len.swap_bytes(),
            TotalSize::Big => len,
            TotalSize::Other(stored) => stored.swap_bytes(),
        }
    }
}

/// A BIG archive.
#[derive(Clone, Debug)]
pub struct Archive {
    pub form: Form,
    pub total_size: TotalSize,
    /// Difference between the stored directory size and the end of the entries.
    pub header_extra: i64,
    pub entries: Vec<Entry>,
    /// Non-overlapping data blocks to which the entries point, followed by long unlisted blocks.
    pub pieces: Vec<Data>,
    /// Indices of the unlisted blocks.
    pub unlisted: Range<usize>,
    /// Alignment of members.
    pub alignment: usize,
    /// Order of the blocks, and the bytes between them.
    pub layout: Arrangement<usize>,
}

/// Entry of the directory.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// As stored, without its NUL.
    pub name: Vec<u8>,
    pub target: DataLocation,
    pub size: u32,
}

/// Bytes to which an entry points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataLocation {
    /// Bytes of a block, at this distance from its start.
    In { piece: usize, at: u64 },
    /// Invalid offset, preserved as stored.
    Nowhere(u32),
}

impl DataLocation {
    /// The block.
    pub fn piece(self) -> Option<usize> {
        match self {
            DataLocation::In { piece, .. } => Some(piece),
            DataLocation::Nowhere(_) => None,
        }
    }
}

/// Bytes that are read on demand: those of a large archive stay on disk.
#[derive(Clone, Debug)]
pub enum Data {
    /// Part of the loaded archive.
    Stored {
        source: Source,
        start: u64,
        end: u64,
    },
    Bytes(Vec<u8>),
}

impl Data {
    pub fn bytes(&self) -> &[u8] {
        match self {
            Data::Stored { source, start, end } => source.window(*start, *end),
            Data::Bytes(bytes) => bytes,
        }
    }
}

impl Entry {
    /// Name as text, with `/` between folders.
    pub fn path(&self) -> String {
        let name = String::from_utf8(self.name.clone());
        let name = name.unwrap_or_else(|_| cp1252::decode(&self.name));
        name.replace('\\', "/")
    }

    /// `true` for entries that are not files, which the original tools skip.
    pub fn is_hidden(&self) -> bool {
        self.target == DataLocation::Nowhere(0) || self.name.contains(&b'*')
    }
}

impl Archive {
    /// Creates an archive without members, with the usual alignment.
    pub fn new(form: Form) -> Self {
        Self {
            form,
            total_size: TotalSize::default(),
            header_extra: 0,
            entries: Vec::new(),
            pieces: Vec::new(),
            unlisted: 0..0,
            alignment: 128,
            layout: Arrangement::default(),
        }
    }

    /// Adds a member at the end.
    pub fn add(&mut self, path: &str, bytes: Vec<u8>) {
        // Sizes that exceed the limit are refused on write.
        let size = count32(bytes.len());
        let target = DataLocation::In { piece: self.pieces.len(), at: 0 };
        self.entries.push(Entry { name: path.as_bytes().to_vec(), target, size });
        self.pieces.push(Data::Bytes(bytes));
    }

    /// Removes the members with this path; their bytes are dropped if no other entry uses them.
    pub fn remove(&mut self, path: &str) {
        self.entries.retain(|entry| entry.path() != path);
    }

    /// Offset of a block in the loaded archive; `None` for an added one.
    pub(super) fn start_of(&self, piece: usize) -> Option<u64> {
        match self.pieces.get(piece)? {
            Data::Stored { start, .. } => Some(*start),
            Data::Bytes(_) => None,
        }
    }
}
