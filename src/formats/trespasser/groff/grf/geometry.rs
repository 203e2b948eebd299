//! Geometry: triangles with a normal a corner (type 1), or polygons over points and vertices as the
//! game's optimiser rewrites them (type 2). Nothing says which; the sizes do.

use super::region::Version;
use super::{Point, Triangle};
use crate::bytes::{
    Bit, Confidence, Cursor, Endian, Hint, Recorder, Result, Scalar, Shaped, Writer,
};
use crate::record;

/// The two layouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Type 1.
    Triangles,
    /// Type 2.
    Polygons,
}

/// Which layout the bytes of a section have. `mapping` is the length of the mapping section that
/// goes with it.
pub fn choose(bytes: &[u8], mapping: Option<usize>, version: Version) -> Option<Shape> {
    let len = bytes.len() as u64;
    if polygons_size(bytes, version) == Some(len) {
        return Some(Shape::Polygons);
    }
    if triangles_size(bytes, version) == Some(len) {
        return Some(Shape::Triangles);
    }
    // The optimiser overwrote a longer section from its start.
    let fits = polygons_size(bytes, version).is_some_and(|size| size <= len);
    let is_polygons = match mapping {
        Some(mapping) => mapping == 4,
        None => number(bytes, 4) == Some(1),
    };
    (fits && is_polygons).then_some(Shape::Polygons)
}

fn number(bytes: &[u8], at: usize) -> Option<u64> {
    <u32 as Scalar>::take(&mut bytes.get(at..)?, Endian::Little).map(u64::from)
}

fn triangles_size(bytes: &[u8], version: Version) -> Option<u64> {
    let at = if version.has_pivot() { 12 } else { 0 };
    let count = |index: usize| number(bytes, at + 4 * index);
    let (wrap, header) = if version.has_wrap() { (count(3)?, 28) } else { (0, 24) };
    let header = at as u64 + header;
    Some(header + 12 * count(0)? + 24 * count(1)? + 12 * count(2)? + 12 * wrap)
}

fn polygons_size(bytes: &[u8], version: Version) -> Option<u64> {
    let at = if version.has_pivot() { 24 } else { 12 };
    let count = |index: usize| number(bytes, at + 4 * index);
    let has_wrap = version.has_wrap();
    let wrap = if has_wrap { count(3)? } else { 0 };
    let polygons = count(if has_wrap { 4 } else { 3 })?;
    let header = at as u64 + if has_wrap { 20 } else { 16 };
    let (points, vertices, references) = (count(0)?, count(1)?, count(2)?);
    Some(header + 12 * points + 32 * vertices + 4 * references + 40 * polygons + 12 * wrap)
}

/// Type 1: helpers, triggers, jointed animals.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Geometry1 {
    /// In world scale; not before version 14.
    pub pivot: Option<Point>,
    /// Red, green, blue; 0 to 255.
    pub colour: [u32; 3],
    pub vertices: Vec<Point>,
    pub faces: Vec<Triangle>,
    /// One a face.
    pub face_normals: Vec<Point>,
    /// Corner j of face k is 3k + j.
    pub corner_normals: Vec<Point>,
    /// The hull for bounding volumes; not before version 13.
    pub wrap: Option<Vec<Point>>,
}

