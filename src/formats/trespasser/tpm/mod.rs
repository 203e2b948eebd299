//! Trespasser `*.tpm`: models as text, of the level editor and the modelling programs' plug-ins.
//!
//! Lines; blank ones and those that begin with `//` are skipped. A block is a line `kind` or
//! `kind "name"`, a line `{`, lines `key = value`, a line `}`. Keys repeat, and their order counts.
//!
//! | block | keys |
//! |---|---|
//! | `fileinfo` | `formatversion` 1.0.1, name, version, source, date, comments |
//! | `material` | `colormap`, `bumpmap`, `opacitymap` |
//! | `mesh` | `m` a material, `v` (x,y,z), `t` (u,v), `n` (x,y,z), `f` (v…),(t…),(n…),m from 1 |
//! | `skin` | the same, but `v` (x,y,z),bone |
//! | `instance` | `mesh`, `position`, `rotation` in degrees (x first, z last), `scale` |
//! | `bone` | `$J`, the mesh's name, two digits: `position`, `rotation` |
//!
//! Metres, z upwards. Other blocks and keys are kept.
//!
//! Known unknowns: which way up `t` counts is taken from the modelling programs (from below).
//!
//! Source: format document `trespasser-level.md`, section 10.

mod model;
mod read;
mod scene;

pub use model::{Vectors, vectors};

use crate::bytes::{Endian, Problems, Result, Source, Tree, Writer};
use crate::container::Context;
use crate::formats::{
    Ability, Content, Counts, Document, Format, FormatInfo, Head, Probe, Refusal,
};
use crate::scene::{Scene, Spans};

/// The format.
pub struct TpmFormat;

static INFO: FormatInfo = FormatInfo {
    id: "trespasser.tpm",
    name: "Trespasser text model",
    family: "trespasser",
    extensions: &["tpm"],
    versions: &["1.0.1"],
    can: &[Ability::View, Ability::Export, Ability::Write],
};

/// A line, in the pieces it is written from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// White space.
    pub before: Box<[u8]>,
    /// Empty where the line is no property.
    pub key: Box<[u8]>,
    /// The equals sign, and white space around it.
    pub between: Box<[u8]>,
    /// What stands behind it, or the whole line.
    pub value: Box<[u8]>,
    /// White space, and the end of the line.
    pub after: Box<[u8]>,
}

impl Line {
    /// `key = value`, indented.
    pub fn property(key: &str, value: &str) -> Self {
        Self {
            before: b"\t".as_slice().into(),
            key: key.as_bytes().into(),
            between: b" = ".as_slice().into(),
            ..Self::text(value)
        }
    }

    /// A line that is no property.
    pub fn text(text: &str) -> Self {
        Self {
            value: crate::codec::cp1252::encode(text).into(),
            after: b"\r\n".as_slice().into(),
            ..Self::default()
        }
    }

    /// The value, without quotes.
    pub fn value(&self) -> String {
        let value = crate::codec::cp1252::decode(&self.value);
        let inner = value.strip_prefix('"').map(|rest| rest.strip_suffix('"').unwrap_or(rest));
        inner.map_or_else(|| value.clone(), str::to_owned)
    }

    fn is_comment(&self) -> bool {
        self.value.is_empty() && self.key.is_empty() || self.value.starts_with(b"//")
    }
}

/// Lines up to a `}`, with what stands before the block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    pub lines: Vec<Line>,
}

impl Block {
    /// A block with these properties.
    pub fn new(kind: &str, name: &str, properties: &[(&str, String)]) -> Self {
        let head = if name.is_empty() { kind.to_owned() } else { format!("{kind} \"{name}\"") };
        let mut lines = vec![Line::text(&head), Line::text("{")];
        lines.extend(properties.iter().map(|(key, value)| Line::property(key, value)));
        lines.push(Line::text("}"));
        Self { lines }
    }

