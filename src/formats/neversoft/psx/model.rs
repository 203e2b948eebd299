//! Models (section 4): vertices, normals, faces.

use super::face::{Face, FaceContext};
use super::flags;
use super::version::Version;
use crate::bytes::layout::{Count, Layout, Pass};
use crate::bytes::{Hint, Result};

crate::record! {
    /// A vertex (section 5). `kind` determines the meaning of x, y and z.
    pub struct Vertex {
        pub x: i16,
        pub y: i16,
        pub z: i16,
        pub kind: u16 => Hint::Flags(flags::VERTEX),
    }
}

impl Vertex {
    /// Number of the stitch source whose position this vertex shares.
    pub fn stitched_to(&self) -> Option<usize> {
        use vertex_kind::{SPRITE, STITCH_REFERENCE};
        let reference = self.kind & (STITCH_REFERENCE | SPRITE) == STITCH_REFERENCE;
        reference.then_some(usize::from(self.y as u16))
    }
}

/// Kinds of vertex: bits, at most one of which is set in known data.
pub mod vertex_kind {
    pub const PLAIN: u16 = 0;
    pub const STITCH_SOURCE: u16 = 1;
    pub const STITCH_REFERENCE: u16 = 2;
    pub const SPRITE: u16 = 0x10;
    /// Bits that the engine tests.
    pub const TESTED: u16 = 0x13;
    /// All kinds that known files contain.
    pub const SEEN: [u16; 5] = [0, 1, 2, 4, 16];
}

crate::record! {
    /// A plane or vertex normal in 4.12; `pad` is 0 on disc.
    pub struct Normal {
        pub x: i16 => Hint::Fixed(12),
        pub y: i16 => Hint::Fixed(12),
        pub z: i16 => Hint::Fixed(12),
        pub pad: u16,
    }
}

crate::record! {
    /// Box around the vertices in world units, maxima first.
    pub struct Bounds {
        pub xmax: i16,
        pub xmin: i16,
        pub ymax: i16,
        pub ymin: i16,
        pub zmax: i16,
        pub zmin: i16,
    }
}

crate::record! {
    /// Level of detail: depth at which the next model takes over.
    pub struct Lod {
        /// 0x7FFF = no limit.
        pub depth: i16,
        /// 0xFFFF = none.
        pub next: u16 => Hint::Index("models"),
    }
}

impl Lod {
    /// No further level of detail.
    pub const NONE: Lod = Lod { depth: 0x7FFF, next: 0xFFFF };
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    pub flags: u32,
    /// Bounding-sphere radius about the origin, world units << 12 (section 4.1).
    pub radius: u32,
    pub bounds: Bounds,
    /// Absent in Apocalypse.
    pub lod: Option<Lod>,
    pub vertices: Vec<Vertex>,
    pub normals: Vec<Normal>,
    pub faces: Vec<Face>,
}

impl Model {
    /// `true` if every vertex has a normal, followed by those of the faces; otherwise only faces have one.
    pub fn is_smooth(&self) -> bool {
        self.normals.len() == self.vertices.len() + self.faces.len()
    }

    /// Processes the flags and the counts, which have the same width.
    fn head<N: Count, P: Pass>(&mut self, pass: &mut P) -> Result<[usize; 3]> {
        let Ok(mut flags) = N::try_from(self.flags as usize) else {
            return Err(pass.fail("flags", format_args!("{:#x} does not fit", self.flags)));
        };
        pass.value(("flags", Hint::Flags(flags::MODEL)), &mut flags)?;
        self.flags = u32::try_from(flags.into()).unwrap_or(u32::MAX);
        Ok([
            pass.count::<N>("vertex_count", self.vertices.len())?,
            pass.count::<N>("normal_count", self.normals.len())?,
            pass.count::<N>("face_count", self.faces.len())?,
        ])
    }
}

impl Layout<Version> for Model {
    const TYPE: &'static str = "Model";
    const MIN_SIZE: u64 = 24;

    fn pass<P: Pass>(&mut self, pass: &mut P, version: Version) -> Result<()> {
        let counts =
            if version.is_wide() { self.head::<u32, _>(pass) } else { self.head::<u16, _>(pass) };
        let [vertices, normals, faces] = counts?;
        pass.value(("radius", Hint::Fixed(12)), &mut self.radius)?;
        pass.value("bounds", &mut self.bounds)?;
        pass.optional("lod", version.has_lod(), &mut self.lod, ())?;
        pass.counted_list("vertex_count", "vertices", &mut self.vertices, vertices, ())?;
        pass.counted_list("normal_count", "normals", &mut self.normals, normals, ())?;
        let there = pass.bounded_or_lost("face_count", faces, version.face_base() as u64)?;
        let context = FaceContext { version, model: self.flags };
        pass.items("faces", &mut self.faces, there, context)
    }

    fn summary(&self) -> String {
        let (vertices, normals) = (self.vertices.len(), self.normals.len());
        format!("{vertices} vertices, {normals} normals, {} faces", self.faces.len())
    }
}
