//! Records to the neutral model: a level with everything around it, or a scene with its level.
//!
//! The file's axes are X right, Y forward, Z up in metres; the scene's are +Y up, so that (x, y, z)
//! becomes (x, z, −y). Each model is one mesh, shown by as many nodes as there are instances.

mod alpha;
mod animated;
mod borrow;
mod facts;
mod helpers;
mod joints;
mod level;
mod light;
mod lookup;
mod maps;
mod materials;
mod mesh;
mod nodes;
mod place;
mod saved;
mod scripts;
mod sky;
mod sounds;
mod starts;
mod stems;
mod substitutes;
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
use crate::formats::ms::szdd::Szdd;
use crate::formats::trespasser::Game;
use crate::formats::unwrapped;
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
    unwrapped::<Szdd>(stored).0
}

/// The level of a texture directory called `stem`: the path of its file, and its names of textures by
/// their identifiers.
pub fn level_of_textures(
    stem: &str,
    context: Context<'_>,
) -> Option<(String, HashMap<u32, String>)> {
    let base = stem.get(..stem.len().checked_sub("-130".len())?)?;
    let files = ["grf", "grf_", "gr_"].map(|extension| format!("{base}.{extension}"));
    files.iter().find_map(|file| {
        let companion = Companion::open(file, context).ok()?;
        companion.file.region()?;
        let names = maps::texture_names(&Level::new(companion.part()));
        Some((companion.source.name().to_owned(), names))
    })
}

/// Calls `learn` with the names of body parts, which are in the level's scenes alone.
pub(super) fn teach_parts(file: &GroffFile, learn: &mut dyn FnMut(u32, &str)) {
    if file.file.region().is_some() {
        for name in Level::new(file.part()).body_parts() {
            learn(super::instance_hash(&name), &name);
        }
    }
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
        made.level(own, saved.as_ref().map(Companion::part), false);
    } else if is_scene(&file.file) {
        match made.level_of(&file.file) {
            Some(level) => made.level(level.part(), Some(own), true),
            None => Saved::new(own, None, &mut made).alone(&mut made),
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

/// The section with the name of the scene that a savegame was made in.
const SAVED_IN: &str = "SaveSCNName";

/// The levels that a scene names.
fn levels_of(scene: &Groff) -> Vec<String> {
    let header = scene.sections.iter().find_map(|section| match &section.body {
        Body::SaveHeader(header) => Some(header),
        _ => None,
    });
    header.map_or_else(Vec::new, |header| header.levels().collect())
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

    /// The level that a scene names, or the scene that a savegame was made in.
    fn level_of(&mut self, scene: &Groff) -> Option<Companion> {
        let mut names = levels_of(scene);
        let named = names.first().cloned();
        let stored = scene.sections.iter().find_map(|section| match &section.body {
            Body::Label(label) if scene.text(section.name)? == SAVED_IN => Some(label.text()),
            _ => None,
        });
        if let Some(stored) = stored.filter(|name| !name.is_empty()) {
            let saved_in = Companion::open(&stored, self.context).ok();
            names.extend(saved_in.iter().flat_map(|scene| levels_of(&scene.file)));
            let stem = stored.rsplit_once('.').map_or(stored.as_str(), |(stem, _)| stem);
            names.push(format!("{stem}.grf"));
        }
        let mut missed = None;
        for name in names {
            // Levels come packed as well, with another last letter.
            let packed = name.get(..name.len().saturating_sub(1)).map(|stem| format!("{stem}_"));
            for name in [Some(name.clone()), Some(format!("{name}_")), packed].into_iter().flatten()
            {
                match Companion::open(&name, self.context) {
                    Ok(level) if level.file.region().is_some() => return Some(level),
                    Ok(_) => {}
                    Err(miss) => missed = missed.or(Some(miss)),
                }
            }
        }
        let place =
            missed.map_or_else(String::new, |miss| format!(", looked for in {}", miss.looked_in));
        let level = named.map_or_else(
            || "it names no level".to_owned(),
            |name| format!("the level {name} is missing{place}"),
        );
        let message = format!("{level}; only what the scene stores is shown");
        self.say(Severity::Warning, Span::default(), message);
        None
    }

    /// Everything of a level, with the places of a scene if there is one.
    fn level(&mut self, part: Part<'_>, saved: Option<Part<'_>>, prefer_saved: bool) {
        let level = Level::new(part);
        let saved = saved.map(|saved| Saved::new(saved, Some(&level), self));
        let tints = alpha::Tints::of(&level, self);
        let groups = tables::add(&level, &tints, self);
        let mut textures = materials::Textures::of(&level, tints, self);
        sky::add(&level, &mut textures, self);
        let meshes = mesh::add_all(&level, textures, self);
        let ground = terrain::add(&level, &meshes, self);
        let saved_places = saved.as_ref().map(|saved| (saved, prefer_saved));
        let rigs = nodes::add(&level, &meshes, &groups, saved_places, ground, self);
        rigs.bind(&level, self);
        light::add(&level, self);
        helpers::add(&level, self);
        starts::add(&level, saved_places, self);
        scripts::add(&level, self);
        if let Some(saved) = &saved {
            saved.add_hierarchies(Some(&level), self);
        }
        sounds::add(&level, self);
    }
}
