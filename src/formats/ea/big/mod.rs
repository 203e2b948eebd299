//! Electronic Arts' BIG archives: `BIGF`, `BIG4` and the short `C0 FB` (SSX, NBA Street, FIFA …).
//!
//! | part | where |
//! |---|---|
//! | `header`: `BIGF` or `BIG4`, total size (little-endian in genuine files), entry count, directory size | 0 |
//! | … or `C0 FB`, directory size and entry count of 16 bits | 0 |
//! | `entries`: offset and size (32 or 24 bits), path up to its NUL | behind |
//! | `data`: the members, aligned, usually to 128 | by offset |
//!
//! Big-endian but for the total size. Both kinds of slash part folders. Rows with offset 0 or a `*`
//! in their path name no file and are not listed. Members that start `10 FB` are
//! [RefPack](super::refpack) streams; they are unwrapped when they are opened.
//!
//! An archive is listed without its members being read, so that one of a gigabyte opens at once.
//!
//! Known unknowns: what the directory size counts besides the entries (its difference is kept).
//!
//! Source: format document `ssx-mpf.md` section 8.

mod members;
mod read;
mod records;
mod write;

pub use records::{Archive, Data, Entry, Form, Piece, Place, TotalSize};

use crate::bytes::{Cursor, Endian, NoRecorder, Problems, Result, Source, Tree};
use crate::container::{Members, Slices};
use crate::formats::{
    Ability, Content, Counts, Document, Format, FormatInfo, Head, Probe, Refusal,
};

/// The format.
pub struct Big;

static INFO: FormatInfo = FormatInfo {
    id: "ea.big",
    name: "BIG archive",
    family: "ea",
    extensions: &["big", "viv"],
    versions: &["BIGF", "BIG4", "C0FB"],
    can: &[Ability::Write],
};

impl Format for Big {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        let form = Form::of(head.bytes)?;
        let word = |at: usize| head.u32(at).map(u32::swap_bytes);
        let short = |at: usize| head.u16(at).map(|word| u32::from(word.swap_bytes()));
        let (count, directory) = match form {
            Form::Short => (short(4)?, short(2)?),
            _ => (word(8)?, word(12)?),
        };
        let mut score = if form == Form::Short { 30 } else { 60 };
        let mut reasons = vec![format!("{}, {count} entries", form.name())];
        let mut rule = |holds: bool, points: u8, what: &str| {
            if holds {
                score += points;
                reasons.push(what.to_owned());
            }
        };
        let least = u64::from(count) * form.least_entry() + form.header_len();
        rule(least <= head.len, 10, "the entries fit");
        rule(
            u64::from(directory) <= head.len && u64::from(directory) >= form.header_len(),
            20,
            "the directory is inside",
        );
        rule(head.has_extension(INFO.extensions), 10, "the extension fits");
        (score >= 60).then(|| Probe { score, reason: reasons.join(", ") })
    }

    fn open(&self, source: &Source) -> Result<Document> {
        let (tree, problems, read) =
            Tree::record(source, Endian::Big, "Archive", |cur| read::archive(cur, source));
        let archive = read?;
        let members = members::files(&archive, source);
        let mut counts = Counts::default();
        counts.set("members", members.list().len());
        Ok(Document {
            format: &INFO,
            version: archive.form.name().to_owned(),
            source: source.clone(),
            tree: tree.into(),
            problems,
            counts,
            usable: true,
            content: Box::new(BigFile { archive, members }),
        })
    }
}

/// Reads the records alone.
pub fn parse(source: &Source) -> Result<(Archive, Problems)> {
    let mut cur = Cursor::new(source, Endian::Big, NoRecorder);
    let archive = read::archive(&mut cur, source)?;
    Ok((archive, cur.finish().1))
}

/// An opened archive.
struct BigFile {
    archive: Archive,
    members: Slices,
}

impl Content for BigFile {
    fn members(&self) -> Option<&dyn Members> {
        Some(&self.members)
    }

    fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
        self.archive.write()
    }
}
