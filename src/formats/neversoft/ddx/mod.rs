//! Treyarch's `*.ddx` archives of textures (Tony Hawk's Pro Skater 2X).
//!
//! | offset | field |
//! |---|---|
//! | 0 | `reserved`, 0 |
//! | 4 | `file_size` |
//! | 8 | `data_start` |
//! | 12 | `file_count`, then 264 bytes per file: offset from the start of the data, size, name |
//!
//! Little-endian. Each file is a DirectDraw surface with the name that materials of the `.ddm` use.
//!
//! Source: format document `neversoft-psx.md`, section 20.3.

mod read;
pub mod records;

pub use records::{Archive, Head as Table, Row};

use super::files::{Files, StoredFile, reported};
use crate::bytes::{Cursor, Problems, Recorder, Result, Source};
use crate::container::{Context, Members};
use crate::formats::{
    Capability, Counts, EditResult, FormatInfo, HasMembers, Head, Loaded, NewMembers, Operations,
    Probe, Records, Report, Rewritten, Score,
};

/// A loaded archive.
pub struct Ddx {
    pub archive: Archive,
    files: Files,
}

impl Ddx {
    /// Index of the texture with this name, with or without its extension; case-insensitive.
    pub fn find(&self, name: &str) -> Option<usize> {
        let stem = |name: &str| {
            let name = name.to_ascii_lowercase();
            name.strip_suffix(".dds").map_or(name.clone(), str::to_owned)
        };
        let wanted = stem(name);
        self.archive.head.files.iter().position(|row| stem(&row.path()) == wanted)
    }

    /// Bytes of a file.
    pub fn file(&self, index: usize) -> Option<Source> {
        self.files.open(index).ok()
    }
}

impl Records for Ddx {
    const INFO: FormatInfo = FormatInfo {
        id: "neversoft.ddx",
        name: "Treyarch texture archive",
        extensions: &["ddx"],
        versions: &[],
        can: &[Capability::Write],
    };
    const ROOT: &'static str = "Archive";
    const OPERATIONS: Operations<Self> = Operations::NONE.with_members();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let words = [head.u32(0)?, head.u32(4)?, head.u32(8)?, head.u32(12)?];
        let [reserved, size, start, count] = words;
        let table = records::HEAD + u64::from(count) * 264;
        if reserved != 0 || table > head.len || u64::from(start) < table || count == 0 {
            return None;
        }
        let mut score = Score::new(30, format!("a table of {count} files"));
        score.rule(u64::from(size) == head.len, 35, "matching file size");
        score.rule(u64::from(start) == table, 15, "the data follows the table");
        let first = head.at(start.into(), 4);
        score.rule(*first == *b"DDS ", 20, "the data begins with a surface");
        score.rule(head.has_extension(Self::INFO.extensions), 10, "matching extension");
        score.at_least(60)
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        let archive = read::archive(cur, source)?;
        let stored = archive.head.files.iter().map(|row| {
            let (start, _) = archive.extent(row).unwrap_or((source.len(), source.len()));
            StoredFile::new(row.path(), source, start, row.size.into())
        });
        Ok(Self { files: Files::new(source, stored.collect()), archive })
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("members", self.files.len());
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        let archive = &file.records.archive;
        let len = file.source.len();
        if u64::from(archive.head.file_size) != len {
            let stored = archive.head.file_size;
            let message = format!("expected the size of the file, {len}, found {stored}");
            report.warning("file_size", message);
        }
        for (index, row) in archive.head.files.iter().enumerate() {
            let path = |field: &str| format!("files[{index}].{field}");
            let declared = u64::from(row.size);
            match archive.extent(row) {
                None => {
                    let start = u64::from(archive.head.data_start) + u64::from(row.offset);
                    let table_end = archive.table_end();
                    let message =
                        format!("{start:#x} is outside the data, {table_end:#x} to {len:#x}");
                    report.error(path("offset"), message);
                }
                Some((start, end)) if end - start < declared => {
                    let message = format!("expected {declared} bytes, found {}", end - start);
                    report.error(path("size"), message);
                }
                Some(_) => {}
            }
        }
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        self.archive.write()
    }
}

impl HasMembers for Loaded<Ddx> {
    fn members(&self) -> Option<&dyn Members> {
        Some(&self.records.files)
    }

    fn companion_members(&self, _: Context<'_>) -> Option<(Box<dyn Members>, Problems)> {
        reported(self.records.files.again(), |files, problems| {
            let field = |index, _: &_| format!("files[{index}]");
            files.report(&mut self.report(problems), field);
        })
    }

    fn with_members(&self, _: Context<'_>, replaced: &NewMembers) -> EditResult<Vec<Rewritten>> {
        let archive = self.kept()?.archive.with_files(replaced)?;
        Ok(vec![Rewritten::whole(archive.write()?)])
    }
}
