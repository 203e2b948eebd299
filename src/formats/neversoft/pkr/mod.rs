//! Neversoft's `*.pkr` archives: `PKR2` (Tony Hawk's Pro Skater 2) and `PKR3` (Spider-Man, Mat Hoffman's
//! Pro BMX).
//!
//! | part | location |
//! |---|---|
//! | `magic` | 0 |
//! | `directory_offset`, in `PKR3` | 4 |
//! | `directory`: a number, directory count, file count, both lists | 4, or by offset |
//! | a directory: name of 32 characters, first file, file count | 40 bytes |
//! | a file: name, CRC-32 (`PKR3`), compression, offset, size, stored size | 48 or 52 bytes |
//! | `data` of the files | by offset |
//!
//! Little-endian. A directory refers to its first file by the offset of a row (`PKR2`) or by index.
//! Compression 2 is a zlib stream, 0xFFFFFFFE means uncompressed.
//!
//! Known unknowns: the number before the counts, 1 in `PKR2` and 4 in `PKR3`.
//!
//! Source: format document `neversoft-psx.md`, sections 19.2 and 19.3.

mod read;
mod records;
mod replace;

pub use records::{
    Archive, ArchiveBlock, DataLocation, Dir, DirRow, File, FileRow, First, PLAIN, Version, ZLIB,
};

use std::collections::BTreeSet;

use super::files::{Fault, Files, Packing, StoredFile, path_of, reported};
use crate::bytes::{Cursor, Problems, Recorder, Result, Severity, Source};
use crate::container::{Context, Members};
use crate::formats::{
    Capability, Counts, EditResult, FormatInfo, HasMembers, Head, Loaded, NewMembers, Operations,
    Probe, Records, Refusal, Report, Rewritten, Score,
};

/// A loaded archive.
pub struct Pkr {
    pub archive: Archive,
    /// File indices in listing order.
    listed: Vec<usize>,
    /// Number of files at the end of the list that are in no directory.
    stray: usize,
    files: Files,
}

impl Records for Pkr {
    const INFO: FormatInfo = FormatInfo {
        id: "neversoft.pkr",
        name: "Neversoft PKR archive",
        extensions: &["pkr"],
        versions: &["2", "3"],
        can: &[Capability::Write],
    };
    const ROOT: &'static str = "Archive";
    const OPERATIONS: Operations<Self> = Operations::NONE.with_members();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let version = Version::of(head.bytes)?;
        let at: u64 = if version == Version::Two { 4 } else { head.u32(4)?.into() };
        let mut score = Score::new(70, format!("PKR{}", version.name()));
        score.rule(at.saturating_add(12) <= head.len, 20, "directory is inside the file");
        score.rule(head.has_extension(Self::INFO.extensions), 10, "matching extension");
        score.at_least(70)
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        let archive = read::archive(cur, source)?;
        let (named, stray) = named(&archive);
        let listed = named.iter().map(|(index, _)| *index).collect();
        let found = named.into_iter().filter_map(|(index, path)| {
            archive.files.get(index).map(|file| stored(&archive, file, path, source))
        });
        Ok(Self { files: Files::new(source, found.collect()), listed, stray, archive })
    }

    fn version(&self) -> String {
        self.archive.version.name().to_owned()
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("members", self.files.len());
    }

    fn is_usable(&self) -> bool {
        !self.archive.files.is_empty() || !self.archive.dirs.is_empty()
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        let Self { archive, listed, stray, .. } = &file.records;
        for (index, one) in archive.files.iter().enumerate() {
            check_file(index, one, file.source.len(), report);
        }
        let stray = listed.iter().skip(listed.len() - stray);
        let paths = stray.map(|index| format!("directory.files[{index}]"));
        report.first(Severity::Warning, paths, "the file is in no directory");
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        self.archive.write()
    }
}

impl HasMembers for Loaded<Pkr> {
    fn members(&self) -> Option<&dyn Members> {
        Some(&self.records.files)
    }

