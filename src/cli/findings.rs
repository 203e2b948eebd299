//! Findings about a file: the object of `info --json`, which `check` also prints.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Serialize, Serializer};

use crate::bytes::{Problem, Problems, Severity, Source, SourceId};
use crate::container::{DiscFacts, Names};
use crate::formats::{self, Counts, Head};
use crate::library::{Game, Library, OpenError, Opened};
use crate::scene::{Scene, SoundId, VideoInfo};

/// The keys that docs/cli.md documents, in this order.
#[derive(Serialize, Debug)]
pub struct Finding {
    pub path: String,
    /// Size of the file as stored; the checksum also refers to the stored file.
    pub size: u64,
    #[serde(serialize_with = "hex")]
    pub crc32: u32,
    /// `None` if the format is unknown.
    pub format: Option<&'static str>,
    /// Display name of the format.
    #[serde(skip)]
    pub format_name: &'static str,
    pub version: Option<String>,
    pub wrapped: Vec<&'static str>,
    #[serde(serialize_with = "counts")]
    pub counts: Counts,
    pub coverage: Coverage,
    pub problems: FileProblems,
    /// Properties of a disc.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disc: Option<DiscFacts>,
    /// Properties of a video.
    #[serde(flatten)]
    pub footage: Option<VideoInfo>,
    /// Game that the file belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<Game>,
    /// Resolved name of a file that is named by a hash, and the source of that name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub real_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub named_by: Option<String>,
    /// Title given by the author of the file; displayed to people but not used by programs.
    #[serde(skip)]
    pub title: Option<String>,
    /// Resolved hash names in the file.
    #[serde(skip)]
    pub named: Option<Named>,
    /// `ok`, `partial`, `failed` or `unknown`.
    #[serde(skip)]
    pub status: &'static str,
}

/// Coverage of the decoded source by fields.
#[derive(Serialize, Debug, Default, Clone, Copy)]
pub struct Coverage {
    pub fields: u64,
    pub padding: u64,
    pub unread: u64,
    pub overlap: u64,
}

/// Resolved identifiers of a bank, or hash names of other elements.
#[derive(Debug)]
pub struct Named {
    /// Number of identifiers, and the known names in stored order.
    pub ids: usize,
    pub names: Vec<String>,
    /// Files and lists that contain the names.
    pub from: BTreeSet<String>,
}

impl Named {
    /// Resolved names of the hashes in an opened file.
    fn of(library: &Library, opened: &Opened) -> Option<Self> {
        let scene = opened.scene(library)?;
        match opened.is_named_elsewhere() {
            true => Some(Self::of_sounds(&scene)),
            false => Self::of_things(library, &scene, opened.document.source.file_name()),
        }
    }

    /// Names of models, textures and palettes, if some are known. Names from the file `own` itself do not
    /// count.
    fn of_things(library: &Library, scene: &Scene, own: &str) -> Option<Self> {
        let meshes = scene.meshes.iter().map(|mesh| (mesh.id, mesh.name.as_str()));
        let textures = scene.textures.iter().map(|texture| (texture.id, texture.name.as_str()));
        let palettes = scene.palettes.iter().map(|palette| (palette.id, palette.name.as_str()));
        let all = meshes.chain(textures).chain(palettes).filter(|(hash, _)| *hash != 0);
        let shown: BTreeMap<u32, &str> = all.collect();
        let mut named = Self { ids: shown.len(), names: Vec::new(), from: BTreeSet::new() };
        for (hash, shown) in shown {
            let mut known = None;
            library.names.each(hash, &mut |name, from| {
                if known.is_none() && name == shown {
                    known = Some(from.to_owned());
                }
            });
            match known {
                Some(from) if from == own => named.ids -= 1,
                Some(from) => {
                    named.names.push(shown.to_owned());
                    named.from.insert(from);
                }
                None => {}
            }
        }
        (!named.names.is_empty()).then_some(named)
    }

    fn of_sounds(scene: &Scene) -> Self {
        let mut ids: Vec<&SoundId> = scene.sounds.iter().flat_map(|sound| &sound.ids).collect();
        ids.sort_by_key(|id| id.origin.span.start);
        let known = ids.iter().filter_map(|id| id.name.known.first());
        let (names, from) = known.map(|known| (known.name.clone(), known.from.clone())).unzip();
        Self { ids: ids.len(), names, from }
    }
}

/// Problems with the names of their sources.
#[derive(Debug, Default)]
pub struct FileProblems {
    pub list: Problems,
    /// Names of other sources with problems, such as members and companions.
    sources: BTreeMap<SourceId, String>,
}

