//! Electronic Arts' BIG archives: `BIGF`, `BIG4` and the short `C0 FB` (SSX, NBA Street, FIFA …).
//!
//! | part | location |
//! |---|---|
//! | `header`: `BIGF` or `BIG4`, total size (little-endian in genuine files), entry count, directory size | 0 |
//! | … or `C0 FB`, directory size and entry count of 16 bits | 0 |
//! | `entries`: offset and size (32 or 24 bits), NUL-terminated path | after the header |
//! | `data`: the members, aligned, usually to 128 | by offset |
//!
//! Big-endian except for the total size. Both slashes and backslashes separate folders. Entries with
//! offset 0 or a `*` in their path are not files and are not listed. Members that start with `10 FB` are
//! [RefPack](super::refpack) streams; they are unwrapped when opened.
//!
//! Listing an archive does not read its members, so an archive of a gigabyte opens at once.
//!
//! Known unknowns: what the directory size includes besides the entries (the difference is preserved).
//!
//! Source: format document `ssx-mpf.md` section 8.

mod directory;
mod members;
mod read;
mod records;
mod replace;
mod write;

pub use records::{Archive, Data, DataLocation, Entry, Form, TotalSize};

use crate::bytes::{Cursor, Endian, Recorder, Result, Source};
use crate::container::{Context, Members, Slices};
use crate::formats::{
    Capability, Counts, EditResult, FormatInfo, HasMembers, Head, Loaded, NewMembers, Operations,
    Probe, Records, Rewritten, Score,
};

/// A loaded archive.
pub struct Big {
    pub archive: Archive,
    members: Slices,
}

impl Records for Big {
    const INFO: FormatInfo = FormatInfo {
        id: "ea.big",
        name: "BIG archive",
        extensions: &["big", "viv"],
        versions: &["BIGF", "BIG4", "C0FB"],
        can: &[Capability::Write],
    };
    const ENDIAN: Endian = Endian::Big;
    const ROOT: &'static str = "Archive";
    const OPERATIONS: Operations<Self> = Operations::NONE.with_members();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let form = Form::of(head.bytes)?;
        let word = |at: usize| head.u32(at).map(u32::swap_bytes);
        let short = |at: usize| head.u16(at).map(|word| u32::from(word.swap_bytes()));
        let (count, directory) = match form {
            Form::Short => (short(4)?, short(2)?),
            _ => (word(8)?, word(12)?),
        };
        let mut score = Score::new(
            if form == Form::Short { 30 } else { 60 },
            format!("{}, {count} entries", form.name()),
        );
        let least = u64::from(count) * form.min_entry() + form.header_len();
        score.rule(least <= head.len, 10, "the entries are inside the file");
        score.rule(
            u64::from(directory) <= head.len && u64::from(directory) >= form.header_len(),
            20,
            "directory is inside the file",
        );
        score.rule(head.has_extension(Self::INFO.extensions), 10, "matching extension");
        score.at_least(60)
    }

    fn is_marked(head: &Head<'_>) -> bool {
        Form::of(head.bytes).is_some_and(|form| form != Form::Short)
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        let archive = read::archive(cur, source)?;
        let members = members::files(&archive, source);
        Ok(Self { archive, members })
    }

    fn version(&self) -> String {
        self.archive.form.name().to_owned()
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("members", self.members.list().len());
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        self.archive.write()
    }
}

impl HasMembers for Loaded<Big> {
    fn members(&self) -> Option<&dyn Members> {
        Some(&self.records.members)
    }

    fn with_members(&self, _: Context<'_>, replaced: &NewMembers) -> EditResult<Vec<Rewritten>> {
        let archive = &self.kept()?.archive;
        Ok(vec![Rewritten::whole(replace::with_members(archive, replaced)?)])
    }
}
