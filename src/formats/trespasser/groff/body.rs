//! The records of sections.

use super::grf::Point;
use super::grf::geometry::{Geometry1, Geometry2};
use super::grf::material::{Mapping1, Mapping2, Material};
use super::grf::object::Object;
use super::grf::region::{LevelHeader, Region, Version};
use super::grf::values::ValueTable;
use super::scn::block::Block;
use super::scn::saved::{Hierarchy, Label, Partitions, SaveHeader};
use crate::bytes::Result;
use crate::bytes::layout::{Layout, Pass};
use crate::formats::ms::bmp::Bmp;

/// Versions on which the layouts of sections depend.
#[derive(Clone, Copy, Debug)]
pub struct Versions {
    /// Version of the level; that of the shipped levels if not stated.
    pub level: Version,
    /// Version of the scene or savegame.
    pub save: i32,
}

impl Default for Versions {
    fn default() -> Self {
        Self { level: Version::SHIPPED, save: 22 }
    }
}

/// Records that a section can hold.
pub trait SectionRecord: Sized + 'static {
    /// The records of a section, if they are of this type.
    fn of(body: &Body) -> Option<&Self>;
}

/// Declares the contents of sections: the records, their type in the tree, and their pass, which may
/// depend on the versions.
macro_rules! bodies {
    ($($(#[$meta:meta])* $name:ident($records:ty): $type_name:expr, $take:expr;)*) => {
        /// The records of a section.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Body {
            $($(#[$meta])* $name($records),)*
            /// A section with an unknown layout.
            Raw(Vec<u8>),
        }

        $(impl SectionRecord for $records {
            fn of(body: &Body) -> Option<&Self> {
                match body {
                    Body::$name(records) => Some(records),
                    _ => None,
                }
            }
        })*

        impl Body {
            /// Type shown in the tree.
            pub(super) fn type_name(&self) -> &'static str {
                match self {
                    $(Body::$name(records) => {
                        let name: fn(&$records) -> &'static str = $type_name;
                        name(records)
                    })*
                    Body::Raw(_) => "Section",
                }
            }

            /// Processes the fields of a section, which ends with the available bytes.
            ///
            /// # Errors
            /// See [`Layout::pass`].
            pub(super) fn pass<P: Pass>(&mut self, pass: &mut P, versions: Versions) -> Result<()> {
                match self {
                    $(Body::$name(records) => {
                        let take: fn(&mut $records, &mut P, Versions) -> Result<()> = $take;
                        take(records, pass, versions)
                    })*
                    Body::Raw(bytes) => pass.rest("data", bytes),
                }
            }
        }
    };
}

bodies! {
    Header(LevelHeader): |_| "LevelHeader", |header, pass, _| header.pass(pass, ());
    Region(Region): |_| "Region", |region, pass, of| region.pass(pass, of.level);
    Values(ValueTable): |_| "ValueTable", |values, pass, _| values.pass(pass, ());
    Object(Object): |_| "Object", |object, pass, _| pass.value("object", object);
    Geometry1(Geometry1): |_| "Geometry, type 1", |model, pass, of| model.pass(pass, of.level);
    Geometry2(Geometry2): |_| "Geometry, type 2", |model, pass, of| model.pass(pass, of.level);
    Mapping1(Mapping1): |_| "Mapping, type 1", |mapping, pass, _| mapping.pass(pass, ());
    Mapping2(Mapping2): |_| "Mapping, type 2", |mapping, pass, _| mapping.pass(pass, ());
    Material(Material): |_| "Material", |material, pass, of| material.pass(pass, of.level);
    SaveHeader(SaveHeader): |_| "SaveHeader", |header, pass, _| header.pass(pass, ());
    Partitions(Partitions): |_| "Partitions", |boxes, pass, of| boxes.pass(pass, of.save);
    Hierarchy(Hierarchy): |_| "Hierarchy", |hierarchy, pass, _| hierarchy.pass(pass, ());
    Block(Block): |block| block.kind().type_name(), |block, pass, _| block.pass(pass);
    /// Name of a savegame.
    Label(Label): |_| "Label", |label, pass, _| label.pass(pass, ());
    /// Picture of a savegame, which the game stores with 24 bits and 100 × 75 pixels.
    Picture(Bmp): |_| "Picture", |picture, pass, _| picture.pass(pass, ());
}

impl Default for Body {
    fn default() -> Self {
        Self::Raw(Vec::new())
    }
}

impl Body {
    /// The vertices of a model's geometry.
    pub fn points(&self) -> Option<&[Point]> {
        match self {
            Body::Geometry1(geometry) => Some(&geometry.vertices),
            Body::Geometry2(geometry) => Some(&geometry.points),
            _ => None,
        }
    }
}