fn len(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn count<R: Recorder>(cur: &mut Cursor<'_, R>, name: &'static str) -> Result<usize> {
    Ok(usize::try_from(cur.get::<u32>(name)?).unwrap_or(usize::MAX))
}

impl Geometry1 {
    pub(in super::super) fn read<R: Recorder>(
        cur: &mut Cursor<'_, R>,
        version: Version,
    ) -> Result<Self> {
        let pivot = if version.has_pivot() { Some(cur.record("pivot")?) } else { None };
        let vertices = count(cur, "vertex_count")?;
        let faces = count(cur, "face_count")?;
        let corners = count(cur, "corner_normal_count")?;
        let wrap = if version.has_wrap() { Some(count(cur, "wrap_count")?) } else { None };
        Ok(Self {
            pivot,
            colour: cur.shaped("colour", Hint::Channel)?,
            vertices: cur.records("vertices", vertices)?,
            faces: cur.records("faces", faces)?,
            face_normals: cur.records("face_normals", faces)?,
            corner_normals: cur.records("corner_normals", corners)?,
            wrap: wrap.map(|wrap| cur.records("wrap", wrap)).transpose()?,
        })
    }

    pub(in super::super) fn write(&self, out: &mut Writer) {
        if let Some(pivot) = &self.pivot {
            out.shaped(pivot);
        }
        out.put(len(self.vertices.len()));
        out.put(len(self.faces.len()));
        out.put(len(self.corner_normals.len()));
        if let Some(wrap) = &self.wrap {
            out.put(len(wrap.len()));
        }
        out.shaped(&self.colour);
        out.all(&self.vertices);
        out.all(&self.faces);
        out.all(&self.face_normals);
        out.all(&self.corner_normals);
        out.all(self.wrap.as_deref().unwrap_or(&[]));
    }
}

record! {
    /// A vertex of type 2: a point with a normal and a texture coordinate.
    pub struct Vertex {
        pub point: u32 => Hint::Index("points"),
        pub normal: Point,
        pub u: f32,
        pub v: f32,
        /// Only the lowest byte counts: the normal was given.
        pub has_normal: u32 => Hint::Hex,
        /// Left over by the program that wrote the file.
        pub unknown_1c: u32 => Hint::Hex,
    }
}

/// Bits of [`Polygon::flags`].
pub mod polygon {
    pub const OCCLUDES: u32 = 1;
    pub const HIDDEN: u32 = 8;
}

const fn known(mask: u32, name: &'static str, meaning: &'static str) -> Bit {
    Bit { mask, name, meaning, confidence: Confidence::Single }
}

/// What the bits of a polygon mean.
pub const POLYGON_FLAGS: &[Bit] = &[
    known(polygon::OCCLUDES, "occludes", "hides what is behind it and is not drawn itself"),
    known(2, "cached", "may be drawn from the image cache"),
    known(4, "smooth", "the normals of its vertices differ"),
    known(polygon::HIDDEN, "hidden", "is not drawn"),
    known(0xFFFF_FF00, "left over", "says nothing"),
];

record! {
    /// A convex polygon.
    pub struct Polygon {
        pub corner_count: u32,
        /// Index of its first corner in the references.
        pub first: u32 => Hint::Index("references"),
        pub normal: Point,
        /// n·p + d = 0 on the plane.
        pub distance: f32,
        /// Index in the material; the count of materials stands for the default colour.
        pub surface: u32,
        pub flags: u32 => Hint::Flags(POLYGON_FLAGS),
        /// Left over by the program that wrote the file.
        pub unknown_20: u32 => Hint::Hex,
        pub unknown_24: f32,
    }
}

/// Type 2: everything that is drawn and has no joints.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Geometry2 {
    /// Handle of the material's section; 0 is none.
    pub material: u32,
    /// 1 when some face has no material.
    pub needs_default: u32,
    /// 0x00RRGGBB.
    pub default_colour: u32,
    /// In the model's scale; not before version 14.
    pub pivot: Option<Point>,
    pub points: Vec<Point>,
    pub vertices: Vec<Vertex>,
    /// Indexes into `vertices`. Runs that no polygon uses are left over from before triangles were
    /// merged.
    pub references: Vec<u32>,
    pub polygons: Vec<Polygon>,
    /// The hull for bounding volumes; not before version 13.
    pub wrap: Option<Vec<Point>>,
}

impl Geometry2 {
    pub(in super::super) fn read<R: Recorder>(
        cur: &mut Cursor<'_, R>,
        version: Version,
    ) -> Result<Self> {
        let material = cur.get_as("material", Hint::Hex)?;
        let needs_default = cur.get("needs_default")?;
        let default_colour = cur.get_as("default_colour", Hint::Hex)?;
        let pivot = if version.has_pivot() { Some(cur.record("pivot")?) } else { None };
        let points = count(cur, "point_count")?;
        let vertices = count(cur, "vertex_count")?;
        let references = count(cur, "reference_count")?;
        let wrap = if version.has_wrap() { Some(count(cur, "wrap_count")?) } else { None };
        let polygons = count(cur, "polygon_count")?;
        Ok(Self {
            material,
            needs_default,
            default_colour,
            pivot,
            points: cur.records("points", points)?,
            vertices: cur.records("vertices", vertices)?,
            references: cur.records_as("references", references, Hint::Index("vertices"))?,
            polygons: cur.records("polygons", polygons)?,
            wrap: wrap.map(|wrap| cur.records("wrap", wrap)).transpose()?,
        })
    }

    pub(in super::super) fn write(&self, out: &mut Writer) {
        out.put(self.material);
        out.put(self.needs_default);
        out.put(self.default_colour);
        if let Some(pivot) = &self.pivot {
            out.shaped(pivot);
        }
        out.put(len(self.points.len()));
        out.put(len(self.vertices.len()));
        out.put(len(self.references.len()));
        if let Some(wrap) = &self.wrap {
            out.put(len(wrap.len()));
        }
        out.put(len(self.polygons.len()));
        out.all(&self.points);
        out.all(&self.vertices);
        out.all(&self.references);
        out.all(&self.polygons);
        out.all(self.wrap.as_deref().unwrap_or(&[]));
    }

    /// The vertices of a polygon; `None` where they are not all there.
    pub fn corners(&self, polygon: &Polygon) -> Option<Vec<&Vertex>> {
        let first = usize::try_from(polygon.first).ok()?;
        let end = first.checked_add(usize::try_from(polygon.corner_count).ok()?)?;
        let vertex = |index: &u32| self.vertices.get(usize::try_from(*index).ok()?);
        self.references.get(first..end)?.iter().map(vertex).collect()
    }

    /// Bytes before the points.
    pub(in super::super) fn header_size(&self) -> u64 {
        let pivot = if self.pivot.is_some() { Point::SIZE as u64 } else { 0 };
        28 + pivot + if self.wrap.is_some() { 4 } else { 0 }
    }
}

impl Geometry1 {
    /// Bytes before the vertices.
    pub(in super::super) fn header_size(&self) -> u64 {
        let pivot = if self.pivot.is_some() { Point::SIZE as u64 } else { 0 };
        24 + pivot + if self.wrap.is_some() { 4 } else { 0 }
    }
}
