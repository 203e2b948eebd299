//! Final Fantasy VII `*.lgp`: the archives of the PC version.
//!
//! | part | layout |
//! |---|---|
//! | `creator` | 12 bytes, right-aligned; "SQUARESOFT" |
//! | `file_count` | u32 |
//! | `entries` | 27 bytes each: name, offset, attribute, number of the conflict |
//! | `lookup` | 900 × 2 u16: first entry (from 1) and number of entries, by the first two letters |
//! | `conflicts` | u16 count; for each: u16 count of 128-byte folders with an entry's index |
//! | `files` | each a 20-byte name, a u32 size, the bytes |
//! | `trailer` | "FINAL FANTASY7" |
//!
//! Little-endian, unaligned. Files of the same name are told apart by their folders.
//!
//! Known unknowns: the attribute, 14 nearly everywhere.
//!
//! Source: format document `ff7-battle.md`, section 1.3.

mod lookup;
mod members;
mod read;
mod write;

pub use lookup::{LOOKUPS, lookup_of};

use crate::bytes::{Cursor, Endian, NoRecorder, Problems, Result as Read, Shaped, Source, Tree};
use crate::container::Members;
use crate::formats::{
    Ability, Content, Counts, Document, Format, FormatInfo, Head, Probe, Refusal,
};
use members::Files;

/// What Square's own archives start with.
pub const CREATOR: [u8; 12] = *b"\0\0SQUARESOFT";
pub const TRAILER: &[u8] = b"FINAL FANTASY7";
/// Bytes before the first entry.
const HEADER: u64 = 16;
/// Bytes of a file before its content.
const FILE: u64 = 24;
/// Usual attribute.
pub const ATTRIBUTE: u8 = 14;

/// An entry of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    pub name: [u8; 20],
    pub offset: u32,
    pub attribute: u8,
    /// From 1, in the table of conflicts; 0 when the name is unique.
    pub conflict: u16,
}

crate::record! {
    /// Entries whose names start with the same two letters.
    pub struct Lookup {
        /// From 1; 0 for none.
        pub first: u16,
        pub count: u16,
    }
}

/// One of the files of a name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conflict {
    pub folder: [u8; 128],
    /// Index of the entry.
    pub entry: u16,
}

/// A stored file.
#[derive(Clone, Debug)]
pub struct File {
    pub name: [u8; 20],
    /// The stored size, where it is not that of the bytes.
    pub size: Option<u32>,
    /// Shares the archive's bytes.
    pub data: Source,
}

/// What an entry's offset leads to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// Index in [`Lgp::files`].
    File(usize),
    Nowhere(u32),
}

/// An archive.
#[derive(Clone, Debug)]
pub struct Lgp {
    pub creator: [u8; 12],
    /// Their offsets are ignored when writing: [`Lgp::targets`] counts.
    pub entries: Vec<Entry>,
    pub targets: Vec<Target>,
    pub lookup: Vec<Lookup>,
    pub conflicts: Vec<Vec<Conflict>>,
    /// In the order they are stored in.
    pub files: Vec<File>,
    /// Bytes before each file, where there are any.
    pub gaps: Vec<Vec<u8>>,
    /// Bytes behind the last file: the trailer.
    pub trailer: Vec<u8>,
    /// What is missing from an archive that is cut off.
    pub cut: Option<String>,
}

/// The text of a field that is filled with NULs.
fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(bytes.get(..end).unwrap_or(bytes)).into_owned()
}

impl Entry {
    pub const SIZE: usize = 27;

    pub fn text(&self) -> String {
        text(&self.name)
    }
}

impl Conflict {
    pub const SIZE: usize = 130;

    pub fn text(&self) -> String {
        text(&self.folder)
    }
}

/// The format.
pub struct LgpFormat;

static INFO: FormatInfo = FormatInfo {
    id: "ff7.lgp",
    name: "Final Fantasy VII archive",
    family: "ff7",
    extensions: &["lgp"],
    versions: &[],
    can: &[Ability::Write],
};

impl Format for LgpFormat {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        let count = u64::from(head.u32(12)?);
        let tables = HEADER + count * Entry::SIZE as u64 + (LOOKUPS * Lookup::SIZE) as u64 + 2;
        let squares = head.bytes.starts_with(&CREATOR);
        let first = HEADER as usize;
        let offset = head.u32(first + 20).map_or(0, u64::from);
        let fits = tables <= head.len && (count == 0 || (tables..head.len).contains(&offset));
        // The first file repeats its name; it may lie behind what a probe sees.
        let at = usize::try_from(offset).ok()?;
        let named = head.bytes.get(first..first + 20);
        let repeated = head.bytes.get(at..at.saturating_add(20)).zip(named);
        let same = repeated.is_some_and(|(a, b)| a == b && b.first().is_some_and(|c| *c != 0));
        let (score, what) = match (squares, fits, same) {
            (true, true, _) => (100, "SQUARESOFT"),
            (true, false, _) => (60, "SQUARESOFT, cut off"),
            (false, true, true) => (70, "the first file repeats its name"),
            _ => return None,
        };
        Some(Probe { score, reason: format!("{what}, {count} files") })
    }

    fn open(&self, source: &Source) -> Read<Document> {
        let (tree, mut problems, read) =
            Tree::record(source, Endian::Little, "Lgp", |cur| read::lgp(cur, source));
        let lgp = read?;
        problems.extend(lookup::check(&lgp, source.id()));
        let files = Files::new(&lgp);
        let mut counts = Counts::default();
        counts.set("members", files.list().len());
        Ok(Document {
            format: &INFO,
            version: String::new(),
            source: source.clone(),
            tree: tree.into(),
            problems,
            counts,
            usable: !lgp.files.is_empty() || lgp.entries.is_empty(),
            content: Box::new(Archive { lgp, files }),
        })
    }
}

/// Reads the records alone, for tools and benchmarks.
pub fn parse(source: &Source) -> Read<(Lgp, Problems)> {
    let mut cur = Cursor::new(source, Endian::Little, NoRecorder);
    let lgp = read::lgp(&mut cur, source)?;
    Ok((lgp, cur.finish().1))
}

/// An opened archive.
struct Archive {
    lgp: Lgp,
    files: Files,
}

impl Content for Archive {
    fn members(&self) -> Option<&dyn Members> {
        Some(&self.files)
    }

    fn write(&self) -> Result<Vec<u8>, Refusal> {
        self.lgp.write()
    }
}
