//! Final Fantasy VII `*.lgp`: the archives of the PC version.
//!
//! | part | layout |
//! |---|---|
//! | `creator` | 12 bytes, right-aligned; "SQUARESOFT" |
//! | `file_count` | u32 |
//! | `entries` | 27 bytes each: name, offset, attribute, number of the conflict |
//! | `lookup` | 900 × 2 u16: first entry (from 1) and number of entries, by the first two letters |
//! | `conflicts` | u16 count; each a u16 count of files: a folder of 128 bytes and the u16 index of an entry |
//! | `files` | each a 20-byte name, a u32 size, the bytes |
//! | `trailer` | "FINAL FANTASY7" |
//!
//! Little-endian, unaligned. Files with the same name are distinguished by their folders.
//!
//! Known unknowns: the attribute, 14 nearly everywhere.
//!
//! Source: format document `ff7-battle.md`, section 1.3.

mod lookup;
mod members;
mod read;
mod replace;
mod write;

pub use lookup::{LOOKUPS, lookup_of};

use crate::bytes::layout::{Layout, Text};
use crate::bytes::{Arrangement, Cursor, Hint, Recorder, Result as Read, Source};
use crate::container::{Context, Members, Slices};
use crate::formats::{
    Capability, Counts, EditResult, FormatInfo, HasMembers, Head, Loaded, NewMembers, Operations,
    Probe, Records, Report, Rewritten,
};

/// Creator string of Square's own archives.
pub const CREATOR: [u8; 12] = *b"\0\0SQUARESOFT";
pub const TRAILER: &[u8] = b"FINAL FANTASY7";
/// Bytes before the first entry.
const HEADER: u64 = 16;
/// Bytes of a file before its content.
const FILE: u64 = 24;

crate::record! {
    /// Entries whose names start with the same two letters.
    pub struct Lookup {
        /// Number of the entry, from 1; 0 for none.
        pub first: u16,
        pub count: u16,
    }
}

crate::layout! {
    /// An entry of the table.
    pub struct Entry {
        pub name: Text<20>,
        /// Offset of the file; ignored on writing, where [`Lgp::targets`] is used.
        pub offset: u32 => Hint::Pointer,
        pub attribute: u8,
        /// Number in the table of conflicts, from 1; 0 when the name is unique.
        pub conflict: u16,
    }

    /// One of several files with the same name.
    pub struct Conflict {
        pub folder: Text<128>,
        /// Index of the entry.
        pub entry: u16 => Hint::Index("entries"),
    }

    /// Files that share one name.
    pub struct Conflicts {
        pub files: Vec<Conflict> [u16 "count"],
    }
}

/// A stored file.
#[derive(Clone, Debug)]
pub struct File {
    pub name: Text<20>,
    /// The stored size, if it is not that of the bytes.
    pub size: Option<u32>,
    /// A view of the archive's bytes.
    pub data: Source,
}

/// Target of an entry's offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EntryTarget {
    /// Index in [`Lgp::files`].
    File(usize),
    Nowhere(u32),
}

/// An archive.
#[derive(Clone, Debug)]
pub struct Lgp {
    pub creator: [u8; 12],
    pub entries: Vec<Entry>,
    pub targets: Vec<EntryTarget>,
    /// Empty if there is no table.
    pub lookup: Vec<Lookup>,
    /// `true` if the table of conflicts has a count.
    pub has_conflicts: bool,
    pub conflicts: Vec<Conflicts>,
    /// Files in stored order.
    pub files: Vec<File>,
    /// Bytes before each file, and after the last: the trailer.
    pub pieces: Arrangement<usize>,
}

/// Bytes of an [`Entry`].
const ENTRY: u64 = <Entry as Layout>::MIN_SIZE;

/// A parsed archive.
pub struct LgpFile {
    pub lgp: Lgp,
    files: Slices,
}

impl Records for LgpFile {
    const INFO: FormatInfo = FormatInfo {
        id: "ff7.lgp",
        name: "Final Fantasy VII archive",
        extensions: &["lgp"],
        versions: &[],
        can: &[Capability::Write],
    };
    const ROOT: &'static str = "Lgp";
    const OPERATIONS: Operations<Self> = Operations::NONE.with_members();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let count = u64::from(head.u32(12)?);
        // Some tools write no lookup table.
        let tables = HEADER + count * ENTRY;
        let squares = head.bytes.starts_with(&CREATOR);
        let first = HEADER as usize;
        let offset = head.u32(first + 20).map_or(0, u64::from);
        let fits = tables <= head.len && (count == 0 || (tables..head.len).contains(&offset));
        // The first file repeats its name; it may be beyond the bytes that a probe sees.
        let at = usize::try_from(offset).ok()?;
        let named = head.bytes.get(first..first + 20);
        let repeated = head.bytes.get(at..at.saturating_add(20)).zip(named);
        let same = repeated.is_some_and(|(a, b)| a == b && b.first().is_some_and(|c| *c != 0));
        let (score, what) = match (squares, fits, same) {
            (true, true, _) => (100, "SQUARESOFT"),
            (true, false, _) => (60, "SQUARESOFT, truncated"),
            (false, true, true) => (70, "the first file repeats its name"),
            _ => return None,
        };
        Some(Probe { score, reason: format!("{what}, {count} files") })
    }

    fn is_marked(head: &Head<'_>) -> bool {
        head.bytes.starts_with(&CREATOR)
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Read<Self> {
        let lgp = read::lgp(cur, source)?;
        Ok(Self { files: members::files(&lgp, source), lgp })
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("members", self.files.list().len());
    }

    fn is_usable(&self) -> bool {
        !self.lgp.files.is_empty() || self.lgp.entries.is_empty()
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        lookup::check(&file.records.lgp, report);
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        self.lgp.write()
    }
}

impl HasMembers for Loaded<LgpFile> {
    fn members(&self) -> Option<&dyn Members> {
        Some(&self.records.files)
    }

    fn with_members(&self, _: Context<'_>, replaced: &NewMembers) -> EditResult<Vec<Rewritten>> {
        let lgp = &self.kept()?.lgp;
        Ok(vec![Rewritten::whole(replace::with_members(lgp, replaced)?)])
    }
}
