//! TotemTech archives: pairs of a data file and a name file.
//!
//! The data file (`.DGC` GameCube, `.DPS` PlayStation 2):
//!
//! | part | offset |
//! |---|---|
//! | `title`, 256 characters: `TotemTech Data v1.73 (c) …` | 0 |
//! | `block_size`, a multiple of 0x800 | 0x100 |
//! | padding | up to 0x800 |
//! | `blocks` of that size: `file_count`, files, padding | 0x800 |
//! | a file: size including this header, hashes of class, name and link, data | 16 bytes and the data |
//!
//! The name file (`.NGC`, `.NPS`) is a text with one line per file: a hash as a signed number, a space
//! and the name in quotes. Each file finds the other one by its file name; without names, members are
//! named by their hash as eight hex digits. Nothing is compressed. Listing reads only the headers of the
//! contained files.
//!
//! The data file is displayed as a level, made of its resources.
//!
//! Known unknowns: the purpose of the link hash (often that of the name).
//!
//! Source: format document `totem-mesh.md`, section 7.

mod data;
mod elsewhere;
mod file_pair;
mod list_edit;
mod members;
mod names;
mod pack;
mod pair;
mod records;
mod replace;

pub(super) use elsewhere::OtherArchives;
pub(super) use file_pair::is_name_table;
pub use members::Files;
pub use names::{Line, NameTable};
pub(super) use pack::Pack;
pub use pair::ArchiveHalf;
pub use records::{Archive, Block, File};

use self::file_pair::Half;
use self::pair::other_half;
use crate::bytes::{Cursor, Endian, Problems, Recorder, Result, Severity, Source, Span};
use crate::container::{Context, Members};
use crate::formats::totem::{Platform, class, level};
use crate::formats::{
    Capability, Counts, Displayed, EditResult, Editable, FormatInfo, HasMembers, Head, ListChange,
    Loaded, NewBytes, NewMembers, Operations, Probe, Records, Refusal, Report, Rewritten,
};
use crate::scene::Scene;

fn is_data(source: &Source) -> bool {
    let start = start(source);
    let is_text = || names::is_text(start) || is_name_table(source.file_name());
    start.starts_with(data::TITLE) || !is_text()
}

/// Bytes that distinguish the two files and the platforms.
fn start(source: &Source) -> &[u8] {
    source.window(0, Head::SIZE as u64)
}

impl Records for ArchiveHalf {
    const INFO: FormatInfo = FormatInfo {
        id: "totem.archive",
        name: "TotemTech archive",
        extensions: &["dgc", "ngc", "dps", "nps"],
        versions: &["1.73"],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Archive";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().with_members().editable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        if head.bytes.starts_with(data::TITLE) {
            let platform = data::platform(head.bytes, head.len);
            let reason = format!("title of a {} data file", platform.name());
            return Some(Probe { score: 95, reason });
        }
        names::probe(head)
    }

    fn is_marked(head: &Head<'_>) -> bool {
        head.bytes.starts_with(data::TITLE)
    }

    fn form(source: &Source) -> (Endian, &'static str) {
        match is_data(source) {
            true => (data::platform(start(source), source.len()).endian, Self::ROOT),
            false => (Platform::GAMECUBE.endian, "NameTable"),
        }
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        if !is_data(source) {
            return Ok(Self::Names(names::read(cur)?));
        }
        let archive = data::read(cur, source)?;
        let files = members::files(&archive, source, None);
        Ok(Self::Data(archive, files))
    }

    fn version(&self) -> String {
        match self {
            Self::Data(archive, _) => archive.version(),
            Self::Names(_) => String::new(),
        }
    }

    fn count(&self, counts: &mut Counts) {
        match self {
            Self::Data(archive, _) => counts.set("members", archive.files().count()),
            Self::Names(table) => {
                let hashes = table.lines.iter().filter(|line| line.hash.is_some());
                counts.set("ids", hashes.count());
            }
        }
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        match &file.records {
            Self::Data(archive, _) => data::check(archive, report),
            Self::Names(table) => names::check(table, report),
        }
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        match self {
            Self::Data(archive, _) => archive.write(),
            Self::Names(table) => Ok(table.write()),
        }
    }
}

