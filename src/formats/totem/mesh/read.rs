//! Bytes to records.

use super::records::{Footer, Mesh, Strip, StripCorner, SubMesh};
use crate::bytes::{
    Cursor, Hint, ReadError, RecordReader, Recorder, Result, RunOf, Severity, Shaped, Symbol,
};
use crate::formats::totem::Platform;

/// Where things were found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Places {
    pub header: u64,
    pub vertices: u64,
    pub strips: RunPlace,
    pub strip_data: RunPlace,
    pub materials: u64,
    pub spheres: u64,
    pub cuboids: u64,
    pub cylinders: u64,
    /// Start of each sub-mesh, and the end of the last.
    pub submeshes: RunPlace,
    /// One past the last byte that is part of the mesh.
    pub end: u64,
}

/// Where the elements of a run are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunPlace {
    pub starts: Vec<u64>,
    pub end: u64,
}

impl RunPlace {
    fn of<T>(run: &RunOf<T>) -> Self {
        let starts = run.starts.iter().map(|start| run.start + u64::from(*start));
        Self { starts: starts.collect(), end: run.end }
    }

    pub fn start(&self, index: usize) -> u64 {
        self.starts.get(index).copied().unwrap_or(self.end)
    }
}

const ORDERS: &[Symbol] =
    &[Symbol { value: 1, name: "first triangle turned" }, Symbol { value: 2, name: "straight" }];

/// Reads a mesh. Fails only when there is no header; what cannot be read further on ends it.
pub(super) fn read<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    platform: Platform,
) -> Result<(Mesh, Places)> {
    let mut places = Places::default();
    let platform = platform.read(cur)?;
    places.header = cur.pos();
    let mut mesh = Mesh { platform, ..Mesh::empty(cur.record("header")?) };
    if let Err(stop) = body(cur, &mut mesh, &mut places) {
        mesh.lost = Some(format!("the mesh ends at {:#x}, in the middle of a part", cur.pos()));
        if let Stop::Error(problem) = stop {
            cur.keep(problem);
        }
    }
    places.end = cur.pos();
    Ok((mesh, places))
}

/// Why reading ended early.
enum Stop {
    Error(ReadError),
    /// A problem says so already.
    Told,
}

impl From<ReadError> for Stop {
    fn from(error: ReadError) -> Self {
        Stop::Error(error)
    }
}

fn body<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    mesh: &mut Mesh,
    places: &mut Places,
) -> std::result::Result<(), Stop> {
    places.vertices = list(cur, ["vertex_count", "vertices"], &mut mesh.vertices)?;
    list(cur, ["texcoord_count", "texcoords"], &mut mesh.texcoords)?;
    list(cur, ["normal_count", "normals"], &mut mesh.normals)?;

    let names = ["strip_count", "strips"];
    places.strips = run(cur, names, StripReader, &mut mesh.strips)?;
    if mesh.header.has_groups() {
        mesh.strip_groups = cur.records("strip_groups", mesh.strips.len())?;
    }
    let names = ["strip_data_count", "strip_data"];
    places.strip_data = run(cur, names, CornersReader, &mut mesh.strip_data)?;

    let count: u32 = cur.get("material_count")?;
    places.materials = cur.pos();
    elements(cur, ["material_count", "materials"], count, Hint::Name, &mut mesh.materials)?;
    places.spheres = list(cur, ["sphere_count", "spheres"], &mut mesh.spheres)?;
    places.cuboids = list(cur, ["cuboid_count", "cuboids"], &mut mesh.cuboids)?;
    places.cylinders = list(cur, ["cylinder_count", "cylinders"], &mut mesh.cylinders)?;
    mesh.footer = footer(cur, places)?;
    Ok(())
}

