//! Animals without textures of their own.
//!
//! Posed copies of an animal have their own vertices, and materials without names: they wear those of
//! the animal they were made from, which has as many faces (seen in the shipped levels by
//! JDaws-Dev/trespasser-remake, `tools/convert_level.py`).

use super::super::body::Body;
use super::super::grf::material::Mapping1;
use super::super::records::section_index;
use super::level::{Level, Thing, prototype};

/// Animals with textures.
pub struct Wardrobe<'a>(Vec<Dressed<'a>>);

/// An animal with textures.
pub struct Dressed<'a> {
    pub name: String,
    /// In lower case, without the number of a prototype.
    stem: String,
    /// Index among the things.
    pub thing: usize,
    pub mapping: &'a Mapping1,
    faces: usize,
}

impl<'a> Wardrobe<'a> {
    pub fn of(level: &Level<'a>) -> Self {
        let dressed = |(index, thing): (usize, &Thing)| {
            let (faces, mapping) = parts(level, thing)?;
            let mapping = mapping.filter(|mapping| has_textures(level, mapping))?;
            let stem = prototype(&thing.name).to_lowercase();
            Some(Dressed { name: thing.name.clone(), stem, thing: index, mapping, faces })
        };
        Self(level.things.iter().enumerate().filter_map(dressed).collect())
    }

    /// Whose textures an animal without any wears: those of the one whose name is the longest
    /// beginning of its own, else of the first one, with as many faces.
    pub fn for_thing(&self, level: &Level<'a>, thing: &Thing) -> Option<&Dressed<'a>> {
        let (faces, mapping) = parts(level, thing)?;
        if mapping.is_some_and(|mapping| has_textures(level, mapping)) {
            return None;
        }
        let own = thing.name.to_lowercase();
        let fits = || self.0.iter().filter(|dressed| dressed.faces == faces);
        let begins = |dressed: &&Dressed<'a>| own.starts_with(&dressed.stem);
        // The first one of those with the longest name.
        let named = fits().filter(begins).rev().max_by_key(|dressed| dressed.stem.len());
        named.or_else(|| fits().next())
    }
}

/// The number of faces of an animal's model, and its mapping if it has one.
fn parts<'a>(level: &Level<'a>, thing: &Thing) -> Option<(usize, Option<&'a Mapping1>)> {
    let object = level.object(thing.model.filter(|_| level.facts(thing).is_class("CAnimal"))?)?;
    let Body::Geometry1(geometry) = level.geometry(object)?.1 else { return None };
    let section = section_index(object.mapping).and_then(|at| level.part.file.sections.get(at));
    let mapping = section.and_then(|section| match &section.body {
        Body::Mapping1(mapping) => Some(mapping),
        _ => None,
    });
    Some((geometry.faces.len(), mapping))
}

/// Some slot of its material names a colour map.
fn has_textures(level: &Level<'_>, mapping: &Mapping1) -> bool {
    let sections = &level.part.file.sections;
    let section = section_index(mapping.material).and_then(|at| sections.get(at));
    match section.map(|section| &section.body) {
        Some(Body::Material(stored)) => {
            stored.colour_maps.iter().any(|name| !level.part.texts.get(*name).is_empty())
        }
        _ => false,
    }
}