impl Displayed for Loaded<ArchiveHalf> {
    /// The level, if the archive contains nodes.
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        let ArchiveHalf::Data(archive, _) = &self.records else { return None };
        let has_nodes = archive.files().any(|file| file.class == class::NODE);
        has_nodes.then(|| level::of_archive(self, context))
    }
}

impl HasMembers for Loaded<ArchiveHalf> {
    fn members(&self) -> Option<&dyn Members> {
        match &self.records {
            ArchiveHalf::Data(_, files) => Some(files),
            ArchiveHalf::Names(_) => None,
        }
    }

    fn companion_members(&self, context: Context<'_>) -> Option<(Box<dyn Members>, Problems)> {
        let (members, problems) = match &self.records {
            ArchiveHalf::Data(archive, _) => named_files(archive, &self.source, context),
            ArchiveHalf::Names(table) => files_elsewhere(table, &self.source, context),
        };
        Some((Box::new(members), problems))
    }

    /// Names do not change, and neither does the name file.
    fn with_members(
        &self,
        context: Context<'_>,
        replaced: &NewMembers,
    ) -> EditResult<Vec<Rewritten>> {
        if let ArchiveHalf::Data(archive, _) = self.kept()? {
            return Ok(vec![Rewritten::whole(replace::with_members(archive, replaced)?)]);
        }
        let data = other_half(&self.source, context, Half::Names, Half::Data).map_err(Refusal)?;
        let ArchiveHalf::Data(archive, _) = data.kept()? else {
            return Err(Refusal("the data file of this name file is not an archive".to_owned()));
        };
        let bytes = NewBytes::Whole(replace::with_members(archive, replaced)?);
        Ok(vec![Rewritten { beside: Some(data.source.file_name().to_owned()), bytes }])
    }
}

impl Editable for Loaded<ArchiveHalf> {
    /// Names of removed files stay in the name file, which does not count them.
    fn with_list(&self, _: Context<'_>, change: &ListChange<'_>) -> EditResult<Vec<u8>> {
        match self.kept()? {
            ArchiveHalf::Data(archive, _) => list_edit::with_list(archive, change),
            ArchiveHalf::Names(_) => {
                let why = "copy and remove files in the data file instead";
                Err(Refusal(why.to_owned()))
            }
        }
    }
}

/// Members of the data file with the names of its name file.
fn named_files(archive: &Archive, source: &Source, context: Context<'_>) -> (Files, Problems) {
    let names = other_half(source, context, Half::Data, Half::Names);
    match names.as_deref().map(|names| &names.records) {
        Ok(ArchiveHalf::Names(table)) => {
            let files = members::files(archive, source, Some(table));
            let unnamed = archive.files().filter(|f| table.name(f.name).is_none()).count();
            let problems = match unnamed {
                0 => Problems::default(),
                1 => warning(source, "1 file has no name in the table".to_owned()),
                _ => warning(source, format!("{unnamed} files have no name in the table")),
            };
            (files, problems)
        }
        other => {
            let why = other.err().map_or("no table of names was found", String::as_str);
            let message = format!("members are named by their hashes: {why}");
            (members::files(archive, source, None), warning(source, message))
        }
    }
}

/// Members of the data file that belongs to a name file.
fn files_elsewhere(table: &NameTable, own: &Source, context: Context<'_>) -> (Files, Problems) {
    let data = other_half(own, context, Half::Names, Half::Data);
    match data.as_deref().map(|data| (&data.records, &data.source)) {
        Ok((ArchiveHalf::Data(archive, _), source)) => {
            let files = members::files(archive, source, Some(table)).shown_in(own.name());
            (files, Problems::default())
        }
        other => {
            let why = other.err().map_or("there is no archive", String::as_str);
            let message = format!("data file not available: {why}");
            (members::none(own), warning(own, message))
        }
    }
}

fn warning(source: &Source, message: String) -> Problems {
    let mut problems = Problems::default();
    problems.report(Severity::Warning, Span::new(source.id(), 0, 0), "", message);
    problems
}