    /// Kind and name.
    pub fn head(&self) -> (String, String) {
        let head = self.lines.iter().find(|line| !line.is_comment());
        let text = head.map_or(String::new(), |line| crate::codec::cp1252::decode(&line.value));
        let (kind, name) = text.split_once(char::is_whitespace).unwrap_or((&text, ""));
        (kind.to_owned(), name.trim().trim_matches('"').to_owned())
    }

    /// Properties with this key, and their lines.
    pub fn all<'a>(&'a self, key: &'a str) -> impl Iterator<Item = (usize, &'a Line)> {
        let lines = self.lines.iter().enumerate();
        lines.filter(move |(_, line)| line.key.eq_ignore_ascii_case(key.as_bytes()))
    }

    /// The first property with this key.
    pub fn first(&self, key: &str) -> Option<&Line> {
        self.lines.iter().find(|line| line.key.eq_ignore_ascii_case(key.as_bytes()))
    }
}

/// A file of models.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tpm {
    pub blocks: Vec<Block>,
}

impl Tpm {
    pub fn write(&self) -> Vec<u8> {
        let mut out = Writer::new(Endian::Little);
        for line in self.blocks.iter().flat_map(|block| &block.lines) {
            let Line { before, key, between, value, after } = line;
            [before, key, between, value, after].into_iter().for_each(|piece| out.bytes(piece));
        }
        out.finish()
    }

    /// Blocks of this kind, with their index and name.
    pub fn of_kind<'a>(
        &'a self,
        kind: &'a str,
    ) -> impl Iterator<Item = (usize, String, &'a Block)> {
        self.blocks.iter().enumerate().filter_map(move |(index, block)| {
            let (of, name) = block.head();
            of.eq_ignore_ascii_case(kind).then_some((index, name, block))
        })
    }
}

impl Format for TpmFormat {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        let text = String::from_utf8_lossy(head.bytes.get(..4096).unwrap_or(head.bytes));
        let mut lines =
            text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
        let is_info = lines.next() == Some("fileinfo");
        let has_version = text.contains("formatversion");
        let named = head.has_extension(INFO.extensions);
        let score = match (is_info, has_version, named) {
            (true, true, true) => 100,
            (true, true, false) => 85,
            (_, _, true) if text.contains('{') => 50,
            _ => return None,
        };
        let what = if is_info { "begins with fileinfo" } else { "the extension, and braces" };
        Some(Probe { score, reason: what.to_owned() })
    }

    fn open(&self, source: &Source) -> Result<Document> {
        let (tree, mut problems, read) = Tree::record(source, Endian::Little, INFO.id, read::read);
        let (tpm, places) = read?;
        problems.extend(model::check(&tpm, &places));
        let version = tpm
            .of_kind("fileinfo")
            .find_map(|(_, _, block)| block.first("formatversion").map(Line::value));
        Ok(Document {
            format: &INFO,
            version: version.filter(|version| version == "1.0.1").unwrap_or_default(),
            source: source.clone(),
            tree: tree.into(),
            problems,
            counts: count(&tpm),
            usable: true,
            content: Box::new(TpmFile { tpm, places, source: source.clone() }),
        })
    }
}

fn count(tpm: &Tpm) -> Counts {
    let number = |kind: &str| tpm.of_kind(kind).count();
    let keys = |key: &str| {
        let shapes = tpm.of_kind("mesh").chain(tpm.of_kind("skin"));
        shapes.map(|(_, _, block)| block.all(key).count()).sum::<usize>()
    };
    let mut counts = Counts::default();
    counts.set("models", number("mesh") + number("skin"));
    counts.set("vertices", keys("v"));
    counts.set("faces", keys("f"));
    counts.set("triangles", keys("f"));
    counts.set("materials", number("material"));
    counts.set("bones", number("bone"));
    counts.set("instances", number("instance"));
    counts
}

struct TpmFile {
    tpm: Tpm,
    /// The lines of each block.
    places: Vec<Spans>,
    source: Source,
}

impl Content for TpmFile {
    fn scene(&self, _: Context<'_>) -> Option<(Scene, Problems)> {
        Some(scene::build(&self.tpm, &self.places, &self.source))
    }

    fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
        Ok(self.tpm.write())
    }
}
