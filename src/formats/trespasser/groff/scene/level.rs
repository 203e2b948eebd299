//! A level as the game uses it: instances with their properties, models by handle, prototypes.

use std::collections::HashMap;

use glam::Mat4;

use super::super::body::Body;
use super::super::directory::section_index;
use super::super::grf::object::Object;
use super::super::grf::region::{LevelHeader, Region, Version};
use super::super::grf::values::{ValueTable, Values};
use super::super::kinds::File;
use super::super::names::{body_parts, instance_hash};
use super::super::read::Parsed;
use super::super::records::Groff;
use super::facts::Facts;
use super::transform;
use crate::formats::Loaded;
use crate::scene::{Origin, Spans};

/// An instance of the level.
pub struct LevelInstance {
    pub name: String,
    pub hash: u32,
    /// ID of its group of properties; 0 if none.
    pub group: u32,
    /// Transform in the level; `None` if it is not finite.
    pub transform: Option<Mat4>,
    /// Index of the section of its model, or of another instance's model if the property `Mesh` names
    /// one.
    pub model: Option<usize>,
    /// Index of its prototype among the instances; its own index without one.
    pub prototype: usize,
    pub origin: Origin,
}

/// A level.
pub struct Level<'a> {
    pub file: Loaded<&'a Parsed>,
    pub version: Version,
    pub values: Option<Values<'a>>,
    /// Spans of the entries of the value table.
    entries: Spans,
    pub instances: Vec<LevelInstance>,
    by_name: HashMap<String, usize>,
    by_hash: HashMap<u32, usize>,
    facts: HashMap<u32, Facts>,
    none: Facts,
}

impl<'a> Level<'a> {
    /// Reads a companion as a level.
    pub fn of(file: &'a Loaded<File<super::super::kinds::Level>>) -> Option<Self> {
        file.records.parsed.groff.first::<Region>()?;
        Some(Self::new(file.parsed()))
    }

    pub fn new(file: Loaded<&'a Parsed>) -> Self {
        let groff = &file.records.groff;
        let header = groff.first::<LevelHeader>();
        let table = groff.all::<ValueTable>().last();
        let entries = table.map(|(section, _)| file.spans(&format!("sections[{section}].entries")));
        let mut level = Self {
            version: header.map_or(Version::SHIPPED, |header| header.version),
            values: table.map(|(_, table)| Values::new(table)),
            entries: entries.unwrap_or_default(),
            file,
            instances: Vec::new(),
            by_name: HashMap::new(),
            by_hash: HashMap::new(),
            facts: HashMap::new(),
            none: Facts::default(),
        };
        level.find_instances();
        level.find_facts();
        level.find_prototypes();
        level.replace_meshes();
        level
    }

    fn find_instances(&mut self) {
        let Some((section, region)) = self.groff().all::<Region>().next() else { return };
        let spans = self.file.spans(&format!("sections[{section}].instances"));
        for (index, instance) in region.instances.iter().enumerate() {
            let name = self.text(instance.place.name).to_owned();
            let hash = instance_hash(&name);
            self.by_name.entry(name.clone()).or_insert(index);
            self.by_hash.entry(hash).or_insert(index);
            self.instances.push(LevelInstance {
                name,
                hash,
                group: instance.values.id,
                transform: transform::of_instance(&instance.place),
                model: section_index(instance.place.object)
                    .filter(|_| self.groff().get::<Object>(instance.place.object).is_some()),
                prototype: index,
                origin: spans.origin(index),
            });
        }
    }

    fn find_facts(&mut self) {
        let Some(values) = &self.values else { return };
        for instance in self.instances.iter().filter(|instance| instance.group != 0) {
            self.facts.entry(instance.group).or_insert_with(|| Facts::of(values, instance.group));
        }
    }

    fn find_prototypes(&mut self) {
        let prototypes: Vec<Option<usize>> = self
            .instances
            .iter()
            .map(|instance| self.named(&prototype_name(&instance.name)?))
            .collect();
        for (instance, prototype) in self.instances.iter_mut().zip(prototypes) {
            instance.prototype = prototype.unwrap_or(instance.prototype);
        }
    }