impl FileProblems {
    /// Problems of a file whose own source is `own`.
    fn of(library: &Library, own: SourceId, list: Problems) -> Self {
        let others = list.iter().map(|problem| problem.span.source).filter(|id| *id != own);
        let others: BTreeSet<SourceId> = others.collect();
        let name = |id| Some((id, library.source(id)?.name().to_owned()));
        Self { sources: others.into_iter().filter_map(name).collect(), list }
    }

    /// The source of a problem, if it is not the file itself.
    pub fn source(&self, problem: &Problem) -> Option<&str> {
        self.sources.get(&problem.span.source).map(String::as_str)
    }
}

impl Serialize for FileProblems {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let all: Vec<Cow<'_, Problem>> = self.list.iter().collect();
        to.collect_seq(all.iter().map(|problem| ProblemRow {
            severity: problem.severity.name(),
            offset: problem.span.start,
            length: problem.span.len,
            source: self.source(problem),
            field: &problem.field,
            message: message(problem),
            kind: problem.kind,
        }))
    }
}

#[derive(Serialize)]
struct ProblemRow<'a> {
    severity: &'static str,
    offset: u64,
    length: u64,
    /// Source that offset and field refer to, if it is not the file itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    field: &'a str,
    message: Cow<'a, str>,
    /// Kind of an error in a file that is read with a description.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
}

impl Finding {
    /// Findings about a file that was opened or could not be opened. `Err` with a message if there
    /// are no bytes.
    pub fn of(
        library: &Library,
        path: &str,
        result: &Result<Arc<Opened>, OpenError>,
    ) -> Result<Self, String> {
        match result {
            Ok(opened) => Ok(Self::read(library, path, opened)),
            Err(OpenError::Unknown { source, .. }) => Ok(Self::bare(path, source, "unknown")),
            Err(OpenError::Failed { source, format, error, .. }) => {
                let mut finding = Self::bare(path, source, "failed");
                finding.format = Some(format);
                finding.problems.list.push((*error.0).clone());
                Ok(finding)
            }
            Err(error) => Err(error.to_string()),
        }
    }

    fn read(library: &Library, path: &str, opened: &Opened) -> Self {
        let document = &opened.document;
        let coverage = document.tree.coverage();
        // Names are resolved while the scene is built.
        let named = Named::of(library, opened);
        let (real_name, named_by) = library.real_name(path).unzip();
        Self {
            path: path.to_owned(),
            size: opened.stored.len(),
            crc32: opened.stored.crc32(),
            format: Some(document.format.id),
            format_name: document.format.name,
            version: Some(document.version.clone()),
            wrapped: opened.wrapped(),
            counts: opened.counts(library),
            coverage: Coverage {
                fields: coverage.fields,
                padding: coverage.padding,
                unread: coverage.unread,
                overlap: coverage.overlap,
            },
            problems: FileProblems::of(library, document.source.id(), opened.problems(library)),
            disc: opened.members(library).and_then(|members| members.disc()).cloned(),
            footage: document.content.displayed().footage(),
            game: library.game(opened),
            title: formats::by_id(document.format.id)
                .and_then(|format| format.title(&Head::of(&document.source))),
            real_name,
            named_by,
            named,
            status: opened.status(library),
        }
    }

    /// Findings about a file of an unknown format.
    fn bare(path: &str, source: &Source, status: &'static str) -> Self {
        // Computed first, because it reads the whole file.
        let crc32 = source.crc32();
        Self {
            path: path.to_owned(),
            size: source.len(),
            crc32,
            format: None,
            format_name: "",
            version: None,
            wrapped: Vec::new(),
            counts: Counts::default(),
            coverage: Coverage { unread: source.len(), ..Coverage::default() },
            problems: FileProblems { list: source.faults(), sources: BTreeMap::new() },
            disc: None,
            footage: None,
            game: None,
            title: None,
            real_name: None,
            named_by: None,
            named: None,
            status,
        }
    }

    /// Findings about a file that could not be read, with the reason as its problem.
    pub fn unreadable(path: &str, reason: String) -> Self {
        let empty = Source::from_bytes(path, Vec::new());
        let mut finding = Self::bare(path, &empty, "failed");
        finding.problems.list.push(Problem::new(Severity::Error, empty.span(), "", reason));
        finding
    }
}

/// Message of a problem, with the number of bytes that a read past the end needed.
pub fn message(problem: &Problem) -> Cow<'_, str> {
    match problem.available {
        None => Cow::Borrowed(&problem.message),
        Some(available) => Cow::Owned(format!(
            "{} (needs {} bytes, {available} available)",
            problem.message, problem.span.len
        )),
    }
}

fn hex<S: Serializer>(crc32: &u32, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&format_args!("{crc32:08x}"))
}

fn counts<S: Serializer>(counts: &Counts, to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(counts.iter())
}
