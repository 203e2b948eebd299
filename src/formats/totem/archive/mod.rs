//! TotemTech archives: two files that belong together.
//!
//! The data half (`.DGC` GameCube, `.DPS` PlayStation 2):
//!
//! | part | where |
//! |---|---|
//! | `title`, 256 characters: `TotemTech Data v1.73 (c) …` | 0 |
//! | `block_size`, a multiple of 0x800 | 0x100 |
//! | padding | up to 0x800 |
//! | `blocks` of that size: `file_count`, files, padding | behind |
//! | a file: size with this head, hashes of class, name and link, data | 16 bytes and the data |
//!
//! The name half (`.NGC`, `.NPS`) is a text: a hash as a signed number, a space and the name in
//! quotes, one a line. Either half finds the other one by its name; without names, files are
//! called by their hash as eight hex digits. Nothing is packed. Of the data only the heads of
//! files are read to list them.
//!
//! Known unknowns: what the link hash is for (often that of the name).
//!
//! Source: format document `totem-mesh.md`, section 7.

mod data;
mod members;
mod names;
mod records;

pub use names::{Line, NameTable};
pub use records::{Archive, Block, File};

use crate::bytes::{Problem, Problems, ReadError, Result, Severity, Source, Span, Tree};
use crate::container::{Context, Members, Slices};
use crate::formats::totem::Platform;
use crate::formats::{
    Ability, Content, Counts, Document, Format, FormatInfo, Head, Probe, Refusal,
};

/// The format of both halves.
pub struct ArchiveFormat;

static INFO: FormatInfo = FormatInfo {
    id: "totem.archive",
    name: "TotemTech archive",
    family: "totem",
    extensions: &["dgc", "ngc", "dps", "nps"],
    versions: &["1.73"],
    can: &[Ability::Write],
};

/// Extensions of the halves that belong together.
const PAIRS: [[&str; 2]; 3] = [["DGC", "NGC"], ["DPS", "NPS"], ["DPC", "NPC"]];

/// A half of a pair.
#[derive(Clone, Copy)]
enum Half {
    Data,
    Names,
}

