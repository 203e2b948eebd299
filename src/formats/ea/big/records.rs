//! The records of an archive.

use std::ops::Range;

use crate::bytes::cp1252;
use crate::bytes::{Arrangement, Source, count32};

/// How the directory is stored.
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
    /// The magic of the short form.
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

    /// Bytes before the first entry.
    pub fn header_len(self) -> u64 {
        if self == Form::Short { 6 } else { 16 }
    }

    /// The largest offset or size.
    pub(super) fn largest(self) -> u32 {
        if self == Form::Short { 0xFF_FFFF } else { u32::MAX }
    }

    /// Bytes of an offset or a size.
    pub fn width(self) -> usize {
        if self == Form::Short { 3 } else { 4 }
    }

    /// Bytes of the shortest entry: two numbers and a NUL.
    pub fn min_entry(self) -> u64 {
        self.width() as u64 * 2 + 1
    }
}

/// What the header says about the size of the file; the short form says nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TotalSize {
    /// Little-endian, as genuine files have it.
    #[default]
    Little,
    /// Big-endian, as a tool writes it.
    Big,
    /// Something else, as stored, little-endian.
    Other(u32),
}

impl TotalSize {
    /// What the number means that a big-endian header of an archive of `len` bytes has.
    pub(super) fn of(stored: u32, len: u64) -> Self {
        if u64::from(stored.swap_bytes()) == len {
            TotalSize::Little
        } else if u64::from(stored) == len {
            TotalSize::Big
        } else {
            TotalSize::Other(stored.swap_bytes())
        }
    }

    /// The number for an archive of `len` bytes.
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
    /// How much the stored size of the directory differs from where its entries end.
    pub header_extra: i64,
    pub entries: Vec<Entry>,
    /// What the entries lead to, without overlap; then long stretches that none leads to.
    pub pieces: Vec<Data>,
    /// Which of the pieces are those stretches.
    pub unlisted: Range<usize>,
    /// Members start at multiples of this.
    pub alignment: usize,
    /// Order of the pieces, and what is between them.
    pub layout: Arrangement<usize>,
}

/// A row of the directory.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// As stored, without its NUL.
    pub name: Vec<u8>,
    pub target: Target,
    pub size: u32,
}

/// Bytes that an entry leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Bytes of a piece, this far from its start.
    In { piece: usize, at: u64 },
    /// Nothing: an offset where nothing can be, kept as it is.
    Nowhere(u32),
}

/// Bytes that are looked at when they are needed: those of an archive of a gigabyte stay on disk.
#[derive(Clone, Debug)]
pub enum Data {
    /// A stretch of the archive that was read.
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
    /// The name as text, with `/` between folders.
    pub fn path(&self) -> String {
        let name = String::from_utf8(self.name.clone());
        let name = name.unwrap_or_else(|_| cp1252::decode(&self.name));
        name.replace('\\', "/")
    }

    /// Rows that name no file: the tools leave them out.
    pub fn is_hidden(&self) -> bool {
        self.target == Target::Nowhere(0) || self.name.contains(&b'*')
    }
}

impl Archive {
    /// An archive without members, that aligns them as usual.
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

    /// Adds a member behind the others.
    pub fn add(&mut self, path: &str, bytes: Vec<u8>) {
        // What is larger than an archive can hold is refused when it is written.
        let size = count32(bytes.len());
        let target = Target::In { piece: self.pieces.len(), at: 0 };
        self.entries.push(Entry { name: path.as_bytes().to_vec(), target, size });
        self.pieces.push(Data::Bytes(bytes));
    }

    /// Takes the members called `path` out; their bytes go when nothing else leads to them.
    pub fn remove(&mut self, path: &str) {
        self.entries.retain(|entry| entry.path() != path);
    }

    /// Where a piece stands in the archive that was read; `None` for an added one.
    pub(super) fn start_of(&self, piece: usize) -> Option<u64> {
        match self.pieces.get(piece)? {
            Data::Stored { start, .. } => Some(*start),
            Data::Bytes(_) => None,
        }
    }
}
