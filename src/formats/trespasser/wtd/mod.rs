//! Trespasser `*.wtd`: the terrain of a level as wavelet coefficients.
//!
//! The file is one stream of bits: 32-bit little-endian words, each with the most significant bit first.
//!
//! | bit | bits | field |
//! |---|---|---|
//! | 0 | 16 | `version`, 1001 |
//! | 16 | 32 | `node_count`, including empty squares |
//! | 48 | 32 | `vertex_count` |
//! | 80 | 32 | `root_coefficient` |
//! | 112 | 608 | `parameters`, see [`Parameters`]: a memory image, byte by byte |
//! | 720 | … | `squares`, see [`zerotree`](crate::codec::zerotree); zeros up to the next word |
//!
//! Only squares that have coefficients are elements of `squares`; the bits of empty squares belong to the
//! element before them.
//!
//! # For levels
//!
//! [`Loaded::open`] decodes a file; [`finest_mesh`] builds the mesh, in the scene's axes and with texture
//! coordinates for the base texture.
//!
//! Known unknowns: none; some files store a slightly wrong `z_to_coefficient`, which is not used.
//!
//! Source: format document `trespasser-wtd.md`.

mod audit;
mod read;
pub mod records;
mod scene;
mod terrain;
mod write;

pub use records::{Layout, Parameters, Wtd};
pub use scene::{GROUND, finest_mesh, ground, plain_scene};
pub use terrain::{Terrain, Triangle, triangles};
pub use write::QUANTISATION;

use crate::bytes::{BitReader, Cursor, Problems, Recorder, Result, Source};
use crate::container::Context;
use crate::formats::trespasser::groff;
use crate::formats::{
    Capability, Computable, Counts, Displayed, EditResult, FormatInfo, Head, Loaded, Operations,
    Probe, Records, Report, Score,
};
use crate::scene::Scene;

impl Records for Terrain {
    const INFO: FormatInfo = FormatInfo {
        id: "trespasser.wtd",
        name: "Trespasser terrain",
        extensions: &["wtd"],
        versions: &["1001"],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().computable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let mut bits = BitReader::new(head.bytes);
        if head.bytes.len() < 92 || bits.read(16)? != records::VERSION {
            return None;
        }
        let (nodes, vertices) = (bits.read(32)?, bits.read(32)?);
        bits.seek(records::PARAMETERS_BIT + 64);
        let [x, y] = [bits.read(32)?, bits.read(32)?].map(u32::swap_bytes);
        let mut score = Score::new(30, format!("version 1001, {nodes} nodes, {vertices} vertices"));
        score.rule(x == y && x.is_power_of_two(), 35, "a square whose side is a power of two");
        score.rule(nodes % 4 == 1, 15, "one node and four for each with coefficients");
        score.rule(head.has_extension(Self::INFO.extensions), 20, "matching extension");
        score.at_least(46)
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, _: &Source) -> Result<Self> {
        read::read(cur)
    }

    fn version(&self) -> String {
        records::VERSION.to_string()
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("terrain_vertices", self.heights().len());
    }

    /// Compares the stored counts with the tree.
    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        let Wtd { tree, layout, .. } = &*file.records.wtd;
        if let Some(declared) = layout.node_count.filter(|_| !report.is_cut()) {
            let there = tree.node_count();
            let message = format!("expected {declared} nodes, found {there}");
            report.warning("node_count", message);
        }
        if let Some(declared) = layout.vertex_count {
            let there = file.records.heights().len();
            let message = format!("expected {declared} vertices, found {there}");
            report.warning("vertex_count", message);
        }
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        Ok(self.wtd.write())
    }
}

impl Computable for Loaded<Terrain> {
    fn has_computed(&self) -> bool {
        true
    }

    fn audit(&self, report: &mut Report<'_>) {
        audit::audit(&self.records.wtd.parameters, report);
    }
}

impl Displayed for Loaded<Terrain> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        let mut scene = scene::build(self);
        // The companion level has the base texture.
        if let Some((level, texture)) = groff::under_terrain(self.source.stem(), context) {
            scene.part_of = Some(level);
            if let Some(texture) = texture {
                scene::cover(&mut scene, texture);
            }
        }
        Some((scene, Problems::default()))
    }
}