impl Half {
    /// Its extension in a pair.
    fn of(self, [data, names]: [&'static str; 2]) -> &'static str {
        match self {
            Half::Data => data,
            Half::Names => names,
        }
    }

    /// The pair in which a file of this name is this half.
    fn pair(self, name: &str) -> Option<[&'static str; 2]> {
        let (_, extension) = name.rsplit_once('.')?;
        PAIRS.into_iter().find(|pair| self.of(*pair).eq_ignore_ascii_case(extension))
    }
}

/// True when a file of this name may be the name half of an archive.
pub(super) fn is_name_table(name: &str) -> bool {
    Half::Names.pair(name).is_some()
}

impl Format for ArchiveFormat {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        if head.bytes.starts_with(data::TITLE) {
            let platform = data::platform(head.bytes, head.len);
            let reason = format!("the title of a {} archive's data", platform.name());
            return Some(Probe { score: 95, reason });
        }
        names::probe(head)
    }

    fn open(&self, source: &Source) -> Result<Document> {
        if source.bytes().starts_with(data::TITLE) || !names::is_text(source.bytes()) {
            open_data(source)
        } else {
            open_names(source)
        }
    }
}

fn open_data(source: &Source) -> Result<Document> {
    let platform = data::platform(source.bytes(), source.len());
    let (tree, mut problems, read) =
        Tree::record(source, platform.endian, "Archive", |cur| data::read(cur, source));
    let archive = read?;
    problems.extend(data::validate(&archive, source));
    let mut counts = Counts::default();
    counts.set("members", archive.files().count());
    Ok(Document {
        format: &INFO,
        version: archive.version(),
        source: source.clone(),
        tree,
        problems,
        counts,
        usable: true,
        content: Box::new(DataHalf {
            files: members::files(&archive, source, None),
            archive,
            source: source.clone(),
        }),
    })
}

fn open_names(source: &Source) -> Result<Document> {
    let (tree, mut problems, read) =
        Tree::record(source, Platform::GAMECUBE.endian, "NameTable", names::read);
    let table = read?;
    problems.extend(names::validate(&table, source.id()));
    let mut counts = Counts::default();
    counts.set("ids", table.lines.iter().filter(|line| line.hash.is_some()).count());
    Ok(Document {
        format: &INFO,
        version: String::new(),
        source: source.clone(),
        tree,
        problems,
        counts,
        usable: true,
        content: Box::new(NameHalf { table, source: source.clone() }),
    })
}

/// The other half of `source`, which is the half `own`: the file of the same name with the other
/// extension. A file with none of the extensions is tried with every pair.
fn other_half(
    source: &Source,
    context: Context<'_>,
    own: Half,
    other: Half,
) -> std::result::Result<Source, String> {
    let known = own.pair(source.file_name());
    let pairs = known.map_or(PAIRS.to_vec(), |pair| vec![pair]);
    let mut missed = String::new();
    for pair in pairs {
        let name = format!("{}.{}", source.stem(), other.of(pair));
        match context.siblings.open(&name) {
            Ok(found) => return Ok(found),
            Err(miss) => {
                missed =
                    format!("{} was looked for in {} and is not there", miss.name, miss.looked_in)
            }
        }
    }
    Err(missed)
}

fn warning(source: &Source, message: String) -> Problems {
    let mut problems = Problems::default();
    problems.push(Problem {
        severity: Severity::Warning,
        span: Span::new(source.id(), 0, 0),
        available: None,
        field: String::new(),
        message,
    });
    problems
}

/// An opened `.DGC` or `.DPS`.
struct DataHalf {
    archive: Archive,
    /// Called by their hashes.
    files: Slices,
    source: Source,
}

impl Content for DataHalf {
    fn members(&self) -> Option<&dyn Members> {
        Some(&self.files)
    }

    fn members_beside(&self, context: Context<'_>) -> Option<(Box<dyn Members>, Problems)> {
        let names = other_half(&self.source, context, Half::Data, Half::Names);
        let table = names.and_then(|source| {
            let name = source.file_name().to_owned();
            NameTable::parse(&source).map_err(|error| format!("{name} cannot be read: {error}"))
        });
        match table {
            Ok(table) => {
                let files = members::files(&self.archive, &self.source, Some(&table));
                let unnamed = self.archive.files().filter(|f| table.name(f.name).is_none()).count();
                let problems = if unnamed == 0 {
                    Problems::default()
                } else {
                    warning(&self.source, format!("{unnamed} files have no name in the table"))
                };
                Some((Box::new(files), problems))
            }
            Err(why) => {
                let files = members::files(&self.archive, &self.source, None);
                let message = format!("files are called by their hashes: {why}");
                Some((Box::new(files), warning(&self.source, message)))
            }
        }
    }

    fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
        self.archive.write()
    }
}

/// An opened `.NGC` or `.NPS`.
struct NameHalf {
    table: NameTable,
    source: Source,
}

impl Content for NameHalf {
    /// The files of the data half.
    fn members_beside(&self, context: Context<'_>) -> Option<(Box<dyn Members>, Problems)> {
        let data = other_half(&self.source, context, Half::Names, Half::Data);
        let opened = data.and_then(|source| {
            let read = |error: ReadError| format!("{} cannot be read: {error}", source.file_name());
            Ok((Archive::parse(&source).map_err(read)?, source))
        });
        match opened {
            Ok((archive, source)) => {
                let files = members::files(&archive, &source, Some(&self.table))
                    .shown_in(self.source.name());
                Some((Box::new(files), Problems::default()))
            }
            Err(why) => {
                let message = format!("the files that are named here are elsewhere: {why}");
                Some((Box::new(members::none(&self.source)), warning(&self.source, message)))
            }
        }
    }

    fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
        Ok(self.table.write())
    }
}
