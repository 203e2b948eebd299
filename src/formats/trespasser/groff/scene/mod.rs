//! Records to the neutral model: a level with everything around it, or a scene with its level.
//!
//! The file's axes are X right, Y forward, Z up in metres; the scene's are +Y up, so that (x, y, z)
//! becomes (x, z, −y). Each model is one mesh, shown by as many nodes as there are instances.

mod alpha;
mod animated;
mod facts;
mod helpers;
mod level;
mod light;
mod materials;
mod mesh;
mod nodes;
mod place;
mod saved;
mod scripts;
mod sky;
mod sounds;
mod tables;
mod terrain;

use std::collections::HashMap;

use super::format::GroffFile;
use super::names::Texts;
use super::read::Places;
use super::records::Groff;
use super::{Body, parse};
use crate::bytes::{Problem, Problems, Severity, Source, Span};
use crate::container::{Context, Miss};
use crate::formats::Format;
use crate::formats::ms::szdd::SzddFormat;
use crate::formats::trespasser::Game;
use crate::scene::{LayerKind, Scene};
use level::Level;
use saved::Saved;
pub use terrain::under_terrain;

/// A file that takes part: the level, or the scene.
#[derive(Clone, Copy)]
struct Part<'a> {
    file: &'a Groff,
    texts: &'a Texts,
    places: &'a Places,
    source: &'a Source,
}

impl Part<'_> {
    /// The bytes of section `index` from `at`, `len` of them.
    fn span(&self, index: usize, at: u64, len: u64) -> Span {
        Span::new(self.source.id(), self.places.section(index).0.saturating_add(at), len)
    }
}

impl GroffFile {
    fn part(&self) -> Part<'_> {
        Part { file: &self.file, texts: &self.texts, places: &self.places, source: &self.source }
    }
}

/// A companion that was read.
struct Companion {
    file: Groff,
    texts: Texts,
    places: Places,
    source: Source,
}

impl Companion {
    /// The companion of this name, unpacked where it is packed.
    fn open(name: &str, context: Context<'_>) -> Result<Self, Miss> {
        let stored = context.siblings.open(name)?;
        let source = unpacked(stored);
        let (file, places, _) = parse(&source).map_err(|error| Miss {
            name: name.to_owned(),
            looked_in: format!("{}, which cannot be read: {}", source.name(), error.0.message),
        })?;
        let texts = Texts::of(&file);
        Ok(Self { file, texts, places, source })
    }

    fn part(&self) -> Part<'_> {
        Part { file: &self.file, texts: &self.texts, places: &self.places, source: &self.source }
    }
}

/// The game opens every file through a library that takes Microsoft's packing off.
fn unpacked(stored: Source) -> Source {
    let opened = stored.bytes().starts_with(b"SZDD").then(|| SzddFormat.open(&stored).ok());
    let inside = opened
        .flatten()
        .and_then(|document| document.content.decoded().map(|decoded| decoded.source.clone()));
    inside.unwrap_or(stored)
}

/// The level beside a texture directory called `stem`: its file, if it is in the same folder, and its
/// names of textures by their identifiers.
pub fn level_of_textures(
    stem: &str,
    context: Context<'_>,
) -> Option<(Option<String>, HashMap<u32, String>)> {
    let base = stem.get(..stem.len().checked_sub("-130".len())?)?;
    let files = ["grf", "grf_", "gr_"].map(|extension| format!("{base}.{extension}"));
    files.iter().find_map(|file| {
        let companion = Companion::open(file, context).ok()?;
        companion.file.region()?;
        let mut beside = context.siblings.names().into_iter();
        let own = beside.find(|name| name.eq_ignore_ascii_case(file));
        Some((own, materials::texture_names(&Level::new(companion.part()))))
    })
}

pub(super) fn build(file: &GroffFile, context: Context<'_>) -> (Scene, Problems) {
    let game = Game::of(context);
    let context = game.context(context);
    let mut made = Made { scene: Scene::default(), problems: Problems::default(), context };
    made.scene.name = file.source.stem().to_owned();
    made.scene.metres_per_unit = Some(1.0);
    made.scene.layer("Objects", LayerKind::Drawn, true);
    let own = file.part();
    if file.file.region().is_some() {
        let saved = scene_beside(file.source.stem(), context);
        let saved = saved.as_ref().map(|saved| Saved::new(saved.part()));
        made.level(own, saved.as_ref(), false);
    } else if is_scene(&file.file) {
        let saved = Saved::new(own);
        match made.level_of(&file.file) {
            Some(level) => made.level(level.part(), Some(&saved), true),
            None => saved.alone(&mut made),
        }
        saved::picture(own, &mut made.scene);
    }
    (made.scene, made.problems)
}

fn is_scene(file: &Groff) -> bool {
    file.sections.iter().any(|section| {
        matches!(section.body, Body::SaveHeader(_) | Body::Block(_) | Body::Partitions(_))
    })
}

/// The scene of a level, if one is beside it: the level opens without it too.
fn scene_beside(stem: &str, context: Context<'_>) -> Option<Companion> {
    let scene = Companion::open(&format!("{stem}.scn"), context).ok()?;
    is_scene(&scene.file).then_some(scene)
}

/// A scene in the making, and what its surroundings lack.
struct Made<'a> {
    scene: Scene,
    problems: Problems,
    context: Context<'a>,
}

impl Made<'_> {
    fn say(&mut self, severity: Severity, span: Span, message: String) {
        let field = String::new();
        self.problems.push(Problem { severity, span, available: None, field, message });
    }

    /// The level that a scene names.
    fn level_of(&mut self, scene: &Groff) -> Option<Companion> {
        let name = scene.sections.iter().find_map(|section| match &section.body {
            Body::SaveHeader(header) => header.level(),
            _ => None,
        })?;
        let mut missed = None;
        // Levels come packed as well, with another last letter.
        let packed = name.get(..name.len().saturating_sub(1)).map(|stem| format!("{stem}_"));
        for name in [Some(name.clone()), Some(format!("{name}_")), packed].into_iter().flatten() {
            match Companion::open(&name, self.context) {
                Ok(level) if level.file.region().is_some() => return Some(level),
                Ok(_) => {}
                Err(miss) => missed = missed.or(Some(miss)),
            }
        }
        let place =
            missed.map_or_else(String::new, |miss| format!(", looked for in {}", miss.looked_in));
        let message =
            format!("the level {name} is missing{place}; only what the scene stores is shown");
        self.say(Severity::Warning, Span::default(), message);
        None
    }

    /// Everything of a level, with the places of a scene if there is one.
    fn level(&mut self, part: Part<'_>, saved: Option<&Saved<'_>>, prefer_saved: bool) {
        let level = Level::new(part);
        let tints = alpha::Tints::of(&level, self);
        let groups = tables::add(&level, &tints, self);
        let mut textures = materials::Textures::of(&level, tints, self);
        sky::add(&level, &mut textures, self);
        let meshes = mesh::add_all(&level, textures, self);
        let ground = terrain::add(&level, &meshes, self);
        let saved_places = saved.map(|saved| (saved, prefer_saved));
        nodes::add(&level, &meshes, &groups, saved_places, ground, self);
        light::add(&level, self);
        helpers::add(&level, self);
        scripts::add(&level, self);
        if let Some(saved) = saved {
            saved.add_hierarchies(Some(&level), self);
        }
        sounds::add(&level, self);
    }
}
