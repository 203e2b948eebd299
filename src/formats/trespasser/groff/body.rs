//! What a section holds.

use super::grf::Point;
use super::grf::geometry::{Geometry1, Geometry2};
use super::grf::material::{Mapping1, Mapping2, Material};
use super::grf::object::Object;
use super::grf::region::{LevelHeader, Region, Version};
use super::grf::values::ValueTable;
use super::scn::block::Block;
use super::scn::picture::Picture;
use super::scn::saved::{Hierarchy, Label, Partitions, SaveHeader};
use crate::bytes::Result;
use crate::bytes::layout::{Layout, Pass};

/// The records of a section.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    Header(LevelHeader),
    Region(Region),
    Values(ValueTable),
    Object(Object),
    Geometry1(Geometry1),
    Geometry2(Geometry2),
    Mapping1(Mapping1),
    Mapping2(Mapping2),
    Material(Material),
    SaveHeader(SaveHeader),
    Partitions(Partitions),
    Hierarchy(Hierarchy),
    Block(Block),
    /// A name of a savegame.
    Label(Label),
    Picture(Picture),
    /// Not understood.
    Raw(Vec<u8>),
}

impl Default for Body {
    fn default() -> Self {
        Self::Raw(Vec::new())
    }
}

/// What the layouts of sections depend on.
#[derive(Clone, Copy, Debug)]
pub struct Versions {
    /// Version of the level; where it is not said, that of the shipped levels.
    pub level: Version,
    /// Version of the scene or savegame.
    pub save: i32,
}

impl Default for Versions {
    fn default() -> Self {
        Self { level: Version::SHIPPED, save: 22 }
    }
}

/// Records that a section may hold.
pub trait Held: Sized + 'static {
    /// The records of a section, where it holds such.
    fn of(body: &Body) -> Option<&Self>;
}

macro_rules! held {
    ($($kind:ident: $records:ty),* $(,)?) => {$(
        impl Held for $records {
            fn of(body: &Body) -> Option<&Self> {
                match body {
                    Body::$kind(records) => Some(records),
                    _ => None,
                }
            }
        }
    )*};
}

held! {
    Header: LevelHeader,
    Region: Region,
    Values: ValueTable,
    Object: Object,
    Geometry1: Geometry1,
    Geometry2: Geometry2,
    Mapping1: Mapping1,
    Material: Material,
    SaveHeader: SaveHeader,
    Partitions: Partitions,
    Hierarchy: Hierarchy,
    Block: Block,
    Label: Label,
    Picture: Picture,
}

impl Body {
    /// Type shown in the tree.
    pub(super) fn type_name(&self) -> &'static str {
        match self {
            Body::Header(_) => "LevelHeader",
            Body::Region(_) => "Region",
            Body::Values(_) => "ValueTable",
            Body::Object(_) => "Object",
            Body::Geometry1(_) => "Geometry, type 1",
            Body::Geometry2(_) => "Geometry, type 2",
            Body::Mapping1(_) => "Mapping, type 1",
            Body::Mapping2(_) => "Mapping, type 2",
            Body::Material(_) => "Material",
            Body::SaveHeader(_) => "SaveHeader",
            Body::Partitions(_) => "Partitions",
            Body::Hierarchy(_) => "Hierarchy",
            Body::Block(block) => block.kind().type_name(),
            Body::Label(_) => "Label",
            Body::Picture(_) => "Picture",
            Body::Raw(_) => "Section",
        }
    }

    /// Takes the fields of a section, which ends with the bytes in reach.
    ///
    /// # Errors
    /// As [`Layout::pass`].
    pub(super) fn pass<P: Pass>(&mut self, pass: &mut P, versions: Versions) -> Result<()> {
        match self {
            Body::Header(header) => header.pass(pass, ()),
            Body::Region(region) => region.pass(pass, versions.level),
            Body::Values(values) => values.pass(pass, ()),
            Body::Object(object) => pass.value("object", object),
            Body::Geometry1(geometry) => geometry.pass(pass, versions.level),
            Body::Geometry2(geometry) => geometry.pass(pass, versions.level),
            Body::Mapping1(mapping) => mapping.pass(pass, ()),
            Body::Mapping2(mapping) => mapping.pass(pass, ()),
            Body::Material(material) => material.pass(pass, versions.level),
            Body::SaveHeader(header) => header.pass(pass, ()),
            Body::Partitions(partitions) => partitions.pass(pass, versions.save),
            Body::Hierarchy(hierarchy) => hierarchy.pass(pass, ()),
            Body::Block(block) => block.pass(pass),
            Body::Label(label) => label.pass(pass, ()),
            Body::Picture(picture) => picture.pass(pass, ()),
            Body::Raw(bytes) => pass.rest("data", bytes),
        }
    }

    /// The vertices of a model's geometry.
    pub fn points(&self) -> Option<&[Point]> {
        match self {
            Body::Geometry1(geometry) => Some(&geometry.vertices),
            Body::Geometry2(geometry) => Some(&geometry.points),
            _ => None,
        }
    }
}
