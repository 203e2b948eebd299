//! SSX Tricky `*.mpf` (PlayStation 2): riders, heads and boards, with bones, weights and morphs.
//!
//! | part | offset |
//! |---|---|
//! | `header`: version 8, model count, offsets of the model headers and of the data | 0 |
//! | `model_headers`, 80 bytes each: name, data, lists, counts, file id | 12 |
//! | `models`: materials, bones, IK points, weights, references, mesh groups, mesh data | by offset |
//!
//! Offsets in a model count from its start. A mesh group (one material, one kind) consists of weight
//! groups, which consist of meshes. A mesh is a DMA chain of packets for the vector unit, each with VIF
//! codes; an UNPACK to address 0 starts a *chunk* of vertices in triangle strips. Kinds: 1 standard, 17
//! shadow volume, 256 morph, whose meshes are followed by their morph keys. Vertex numbers `a` and `b`
//! select a reference in the weight group's list, which selects weights, which name bones by position and
//! *file id*: a rider is two files, `_body` and `_head`, that share bones.
//!
//! Little-endian. Right-handed, X to the rider's left, Y backwards, Z up, one unit is about a
//! centimetre; the scene turns them to (x, z, −y). Vertices are stored in the bind pose.
//!
//! Counts: `faces` are the triangles of all strips, including those that only stitch (repeated positions)
//! and are not drawn; `morphs` are stored morph keys, one for each mesh and key.
//!
//! Known unknowns: the unit of morph deltas (1/12 is a convention of modding tools), the second rotation
//! and the signs of bones, two of a material's floats, the numbers after `group_ends`.
//!
//! Source: format document `ssx-mpf.md` sections 1 to 6, after GlitcherOG/SSX-Library and
//! Erickson400/TheTrickyModels.

pub mod chunk;
mod headers;
pub mod layout;
mod list_edit;
pub mod packet;
pub mod pieces;
mod read;
mod read_model;
pub mod records;
mod references;
mod scene;
mod validate;
mod vector;
pub mod vif;
mod write;
mod write_back;

pub use records::File;
pub use scene::MORPHS;

use crate::bytes::{Cursor, Problems, Recorder, Result, Source};
use crate::container::Context;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, Editable, Fields, FormatInfo, Head, ListChange,
    Loaded, Operations, Probe, Records, Report, Score,
};
use crate::scene::{ElementState, Scene};
use headers::{FILE_HEADER, MODEL_HEADER};
use records::{Model, VERSION};

/// All known versions.
const VERSIONS: [(u32, &str); 4] =
    [(3, "SSX"), (VERSION, "SSX Tricky"), (13, "SSX 3"), (14, "SSX On Tour")];

impl Records for File {
    const INFO: FormatInfo = FormatInfo {
        id: "ssx.mpf",
        name: "SSX Tricky models",
        extensions: &["mpf"],
        versions: &["3", "8", "13", "14"],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "File";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let version = head.u32(0)?;
        let (models, headers, data) = (head.u16(4)?, head.u16(6)?, head.u32(8)?);
        VERSIONS.iter().find(|(known, _)| *known == version)?;
        let is_named = head.has_extension(Self::INFO.extensions);
        if !is_named && u64::from(headers) != FILE_HEADER {
            return None;
        }
        let mut score = Score::new(20, format!("version {version}, {models} models"));
        let headers_end = u64::from(headers) + MODEL_HEADER * u64::from(models);
        score.rule(u64::from(headers) == FILE_HEADER, 25, "the model headers follow");
        let fits = u64::from(data) >= headers_end && u64::from(data) <= head.len;
        score.rule(fits && models > 0, 30, "the data starts after them");
        let at = usize::from(headers) + 16;
        let first = head.u32(at).zip(head.u32(at + 4)).map(|(offset, size)| {
            u64::from(data) + u64::from(offset) + u64::from(size) <= head.len
        });
        score.rule(first == Some(true), 15, "the first model is inside");
        score.rule(is_named, 10, "matching extension");
        score.at_least(60)
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        read::read(cur, source)
    }

    fn version(&self) -> String {
        self.version.to_string()
    }

    fn count(&self, counts: &mut Counts) {
        let sum = |f: fn(&Model) -> usize| self.models.iter().map(f).sum::<usize>();
        counts.set("models", self.models.len());
        counts.set("materials", sum(|model| model.materials.len()));
        counts.set("bones", sum(|model| model.bones.len()));
        let (mut chunks, mut strips, mut vertices, mut faces, mut morphs) = (0, 0, 0, 0, 0);
        for (_, _, mesh) in self.models.iter().flat_map(Model::meshes) {
            for chunk in chunk::chunks(mesh) {
                chunks += 1;
                strips += chunk.strips.len();
                vertices += chunk.len();
                faces += chunk.faces();
            }
            morphs += mesh.keys.len();
        }
        counts.set("chunks", chunks);
        counts.set("strips", strips);
        counts.set("vertices", vertices);
        counts.set("faces", faces);
        counts.set("triangles", faces);
        counts.set("morphs", morphs);
    }

    fn is_usable(&self) -> bool {
        let has_vertices = |model: &Model| {
            model.meshes().any(|(_, _, mesh)| chunk::chunks(mesh).iter().any(|c| !c.is_empty()))
        };
        let any = self.models.iter().any(|model| !model.bones.is_empty() || has_vertices(model));
        any || self.version != VERSION
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        validate::check(&file.records, report);
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        self.to_bytes()
    }
}

impl Displayed for Loaded<File> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some(scene::build(self, context))
    }
}

impl Editable for Loaded<File> {
    fn with_list(&self, _: Context<'_>, change: &ListChange<'_>) -> EditResult<Vec<u8>> {
        list_edit::with_list(self.kept()?, change)
    }

    fn stored_as(&self, _: Context<'_>, path: &str, shown: &ElementState) -> EditResult<Fields> {
        write_back::stored_as(&self.records, path, shown)
    }
}
