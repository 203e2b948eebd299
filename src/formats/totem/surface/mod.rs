//! TotemTech `.TSURFACE` (class SURFACE, kind 1): ground of curved patches.
//!
//! | part | element |
//! |---|---|
//! | `header` | 100 |
//! | `vertices`: points of all curves | 12 |
//! | `edges`, `clings` | 24, on the PlayStation 2 32 |
//! | `patches` | 140 |
//! | `curves`: indices of two end points and of their control points | 8 |
//! | `normals` | 12 |
//! | `rest`: lists of known structure and unknown content | |
//!
//! The size of edges is the one for which all indices are valid.
//!
//! Known unknowns: the rest; the purpose of the four colours of a patch; its culling cone.
//!
//! Source: format document `totem-level.md`, section 6.

mod bezier;
mod scene;

pub use bezier::{Control, Point, STEPS};
pub(super) use scene::mesh;

use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Bit, Endian, Hint, Result, Scalar, Shaped};
use crate::formats::totem::resource::{Class, Resource, SEEN, info};
use crate::formats::totem::{Header, kind};
use crate::formats::{Counts, FormatInfo, Loaded, Report};
use crate::record;

record! {
    /// An edge for collision or for clinging.
    pub struct Edge {
        pub centre: [f32; 3],
        pub radius: f32,
        pub flags: u32 => Hint::Hex,
        pub edge: u32 => Hint::Hex,
    }
}

record! {
    /// An edge on the PlayStation 2.
    pub struct LongEdge {
        pub edge: Edge,
        pub unknown_18: [u32; 2] => Hint::Hex,
    }
}

record! {
    /// A cubic curve.
    pub struct Curve {
        pub start: u16 => Hint::Index("vertices"),
        pub end: u16 => Hint::Index("vertices"),
        /// Control point of the start: the curve leaves towards it.
        pub start_tangent: u16 => Hint::Index("vertices"),
        pub end_tangent: u16 => Hint::Index("vertices"),
    }
}

record! {
    /// A ground patch between four curves.
    pub struct Patch {
        /// Texture coordinates of the corners, in order around the patch.
        pub texcoords: [[f32; 2]; 4],
        /// Colours of the corners: red, green, blue, from 0 to 1.
        pub colours: [[f32; 3]; 4],
        /// Normals of the corners.
        pub normals: [u16; 4] => Hint::Index("normals"),
        /// From corner 0 to 1, 1 to 2, 2 to 3, 3 to 0.
        pub curves: [u16; 4] => Hint::Index("curves"),
        pub order: u32 => Hint::Flags(ORDER),
        pub unknown_64: [u32; 8] => Hint::Hex,
        pub unknown_84: u32 => Hint::Hex,
        pub material: u32 => Hint::Name,
    }
}

static ORDER: &[Bit] = &[
    Bit::guess(1, "unknown", "ignored"),
    Bit::sure(2, "curve 0 backwards", "runs from corner 1 to 0"),
    Bit::sure(4, "curve 1 backwards", "runs from corner 2 to 1"),
    Bit::sure(8, "curve 2 backwards", "runs from corner 3 to 2"),
    Bit::sure(16, "curve 3 backwards", "runs from corner 0 to 3"),
];

/// Short or long edges.
#[derive(Clone, Debug, PartialEq)]
pub enum Edges {
    Short(Vec<Edge>),
    Long(Vec<LongEdge>),
}

impl Default for Edges {
    fn default() -> Self {
        Self::Short(Vec::new())
    }
}

impl Edges {
    fn pass<P: Pass>(
        &mut self,
        pass: &mut P,
        names: [&'static str; 2],
        is_long: bool,
    ) -> Result<()> {
        if pass.is_reading() {
            *self = if is_long { Self::Long(Vec::new()) } else { Self::Short(Vec::new()) };
        }
        let [count, list] = names;
        match self {
            Self::Short(edges) => pass.counted::<u32, _>(count, list, edges),
            Self::Long(edges) => pass.counted::<u32, _>(count, list, edges),
        }?;
        Ok(())
    }

    /// Spheres of the edges: centre and radius.
    pub fn balls(&self) -> Vec<([f32; 3], f32)> {
        let of = |edge: &Edge| (edge.centre, edge.radius);
        match self {
            Self::Short(edges) => edges.iter().map(of).collect(),
            Self::Long(edges) => edges.iter().map(|long| of(&long.edge)).collect(),
        }
    }
}

/// Ground as stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surface {
    pub header: Header,
    pub vertices: Vec<[f32; 3]>,
    pub edges: Edges,
    pub clings: Edges,
    pub patches: Vec<Patch>,
    pub curves: Vec<Curve>,
    pub normals: Vec<[f32; 3]>,
    /// Trailing bytes.
    pub rest: Vec<u8>,
}