/// A count and as many elements; says where the first one is.
fn list<T: Shaped, R: Recorder>(
    cur: &mut Cursor<'_, R>,
    names: [&'static str; 2],
    out: &mut Vec<T>,
) -> std::result::Result<u64, Stop> {
    let count: u32 = cur.get(names[0])?;
    let start = cur.pos();
    elements(cur, names, count, Hint::Dec, out)?;
    Ok(start)
}

/// The elements that are there; what comes behind too few of them is not where it should be.
fn elements<T: Shaped, R: Recorder>(
    cur: &mut Cursor<'_, R>,
    [count_name, name]: [&'static str; 2],
    stored: u32,
    hint: Hint,
    out: &mut Vec<T>,
) -> std::result::Result<(), Stop> {
    let count = cur.bounded(count_name, stored.into(), T::SIZE as u64);
    *out = cur.records_as(name, count, hint)?;
    if count as u64 == u64::from(stored) { Ok(()) } else { Err(Stop::Told) }
}

/// A count and as many elements of varying length; says where they are.
fn run<E: RecordReader, R: Recorder>(
    cur: &mut Cursor<'_, R>,
    [count_name, name]: [&'static str; 2],
    reader: E,
    out: &mut Vec<E::Out>,
) -> std::result::Result<RunPlace, Stop> {
    let stored: u32 = cur.get(count_name)?;
    let count = cur.bounded(count_name, stored.into(), 4);
    let found = cur.run(name, count, reader);
    let place = RunPlace::of(&found);
    *out = found.items;
    if out.len() as u64 == u64::from(stored) { Ok(place) } else { Err(Stop::Told) }
}

struct StripReader;

impl RecordReader for StripReader {
    type Out = Strip;
    const TYPE: &'static str = "Strip";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Strip> {
        let count: u32 = cur.get("vertex_id_count")?;
        let strip = Strip {
            vertex_ids: ids(cur, count)?,
            material: cur.get_as("material", Hint::Index("materials"))?,
            tri_order: cur.get_as("tri_order", Hint::Enum(ORDERS))?,
        };
        cur.describe(|| match strip.triangle_count() {
            1 => "1 triangle".to_owned(),
            count => format!("{count} triangles"),
        });
        Ok(strip)
    }
}

fn ids<R: Recorder>(cur: &mut Cursor<'_, R>, count: u32) -> Result<Vec<u16>> {
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    cur.records_as("vertex_ids", count, Hint::Index("vertices"))
}

struct CornersReader;

impl RecordReader for CornersReader {
    type Out = Vec<StripCorner>;
    const TYPE: &'static str = "StripData";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Self::Out> {
        let count: u32 = cur.get("corner_count")?;
        cur.records("corners", usize::try_from(count).unwrap_or(usize::MAX))
    }
}

struct SubMeshReader;

impl RecordReader for SubMeshReader {
    type Out = SubMesh;
    const TYPE: &'static str = "SubMesh";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<SubMesh> {
        let material = cur.get_as("material", Hint::Index("materials"))?;
        let count: u32 = cur.get("value_count")?;
        let values = cur.records("values", usize::try_from(count).unwrap_or(usize::MAX))?;
        cur.describe(|| format!("{count} vectors"));
        Ok(SubMesh { material, values })
    }
}

/// The first reading of the footer that ends exactly at the end: strip order, sub-meshes, both, or
/// none of them.
fn footer<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    places: &mut Places,
) -> std::result::Result<Footer, Stop> {
    let mut footer = Footer::default();
    let (start, left) = (cur.pos(), cur.remaining());
    if left == 0 {
        return Ok(footer);
    }
    let order = strip_order_len(cur);
    let submeshes = |from: u64| submeshes_end(cur, from) == Some(left);
    let (with_order, with_submeshes) = if order == Some(left) {
        (true, false)
    } else if submeshes(0) {
        (false, true)
    } else if order.is_some_and(submeshes) {
        (true, true)
    } else {
        return Ok(unknown(cur, start)?);
    };
    if with_order {
        cur.get::<u32>("fourth_shape_count")?;
        let count: u32 = cur.get("strip_order_count")?;
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        footer.strip_order = Some(cur.records_as("strip_order", count, Hint::Index("strips"))?);
    }
    if with_submeshes {
        let names = ["submesh_count", "submeshes"];
        let mut found = Vec::new();
        places.submeshes = run(cur, names, SubMeshReader, &mut found)?;
        footer.submeshes = Some(found);
    }
    Ok(footer)
}

/// A footer of no known form is kept as bytes.
fn unknown<R: Recorder>(cur: &mut Cursor<'_, R>, start: u64) -> Result<Footer> {
    let left = cur.remaining();
    let tail = cur.peek(usize::MAX).to_vec();
    let fourth: Option<u32> = cur.peek_at::<u32>(0).filter(|count| *count != 0);
    let message = match fourth {
        Some(count) => {
            cur.get::<u32>("fourth_shape_count")?;
            format!("{count} collision shapes of a fourth kind, of which the size is not known")
        }
        None => format!("{left} bytes behind the collision shapes have no known form"),
    };
    cur.bytes_if_any("tail", start + left)?;
    cur.problem(Severity::Warning, (start, left), "tail", format_args!("{message}"));
    Ok(Footer { tail, ..Footer::default() })
}

/// Length of a zero and a list of strips, where they are there.
fn strip_order_len<R: Recorder>(cur: &Cursor<'_, R>) -> Option<u64> {
    let zero: u32 = cur.peek_at(0)?;
    let count: u32 = cur.peek_at(4)?;
    let len = 8 + 4 * u64::from(count);
    (zero == 0 && len <= cur.remaining()).then_some(len)
}

/// Where a list of sub-meshes ends that starts `from` here.
fn submeshes_end<R: Recorder>(cur: &Cursor<'_, R>, from: u64) -> Option<u64> {
    let count: u32 = cur.peek_at(usize::try_from(from).ok()?)?;
    let mut at = from + 4;
    // Each takes at least its head, so that the bytes left bound the loop.
    for _ in 0..count {
        let values: u32 = cur.peek_at(usize::try_from(at + 1).ok()?)?;
        at = at + 5 + 16 * u64::from(values);
        if at > cur.remaining() {
            return None;
        }
    }
    Some(at)
}
