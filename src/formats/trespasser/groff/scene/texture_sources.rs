//! Texture sources for animals without textures.
//!
//! Posed copies of an animal have their own vertices, and materials without names: they get those of the
//! animal they were made from, which has the same number of faces (seen in the shipped levels by
//! JDaws-Dev/trespasser-remake, `tools/convert_level.py`).

use super::super::body::Body;
use super::super::grf::material::{Mapping1, Material};
use super::level::{Level, LevelInstance, stem};

/// The animals with textures.
pub struct TextureSources<'a>(Vec<TextureSource<'a>>);

/// An animal whose textures others may use.
pub struct TextureSource<'a> {
    pub name: String,
    /// Name in lower case, without the number of a prototype.
    stem: String,
    /// Index in the level's instances.
    pub instance: usize,
    pub mapping: &'a Mapping1,
    faces: usize,
}

impl<'a> TextureSources<'a> {
    pub fn of(level: &Level<'a>) -> Self {
        let donor = |(index, instance): (usize, &LevelInstance)| {
            let (faces, mapping) = parts(level, instance)?;
            let mapping = mapping.filter(|mapping| has_textures(level, mapping))?;
            let stem = stem(&instance.name).to_lowercase();
            Some(TextureSource {
                name: instance.name.clone(),
                stem,
                instance: index,
                mapping,
                faces,
            })
        };
        Self(level.instances.iter().enumerate().filter_map(donor).collect())
    }

    /// The texture source for an animal without textures, among those with the same number of faces: the one
    /// with the longest name that is a prefix of this animal's name, otherwise the first one.
    pub fn for_instance(
        &self,
        level: &Level<'a>,
        instance: &LevelInstance,
    ) -> Option<&TextureSource<'a>> {
        let (faces, mapping) = parts(level, instance)?;
        if mapping.is_some_and(|mapping| has_textures(level, mapping)) {
            return None;
        }
        let own = instance.name.to_lowercase();
        let fits = || self.0.iter().filter(|donor| donor.faces == faces);
        let begins = |donor: &&TextureSource<'a>| own.starts_with(&donor.stem);
        // The first one with the longest name.
        let named = fits().filter(begins).rev().max_by_key(|donor| donor.stem.len());
        named.or_else(|| fits().next())
    }
}

/// The number of faces of an animal's model, and its mapping if it has one.
fn parts<'a>(level: &Level<'a>, instance: &LevelInstance) -> Option<(usize, Option<&'a Mapping1>)> {
    if !level.facts(instance).is_class("CAnimal") {
        return None;
    }
    let Body::Geometry1(geometry) = level.geometry(instance)?.1 else { return None };
    Some((geometry.faces.len(), level.groff().get(level.object(instance)?.mapping)))
}

/// `true` if a slot of the material names a colour map.
fn has_textures(level: &Level<'_>, mapping: &Mapping1) -> bool {
    let material = level.groff().get::<Material>(mapping.material);
    let mut names = material.iter().flat_map(|material| &material.colour_maps);
    names.any(|name| !level.text(*name).is_empty())
}
