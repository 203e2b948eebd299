//! Mapping and materials: what covers the faces.

use super::region::Version;
use super::{TexturePoint, Triangle};
use crate::bytes::{Cursor, Hint, Recorder, Result, Severity, Writer};
use crate::record;

/// Texture coordinates of geometry of type 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mapping1 {
    /// Handle of the material's section.
    pub material: u32,
    pub points: Vec<TexturePoint>,
    /// Indexes into `points`, one triangle a face.
    pub faces: Vec<Triangle>,
    /// Index in the material, one a face.
    pub surfaces: Vec<u32>,
}

/// The mapping of geometry of type 2, which has its coordinates with its vertices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mapping2 {
    /// Handle of the material's section.
    pub material: u32,
}

fn len(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

impl Mapping1 {
    pub(in super::super) fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Self> {
        let material = cur.get_as("material", Hint::Hex)?;
        let points: u32 = cur.get("point_count")?;
        let faces: u32 = cur.get("face_count")?;
        let [points, faces] = [points, faces].map(|n| usize::try_from(n).unwrap_or(usize::MAX));
        Ok(Self {
            material,
            points: cur.records("points", points)?,
            faces: cur.records("faces", faces)?,
            surfaces: cur.records("surfaces", faces)?,
        })
    }

    pub(in super::super) fn write(&self, out: &mut Writer) {
        out.put(self.material);
        out.put(len(self.points.len()));
        out.put(len(self.faces.len()));
        out.all(&self.points);
        out.all(&self.faces);
        out.all(&self.surfaces);
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

/// The maps of a model's faces: three lists of names and one of colours, all of one length.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// Handles of names.
    pub colour_maps: Vec<u32>,
    pub opacity_maps: Vec<u32>,
    pub bump_maps: Vec<u32>,
    /// Not before version 15.
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

    pub(in super::super) fn read<R: Recorder>(
        cur: &mut Cursor<'_, R>,
        version: Version,
    ) -> Result<Self> {
        let start = cur.pos();
        let count: u32 = cur.get("count")?;
        if count == 0 {
            cur.problem(Severity::Warning, (start, 4), "count", format_args!("no materials"));
        }
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let mut maps = |name| cur.records_as::<u32>(name, count, Hint::Hex);
        let colour_maps = maps("colour_maps")?;
        let opacity_maps = maps("opacity_maps")?;
        let bump_maps = maps("bump_maps")?;
        let colours = match version.has_colours() {
            true => Some(cur.records("colours", count)?),
            false => None,
        };
        let mut factors = [0; 5];
        for (factor, name) in factors.iter_mut().zip(FACTORS) {
            *factor = cur.get(name)?;
            let as_float = f32::from_bits(*factor);
            cur.explain(|| match *factor {
                0 => String::new(),
                _ => format!("{as_float} as a float"),
            });
        }
        Ok(Self { colour_maps, opacity_maps, bump_maps, colours, factors })
    }

    pub(in super::super) fn write(&self, out: &mut Writer) {
        out.put(len(self.colour_maps.len()));
        out.all(&self.colour_maps);
        out.all(&self.opacity_maps);
        out.all(&self.bump_maps);
        out.all(self.colours.as_deref().unwrap_or(&[]));
        out.all(&self.factors);
    }
}
