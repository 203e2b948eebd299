//! Texture mapping and materials of faces.

use super::super::references::{NAME, SECTION, SURFACE};
use super::region::Version;
use super::{TexturePoint, Triangle};
use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Hint, Result, Severity};
use crate::{layout, record};

/// Texture coordinates of geometry of type 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mapping1 {
    /// Handle of the material's section.
    pub material: u32,
    pub points: Vec<TexturePoint>,
    /// Indices into `points`, one triangle per face.
    pub faces: Vec<Triangle>,
    /// Index in the material, one per face.
    pub surfaces: Vec<u32>,
}

impl Layout for Mapping1 {
    const TYPE: &'static str = "Mapping1";
    const MIN_SIZE: u64 = 12;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        pass.value(("material", SECTION), &mut self.material)?;
        let points = pass.count::<u32>("point_count", self.points.len())?;
        let faces = pass.count::<u32>("face_count", self.faces.len())?;
        pass.run("points", &mut self.points, points)?;
        pass.run(("faces", Hint::Index("points")), &mut self.faces, faces)?;
        pass.run(("surfaces", SURFACE), &mut self.surfaces, faces)
    }
}

layout! {
    /// The mapping of geometry of type 2, whose vertices have the coordinates.
    pub struct Mapping2 {
        /// Handle of the material's section.
        pub material: u32 => SECTION,
    }
}

record! {
    /// A flat colour, 0 to 255 each.
    pub struct FlatColour {
        pub red: u32 => Hint::Channel,
        pub green: u32 => Hint::Channel,
        pub blue: u32 => Hint::Channel,
    }
}

impl FlatColour {
    pub const GREY: FlatColour = FlatColour { red: 0x80, green: 0x80, blue: 0x80 };

    pub fn bytes(self) -> [u8; 3] {
        [self.red, self.green, self.blue].map(|c| u8::try_from(c).unwrap_or(u8::MAX))
    }
}

/// The maps of a model's faces: three lists of names and one of colours, all of equal length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Material {
    /// Handles of names.
    pub colour_maps: Vec<u32>,
    pub opacity_maps: Vec<u32>,
    pub bump_maps: Vec<u32>,
    /// Since version 15.
    pub colours: Option<Vec<FlatColour>>,
    /// Ambient, diffuse, specular, opacity, bumpiness; whole numbers or floats, which the game
    /// never uses.
    pub factors: [u32; 5],
}

/// Names of [`Material::factors`].
const FACTORS: [&str; 5] = ["ambient", "diffuse", "specular", "opacity", "bumpiness"];

impl Material {
    /// Number of slots.
    pub fn len(&self) -> usize {
        self.colour_maps.len()
    }

    pub fn is_empty(&self) -> bool {
        self.colour_maps.is_empty()
    }
}

impl Layout<Version> for Material {
    const TYPE: &'static str = "Material";
    const MIN_SIZE: u64 = 24;

    fn pass<P: Pass>(&mut self, pass: &mut P, version: Version) -> Result<()> {
        let start = pass.pos();
        let count = pass.count::<u32>("count", self.colour_maps.len())?;
        if count == 0 {
            pass.report(Severity::Warning, (start, 4), "count", format_args!("no materials"));
        }
        pass.run(("colour_maps", NAME), &mut self.colour_maps, count)?;
        pass.run(("opacity_maps", NAME), &mut self.opacity_maps, count)?;
        pass.run(("bump_maps", NAME), &mut self.bump_maps, count)?;
        if pass.is_reading() {
            self.colours = version.has_colours().then(Vec::new);
        }
        if let Some(colours) = &mut self.colours {
            pass.run("colours", colours, count)?;
        }
        for (factor, name) in self.factors.iter_mut().zip(FACTORS) {
            pass.value(name, factor)?;
            let stored = *factor;
            pass.explain(|| match stored {
                0 => String::new(),
                _ => format!("{} as a float", f32::from_bits(stored)),
            });
        }
        Ok(())
    }
}
