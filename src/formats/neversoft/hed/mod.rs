//! Neversoft's two-file archives: a table (`.HED`) and the data (`.WAD`).
//!
//! | form of the table | entry | end |
//! |---|---|---|
//! | plain | name with its NUL, padding to 4, offset, size | bytes 0xFF |
//! | hashed | hash of the name, offset, size | a zero word |
//! | later | offset, size, name, padding to 4 | 0xFFFFFFFF |
//!
//! Little-endian. Offsets in the WAD count bytes, in some later tables sectors. Bit 31 of a size marks a
//! file that is not in the WAD. `.HET` and `.HEP` are plain tables that provide names for the hashes of
//! the companion table.
//!
//! A WAD consists only of its files, so by content it looks like the first of them: its companion table
//! identifies it. Each of the two files finds the other one by name.
//!
//! Known unknowns: the purpose of the high byte of an offset in sectors.
//!
//! Source: format document `neversoft-psx.md`, sections 19.1 and 21.

mod members;
mod read;
mod records;
mod replace;

pub use records::{ELSEWHERE, Entry, Table, Version, hash_of};

use crate::bytes::{Cursor, Endian, Problems, Recorder, Result, Source};
use crate::container::{Context, Members};
use crate::formats::{
    Capability, Counts, Displayed, EditResult, FormatInfo, HasMembers, HashesNames, Head, Loaded,
    NewMembers, Operations, Probe, Records, Rewritten, Score,
};

/// One file of an archive.
#[derive(Clone)]
pub enum Half {
    /// `.HED`, and the name tables `.HET` and `.HEP`.
    Table(Table),
    /// `.WAD`.
    Data(Source),
}

fn is_data(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, extension)| extension.eq_ignore_ascii_case("wad"))
}

/// Name of the file with the same stem and another extension.
fn other(name: &str, extension: &str) -> String {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    format!("{stem}.{extension}")
}

/// Bytes of an entry whose name has at least four letters. Numbers can look like names of one or two
/// letters.
const USUAL_ENTRY: usize = 16;

impl Records for Half {
    const INFO: FormatInfo = FormatInfo {
        id: "neversoft.hed",
        name: "Neversoft archive",
        extensions: &["hed", "het", "hep", "wad"],
        versions: &["plain", "hashed", "later"],
        can: &[Capability::Write],
    };
    const ROOT: &'static str = "Table";
    const OPERATIONS: Operations<Self> = Operations::NONE
        .displayed()
        .with_members()
        .hashes_names()
        .claimed_beside(Half::probe_with_companions);

    fn form(source: &Source) -> (Endian, &'static str) {
        (Self::ENDIAN, if is_data(source.file_name()) { "Data" } else { Self::ROOT })
    }

    fn probe(head: &Head<'_>) -> Option<Probe> {
        if is_data(head.name) {
            return None;
        }
        let walk = read::walk(head.bytes)?;
        let count = walk.entries.len();
        let mut score = Score::new(20, format!("{} table, {count} entries", walk.version.name()));
        let behind = head.bytes.get(walk.len..).unwrap_or(&[]);
        let is_sequence = follow(&walk.entries);
        // Hashes may be any numbers: the files must follow each other, or at least not overlap.
        let is_unproven = walk.version == Version::Hashed && !walk.has_end && !is_sequence;
        if is_unproven && overlapping(&walk.entries) * 2 > count {
            return None;
        }
        let is_all = walk.has_end && behind.iter().all(|byte| matches!(byte, 0 | 0xFF));
        let is_long = walk.len >= count.saturating_mul(USUAL_ENTRY);
        let is_named = walk.version != Version::Hashed && walk.named == walk.len && is_long;
        score.rule(is_named && is_all, 35, "names up to the end");
        score.rule(is_all && count > 1, 10, "followed by the end marker");
        score.rule(is_sequence, 25, "files are in consecutive sectors");
        score.rule(head.has_extension(&["hed", "het", "hep"]), 40, "matching extension");
        score.at_least(60)
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        if !is_data(source.file_name()) {
            return read::table(cur).map(Self::Table);
        }
        if !source.is_empty() {
            cur.skip("data", source.len())?;
        }
        Ok(Self::Data(source.clone()))
    }

    fn version(&self) -> String {
        match self {
            Self::Table(table) => table.version.name().to_owned(),
            Self::Data(_) => String::new(),
        }
    }

    fn count(&self, counts: &mut Counts) {
        match self {
            Self::Table(table) => counts.set("members", table.entries.len()),
            Self::Data(_) => {}
        }
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        match self {
            Self::Table(table) => table.write(),
            Self::Data(source) => Ok(source.bytes().to_vec()),
        }
    }
}

impl Half {
    fn probe_with_companions(name: &str, is_there: &dyn Fn(&str) -> bool) -> Option<Probe> {
        let table = other(name, "hed");
        let claims = is_data(name) && is_there(&table);
        claims.then(|| Probe { score: 100, reason: format!("companion table {table} is present") })
    }
}

impl Displayed for Loaded<Half> {
    fn version_by_companions(&self, context: Context<'_>) -> Option<String> {
        let table = members::table_of(self, context)?;
        Some(table.records.version())
    }
}

impl HasMembers for Loaded<Half> {
    fn companion_members(&self, context: Context<'_>) -> Option<(Box<dyn Members>, Problems)> {
        Some(members::of(self, context))
    }

    /// The members belong to the WAD. A table without its WAD lists them too.
    fn is_entered(&self, context: Context<'_>) -> bool {
        match &self.records {
            Half::Data(_) => true,
            Half::Table(_) => members::is_alone(&self.source, context),
        }
    }

    fn with_members(
        &self,
        context: Context<'_>,
        replaced: &NewMembers,
    ) -> EditResult<Vec<Rewritten>> {
        replace::with_members(self, context, replaced)
    }
}

impl HashesNames for Loaded<Half> {
    fn names(&self, learn: &mut dyn FnMut(u32, &str)) {
        let Half::Table(table) = &self.records else { return };
        for entry in table.entries.iter().filter(|entry| !entry.name.is_empty()) {
            learn(entry.hash, &String::from_utf8_lossy(entry.name()));
        }
    }
}

/// `true` if each of several files begins in the sector after the previous one.
fn follow(entries: &[(u32, u32)]) -> bool {
    let follows = |pair: &[(u32, u32)]| matches!(pair, [one, next] if read::follows(*one, *next));
    entries.len() > 1 && entries.windows(2).take(64).all(follows)
}

/// Number of files that begin before the end of the previous one in the WAD.
fn overlapping(entries: &[(u32, u32)]) -> usize {
    let mut files = entries.to_vec();
    files.sort_unstable();
    let end = |(offset, size): (u32, u32)| u64::from(offset) + u64::from(size);
    let overlaps = |pair: &&[(u32, u32)]| matches!(pair, [one, next] if one != next && end(*one) > u64::from(next.0));
    files.windows(2).filter(overlaps).count()
}