    /// Applies `Mesh`, the name of an instance whose model is displayed instead.
    fn replace_meshes(&mut self) {
        let shown = |instance: &LevelInstance| {
            let other = self.named(self.facts(instance).mesh.as_deref()?)?;
            self.instances.get(other)?.model
        };
        let models: Vec<Option<usize>> = self.instances.iter().map(shown).collect();
        for (instance, model) in self.instances.iter_mut().zip(models) {
            instance.model = model.or(instance.model);
        }
    }

    pub fn groff(&self) -> &'a Groff {
        &self.file.records.groff
    }

    /// The text of a name.
    pub fn text(&self, handle: u32) -> &'a str {
        self.file.records.texts.get(handle)
    }

    /// The origin of an entry of the value table.
    pub fn entry_origin(&self, index: usize) -> Origin {
        self.entries.origin(index)
    }

    /// The properties of an instance.
    pub fn facts(&self, instance: &LevelInstance) -> &Facts {
        self.facts.get(&instance.group).unwrap_or(&self.none)
    }

    /// The instances of a class.
    pub fn of_class(&self, class: &str) -> impl DoubleEndedIterator<Item = &LevelInstance> {
        self.instances.iter().filter(move |instance| self.facts(instance).is_class(class))
    }

    /// The index of the instance with this exact name.
    pub fn named(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    pub fn instance(&self, index: usize) -> Option<&LevelInstance> {
        self.instances.get(index)
    }

    /// The instance with this exact name.
    pub fn instance_named(&self, name: &str) -> Option<&LevelInstance> {
        self.instance(self.named(name)?)
    }

    pub fn by_hash(&self, hash: u32) -> Option<&LevelInstance> {
        self.instances.get(*self.by_hash.get(&hash)?)
    }

    /// The model of an instance.
    pub fn object(&self, instance: &LevelInstance) -> Option<&'a Object> {
        match &self.groff().sections.get(instance.model?)?.body {
            Body::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The name of an instance's model.
    pub fn model_name(&self, instance: &LevelInstance) -> &'a str {
        self.object(instance).map_or("", |object| self.text(object.name))
    }

    /// The geometry of an instance's model: index of its section, and content.
    pub fn geometry(&self, instance: &LevelInstance) -> Option<(usize, &'a Body)> {
        let index = section_index(self.object(instance)?.geometry)?;
        let body = &self.groff().sections.get(index)?.body;
        body.points().map(|_| (index, body))
    }

    /// Names that the game builds for the parts of animals and of the player.
    pub fn body_parts(&self) -> Vec<String> {
        let values = self.values.as_ref();
        values.map_or_else(Vec::new, |values| body_parts(self.file.records, values))
    }

    /// The transform of a helper for a copy at `transform`: helpers are stored relative to the prototype.
    pub fn beside(&self, instance: &LevelInstance, transform: Mat4, helper: usize) -> Option<Mat4> {
        let own = self.instance(helper)?.transform?;
        let prototype = self.instance(instance.prototype)?.transform?;
        let moved = transform * prototype.inverse() * own;
        moved.is_finite().then_some(moved)
    }
}

/// The common part of the names of a prototype and its copies: `Foo` of `Foo-00`.
pub fn stem(name: &str) -> &str {
    name.strip_suffix("-00").unwrap_or(name)
}

/// The name of the prototype that `Foo-12` is a copy of: up to the last hyphen with at least two
/// characters after it, then `00`.
pub fn prototype_name(name: &str) -> Option<String> {
    let is_number = |rest: &str| rest.chars().count() >= 2;
    let mut hyphens = name.rmatch_indices('-').map(|(at, _)| at + 1);
    let at = hyphens.find(|at| name.get(*at..).is_some_and(is_number))?;
    Some(format!("{}00", name.get(..at)?))
}
