//! TotemTech `.TLOD` (class LOD): the components of an object, with its collision volumes and
//! animations. Despite the name, all components are drawn at every distance.
//!
//! | part | bytes |
//! |---|---|
//! | `header`, kind 5 | 100 |
//! | 17 [volumes](VOLUMES), each after a byte that is 1 if it is present | 1 + 16 to 80 |
//! | `distances`, an unknown number | 8, 2 |
//! | `components`: name hashes of meshes, skins, surfaces | 4 each |
//! | `animations`: symbol and name hash | 8 each |
//! | `sounds`, with flag 2 | 8 each |
//!
//! Boxes have 80 or 64 bytes, the fifteenth volume 20 or 32: the variant that ends with the file is used.
//!
//! Known unknowns: the two distances and the number after them.
//!
//! Source: format document `totem-level.md`, section 7.

use crate::bytes::layout::{Extent, Layout, Measuring, Pass};
use crate::bytes::{Hint, Result};
use crate::formats::totem::mesh::{Cuboid, Cylinder, Sphere};
use crate::formats::totem::resource::{Class, Resource, SEEN, info};
use crate::formats::totem::{Header, kind};
use crate::formats::{Counts, FormatInfo, Loaded, Report};
use crate::record;

use super::skin::AnimationRef;

record! {
    /// A sound that scripts refer to.
    pub struct SoundRef {
        pub symbol: u32 => Hint::Hex,
        pub sound: u32 => Hint::Name,
    }
}

record! {
    /// A sphere with a number.
    pub struct MarkedSphere {
        pub centre: [f32; 3],
        pub radius: f32,
        pub unknown_10: u32 => Hint::Hex,
    }
}

record! {
    /// A sphere with a number and further data.
    pub struct LongSphere {
        pub sphere: MarkedSphere,
        pub unknown_14: [u32; 3] => Hint::Hex,
    }
}

/// A collision volume of a LOD.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Volume {
    #[default]
    None,
    Sphere(Sphere),
    Cylinder(Cylinder),
    Cuboid(Cuboid),
    /// A box without the bytes after its matrix.
    Matrix([f32; 16]),
    Marked(MarkedSphere),
    Long(LongSphere),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Sphere,
    Cylinder,
    Cuboid,
    Marked,
}

/// The volumes in stored order: field names of the presence byte and of the volume.
const VOLUMES: [(&str, &str, Shape); 17] = [
    ("has_collision_sphere", "collision_sphere", Shape::Sphere),
    ("has_additional_sphere", "additional_sphere", Shape::Sphere),
    ("has_collision_cylinder", "collision_cylinder", Shape::Cylinder),
    ("has_collision_box", "collision_box", Shape::Cuboid),
    ("has_collectable_sphere", "collectable_sphere", Shape::Sphere),
    ("has_collectable_cylinder", "collectable_cylinder", Shape::Cylinder),
    ("has_collectable_box", "collectable_box", Shape::Cuboid),
    ("has_collect_sphere", "collect_sphere", Shape::Sphere),
    ("has_collect_cylinder", "collect_cylinder", Shape::Cylinder),
    ("has_collect_box", "collect_box", Shape::Cuboid),
    ("has_dynamic_sphere", "dynamic_sphere", Shape::Sphere),
    ("has_dynamic_cylinder", "dynamic_cylinder", Shape::Cylinder),
    ("has_dynamic_box", "dynamic_box", Shape::Cuboid),
    ("has_strength_sphere", "strength_sphere", Shape::Sphere),
    ("has_sphere", "sphere", Shape::Marked),
    ("has_shadow_sphere", "shadow_sphere", Shape::Sphere),
    ("has_last_sphere", "last_sphere", Shape::Sphere),
];

/// Variant of the volumes for which sources give two lengths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// Boxes have no bytes after their matrix.
    pub has_short_boxes: bool,
    /// The fifteenth volume has 32 bytes.
    pub has_long_sphere: bool,
}

impl Form {
    const ALL: [Self; 4] = [
        Self { has_short_boxes: false, has_long_sphere: false },
        Self { has_short_boxes: true, has_long_sphere: false },
        Self { has_short_boxes: false, has_long_sphere: true },
        Self { has_short_boxes: true, has_long_sphere: true },
    ];

