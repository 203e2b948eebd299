//! Trespasser `*.tri`: a triangulated terrain as text, for the script of a modelling program.
//!
//! | part | words |
//! |---|---|
//! | `triangle_count` | 1 |
//! | `triangles`: three indices of vertices, from 0 | 3 each |
//! | `vertex_count` | 1 |
//! | `vertices`: x, y, z in metres, z upwards, twelve digits | 3 each |
//!
//! Source: format document `trespasser-wtd.md`, section 8.

use glam::Vec3;

use super::trr::height_field;
use super::words::{self, Number, Numbers, probe_numbers, whole};
use super::wtd::{GROUND, ground};
use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Cursor, Problems, Recorder, Result, Source};
use crate::container::Context;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, Editable, FormatInfo, Head, Loaded, Operations,
    Probe, Records, Report,
};
use crate::scene::{Face, Faces, Id, LayerKind, Mesh, NO_CORNER, Node, Origin, Scene};

/// A triangulated terrain.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tri {
    pub triangle_count: Number,
    pub triangles: Vec<Numbers<3>>,
    /// Missing if there are fewer triangles than expected.
    pub vertex_count: Option<Number>,
    pub vertices: Vec<Numbers<3>>,
    /// Bytes after the last vertex.
    pub tail: Vec<u8>,
}

impl Layout for Tri {
    const TYPE: &'static str = Self::ROOT;
    const MIN_SIZE: u64 = 1;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        self.triangle_count.field("triangle_count".into(), pass, ())?;
        let declared = most(&self.triangle_count);
        pass.items_up_to("triangles", &mut self.triangles, declared, ["a", "b", "c"])?;
        let is_whole = whole(self.triangle_count.value) == Some(self.triangles.len());
        pass.optional("vertex_count", is_whole, &mut self.vertex_count, ())?;
        let Some(declared) = &self.vertex_count else { return Ok(()) };
        pass.items_up_to("vertices", &mut self.vertices, most(declared), ["x", "y", "z"])
    }
}

impl Records for Tri {
    const INFO: FormatInfo = FormatInfo {
        id: "trespasser.tri",
        name: "Trespasser terrain triangles",
        extensions: &["tri"],
        versions: &[],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        probe_numbers(head, Self::INFO.extensions, 4)
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, _: &Source) -> Result<Self> {
        let mut tri = Self::default();
        tri.tail = words::read(cur, &mut tri)?;
        Ok(tri)
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("vertices", self.vertices.len());
        counts.set("faces", self.triangles.len());
        counts.set("triangles", self.triangles.len());
        counts.set("terrain_vertices", self.vertices.len());
    }

    fn is_usable(&self) -> bool {
        !self.vertices.is_empty()
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        let Tri { triangles, vertices, .. } = &file.records;
        let mut declared = |name: &str, count: f64, there: usize| {
            if there as f64 != count {
                report.error(name, format!("expected {count} {name}, found {there}"));
            }
        };
        declared("triangles", file.records.triangle_count.value, triangles.len());
        if let Some(count) = &file.records.vertex_count {
            declared("vertices", count.value, vertices.len());
        }
        for (index, triangle) in triangles.iter().enumerate() {
            if corners(triangle, vertices.len()).is_none() {
                let [a, b, c] = triangle.values();
                let message =
                    format!("{a}, {b}, {c} are not all among {} vertices", vertices.len());
                report.error(format!("triangles[{index}]"), message);
            }
        }
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        words::write(self, &self.tail)
    }
}

impl Displayed for Loaded<Tri> {
    fn scene(&self, _: Context<'_>) -> Option<(Scene, Problems)> {
        let name = self.source.stem().to_owned();
        let vertices: Vec<_> = self.records.vertices.iter().map(Numbers::values).collect();
        let mut scene = Scene {
            name: name.clone(),
            metres_per_unit: Some(1.0),
            materials: vec![ground()].into(),
            meshes: vec![mesh(self, &name, &vertices)].into(),
            ..Scene::default()
        };
        let layer = scene.layer("Terrain", LayerKind::Drawn, true);
        let (mesh, origin) = (Some(Id::new(0)), self.whole());
        scene.nodes.push(Node { name: name.clone(), mesh, layer, origin, ..Node::default() });
        let heights = height_field(format!("{name} heights"), vertices, self.whole());
        scene.height_fields.extend(heights);
        Some((scene, Problems::default()))
    }
}

impl Editable for Loaded<Tri> {
    fn is_text(&self) -> bool {
        true
    }
}

/// Number of elements for a count; a list with an invalid count extends to the end of the text.
fn most(count: &Number) -> usize {
    whole(count.value.max(0.0).trunc()).unwrap_or(usize::MAX)
}

/// The corners of a triangle, if they exist.
fn corners(triangle: &Numbers<3>, vertices: usize) -> Option<[u32; 3]> {
    let corner = |v: f64| u32::try_from(whole(v).filter(|v| *v < vertices)?).ok();
    let [a, b, c] = triangle.values().map(corner);
    Some([a?, b?, c?])
}

/// The game's axes become (x, z, −y).
fn mesh(file: &Loaded<Tri>, name: &str, vertices: &[[f64; 3]]) -> Mesh {
    let position = |vertex: &[f64; 3]| {
        let [x, y, z] = vertex.map(|v| (v as f32).clamp(f32::MIN, f32::MAX));
        Vec3::new(x, z, -y)
    };
    let faces = (0u32..).zip(&file.records.triangles).filter_map(|(index, triangle)| {
        let [a, b, c] = corners(triangle, vertices.len())?;
        let corners = [a, b, c, NO_CORNER];
        Some(Face { corners, colours: [GROUND; 4], index, ..Face::default() })
    });
    let faces: Faces = faces.collect();
    let lost = file.records.triangles.len().saturating_sub(faces.len());
    Mesh {
        name: name.to_owned(),
        origin: Origin::new(file.source.span(), "triangles"),
        undrawn: vec![Vec::new(); lost],
        positions: vertices.iter().map(position).collect(),
        position_spans: file.spans("vertices"),
        faces,
        face_spans: file.spans("triangles"),
        ..Mesh::default()
    }
}
