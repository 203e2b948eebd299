//! Neversoft's `*.pre` and `*.prx` archives (Tony Hawk's Pro Skater and later).
//!
//! | part | location |
//! |---|---|
//! | `total_size`, `magic` 0xABCD0002 or 3; not in version 1 | 0 |
//! | `count` of files | 0 or 8 |
//! | a file of version 1: name with its NUL, padding to 4, size, data, padding to 4 | next |
//! | … of 2 and 3: size, packed size, length of the name, unused, hash (3), name, data, padding | |
//!
//! Padding makes the length of the data a multiple of 4, regardless of the start of the data.
//! Little-endian. Packed files are [`PRE`](crate::codec::lzss::PRE) streams; a packed size of 0 means
//! that the file is not compressed. Files are read sequentially, without parsing their data.
//!
//! Known unknowns: the 16-bit word after the length of the name.
//!
//! Source: format document `neversoft-psx.md`, sections 19.4 and 19.5.

mod read;
mod records;
mod replace;

pub use super::files::Packing;
pub use records::{Archive, File, Version};

use super::files::{Files, StoredFile, path_of, reported};
use super::hash::key;
use crate::bytes::{Cursor, Origin, Problems, Recorder, Result, Source, Value};
use crate::container::{Context, Members};
use crate::formats::{
    Capability, Computable, Counts, EditResult, FormatInfo, HasMembers, Head, Loaded, NewMembers,
    Operations, Probe, Records, Report, Rewritten, Score,
};
use records::MAGIC;

/// A loaded archive.
pub struct Pre {
    pub archive: Archive,
    files: Files,
}

impl Records for Pre {
    const INFO: FormatInfo = FormatInfo {
        id: "neversoft.pre",
        name: "Neversoft PRE archive",
        extensions: &["pre", "prx"],
        versions: &["1", "2", "3"],
        can: &[Capability::Write],
    };
    const ROOT: &'static str = "Archive";
    const OPERATIONS: Operations<Self> = Operations::NONE.with_members().computable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        match head.u32(4)? {
            magic if magic & !0xF == MAGIC => later(head, magic & 0xF),
            _ => first(head),
        }
    }

    fn is_marked(head: &Head<'_>) -> bool {
        head.u32(4).is_some_and(|magic| magic & !0xF == MAGIC)
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        let archive = read::archive(cur, source)?;
        let stored = archive.files.iter().map(|file| stored(file, source)).collect();
        Ok(Self { files: Files::new(source, stored), archive })
    }

    fn version(&self) -> String {
        self.archive.version.name().to_owned()
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("members", self.files.len());
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        self.archive.write()
    }
}

impl HasMembers for Loaded<Pre> {
    fn members(&self) -> Option<&dyn Members> {
        Some(&self.records.files)
    }

    fn companion_members(&self, _: Context<'_>) -> Option<(Box<dyn Members>, Problems)> {
        reported(self.records.files.again(), |files, problems| {
            let field = |index, _: &_| format!("files[{index}].data");
            files.report(&mut self.report(problems), field);
        })
    }

    fn with_members(&self, _: Context<'_>, replaced: &NewMembers) -> EditResult<Vec<Rewritten>> {
        let archive = &self.kept()?.archive;
        Ok(vec![Rewritten::whole(replace::with_members(archive, replaced)?)])
    }
}

impl Computable for Loaded<Pre> {
    fn has_computed(&self) -> bool {
        self.records.archive.version == Version::Three && !self.records.archive.files.is_empty()
    }

    fn audit(&self, report: &mut Report<'_>) {
        let archive = &self.records.archive;
        if archive.version != Version::Three {
            return;
        }
        for (index, file) in archive.files.iter().enumerate() {
            let hash = key(file.name());
            if hash != file.hash {
                let message =
                    format!("stored hash does not match the name, whose hash is {hash:08x}");
                let path = format!("files[{index}].name_hash");
                report.compute(path.as_str(), Value::Uint(hash.into()));
                report.note(path, message);
            }
        }
    }
}

