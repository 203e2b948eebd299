//! A level as the game sees it: instances with their properties, models by handle, prototypes.

use std::collections::HashMap;

use glam::Mat4;

use super::super::body::Body;
use super::super::grf::object::Object;
use super::super::grf::region::{Instance, Placement, Region, Version};
use super::super::grf::values::Values;
use super::super::instance_hash;
use super::super::records::section_index;
use super::facts::Facts;
use super::{Part, place};
use crate::bytes::Shaped;
use crate::scene::Origin;

/// An instance.
pub struct Thing {
    pub name: String,
    pub hash: u32,
    /// ID of its group of properties; 0 for none.
    pub group: u32,
    /// Where the level puts it; `None` where that is no place.
    pub home: Option<Mat4>,
    /// Index of the section of its model, or of the model of the instance it names as its mesh.
    pub model: Option<usize>,
    /// Index of its prototype among the things; its own where it has none.
    pub ideal: usize,
    pub origin: Origin,
}

/// A level.
pub struct Level<'a> {
    pub part: Part<'a>,
    pub version: Version,
    pub values: Option<Values<'a>>,
    /// Section of the value table.
    pub values_section: usize,
    pub things: Vec<Thing>,
    by_name: HashMap<String, usize>,
    by_hash: HashMap<u32, usize>,
    facts: HashMap<u32, Facts>,
    none: Facts,
}

impl<'a> Level<'a> {
    pub fn new(part: Part<'a>) -> Self {
        let mut level = Self {
            part,
            version: Version::SHIPPED,
            values: None,
            values_section: 0,
            things: Vec::new(),
            by_name: HashMap::new(),
            by_hash: HashMap::new(),
            facts: HashMap::new(),
            none: Facts::default(),
        };
        for (index, section) in part.file.sections.iter().enumerate() {
            match &section.body {
                Body::Header(header) => level.version = header.version,
                Body::Values(table) => {
                    level.values = Some(Values::new(table));
                    level.values_section = index;
                }
                Body::Region(region) if level.things.is_empty() => level.read(index, region),
                _ => {}
            }
        }
        level.find_facts();
        level.find_ideals();
        level.replace_meshes();
        level
    }

    fn read(&mut self, section: usize, region: &Region) {
        let step = if region.with_values { Instance::SIZE } else { Placement::SIZE } as u64;
        for (index, instance) in region.instances.iter().enumerate() {
            let place = &instance.place;
            let name = self.part.texts.get(place.name).to_owned();
            let hash = instance_hash(&name);
            let span = self.part.span(section, 4 + index as u64 * step, step);
            let path = format!("sections[{section}].instances[{index}]");
            self.by_name.entry(name.clone()).or_insert(index);
            self.by_hash.entry(hash).or_insert(index);
            self.things.push(Thing {
                name,
                hash,
                group: instance.values.id,
                home: place::of_instance(place),
                model: section_index(place.object).filter(|at| self.object(*at).is_some()),
                ideal: index,
                origin: Origin::new(span, path),
            });
        }
    }

    fn find_facts(&mut self) {
        let Some(values) = &self.values else { return };
        for thing in self.things.iter().filter(|thing| thing.group != 0) {
            self.facts.entry(thing.group).or_insert_with(|| Facts::of(values, thing.group));
        }
    }

    fn find_ideals(&mut self) {
        let ideals: Vec<Option<usize>> =
            self.things.iter().map(|thing| self.named(&ideal_name(&thing.name)?)).collect();
        for (thing, ideal) in self.things.iter_mut().zip(ideals) {
            thing.ideal = ideal.unwrap_or(thing.ideal);
        }
    }

    /// `Mesh` names an instance whose model is shown instead.
    fn replace_meshes(&mut self) {
        let models: Vec<Option<usize>> = self
            .things
            .iter()
            .map(|thing| {
                let other = self.named(self.facts(thing).mesh.as_deref()?)?;
                self.things.get(other)?.model
            })
            .collect();
        for (thing, model) in self.things.iter_mut().zip(models) {
            thing.model = model.or(thing.model);
        }
    }

    /// The properties of a thing.
    pub fn facts(&self, thing: &Thing) -> &Facts {
        self.facts.get(&thing.group).unwrap_or(&self.none)
    }

    /// The thing with this exact name.
    pub fn named(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    pub fn thing(&self, index: usize) -> Option<&Thing> {
        self.things.get(index)
    }

    pub fn by_hash(&self, hash: u32) -> Option<&Thing> {
        self.things.get(*self.by_hash.get(&hash)?)
    }

    /// The model in a section.
    pub fn object(&self, section: usize) -> Option<&'a Object> {
        match &self.part.file.sections.get(section)?.body {
            Body::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The geometry of a model: index of its section, and it.
    pub fn geometry(&self, object: &Object) -> Option<(usize, &'a Body)> {
        let index = section_index(object.geometry)?;
        let body = &self.part.file.sections.get(index)?.body;
        matches!(body, Body::Geometry1(_) | Body::Geometry2(_)).then_some((index, body))
    }

    /// Names that the game puts together for the parts of animals and of the player, which scenes
    /// store like instances (format document, sections 5 and 9.3).
    pub fn body_parts(&self) -> Vec<String> {
        let mut names = Vec::new();
        for thing in &self.things {
            let facts = self.facts(thing);
            if !(facts.is_class("CAnimal") || facts.is_class("Player")) {
                continue;
            }
            names.extend(["LFoot", "RFoot"].map(|foot| format!("{foot}+{:08X}", thing.hash)));
            let part = |name: &&str| self.values.as_ref()?.text(thing.group, name);
            let boxes = ["Body", "Head", "Tail", "Foot", "Hand"].iter().filter_map(part);
            names.extend(boxes.map(|of| format!("{of}+{}", thing.name)));
        }
        names
    }

    /// Where a helper belongs to a copy of its prototype: only its place relative to the prototype
    /// counts.
    pub fn beside(&self, thing: &Thing, home: Mat4, helper: usize) -> Option<Mat4> {
        let own = self.thing(helper)?.home?;
        let ideal = self.thing(thing.ideal)?.home?;
        let moved = home * ideal.inverse() * own;
        moved.is_finite().then_some(moved)
    }
}

/// What a prototype and its copies have in common: `Foo` of `Foo-00`.
pub fn prototype(name: &str) -> &str {
    name.strip_suffix("-00").unwrap_or(name)
}

/// The name of the prototype that `Foo-12` is a copy of: up to the last hyphen with at least two
/// characters behind it, then `00`.
fn ideal_name(name: &str) -> Option<String> {
    let at = name
        .char_indices()
        .rev()
        .find(|(at, c)| *c == '-' && name.get(at + 1..).is_some_and(|r| r.chars().count() >= 2))?;
    Some(format!("{}00", name.get(..=at.0)?))
}

#[cfg(test)]
mod tests {
    use super::ideal_name;

    #[test]
    fn copies_know_their_prototype() {
        for (name, ideal) in [
            ("Crate-07", Some("Crate-00")),
            ("Crate-00", Some("Crate-00")),
            ("Old-Crate-12", Some("Old-Crate-00")),
            ("Crate-07-a", Some("Crate-00")),
            ("Crate", None),
            ("Crate-7", None),
        ] {
            assert_eq!(ideal_name(name).as_deref(), ideal, "{name}");
        }
    }
}
