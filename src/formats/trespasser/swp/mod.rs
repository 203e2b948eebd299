//! Trespasser `*-130.swp`: the pixels of a level's textures, back to back, without any header.
//!
//! They mean nothing without the directory of the same name ([`pid`]), which says where
//! each image begins and how its rows run.
//!
//! Source: format document `trespasser-level.md`, section 7.

use super::Game;
use super::pid::{self, Pixels, TexturePack};
use crate::bytes::{Endian, Problem, Problems, Result, Severity, Source, Tree};
use crate::container::Context;
use crate::formats::{
    Ability, Content, Counts, Document, Format, FormatInfo, Head, Probe, Refusal,
};
use crate::scene::Scene;

/// The format.
pub struct SwpFormat;

static INFO: FormatInfo = FormatInfo {
    id: "trespasser.swp",
    name: "Trespasser texture pixels",
    family: "trespasser",
    extensions: &["swp"],
    versions: &[],
    can: &[Ability::View, Ability::Export, Ability::Write],
};

impl Format for SwpFormat {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        let named = head.has_extension(INFO.extensions) && head.len > 0;
        named
            .then(|| Probe { score: 10, reason: "the extension alone: pixels have no mark".into() })
    }

    fn open(&self, source: &Source) -> Result<Document> {
        let len = usize::try_from(source.len()).unwrap_or(usize::MAX);
        let (tree, problems, read) =
            Tree::record(source, Endian::Little, INFO.id, |cur| cur.bytes("pixels", len).map(drop));
        read?;
        Ok(Document {
            format: &INFO,
            version: String::new(),
            source: source.clone(),
            tree: tree.into(),
            problems,
            counts: Counts::default(),
            usable: true,
            content: Box::new(PixelFile { pixels: source.clone() }),
        })
    }
}

struct PixelFile {
    /// All of the file; shared, since a level has tens of megabytes.
    pixels: Source,
}

impl Content for PixelFile {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        let game = Game::of(context);
        let context = game.context(context);
        let mut problems = Problems::default();
        let name = self.pixels.stem();
        let mut raw = |why: String| {
            problems.push(Problem {
                severity: Severity::Warning,
                span: self.pixels.span(),
                available: None,
                field: "pixels".to_owned(),
                message: format!("these are raw bytes without the directory {name}.pid: {why}"),
            });
            Scene { name: name.to_owned(), ..Scene::default() }
        };
        let directory = match context.siblings.open(&format!("{name}.pid")) {
            Ok(directory) => directory,
            Err(miss) => {
                let scene = raw(format!("it is not in {}", miss.looked_in));
                return Some((scene, problems));
            }
        };
        let scene = match pid::parse(&directory) {
            Ok((file, _)) => {
                let pack = TexturePack::new(&file, Some(Pixels::plain(self.pixels.clone())));
                pid::scene(name, &pack, context)
            }
            Err(error) => raw(error.0.message),
        };
        Some((scene, problems))
    }

    fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
        Ok(self.pixels.bytes().to_vec())
    }
}
