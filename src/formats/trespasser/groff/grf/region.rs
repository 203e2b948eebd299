//! The level's own header, and its instances.

use super::super::records::MAGIC;
use super::Point;
use crate::bytes::{Cursor, Hint, Recorder, Result, Severity, Shaped, Writer};
use crate::record;

/// Of the level, with bit 31 for rewritten ("optimised") geometry. What came when: 12 the
/// instances' values, 13 wrap vertices, 14 the pivot, 15 flat colours of materials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version(pub u32);

impl Version {
    /// Of the shipped levels.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelHeader {
    pub magic: u32,
    pub version: Version,
}

impl LevelHeader {
    pub fn new(version: Version) -> Self {
        Self { magic: MAGIC, version }
    }

    pub(in super::super) fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Self> {
        let start = cur.pos();
        let magic = cur.get_as("magic", Hint::Hex)?;
        let version = Version(cur.get_as("version", Hint::Hex)?);
        cur.explain(|| {
            let optimised = if version.is_optimised() { ", optimised" } else { "" };
            format!("version {}{optimised}", version.number())
        });
        if magic != MAGIC {
            let message = format_args!("{magic:#010x} is not the number of a level");
            cur.problem(Severity::Error, (start, 4), "magic", message);
        }
        if !version.is_known() {
            let message = format_args!("version {}: 11 to 15 are known", version.number());
            cur.problem(Severity::Error, (start + 4, 4), "version", message);
        }
        Ok(Self { magic, version })
    }

    pub(in super::super) fn write(&self, out: &mut Writer) {
        out.put(self.magic);
        out.put(self.version.0);
    }
}

record! {
    /// Where a model stands.
    pub struct Placement {
        /// Handle of the model's section.
        pub object: u32 => Hint::Hex,
        /// Handle of the instance's name.
        pub name: u32 => Hint::Hex,
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
        pub references: u32,
    }
}

impl Handle {
    pub const NONE: Handle = Handle { id: 0, references: 0 };

    pub const fn new(id: u32) -> Self {
        Self { id, references: 1 }
    }
}

record! {
    /// An instance.
    pub struct Instance {
        pub place: Placement,
        /// The group with its properties; ID 0 is none.
        pub values: Handle,
    }
}

/// Section `.region`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Region {
    pub instances: Vec<Instance>,
    /// Instances name their values: not before version 12.
    pub with_values: bool,
    /// Handle of the value table's section.
    pub values: Option<u32>,
    /// A stored count that does not fit.
    pub stale_count: Option<u32>,
}

impl Region {
    pub(in super::super) fn read<R: Recorder>(
        cur: &mut Cursor<'_, R>,
        version: Version,
    ) -> Result<Self> {
        let count: u32 = cur.get("count")?;
        let with_values = version.has_values();
        let size = if with_values { Instance::SIZE } else { Placement::SIZE };
        let there = cur.bounded("count", count.into(), size as u64);
        let instances = if with_values {
            cur.records::<Instance>("instances", there)?
        } else {
            let places = cur.records::<Placement>("instances", there)?;
            places.into_iter().map(|place| Instance { place, values: Handle::NONE }).collect()
        };
        let values = if with_values && cur.remaining() >= 4 {
            Some(cur.get_as("values", Hint::Hex)?)
        } else {
            None
        };
        let stale_count = super::super::read::different(count, there);
        Ok(Self { instances, with_values, values, stale_count })
    }

    pub(in super::super) fn write(&self, out: &mut Writer) {
        let count = u32::try_from(self.instances.len()).unwrap_or(u32::MAX);
        out.put(self.stale_count.unwrap_or(count));
        for instance in &self.instances {
            if self.with_values {
                out.shaped(instance);
            } else {
                out.shaped(&instance.place);
            }
        }
        if let Some(values) = self.values {
            out.put(values);
        }
    }
}