    fn volume(self, shape: Shape) -> Volume {
        match shape {
            Shape::Sphere => Volume::Sphere(Sphere::default()),
            Shape::Cylinder => Volume::Cylinder(Cylinder::default()),
            Shape::Cuboid if self.has_short_boxes => Volume::Matrix([0.0; 16]),
            Shape::Cuboid => Volume::Cuboid(Cuboid::default()),
            Shape::Marked if self.has_long_sphere => Volume::Long(LongSphere::default()),
            Shape::Marked => Volume::Marked(MarkedSphere::default()),
        }
    }
}

/// A volume with its presence byte.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Slot {
    /// 0 or 1.
    pub present: u8,
    pub volume: Volume,
}

/// A LOD as stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lod {
    pub header: Header,
    pub volumes: [Slot; 17],
    pub distances: [f32; 2],
    pub unknown: u16,
    /// Name hashes of meshes, skins and surfaces.
    pub components: Vec<u32>,
    pub animations: Vec<AnimationRef>,
    pub sounds: Vec<SoundRef>,
}

impl Lod {
    /// The volumes that are present, with their names.
    pub fn named_volumes(&self) -> impl Iterator<Item = (&'static str, &Volume)> {
        let all = VOLUMES.iter().zip(&self.volumes);
        all.map(|((_, name, _), slot)| (*name, &slot.volume)).filter(|(_, v)| **v != Volume::None)
    }

    fn fields<P: Pass>(&mut self, pass: &mut P, form: Form) -> Result<()> {
        for ((has, name, shape), slot) in VOLUMES.iter().zip(&mut self.volumes) {
            pass.value(*has, &mut slot.present)?;
            if pass.is_reading() {
                slot.volume = match slot.present {
                    0 => Volume::None,
                    _ => form.volume(*shape),
                };
            }
            match &mut slot.volume {
                Volume::None => {}
                Volume::Sphere(volume) => pass.value(*name, volume)?,
                Volume::Cylinder(volume) => pass.value(*name, volume)?,
                Volume::Cuboid(volume) => pass.value(*name, volume)?,
                Volume::Matrix(volume) => pass.value(*name, volume)?,
                Volume::Marked(volume) => pass.value(*name, volume)?,
                Volume::Long(volume) => pass.value(*name, volume)?,
            }
        }
        pass.value("distances", &mut self.distances)?;
        pass.value(("unknown", Hint::Hex), &mut self.unknown)?;
        let named = ("components", Hint::Name);
        pass.counted::<u32, _>("component_count", named, &mut self.components)?;
        pass.counted::<u32, _>("animation_count", "animations", &mut self.animations)?;
        if self.header.flags & Header::SOUNDS != 0 {
            pass.counted::<u32, _>("sound_count", "sounds", &mut self.sounds)?;
        }
        Ok(())
    }
}

/// Content after the header, read with a variant that may be wrong.
#[derive(Clone, Debug, Default)]
struct LodContent(Lod);

impl Layout<Form> for LodContent {
    const TYPE: &'static str = "Lod";
    const MIN_SIZE: u64 = 39;

    fn pass<P: Pass>(&mut self, pass: &mut P, form: Form) -> Result<()> {
        self.0.fields(pass, form)
    }
}

impl Layout for Lod {
    const TYPE: &'static str = "Lod";
    const MIN_SIZE: u64 = Header::LEN + 39;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        pass.value("header", &mut self.header)?;
        let mut form = Form::default();
        if pass.is_reading() {
            let (bytes, len, endian) = (pass.ahead(), pass.remaining(), pass.endian());
            let header = self.header;
            let fits = |form: &Form| {
                let mut tried = LodContent(Self { header, ..Self::default() });
                Measuring::new(bytes, len, 0, endian).extent(&mut tried, *form) == Extent::Ends(len)
            };
            form = Form::ALL.into_iter().find(fits).unwrap_or_default();
        }
        self.fields(pass, form)
    }
}

impl Class for Lod {
    const INFO: FormatInfo = info("totem.lod", "TotemTech object with components", &["tlod"], SEEN);
    const ROOT: &'static str = "Lod";
    const KIND: Option<u16> = Some(kind::LOD);
    const LISTS: &'static [&'static str] = &["components", "animations", "sounds"];

    fn header(&self) -> Option<&Header> {
        Some(&self.header)
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("animations", self.animations.len());
    }

    fn check(file: &Loaded<Resource<Self>>, report: &mut Report<'_>) {
        for ((has, _, _), slot) in VOLUMES.iter().zip(&file.records.body.volumes) {
            if slot.present > 1 {
                report.error(*has, format!("expected 0 or 1, found {}", slot.present));
            }
        }
    }
}
