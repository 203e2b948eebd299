//! The level's header, and its instances.

use super::super::directory::MAGIC;
use super::super::references::{NAME, PROPERTIES, SECTION};
use super::Point;
use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Hint, Result, Severity, Shaped};
use crate::record;

/// Version of a level, with bit 31 for rewritten ("optimised") geometry. Additions: 12 the instances'
/// values, 13 wrap vertices, 14 the pivot, 15 flat colours of materials.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Version(pub u32);

impl Version {
    /// Version of the shipped levels.
    pub const SHIPPED: Version = Version(0x8000_000F);

    pub fn number(self) -> u32 {
        self.0 & 0x7FFF_FFFF
    }

    pub fn is_optimised(self) -> bool {
        self.0 >> 31 == 1
    }

    pub fn is_known(self) -> bool {
        (11..=15).contains(&self.number())
    }

    pub fn has_values(self) -> bool {
        self.number() >= 12
    }

    pub fn has_wrap(self) -> bool {
        self.number() >= 13
    }

    pub fn has_pivot(self) -> bool {
        self.number() >= 14
    }

    pub fn has_colours(self) -> bool {
        self.number() >= 15
    }
}

/// Section `.header`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelHeader {
    pub magic: u32,
    pub version: Version,
}

impl Layout for LevelHeader {
    const TYPE: &'static str = "LevelHeader";
    const MIN_SIZE: u64 = 8;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        let start = pass.pos();
        pass.value(("magic", Hint::Hex), &mut self.magic)?;
        pass.value(("version", Hint::Hex), &mut self.version.0)?;
        let version = self.version;
        pass.explain(|| {
            let optimised = if version.is_optimised() { ", optimised" } else { "" };
            format!("version {}{optimised}", version.number())
        });
        if self.magic != MAGIC {
            let message = format_args!("{:#010x} is not a level header", self.magic);
            pass.report(Severity::Error, (start, 4), "magic", message);
        }
        if !version.is_known() {
            let message = format_args!("unknown version {}, expected 11 to 15", version.number());
            pass.report(Severity::Error, (start + 4, 4), "version", message);
        }
        Ok(())
    }
}

record! {
    /// Model, name and transform of an instance.
    pub struct Placement {
        /// Handle of the model's section.
        pub object: u32 => SECTION,
        /// Handle of the instance's name.
        pub name: u32 => NAME,
        pub position: Point,
        /// Radians; about X first, then Y, then Z.
        pub angles: Point,
        pub scale: f32,
    }
}

record! {
    /// An entry of the value table, with the number of references to it.
    pub struct Handle {
        pub id: u32,
        pub references: u32 => Hint::Unit("uses"),
    }
}

impl Handle {
    pub const NONE: Handle = Handle { id: 0, references: 0 };
}

record! {
    /// An instance.
    pub struct Instance {
        pub place: Placement,
        /// The group with the instance's properties; ID 0 if none.
        pub values: Handle => PROPERTIES,
    }
}

/// Section `.region`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Region {
    pub instances: Vec<Instance>,
    /// Instances refer to their values; since version 12.
    pub with_values: bool,
    /// Handle of the value table's section.
    pub values: Option<u32>,
}

impl Layout<Version> for Region {
    const TYPE: &'static str = "Region";
    const MIN_SIZE: u64 = 4;

    fn pass<P: Pass>(&mut self, pass: &mut P, version: Version) -> Result<()> {
        if pass.is_reading() {
            self.with_values = version.has_values();
        }
        let count = pass.count::<u32>("count", self.instances.len())?;
        if !self.with_values {
            let mut placements = self.instances.iter().map(|instance| instance.place).collect();
            let read = pass.run("instances", &mut placements, count);
            let instance = |place| Instance { place, values: Handle::NONE };
            self.instances = placements.into_iter().map(instance).collect();
            return read;
        }
        pass.run("instances", &mut self.instances, count)?;
        let is_stored = pass.remaining() >= u32::SIZE as u64;
        pass.optional(("values", SECTION), is_stored, &mut self.values, ())
    }
}