impl Layout for Surface {
    const TYPE: &'static str = "Surface";
    const MIN_SIZE: u64 = Header::LEN + 24;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        pass.value("header", &mut self.header)?;
        pass.counted::<u32, _>("vertex_count", "vertices", &mut self.vertices)?;
        // The variant that reads more valid data; if equal, the usual one of the console.
        let usual = pass.endian() == Endian::Little;
        let reach = |is_long| reach(pass.ahead(), pass.endian(), is_long, self.vertices.len());
        let is_long = if reach(!usual) > reach(usual) { !usual } else { usual };
        self.edges.pass(pass, ["edge_count", "edges"], is_long)?;
        self.clings.pass(pass, ["cling_count", "clings"], is_long)?;
        pass.counted::<u32, _>("patch_count", "patches", &mut self.patches)?;
        pass.counted::<u32, _>("curve_count", "curves", &mut self.curves)?;
        pass.counted::<u32, _>("normal_count", "normals", &mut self.normals)?;
        pass.rest("rest", &mut self.rest)
    }
}

/// Score of the lists after the vertices with edges of one size: 0 if their counts do not fit, more if
/// they do, most if every index is valid.
fn reach(bytes: &[u8], endian: Endian, is_long: bool, vertices: usize) -> usize {
    let edge = if is_long { LongEdge::SIZE } else { Edge::SIZE };
    let mut rest = bytes;
    let mut lists: [&[u8]; 5] = [&[]; 5];
    let sizes = [edge, edge, Patch::SIZE, Curve::SIZE, 12];
    for (list, size) in lists.iter_mut().zip(sizes) {
        let Some(count) = <u32 as Scalar>::take(&mut rest, endian) else { return 0 };
        let len = usize::try_from(count).ok().and_then(|count| count.checked_mul(size));
        let Some((own, behind)) = len.and_then(|len| rest.split_at_checked(len)) else { return 0 };
        (*list, rest) = (own, behind);
    }
    let [_, _, patches, curves, _] = lists;
    let all = |list: &[u8], size: usize| list.len() / size;
    let mut ids = curves;
    let leads = (0..all(curves, 2)).all(|_| {
        <u16 as Scalar>::take(&mut ids, endian).is_some_and(|id| usize::from(id) < vertices)
    });
    let count = all(curves, Curve::SIZE);
    let mut left = patches;
    let names = (0..all(patches, Patch::SIZE)).all(|_| {
        <Patch as Shaped>::take(&mut left, endian)
            .is_some_and(|patch| patch.curves.iter().all(|id| usize::from(*id) < count))
    });
    1 + usize::from(leads) + usize::from(names)
}

impl Class for Surface {
    const INFO: FormatInfo = info("totem.surface", "TotemTech ground", &["tsurface"], SEEN);
    const ROOT: &'static str = "Surface";
    const KIND: Option<u16> = Some(kind::SURFACE);
    const IS_OPEN: bool = true;

    fn header(&self) -> Option<&Header> {
        Some(&self.header)
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("vertices", self.vertices.len());
        counts.set("faces", self.patches.len());
    }

    /// Reports patches with invalid indices, which are not drawn.
    fn check(file: &Loaded<Resource<Self>>, report: &mut Report<'_>) {
        let surface = &file.records.body;
        let lost = (0..surface.patches.len()).filter(|at| surface.control(*at).is_none());
        let paths = lost.map(|at| format!("patches[{at}]"));
        let message = "invalid curve or point: the patch is not drawn";
        report.first(crate::bytes::Severity::Error, paths, message);
    }
}