fn stored(file: &File, source: &Source) -> StoredFile {
    let start = match file.data.origin() {
        Origin::Member(span) => span.start,
        _ => source.len(),
    };
    let declared = match file.packing {
        Packing::Plain => file.size.into(),
        _ => file.data.len(),
    };
    let stored = StoredFile::new(path_of(file.name()), source, start, declared);
    stored.packed(file.packing, file.size.into())
}

/// Probes for the versions with a magic.
fn later(head: &Head<'_>, version: u32) -> Option<Probe> {
    let (size, count) = (head.u32(0)?, head.u32(8)?);
    let mut score = Score::new(60, format!("PRE version {version}, {count} files"));
    score.rule(u64::from(size) == head.len, 25, "matching file size");
    score.rule(u64::from(count) * 16 <= head.len, 10, "the number of files is plausible");
    score.rule(head.has_extension(Pre::INFO.extensions), 5, "matching extension");
    score.at_least(60)
}

/// Number of version-1 files that a probe checks.
const LOOKED_AT: u32 = 16;
/// Maximum length of a name in a probe.
const LONGEST_NAME: usize = 4096;
/// Lengths of usual names. Each letter of a text in UTF-32 looks like a shorter one.
const USUAL_NAME: std::ops::Range<usize> = 3..256;

/// Probes for the first version, which is recognised only by its chain of files. One of them may be
/// damaged or have a name with unusual characters.
fn first(head: &Head<'_>) -> Option<Probe> {
    let count = head.u32(0).filter(|count| (1..=0xFFFF).contains(count))?;
    let (mut at, mut seen, mut usual) = (4u64, 0, 0);
    while seen < count.min(LOOKED_AT) && at <= head.len {
        let Some(file) = behind(head, at) else { break };
        (at, seen) = (file.end, seen + 1);
        usual += u32::from(file.is_usual);
    }
    let has_names = seen > 0 && usual * 2 >= seen;
    let is_named = head.has_extension(Pre::INFO.extensions);
    // Chunks of other files are consecutive as well, and two of them may look like names.
    let is_broken = seen < count.min(LOOKED_AT) && at < head.len;
    if !is_named && (!has_names || is_broken && usual < FEW_NAMES) {
        return None;
    }
    let (is_cut, ends) = (at.saturating_sub(3) > head.len, at.abs_diff(head.len) < 4);
    let mut score =
        Score::new(20, format!("{count} files, {seen} of the checked ones are consecutive"));
    score.rule(has_names, 25, "with names and sizes");
    score.rule(seen == count && ends, 35, "the last one ends at the end of the file");
    score.rule(seen > 1 && seen < count && ends, 30, "one of them ends at the end of the file");
    score.rule(seen > 1 && !is_cut, 15, "all of them are inside the file");
    score.rule(is_named, 15, "matching extension");
    score.at_least(60)
}

/// Number of usual names that prove an archive with a damaged file.
const FEW_NAMES: u32 = 3;

/// Candidate file of the first version.
struct FileSeen {
    /// Expected end offset, with padding.
    end: u64,
    /// `true` if its name is plain text of a usual length.
    is_usual: bool,
}

/// Parses the file at offset `at`, if there is one.
fn behind(head: &Head<'_>, at: u64) -> Option<FileSeen> {
    let mut reach = 64;
    let len = loop {
        let bytes = head.at(at, reach);
        match bytes.iter().position(|byte| *byte == 0) {
            Some(len) => break len,
            None if bytes.len() < reach || reach >= LONGEST_NAME => return None,
            None => reach *= 8,
        }
    };
    if len == 0 {
        return None;
    }
    let is_usual = USUAL_NAME.contains(&len)
        && head.at(at, len).iter().all(|byte| (0x20..0x7F).contains(byte));
    let sized = (at + len as u64 + 1).next_multiple_of(4);
    let size = head.at(sized, 4).first_chunk().map(|size| u32::from_le_bytes(*size))?;
    let end = sized.checked_add(4)?.checked_add(size.into())?.checked_next_multiple_of(4)?;
    Some(FileSeen { end, is_usual })
}
