//! Trespasser `*.tri`: a triangulated terrain as text, which the modelling program's script reads.
//!
//! | part | words |
//! |---|---|
//! | `triangle_count` | 1 |
//! | `triangles`: three numbers of vertices, from 0 | 3 each |
//! | `vertex_count` | 1 |
//! | `vertices`: x, y, z in metres, z upwards, twelve digits | 3 each |
//!
//! Source: format document `trespasser-wtd.md`, section 8.

use glam::{Mat4, Vec3};

use super::places::spans;
use super::trr::height_field;
use super::words::{Numbers, NumbersReader, Word, number, probe_numbers, tail, twelve_digits};
use super::wtd::{Terrain, ground};
use crate::bytes::{
    Cursor, Endian, Problem, Problems, Recorder, Result, RunOf, Severity, Source, Tree, Writer,
};
use crate::container::Context;
use crate::formats::{
    Ability, Content, Counts, Document, Format, FormatInfo, Head, Probe, Refusal,
};
use crate::scene::{Face, LayerKind, Mesh, NO_CORNER, Node, Origin, Scene, Spans};

/// The format.
pub struct TriFormat;

static INFO: FormatInfo = FormatInfo {
    id: "trespasser.tri",
    name: "Trespasser terrain triangles",
    family: "trespasser",
    extensions: &["tri"],
    versions: &[],
    can: &[Ability::View, Ability::Export, Ability::Write],
};

/// A triangulated terrain.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tri {
    pub triangle_count: Word,
    pub triangles: Vec<Numbers<3>>,
    /// Missing where the text ends before it.
    pub vertex_count: Option<Word>,
    pub vertices: Vec<Numbers<3>>,
    /// What stands behind the last vertex.
    pub tail: Box<[u8]>,
}

impl Tri {
    pub fn new(triangles: &[[u32; 3]], vertices: &[[f64; 3]]) -> Self {
        let triangle = |triangle: &[u32; 3]| Numbers::line(triangle.map(f64::from), false);
        let vertex = |vertex: &[f64; 3]| Numbers::line(vertex.map(twelve_digits), false);
        Self {
            triangle_count: Word::new("", triangles.len().to_string()),
            triangles: triangles.iter().map(triangle).collect(),
            vertex_count: Some(Word::new("\n", vertices.len().to_string())),
            vertices: vertices.iter().map(vertex).collect(),
            tail: b"\n".as_slice().into(),
        }
    }

    /// The finest level of a terrain.
    pub fn of_terrain(terrain: &Terrain) -> Self {
        let rows = terrain.heights().rows();
        let numbers: std::collections::HashMap<_, _> =
            (0u32..).zip(&rows).map(|(number, (x, y, _))| ((*x, *y), number)).collect();
        let number = |corner| numbers.get(&corner).copied().unwrap_or(0);
        let triangles: Vec<_> =
            terrain.triangles().iter().map(|triangle| triangle.corners.map(number)).collect();
        let vertices: Vec<_> = rows.iter().map(|(x, y, z)| terrain.world((*x, *y), *z)).collect();
        Self::new(&triangles, &vertices)
    }

    pub fn write(&self) -> Vec<u8> {
        let mut out = Writer::new(Endian::Little);
        self.triangle_count.write(&mut out);
        self.triangles.iter().for_each(|triangle| triangle.write(&mut out));
        if let Some(count) = &self.vertex_count {
            count.write(&mut out);
        }
        self.vertices.iter().for_each(|vertex| vertex.write(&mut out));
        out.bytes(&self.tail);
        out.finish()
    }
}

#[derive(Default)]
struct Places {
    triangles: Spans,
    vertices: Spans,
}

impl Format for TriFormat {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        probe_numbers(head, INFO.extensions, 4)
    }

    fn open(&self, source: &Source) -> Result<Document> {
        let (tree, mut problems, read) = Tree::record(source, Endian::Little, INFO.id, read);
        let (tri, places) = read?;
        problems.extend(strays(&tri, &places));
        let mut counts = Counts::default();
        counts.set("vertices", tri.vertices.len());
        counts.set("faces", tri.triangles.len());
        counts.set("triangles", tri.triangles.len());
        counts.set("terrain_vertices", tri.vertices.len());
        Ok(Document {
            format: &INFO,
            version: String::new(),
            source: source.clone(),
            tree: tree.into(),
            problems,
            counts,
            usable: !tri.vertices.is_empty(),
            content: Box::new(TriangleFile { tri, places, source: source.clone() }),
        })
    }
}

fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(Tri, Places)> {
    let (triangle_count, count) = number(cur, "triangle_count")?;
    let source = cur.source_id();
    let triangles = rows(cur, "triangles", ["a", "b", "c"], count);
    let mut tri = Tri { triangle_count, ..Tri::default() };
    let mut places =
        Places { triangles: spans(source, &triangles, "triangles"), ..Places::default() };
    let whole = triangles.items.len() as f64 == count;
    tri.triangles = triangles.items;
    if whole
        && let Some((word, count)) = {
            let read = number(cur, "vertex_count");
            cur.or_keep(read)
        }
    {
        tri.vertex_count = Some(word);
        let vertices = rows(cur, "vertices", ["x", "y", "z"], count);
        places.vertices = spans(source, &vertices, "vertices");
        tri.vertices = vertices.items;
    }
    tri.tail = tail(cur)?;
    Ok((tri, places))
}

fn rows<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    name: &'static str,
    names: [&'static str; 3],
    count: f64,
) -> RunOf<Numbers<3>> {
    let start = cur.pos();
    // A negative or huge number is cut by the cast; the run ends with the text.
    let run = cur.run(name, count as usize, NumbersReader(names));
    if run.items.len() as f64 != count {
        let message = format_args!("{count} {name} are promised, {} are there", run.items.len());
        cur.problem(Severity::Error, (start, run.end - run.start), name, message);
    }
    run
}

/// The corners of a triangle, if they exist.
fn corners(triangle: &Numbers<3>, vertices: usize) -> Option<[u32; 3]> {
    let inside = |v: &f64| v.fract() == 0.0 && *v >= 0.0 && *v < vertices as f64;
    // Whole and in range, so that the cast is exact.
    triangle.values.iter().all(inside).then(|| triangle.values.map(|v| v as u32))
}

/// Triangles whose corners do not exist.
fn strays(tri: &Tri, places: &Places) -> Problems {
    let mut problems = Problems::default();
    for (index, triangle) in tri.triangles.iter().enumerate() {
        if corners(triangle, tri.vertices.len()).is_none() {
            let [a, b, c] = triangle.values;
            problems.push(Problem {
                severity: Severity::Error,
                span: places.triangles.get(index),
                available: None,
                field: format!("triangles[{index}]"),
                message: format!("{a}, {b}, {c} are not all among {} vertices", tri.vertices.len()),
            });
        }
    }
    problems
}

struct TriangleFile {
    tri: Tri,
    places: Places,
    source: Source,
}

impl Content for TriangleFile {
    fn scene(&self, _: Context<'_>) -> Option<(Scene, Problems)> {
        let name = self.source.stem().to_owned();
        let origin = Origin::new(self.source.span(), "");
        let mut scene = Scene {
            name: name.clone(),
            metres_per_unit: Some(1.0),
            materials: vec![ground()],
            ..Scene::default()
        };
        let layer = scene.layer("Terrain", LayerKind::Drawn, true);
        let vertices: Vec<[f64; 3]> =
            self.tri.vertices.iter().map(|vertex| vertex.values).collect();
        scene.meshes.push(self.mesh(&name, &vertices));
        let local = Mat4::IDENTITY;
        let mesh = Some(0);
        scene.nodes.push(Node {
            name: name.clone(),
            local,
            mesh,
            layer,
            rows: None,
            origin: origin.clone(),
            ..Node::default()
        });
        scene.height_fields.extend(height_field(format!("{name} heights"), vertices, origin));
        Some((scene, Problems::default()))
    }

    fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
        Ok(self.tri.write())
    }
}

impl TriangleFile {
    /// The game's axes become (x, z, −y).
    fn mesh(&self, name: &str, vertices: &[[f64; 3]]) -> Mesh {
        let place = |vertex: &[f64; 3]| {
            let [x, y, z] = vertex.map(|v| (v as f32).clamp(f32::MIN, f32::MAX));
            Vec3::new(x, z, -y)
        };
        let faces = (0u32..).zip(&self.tri.triangles).filter_map(|(index, triangle)| {
            let [a, b, c] = corners(triangle, vertices.len())?;
            Some(Face {
                corners: [a, b, c, NO_CORNER],
                colours: [super::wtd::GROUND; 4],
                index,
                ..Face::default()
            })
        });
        Mesh {
            name: name.to_owned(),
            origin: Origin::new(self.source.span(), "triangles"),
            positions: vertices.iter().map(place).collect(),
            position_spans: self.places.vertices.clone(),
            faces: faces.collect(),
            face_spans: self.places.triangles.clone(),
            ..Mesh::default()
        }
    }
}
