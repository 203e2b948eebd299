//! Trespasser `*.wtd`: the terrain of a level as wavelet coefficients.
//!
//! The file is one stream of bits: 32-bit little-endian words, of each the most significant bit
//! first.
//!
//! | bit | bits | field |
//! |---|---|---|
//! | 0 | 16 | `version`, 1001 |
//! | 16 | 32 | `node_count`, empty squares too |
//! | 48 | 32 | `vertex_count` |
//! | 80 | 32 | `root_coefficient` |
//! | 112 | 608 | `parameters`, see [`Parameters`]: a memory image, every byte by itself |
//! | 720 | … | `squares`, see [`zerotree`](crate::codec::zerotree); zeros up to the next word |
//!
//! The tree names the squares that have coefficients; the bits of the empty ones between them
//! belong to the one before.
//!
//! # For levels
//!
//! [`parse`] and [`Terrain::new`] decode a file; [`finest_mesh`] makes the mesh, in the scene's
//! axes and with texture coordinates for the base texture; [`Terrain::height_at`] is the ground
//! under an object, in the game's.
//!
//! Known unknowns: none; some files store a slightly wrong `z_to_coefficient`, which is not used.
//!
//! Source: format document `trespasser-wtd.md`.

mod read;
pub mod records;
mod scene;
mod terrain;
mod write;

pub use records::{Layout, Parameters, Wtd};
pub use scene::{GROUND, finest_mesh, ground, plain_scene};
pub use terrain::{Terrain, Triangle, triangles};
pub use write::QUANTISATION;

use crate::bytes::{
    BitReader, Cursor, Endian, NoRecorder, Problem, Problems, Result, Severity, Source, Span, Tree,
};
use crate::container::Context;
use crate::formats::trespasser::groff;
use crate::formats::{
    Ability, Content, Counts, Document, Format, FormatInfo, Head, Probe, Refusal,
};
use crate::scene::Scene;

/// The format.
pub struct WtdFormat;

static INFO: FormatInfo = FormatInfo {
    id: "trespasser.wtd",
    name: "Trespasser terrain",
    family: "trespasser",
    extensions: &["wtd"],
    versions: &["1001"],
    can: &[Ability::View, Ability::Export, Ability::Write],
};

impl Format for WtdFormat {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        let mut bits = BitReader::new(head.bytes);
        if head.bytes.len() < 92 || bits.read(16)? != records::VERSION {
            return None;
        }
        let (nodes, vertices) = (bits.read(32)?, bits.read(32)?);
        bits.seek(records::PARAMETERS_BIT + 64);
        let [x, y] = [bits.read(32)?, bits.read(32)?].map(u32::swap_bytes);
        let mut score = 30;
        let mut reasons = vec![format!("version 1001, {nodes} nodes, {vertices} vertices")];
        let mut rule = |holds: bool, points: u8, what: &str| {
            if holds {
                score += points;
                reasons.push(what.to_owned());
            }
        };
        rule(x == y && x.is_power_of_two(), 35, "a square of a power of two");
        rule(nodes % 4 == 1, 15, "one node and four for each with coefficients");
        rule(head.has_extension(INFO.extensions), 20, "the extension fits");
        (score > 45).then(|| Probe { score, reason: reasons.join(", ") })
    }

    fn open(&self, source: &Source) -> Result<Document> {
        let (tree, mut problems, read) = Tree::record(source, Endian::Little, INFO.id, read::read);
        let terrain = decode(source, read?, &mut problems);
        let mut counts = Counts::default();
        counts.set("terrain_vertices", terrain.heights().len());
        Ok(Document {
            format: &INFO,
            version: records::VERSION.to_string(),
            source: source.clone(),
            tree: tree.into(),
            problems,
            counts,
            usable: true,
            content: Box::new(TerrainFile { terrain, source: source.clone() }),
        })
    }
}

/// Reads and decodes a terrain, for levels and benchmarks.
pub fn parse(source: &Source) -> Result<(Terrain, Problems)> {
    let mut cur = Cursor::new(source, Endian::Little, NoRecorder);
    let read = read::read(&mut cur)?;
    let mut problems = cur.finish().1;
    let terrain = decode(source, read, &mut problems);
    Ok((terrain, problems))
}

/// Decodes the heights, and holds their number against what the file says.
fn decode(source: &Source, (mut wtd, promised): (Wtd, u32), problems: &mut Problems) -> Terrain {
    let there = wtd.tree.heights(wtd.root).len();
    if usize::try_from(promised).ok() != Some(there) {
        wtd.layout.vertex_count = Some(promised);
        problems.push(Problem {
            severity: Severity::Warning,
            span: Span::new(source.id(), 4, 8),
            available: None,
            field: "vertex_count".to_owned(),
            message: format!("{promised} vertices are promised, {there} are there"),
        });
    }
    Terrain::new(wtd)
}

struct TerrainFile {
    terrain: Terrain,
    source: Source,
}

impl Content for TerrainFile {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        let mut scene = scene::build(&self.terrain, &self.source);
        // The level beside it knows what covers it.
        if let Some((level, texture)) = groff::under_terrain(self.source.stem(), context) {
            scene.part_of = Some(level);
            if let Some(texture) = texture {
                scene::cover(&mut scene, texture);
            }
        }
        Some((scene, Problems::default()))
    }

    fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
        self.terrain.wtd.write()
    }
}
