//! Scene of a level with its companions, or of a saved scene with its level.
//!
//! The file's axes are X right, Y forward, Z up in metres; the scene's are +Y up, so that (x, y, z)
//! becomes (x, z, −y). Each model is one mesh, shared by the nodes of its instances.

mod alpha;
mod animated;
mod block_kinds;
mod boxes;
mod companion;
mod coordinates;
mod extent;
mod facts;
mod fog;
mod helpers;
mod hulls;
mod joints;
mod level;
mod light;
mod links;
mod lookup;
mod maps;
mod materials;
mod mesh;
mod morphs;
mod name_prefixes;
mod nodes;
mod placed_instance;
mod saved;
mod scene_builder;
mod scripted;
mod scripts;
mod sky;
mod sounds;
mod starts;
mod tables;
mod terrain;
mod text_properties;
mod texture_sources;
mod transform;
mod write_back;

use std::collections::HashMap;

use super::read::Parsed;
use crate::bytes::Problems;
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::trespasser::Game;
use crate::scene::{LayerKind, Scene};
pub use boxes::audit as audit_boxes;
pub use companion::{kinds_of_scene, scenes_of, typed_scenes_of};
pub use facts::{FactsOfGroups, facts_of_groups};
use level::Level;
use saved::Saved;
use scene_builder::Draft;
pub use terrain::under_terrain;
pub use write_back::{helpers_that_follow, rotation_of, stored_as};

/// The level of a texture directory called `stem`: the path of its file, and its names of textures by
/// their identifiers.
pub fn level_of_textures(
    stem: &str,
    context: Context<'_>,
) -> Option<(String, HashMap<u32, String>)> {
    let base = stem.get(..stem.len().checked_sub("-130".len())?)?;
    let files = ["grf", "grf_", "gr_"].map(|extension| format!("{base}.{extension}"));
    files.iter().find_map(|file| {
        let level = companion::open::<super::kinds::Level>(file, context).ok()?;
        let names = maps::texture_names(&Level::of(&level)?);
        Some((level.source.name().to_owned(), names))
    })
}

pub(super) fn build(file: &Loaded<&Parsed>, context: Context<'_>) -> (Scene, Problems) {
    let game = Game::of(context);
    let context = game.context(context);
    let mut draft = Draft { scene: Scene::default(), problems: Problems::default(), context };
    draft.scene.name = file.source.stem().to_owned();
    draft.scene.metres_per_unit = Some(1.0);
    draft.scene.layer("Objects", LayerKind::Drawn, true);
    let own = || file.part(|parsed| *parsed);
    if companion::is_level(file.records) {
        let saved = companion::scene_beside(file.source.stem(), context);
        let saved = saved.as_ref().map(|saved| saved.parsed());
        add_level(Level::new(own()), saved, false, &mut draft);
    } else if companion::is_scene(file.records) {
        match companion::level_of(file.records, &mut draft) {
            Some(level) => {
                add_level(Level::new(level.parsed()), Some(own()), true, &mut draft);
            }
            None => Saved::new(own(), None, &mut draft).alone(&mut draft),
        }
        saved::picture(file, &mut draft.scene);
    }
    (draft.scene, draft.problems)
}

/// Adds a level, with the transforms of a saved scene if there is one.
fn add_level(
    level: Level<'_>,
    saved: Option<Loaded<&Parsed>>,
    prefer_saved: bool,
    draft: &mut Draft<'_>,
) {
    let saved = saved.map(|saved| Saved::new(saved, Some(&level), draft));
    let tints = alpha::Tints::of(&level, draft);
    let groups = tables::add(&level, &tints, draft);
    let mut textures = materials::Textures::of(&level, tints, draft);
    sky::add(&level, &mut textures, draft);
    let meshes = mesh::add_all(&level, textures, draft);
    let ground = terrain::add(&level, &meshes, draft);
    let transforms = saved.as_ref().map(|saved| (saved, prefer_saved));
    let (rigs, placed) = nodes::add(&level, &meshes, &groups, transforms, ground, draft);
    rigs.bind(&level, draft);
    light::add(&level, draft);
    fog::add(&level, draft);
    helpers::add(&level, saved.as_ref(), draft);
    hulls::add(&level, saved.as_ref(), draft);
    starts::add(&level, transforms, draft);
    scripts::add(&level, draft);
    if let Some(saved) = &saved {
        saved.report_unowned(&level, draft);
        saved.add_hierarchies(Some(&level), draft);
    }
    let texts = text_properties::Texts::of(&level);
    let sounds = sounds::add(&level, &texts, draft);
    let scripts = scripted::add(&level, &texts, &placed, draft);
    links::add(&level, &texts, &placed, &sounds, &scripts, draft);
}
