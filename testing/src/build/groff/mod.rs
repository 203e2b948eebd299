//! Builds levels and scenes, in the order and with the numbers of the game's own tools.

pub mod edit;
mod model;
mod scene;
mod values;

use std::collections::BTreeMap;

pub use model::{Corner, Face, Model, Polygons, Surface, Triangles};
pub use scene::{Scene, header, picture, saved_place};
pub use values::{Property, handle};

use gouraud::formats::trespasser::groff::body::Body;
use gouraud::formats::trespasser::groff::directory::{MAGIC, Name, kind, section_handle};
use gouraud::formats::trespasser::groff::grf::Point;
use gouraud::formats::trespasser::groff::grf::region::{
    Handle, Instance, LevelHeader, Placement, Region, Version,
};
use gouraud::formats::trespasser::groff::records::{Groff, Section};
use values::Table;

/// Names of a file under construction; handles are assigned when all names are known.
#[derive(Default)]
struct Names(BTreeMap<Vec<u8>, (u32, u32)>);

impl Names {
    /// First handle: an address like those of the game's tools.
    const FIRST: u32 = 0x00C4_1010;

    /// Returns the handle of a name and counts one more reference to it.
    fn handle(&mut self, text: &str) -> u32 {
        let next = Self::FIRST + 32 * u32::try_from(self.0.len()).unwrap_or(0);
        let bytes = gouraud::bytes::cp1252::encode(text);
        let (handle, references) = self.0.entry(bytes).or_insert((next, 0));
        *references += 1;
        *handle
    }

    fn finish(self) -> Vec<Name> {
        let symbol = |(mut bytes, (handle, references)): (Vec<u8>, (u32, u32))| {
            bytes.push(0);
            Name { handle, references, bytes }
        };
        self.0.into_iter().map(symbol).collect()
    }
}

/// A file of these named sections, in this order.
fn container(mut names: Names, sections: Vec<(String, u32, Body)>) -> Groff {
    let sections = sections
        .into_iter()
        .map(|(name, kind, body)| Section {
            name: names.handle(&name),
            kind,
            body,
            ..Section::default()
        })
        .collect();
    Groff { sections, names: names.finish(), ..Groff::default() }
}

/// A level under construction.
pub struct Level {
    version: Version,
    models: Vec<(String, Model)>,
    instances: Vec<(String, usize, InstanceTransform, u32)>,
    table: Table,
}

/// Placement of an instance: Z up, metres, radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InstanceTransform {
    pub position: [f32; 3],
    pub angles: [f32; 3],
    pub scale: f32,
}

impl InstanceTransform {
    pub fn at(x: f32, y: f32, z: f32) -> Self {
        Self { position: [x, y, z], angles: [0.0; 3], scale: 1.0 }
    }

    pub fn turned(self, x: f32, y: f32, z: f32) -> Self {
        Self { angles: [x, y, z], ..self }
    }

    pub fn scaled(self, scale: f32) -> Self {
        Self { scale, ..self }
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::new(Version::SHIPPED)
    }
}

impl Level {
    pub fn new(version: Version) -> Self {
        Self { version, models: Vec::new(), instances: Vec::new(), table: Table::default() }
    }

    /// Adds a model, named after an instance that uses it, and returns its index.
    pub fn model(&mut self, name: &str, model: Model) -> usize {
        self.models.push((name.to_owned(), model));
        self.models.len() - 1
    }

    /// Adds a group of properties to the value table and returns its ID.
    pub fn values(&mut self, name: &str, properties: Vec<(&str, Property)>) -> u32 {
        self.table.group(name, properties)
    }

    /// Adds an instance of the model with index `model`; group 0 is no group.
    pub fn instance(&mut self, name: &str, model: usize, place: InstanceTransform, group: u32) {
        self.instances.push((name.to_owned(), model, place, group));
    }

    /// Builds the file.
    pub fn finish(self) -> Groff {
        let mut names = Names::default();
        let mut parts = Vec::new();
        let mut objects = Vec::new();
        for (name, model) in &self.models {
            // After the header and the region.
            let first = 2 + parts.len();
            objects.push(section_handle(first));
            parts.extend(model.sections(name, first, self.version, &mut names));
        }
        let instances = self.instances.iter().map(|(name, model, place, group)| {
            let [x, y, z] = place.position;
            let [ax, ay, az] = place.angles;
            let place = Placement {
                object: objects.get(*model).copied().unwrap_or(0),
                name: names.handle(name),
                position: Point::new(x, y, z),
                angles: Point::new(ax, ay, az),
                scale: place.scale,
            };
            let values = if *group == 0 { Handle::NONE } else { values::handle(*group) };
            Instance { place, values }
        });
        let with_values = self.version.has_values();
        let region = Region {
            instances: instances.collect(),
            with_values,
            values: with_values.then(|| section_handle(2 + parts.len())),
        };
        let header = LevelHeader { magic: MAGIC, version: self.version };
        let mut sections = vec![
            (".header".to_owned(), kind::HEADER, Body::Header(header)),
            (".region".to_owned(), kind::REGION, Body::Region(region)),
        ];
        sections.extend(parts);
        if with_values {
            let table = Body::Values(self.table.finish());
            sections.push((".valuetable".to_owned(), kind::VALUES, table));
        }
        container(names, sections)
    }
}
