//! Geometry: triangles with a normal per corner (type 1), or polygons over points and vertices as
//! the game's optimiser rewrites them (type 2). The type is not stored; the sizes determine it.

use super::super::references::{SECTION, SURFACE};
use super::region::Version;
use super::{Point, Triangle};
use crate::bytes::layout::{Extent, Layout, Measuring, Pass};
use crate::bytes::{Bit, ColourWord, Endian, Hint, Result, Scalar};
use crate::record;

/// The two layouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Type 1.
    Triangles,
    /// Type 2.
    Polygons,
}

/// Chooses the layout of a section's bytes. `mapping` is the length of the corresponding mapping section.
pub fn choose(bytes: &[u8], mapping: Option<usize>, version: Version) -> Option<Shape> {
    let whole = Extent::Ends(bytes.len() as u64);
    let polygons = extent::<Geometry2>(bytes, version);
    if polygons == whole {
        return Some(Shape::Polygons);
    }
    if extent::<Geometry1>(bytes, version) == whole {
        return Some(Shape::Triangles);
    }
    // The optimiser overwrote a longer section from its start.
    let is_polygons = match mapping {
        Some(mapping) => mapping == 4,
        None => bytes.get(4..).and_then(|mut at| u32::take(&mut at, Endian::Little)) == Some(1),
    };
    (matches!(polygons, Extent::Ends(_)) && is_polygons).then_some(Shape::Polygons)
}

/// Number of bytes of a section that the layout of a geometry uses.
fn extent<T: Layout<Version>>(bytes: &[u8], version: Version) -> Extent {
    let skimming = Measuring::new(bytes, bytes.len() as u64, 0, Endian::Little);
    skimming.extent(&mut T::default(), version)
}

/// The number of points of the hull, if the version has one.
fn wrap_count<P: Pass>(
    pass: &mut P,
    wrap: &mut Option<Vec<Point>>,
    version: Version,
) -> Result<Option<usize>> {
    if pass.is_reading() {
        *wrap = version.has_wrap().then(Vec::new);
    }
    wrap.as_ref().map(|wrap| pass.count::<u32>("wrap_count", wrap.len())).transpose()
}

/// The points of the hull.
fn wrap_points<P: Pass>(
    pass: &mut P,
    wrap: &mut Option<Vec<Point>>,
    count: Option<usize>,
) -> Result<()> {
    match wrap.as_mut().zip(count) {
        Some((wrap, count)) => pass.run("wrap", wrap, count),
        None => Ok(()),
    }
}

/// Type 1: helpers, triggers, jointed animals.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Geometry1 {
    /// Pivot, in world scale; since version 14.
    pub pivot: Option<Point>,
    /// Red, green, blue; 0 to 255.
    pub colour: [u32; 3],
    pub vertices: Vec<Point>,
    pub faces: Vec<Triangle>,
    /// One per face.
    pub face_normals: Vec<Point>,
    /// Corner j of face k is at 3k + j.
    pub corner_normals: Vec<Point>,
    /// The hull for bounding volumes; since version 13.
    pub wrap: Option<Vec<Point>>,
}

impl Layout<Version> for Geometry1 {
    const TYPE: &'static str = "Geometry1";
    const MIN_SIZE: u64 = 24;

    fn pass<P: Pass>(&mut self, pass: &mut P, version: Version) -> Result<()> {
        pass.optional("pivot", version.has_pivot(), &mut self.pivot, ())?;
        let vertices = pass.count::<u32>("vertex_count", self.vertices.len())?;
        let faces = pass.count::<u32>("face_count", self.faces.len())?;
        let corners = pass.count::<u32>("corner_normal_count", self.corner_normals.len())?;
        let wrap = wrap_count(pass, &mut self.wrap, version)?;
        pass.value(("colour", Hint::Channel), &mut self.colour)?;
        pass.run("vertices", &mut self.vertices, vertices)?;
        pass.run(("faces", Hint::Index("vertices")), &mut self.faces, faces)?;
        pass.run("face_normals", &mut self.face_normals, faces)?;
        pass.run("corner_normals", &mut self.corner_normals, corners)?;
        wrap_points(pass, &mut self.wrap, wrap)
    }
}