    fn companion_members(&self, _: Context<'_>) -> Option<(Box<dyn Members>, Problems)> {
        reported(self.records.files.again(), |files, problems| {
            let field = |index: usize, fault: &Fault| {
                let index = self.records.listed.get(index).copied().unwrap_or(index);
                let name = if matches!(fault, Fault::Crc(_)) { "crc" } else { "stored_size" };
                format!("directory.files[{index}].{name}")
            };
            files.report(&mut self.report(problems), field);
        })
    }

    fn with_members(&self, _: Context<'_>, replaced: &NewMembers) -> EditResult<Vec<Rewritten>> {
        let Pkr { archive, listed, .. } = self.kept()?;
        let index = |(index, bytes): (&usize, _)| {
            let file = listed.get(*index).copied();
            file.map(|file| (file, bytes))
                .ok_or_else(|| Refusal(format!("the archive has no file {index}")))
        };
        let files: Vec<_> = replaced.iter().map(index).collect::<std::result::Result<_, _>>()?;
        Ok(vec![Rewritten::whole(replace::with_files(archive, &files)?)])
    }
}

/// Files in directory order without duplicates, with their paths, then files that are in no
/// directory; also returns the number of the latter.
fn named(archive: &Archive) -> (Vec<(usize, String)>, usize) {
    let mut out = Vec::with_capacity(archive.files.len());
    let mut left: BTreeSet<usize> = (0..archive.files.len()).collect();
    let mut take = |index: usize, dir: &[u8]| {
        let file = archive.files.get(index).map(|file| file.row.name);
        let path = [dir, b"/", file.unwrap_or_default().bytes()].concat();
        out.push((index, path_of(&path)));
    };
    for dir in &archive.dirs {
        let First::File(first) = dir.first else { continue };
        let end = usize::try_from(first.saturating_add(dir.file_count)).unwrap_or(usize::MAX);
        let first = usize::try_from(first).unwrap_or(usize::MAX).min(end);
        let own: Vec<usize> = left.range(first..end).copied().collect();
        for index in own {
            left.remove(&index);
            take(index, dir.name.bytes());
        }
    }
    left.iter().for_each(|index| take(*index, b""));
    (out, left.len())
}

fn stored(archive: &Archive, file: &File, path: String, source: &Source) -> StoredFile {
    let row = &file.row;
    let (start, stored) = (u64::from(row.offset), u64::from(row.stored_size));
    let crc = (archive.version == Version::Three).then_some(row.crc);
    let mut found = match row.compression {
        PLAIN => StoredFile::new(path, source, start, row.size.into()),
        ZLIB => StoredFile::new(path, source, start, stored).packed(Packing::Zlib, row.size.into()),
        _ => StoredFile::new(path, source, start, stored),
    };
    found.crc = crc;
    if let Some(unknown) = unknown(row) {
        found.lack.get_or_insert(unknown);
    }
    found
}

/// Message about an unknown compression method.
fn unknown(row: &FileRow) -> Option<String> {
    let is_known = matches!(row.compression, PLAIN | ZLIB);
    let is_plain = row.size == row.stored_size;
    let message = || format!("unknown compression method {:#x}", row.compression);
    (!is_known && !is_plain).then(message)
}

fn check_file(index: usize, file: &File, len: u64, report: &mut Report<'_>) {
    let (row, start) = (&file.row, u64::from(file.row.offset));
    let field = |name: &str| format!("directory.files[{index}].{name}");
    if start > len || (matches!(file.target, DataLocation::Nowhere(_)) && row.stored_size > 0) {
        report.error(field("offset"), format!("invalid file offset {start:#x}"));
    } else if start + u64::from(row.stored_size) > len {
        let message = format!("expected {} bytes, found {}", row.stored_size, len - start);
        report.error(field("stored_size"), message);
    }
    if let Some(unknown) = unknown(row) {
        report.error(field("compression"), unknown);
    } else if row.compression == PLAIN && row.size != row.stored_size {
        let message = format!("uncompressed size {}, stored size {}", row.size, row.stored_size);
        report.warning(field("stored_size"), message);
    }
}
