//! Maps of the models of a level.

use std::collections::HashMap;

use super::super::grf::geometry::Geometry2;
use super::super::grf::material::{Mapping1, Material as Stored};
use super::facts::Facts;
use super::level::{Level, LevelInstance};
use super::lookup::{NamesByStem, leaf};
use crate::formats::trespasser::texture_id;

/// The names of a level's textures, by all identifiers under which they may be stored.
pub fn texture_names(level: &Level<'_>) -> HashMap<u32, String> {
    let (mut names, stems) = (HashMap::new(), NamesByStem::of(level));
    for instance in &level.instances {
        let Some((stored, _)) = material_of(level, instance) else { continue };
        let facts = level.facts(instance);
        for (colour_map, bump_map, diffuse) in frame_names(level, facts) {
            let id = texture_id(&colour_map, &bump_map, diffuse);
            names.entry(id).or_insert_with(|| leaf(&colour_map).to_owned());
        }
        for slot in 0..stored.len() {
            let name = |list: &[u32]| list.get(slot).map_or("", |name| level.text(*name));
            let (colour_map, bump_map) = (name(&stored.colour_maps), name(&stored.bump_maps));
            if colour_map.is_empty() {
                continue;
            }
            for diffuse in [facts.diffuse_of(slot), 1.0] {
                let others = stems.like(colour_map).filter(|_| bump_map.is_empty());
                for bump in [bump_map, ""].into_iter().chain(others) {
                    let id = texture_id(colour_map, bump, diffuse);
                    names.entry(id).or_insert_with(|| leaf(colour_map).to_owned());
                }
            }
        }
    }
    names
}

/// The bump map in a texture's hashed name, and the one that may have been used when it was packed.
pub fn bumps<'a>(facts: &Facts, bump_map: &'a str) -> [&'a str; 2] {
    if facts.bump_maps == Some(false) { ["", bump_map] } else { [bump_map, ""] }
}

/// The material of an instance's model, and the slot of its first face.
fn material_of<'a>(
    level: &Level<'a>,
    instance: &LevelInstance,
) -> Option<(&'a Stored, Option<u32>)> {
    let (groff, object) = (level.groff(), level.object(instance)?);
    let (handle, first) = match groff.get::<Geometry2>(object.geometry) {
        Some(geometry) => {
            (geometry.material, geometry.polygons.first().map(|polygon| polygon.surface))
        }
        None => {
            let mapping = groff
                .get::<Mapping1>(object.mapping)
                .filter(|_| level.geometry(instance).is_some())?;
            (mapping.material, mapping.surfaces.first().copied())
        }
    };
    Some((groff.get(handle)?, first))
}

/// The maps of a model's first face.
pub struct Maps<'a> {
    pub slot: usize,
    pub colour: &'a str,
    pub bump: &'a str,
}

impl<'a> Maps<'a> {
    pub fn first(level: &Level<'a>, instance: &LevelInstance) -> Option<Self> {
        let (stored, slot) = material_of(level, instance)?;
        let slot = usize::try_from(slot?).ok()?;
        let name = |list: &[u32]| list.get(slot).map(|name| level.text(*name));
        let colour = name(&stored.colour_maps).filter(|name| !name.is_empty())?;
        Some(Self { slot, colour, bump: name(&stored.bump_maps).unwrap_or("") })
    }
}

/// The colour map of the first face of an instance's model, without its folder, and the identifier of its
/// texture.
pub fn first_map(level: &Level<'_>, instance: &LevelInstance) -> Option<(String, u32)> {
    let Maps { slot, colour, bump } = Maps::first(level, instance)?;
    let id = texture_id(colour, bump, level.facts(instance).diffuse_of(slot));
    Some((leaf(colour).to_owned(), id))
}

/// The full names of all frames with their bump maps, and the diffuse with which they are hashed.
pub fn frame_names<'a>(
    level: &'a Level<'_>,
    facts: &'a Facts,
) -> impl Iterator<Item = (String, String, f32)> + 'a {
    let frames = facts.animated.iter().flat_map(|animated| &animated.frames);
    frames.map(|frame| {
        let full = |name: &str| in_folder(level, name);
        (full(&frame.colour_map), full(&frame.bump_map), facts.diffuse.unwrap_or(1.0))
    })
}

/// The full name of a map in the level's folder.
fn in_folder(level: &Level<'_>, name: &str) -> String {
    if name.is_empty() {
        String::new()
    } else {
        format!(r"Map\{}\{name}", level.file.source.stem())
    }
}
