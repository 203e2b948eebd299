//! Trespasser `*.trr`: the points of a terrain as text, from which the game's tool builds a [`wtd`].
//!
//! White space separates decimals: x, y and z of one point after the other, metres, z upwards, in any
//! order. A later point at the same position wins; x and y snap to multiples of 0.125 m. The scene shows
//! the terrain that the tool would build.
//!
//! Source: format document `trespasser-wtd.md`, section 8.

use std::sync::Arc;

use super::words::{self, Numbers, next_word, probe_numbers};
use super::wtd::{self, QUANTISATION, Terrain, Wtd};
use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Cursor, Problems, Recorder, Result, Severity, Source};
use crate::container::Context;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, Editable, FormatInfo, Head, Loaded, Operations,
    Probe, Records, Report,
};
use crate::scene::{HeightData, HeightField, HeightRaster, Origin, Scene};

/// x, y and z.
pub type Point = Numbers<3>;

/// The points of a terrain.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trr {
    pub points: Vec<Point>,
    /// Bytes after the last point.
    pub tail: Vec<u8>,
}

impl Layout for Trr {
    const TYPE: &'static str = Self::ROOT;
    const MIN_SIZE: u64 = 1;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        if pass.is_reading() && next_word(pass.ahead()).is_none() {
            return Err(pass.fail("", format_args!("the file has no points")));
        }
        pass.items_up_to("points", &mut self.points, usize::MAX, ["x", "y", "z"])
    }
}

impl Records for Trr {
    const INFO: FormatInfo = FormatInfo {
        id: "trespasser.trr",
        name: "Trespasser terrain points",
        extensions: &["trr"],
        versions: &[],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        probe_numbers(head, Self::INFO.extensions, 3)
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, _: &Source) -> Result<Self> {
        let mut trr = Self::default();
        trr.tail = words::read(cur, &mut trr)?;
        Ok(trr)
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("terrain_vertices", self.points.len());
    }

    fn is_usable(&self) -> bool {
        !self.points.is_empty()
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        for (index, point) in file.records.points.iter().enumerate() {
            let [_, _, z] = point.values();
            if z < 0.0 {
                let message = format!("{z} m is below 0: the game's tool warns about this");
                report.warning(format!("points[{index}].z"), message);
            }
        }
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        words::write(self, &self.tail)
    }
}

impl Displayed for Loaded<Trr> {
    fn scene(&self, _: Context<'_>) -> Option<(Scene, Problems)> {
        let mut problems = Problems::default();
        let points: Vec<_> = self.records.points.iter().map(Point::values).collect();
        let mut scene = match Wtd::of_points(&points, QUANTISATION) {
            Ok(wtd) => {
                let terrain = Terrain::new(wtd);
                let mut scene = wtd::plain_scene(&terrain, &self.source);
                scene.height_fields = vec![of_terrain(
                    format!("{} heights", self.source.stem()),
                    points,
                    terrain,
                    self.whole(),
                )]
                .into();
                scene
            }
            Err(why) => {
                let message = format!("no terrain from these points: {why}");
                problems.report(Severity::Warning, self.source.span(), "points", message);
                Scene::default()
            }
        };
        scene.name = self.source.stem().to_owned();
        Some((scene, problems))
    }
}

impl Editable for Loaded<Trr> {
    fn is_text(&self) -> bool {
        true
    }
}

/// The stored points, and the terrain through them.
struct Points {
    points: Vec<[f64; 3]>,
    terrain: Terrain,
}

impl HeightData for Points {
    fn vertices(&self) -> Vec<[f64; 3]> {
        self.points.clone()
    }

    fn raster(&self, longest: u32) -> HeightRaster {
        self.terrain.raster(longest)
    }
}

/// The height field of a set of points; `None` if they do not form a terrain.
pub(super) fn height_field(
    name: String,
    points: Vec<[f64; 3]>,
    origin: Origin,
) -> Option<HeightField> {
    let terrain = Terrain::new(Wtd::of_points(&points, QUANTISATION).ok()?);
    Some(of_terrain(name, points, terrain, origin))
}

fn of_terrain(
    name: String,
    points: Vec<[f64; 3]>,
    terrain: Terrain,
    origin: Origin,
) -> HeightField {
    let vertices = points.len() as u64;
    HeightField { name, vertices, data: Arc::new(Points { points, terrain }), origin }
}
