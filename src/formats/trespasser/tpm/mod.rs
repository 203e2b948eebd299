//! Trespasser `*.tpm`: models as text, written by the level editor and plug-ins of modelling programs.
//!
//! The file consists of lines; blank lines and lines that begin with `//` are skipped. A block is a
//! line `kind` or `kind "name"`, a line `{`, lines `key = value`, a line `}`. Keys may repeat, and
//! their order counts.
//!
//! | block | keys |
//! |---|---|
//! | `fileinfo` | `formatversion` 1.0.1, name, version, source, date, comments |
//! | `material` | `colormap`, `bumpmap`, `opacitymap` |
//! | `mesh` | `m` a material, `v` (x,y,z), `t` (u,v), `n` (x,y,z), `f` (v…),(t…),(n…),m from 1 |
//! | `skin` | the same, but `v` (x,y,z),bone |
//! | `instance` | `mesh`, `position`, `rotation` in degrees (x first, z last), `scale` |
//! | `bone` | `$J`, the mesh's name, two digits: `position`, `rotation`; `Anim00`, `Anim01`, `Ratio`, `RotationRatio` if it is between two others |
//!
//! Metres, z upwards. Other blocks and keys are preserved. Maps are companion bitmaps or Targa files.
//!
//! Known unknowns: the direction of `t` is taken from the modelling programs (from below).
//!
//! Source: format document `trespasser-level.md`, section 10.

mod joints;
mod lines;
mod model;
mod placement;
mod scene;

pub use lines::Line;
pub use model::{Vectors, vectors};

use crate::bytes::layout::{self, Layout, Pass, Reading};
use crate::bytes::{Cursor, Endian, Problems, Recorder, Result, Source};
use crate::container::Context;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, Editable, FormatInfo, Head, Loaded, Operations,
    Probe, Records, Report,
};
use crate::scene::Scene;

/// Lines up to a `}`, with the lines before the block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    pub lines: Vec<Line>,
}

impl Layout for Block {
    const TYPE: &'static str = "Block";
    const MIN_SIZE: u64 = 1;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        let mut lines = pass.ahead().split_inclusive(|byte| *byte == b'\n');
        let end = lines.position(|line| line.trim_ascii() == b"}");
        let most = end.map_or(usize::MAX, |end| end + 1);
        pass.items_up_to("lines", &mut self.lines, most, ())
    }
}

impl Block {
    /// Kind and name.
    pub fn head(&self) -> (String, String) {
        let head = self.lines.iter().find(|line| !line.is_comment());
        let text = head.map_or(String::new(), |line| crate::bytes::cp1252::decode(&line.value));
        let (kind, name) = text.split_once(char::is_whitespace).unwrap_or((&text, ""));
        (kind.to_owned(), name.trim().trim_matches('"').to_owned())
    }

    /// `true` if the `}` is missing.
    fn is_open(&self) -> bool {
        let is_end = |line: &Line| line.key.is_empty() && line.value == b"}";
        !self.lines.last().is_some_and(is_end) && self.lines.iter().any(|line| !line.is_comment())
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

impl Layout for Tpm {
    const TYPE: &'static str = Self::ROOT;
    const MIN_SIZE: u64 = 0;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        pass.items_while("blocks", &mut self.blocks, |_, ahead| !ahead.is_empty(), ())
    }
}

impl Tpm {
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

impl Records for Tpm {
    const INFO: FormatInfo = FormatInfo {
        id: "trespasser.tpm",
        name: "Trespasser text model",
        extensions: &["tpm"],
        versions: &["1.0.1"],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let start = head.bytes.get(..4096).unwrap_or(head.bytes);
        let is_text = start.iter().all(|byte| *byte >= b' ' || byte.is_ascii_whitespace());
        let text = String::from_utf8_lossy(start);
        let mut lines =
            text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
        let is_info = lines.next() == Some("fileinfo");
        let has_version = text.contains("formatversion");
        let named = head.has_extension(Self::INFO.extensions);
        let score = match (is_info, has_version, named) {
            (true, true, true) => 100,
            (true, true, false) => 85,
            (_, _, true) if is_text && text.contains('{') => 50,
            _ => return None,
        };
        let what =
            if is_info { "begins with fileinfo" } else { "matching extension, contains braces" };
        Some(Probe { score, reason: what.to_owned() })
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, _: &Source) -> Result<Self> {
        let mut tpm = Self::default();
        tpm.pass(&mut Reading { cur }, ())?;
        Ok(tpm)
    }

    fn version(&self) -> String {
        let mut versions = self
            .of_kind("fileinfo")
            .filter_map(|(_, _, block)| block.first("formatversion").map(Line::value));
        versions.next().filter(|version| version == "1.0.1").unwrap_or_default()
    }

    fn count(&self, counts: &mut Counts) {
        let number = |kind: &str| self.of_kind(kind).count();
        let keys = |key: &str| {
            let shapes = self.of_kind("mesh").chain(self.of_kind("skin"));
            shapes.map(|(_, _, block)| block.all(key).count()).sum::<usize>()
        };
        counts.set("models", number("mesh") + number("skin"));
        counts.set("vertices", keys("v"));
        counts.set("faces", keys("f"));
        counts.set("triangles", keys("f"));
        counts.set("materials", number("material"));
        counts.set("bones", number("bone"));
        counts.set("instances", number("instance"));
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        for (index, block) in file.records.blocks.iter().enumerate() {
            if block.is_open() {
                report.error(format!("blocks[{index}]"), "this block has no closing }");
            }
            model::check(block, |line, message| {
                report.error(format!("blocks[{index}].lines[{line}]"), message);
            });
        }
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        Ok(layout::write(self, Endian::Little, ())?)
    }
}

impl Displayed for Loaded<Tpm> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some(scene::build(self, context))
    }
}

impl Editable for Loaded<Tpm> {
    fn is_text(&self) -> bool {
        true
    }
}
