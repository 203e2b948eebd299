//! Trespasser `*.trr`: the points of a terrain as text, which the game's tool makes a
//! [`wtd`] of.
//!
//! White space separates decimals: x, y and z of one point after the other, metres, z upwards, in
//! any order. A later point in the same place wins; x and y snap to multiples of 0.125 m. Shown is
//! the terrain that the tool would make.
//!
//! Source: format document `trespasser-wtd.md`, section 8.

use std::sync::Arc;

use super::places::spans;
use super::words::{Numbers, NumbersReader, peek_word, probe_numbers, tail};
use super::wtd::{self, QUANTISATION, Terrain, Wtd};
use crate::bytes::{
    Cursor, Endian, Problem, Problems, Recorder, Result, Severity, Source, Tree, Writer,
};
use crate::container::Context;
use crate::formats::{
    Ability, Content, Counts, Document, Format, FormatInfo, Head, Probe, Refusal,
};
use crate::scene::{HeightData, HeightField, HeightRaster, Origin, Scene, Spans};

/// The format.
pub struct TrrFormat;

static INFO: FormatInfo = FormatInfo {
    id: "trespasser.trr",
    name: "Trespasser terrain points",
    family: "trespasser",
    extensions: &["trr"],
    versions: &[],
    can: &[Ability::View, Ability::Export, Ability::Write],
};

/// x, y and z.
pub type Point = Numbers<3>;

/// The points of a terrain.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trr {
    pub points: Vec<Point>,
    /// What stands behind the last point.
    pub tail: Box<[u8]>,
}

impl Trr {
    /// One point a line.
    pub fn new(points: &[[f64; 3]]) -> Self {
        let point = |(index, point): (usize, &[f64; 3])| Point::line(*point, index == 0);
        let points = points.iter().enumerate().map(point).collect();
        Self { points, tail: b"\n".as_slice().into() }
    }

    pub fn write(&self) -> Vec<u8> {
        let mut out = Writer::new(Endian::Little);
        self.points.iter().for_each(|point| point.write(&mut out));
        out.bytes(&self.tail);
        out.finish()
    }

    pub fn places(&self) -> Vec<[f64; 3]> {
        self.points.iter().map(|point| point.values).collect()
    }
}

impl Format for TrrFormat {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        probe_numbers(head, INFO.extensions, 3)
    }

    fn open(&self, source: &Source) -> Result<Document> {
        let (tree, mut problems, read) = Tree::record(source, Endian::Little, INFO.id, read);
        let (points, spans) = read?;
        problems.extend(below_the_sea(&points, &spans));
        let mut counts = Counts::default();
        counts.set("terrain_vertices", points.points.len());
        Ok(Document {
            format: &INFO,
            version: String::new(),
            source: source.clone(),
            tree: tree.into(),
            problems,
            counts,
            usable: !points.points.is_empty(),
            content: Box::new(PointFile { points, source: source.clone() }),
        })
    }
}

fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(Trr, Spans)> {
    if peek_word(cur).is_none() {
        return Err(cur.fail(format_args!("there is not a single point")));
    }
    let run = cur.run("points", usize::MAX, NumbersReader(["x", "y", "z"]));
    cur.seek(run.end)?;
    let spans = spans(cur.source_id(), &run, "points");
    Ok((Trr { points: run.items, tail: tail(cur)? }, spans))
}

/// The game's tool warns of heights below 0.
fn below_the_sea(points: &Trr, spans: &Spans) -> Problems {
    let mut problems = Problems::default();
    let below = points.points.iter().enumerate().filter(|(_, point)| point.values[2] < 0.0);
    for (index, point) in below {
        problems.push(Problem {
            severity: Severity::Warning,
            span: spans.get(index),
            available: None,
            field: format!("points[{index}].z"),
            message: format!("{} m is below 0, of which the game's tool warns", point.values[2]),
        });
    }
    problems
}

struct PointFile {
    points: Trr,
    source: Source,
}

impl Content for PointFile {
    fn scene(&self, _: Context<'_>) -> Option<(Scene, Problems)> {
        let mut problems = Problems::default();
        let places = self.points.places();
        let mut scene = match Wtd::of_points(&places, QUANTISATION) {
            Ok(wtd) => {
                let terrain = Terrain::new(wtd);
                let mut scene = wtd::plain_scene(&terrain, &self.source);
                scene.height_fields.iter_mut().for_each(|field| {
                    field.data =
                        Arc::new(Points { places: places.clone(), terrain: terrain.clone() });
                    field.vertices = places.len() as u64;
                });
                scene
            }
            Err(why) => {
                problems.push(Problem {
                    severity: Severity::Warning,
                    span: self.source.span(),
                    available: None,
                    field: "points".to_owned(),
                    message: format!("the points make no terrain: {why}"),
                });
                Scene::default()
            }
        };
        scene.name = self.source.stem().to_owned();
        Some((scene, problems))
    }

    fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
        Ok(self.points.write())
    }
}

/// The points as they are written, and the terrain through them.
struct Points {
    places: Vec<[f64; 3]>,
    terrain: Terrain,
}

impl HeightData for Points {
    fn vertices(&self) -> Vec<[f64; 3]> {
        self.places.clone()
    }

    fn raster(&self, longest: u32) -> HeightRaster {
        self.terrain.raster(longest)
    }
}

/// A height field of vertices that are triangles' corners.
pub(super) fn height_field(
    name: String,
    places: Vec<[f64; 3]>,
    origin: Origin,
) -> Option<HeightField> {
    let terrain = Terrain::new(Wtd::of_points(&places, QUANTISATION).ok()?);
    let vertices = places.len() as u64;
    Some(HeightField { name, vertices, data: Arc::new(Points { places, terrain }), origin })
}