record! {
    /// A vertex of type 2: a point with a normal and a texture coordinate.
    pub struct Vertex {
        pub point: u32 => Hint::Index("points"),
        pub normal: Point,
        pub u: f32,
        pub v: f32,
        /// Not 0 if the normal was set explicitly; only the lowest byte counts.
        pub has_normal: u32 => Hint::Hex,
        /// Uninitialised memory of the program that wrote the file.
        pub unknown_1c: u32 => Hint::Hex,
    }
}

/// Bits of [`Polygon::flags`].
pub mod polygon {
    pub const OCCLUDES: u32 = 1;
    pub const HIDDEN: u32 = 8;
}

/// Meanings of the polygon flags.
pub const POLYGON_FLAGS: &[Bit] = &[
    Bit::single(polygon::OCCLUDES, "occludes", "hides geometry behind it and is not drawn itself"),
    Bit::single(2, "cached", "may be drawn from the image cache"),
    Bit::single(4, "smooth", "the normals of its vertices differ"),
    Bit::single(polygon::HIDDEN, "hidden", "not drawn"),
    Bit::single(0xFFFF_FF00, "unused", "no effect"),
];

record! {
    /// A convex polygon.
    pub struct Polygon {
        pub corner_count: u32,
        /// Index of the polygon's first corner in the references.
        pub first: u32 => Hint::Index("references"),
        pub normal: Point,
        /// n·p + d = 0 on the plane.
        pub distance: f32,
        /// Index in the material; the count of materials selects the default colour.
        pub surface: u32 => SURFACE,
        pub flags: u32 => Hint::Flags(POLYGON_FLAGS),
        /// Uninitialised memory of the program that wrote the file.
        pub unknown_20: u32 => Hint::Hex,
        pub unknown_24: u32 => Hint::Hex,
    }
}

/// Type 2: all drawn models without joints.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Geometry2 {
    /// Handle of the material's section; 0 if none.
    pub material: u32,
    /// 1 if some face has no material.
    pub needs_default: u32,
    /// 0x00RRGGBB.
    pub default_colour: u32,
    /// Pivot, in the model's scale; since version 14.
    pub pivot: Option<Point>,
    pub points: Vec<Point>,
    pub vertices: Vec<Vertex>,
    /// Indices into `vertices`. Runs that no polygon uses remain from before triangles were merged.
    pub references: Vec<u32>,
    pub polygons: Vec<Polygon>,
    /// The hull for bounding volumes; since version 13.
    pub wrap: Option<Vec<Point>>,
}

impl Layout<Version> for Geometry2 {
    const TYPE: &'static str = "Geometry2";
    const MIN_SIZE: u64 = 28;

    fn pass<P: Pass>(&mut self, pass: &mut P, version: Version) -> Result<()> {
        pass.value(("material", SECTION), &mut self.material)?;
        pass.value("needs_default", &mut self.needs_default)?;
        let colour = Hint::Colour(ColourWord::Xrgb8888);
        pass.value(("default_colour", colour), &mut self.default_colour)?;
        pass.optional("pivot", version.has_pivot(), &mut self.pivot, ())?;
        let points = pass.count::<u32>("point_count", self.points.len())?;
        let vertices = pass.count::<u32>("vertex_count", self.vertices.len())?;
        let references = pass.count::<u32>("reference_count", self.references.len())?;
        let wrap = wrap_count(pass, &mut self.wrap, version)?;
        let polygons = pass.count::<u32>("polygon_count", self.polygons.len())?;
        pass.run("points", &mut self.points, points)?;
        pass.run("vertices", &mut self.vertices, vertices)?;
        pass.run(("references", Hint::Index("vertices")), &mut self.references, references)?;
        pass.run("polygons", &mut self.polygons, polygons)?;
        wrap_points(pass, &mut self.wrap, wrap)
    }
}

impl Geometry2 {
    /// The corners of a polygon as indices into `vertices`; `None` if any is out of range.
    pub fn corners(&self, polygon: &Polygon) -> Option<&[u32]> {
        let first = usize::try_from(polygon.first).ok()?;
        let end = first.checked_add(usize::try_from(polygon.corner_count).ok()?)?;
        let corners = self.references.get(first..end)?;
        corners.iter().all(|at| (*at as usize) < self.vertices.len()).then_some(corners)
    }
}
