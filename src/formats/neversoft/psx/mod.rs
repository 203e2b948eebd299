//! Neversoft `*.psx`: levels, texture libraries, object banks and characters of the "Big Guns" engine
//! (Apocalypse, THPS 1–4, Spider-Man 1+2, Mat Hoffman's Pro BMX; PlayStation and ports).
//!
//! | part | location |
//! |---|---|
//! | header: version 3, 4 or 6, `2`, tag offset, object count | 0 |
//! | objects, 36 bytes each | 12 |
//! | model count, model offsets, models | after the objects, models by offset |
//! | tagged chunks up to `0xFFFFFFFF` | tag offset |
//! | model names, texture names, palettes of 16 and of 256, texture offsets | after the chunks |
//! | textures | by offset |
//!
//! Little-endian. Positions are 20.12, vertices whole units, axes X right, Y down, Z forward; the scene
//! converts them to (x, −y, −z).
//!
//! Known unknowns: base flags 0x0400, 0x2000, 0x4000; most surface bits; model flags 0x0002 and 0x0080;
//! the 8 light bytes of a face; chunks `Chnk` and `QUAD`; which rule a palette without a key colour
//! follows; those of [`animation`].
//!
//! Source: the format document `neversoft-psx.md`, whose section 25 lists the public work it is based on,
//! foremost slfx77/neversoft-multitool, rickomax/psxprev, JayFoxRox/thps2-tools and
//! iamgreaser/gms-blender-addons.

pub mod animation;
mod audit;
pub mod chunk;
mod companions;
pub mod derive;
pub mod face;
pub mod flags;
mod kind;
mod list_edit;
pub mod model;
mod paint;
pub mod palette;
mod planes;
mod probe;
mod read;
mod read_options;
mod rebuild;
pub mod records;
mod reflag;
mod replace;
mod scene;
pub mod texture;
mod validate;
pub mod version;
mod write;
mod write_back;

pub(super) use companions::{file_of, names_by_rule};
pub use read_options::{PALETTES, SCALE};
pub use records::File;
pub(super) use scene::level_of;

use crate::bytes::{Cursor, Problems, Recorder, Result, Source, Value};
use crate::container::Context;
use crate::formats::{
    Capability, Computable, Counts, Displayed, EditResult, Editable, Fields, FormatInfo,
    HashesNames, Head, ListChange, Loaded, Operations, Probe, Records, Report,
};
use crate::scene::{ElementState, Replacement, Scene};
use chunk::Chunk;
use records::Model;

impl Records for File {
    const INFO: FormatInfo = FormatInfo {
        id: "neversoft.psx",
        name: "Neversoft level or model",
        extensions: &["psx"],
        versions: &["3", "4", "6"],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const OPERATIONS: Operations<Self> =
        Operations::NONE.displayed().editable().computable().hashes_names();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        probe::probe(head, head.has_extension(Self::INFO.extensions))
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, _: &Source) -> Result<Self> {
        read::read(cur)
    }

    fn version(&self) -> String {
        self.version.number().to_string()
    }

    fn count(&self, counts: &mut Counts) {
        let sum = |of: fn(&Model) -> usize| self.models.iter().map(of).sum::<usize>();
        let faces = sum(|model| model.faces.len());
        let triangles = sum(|model| model.faces.iter().filter(|face| face.is_triangle()).count());
        counts.set("objects", self.objects.len());
        counts.set("models", self.models.len());
        counts.set("vertices", sum(|model| model.vertices.len()));
        counts.set("faces", faces);
        counts.set("triangles", 2 * faces - triangles);
        let library = self.library.as_ref();
        counts.set("textures", library.map_or(0, |l| l.textures.len()));
        counts.set("palettes", library.map_or(0, |l| l.palettes16.len() + l.palettes256.len()));
        if let Some(animations) = self.last_chunk(Chunk::animations) {
            counts.set("bones", animations.bones);
            counts.set("animations", animations.clips.len());
            let frames = animations.clips.iter().map(|clip| u64::from(clip.frames));
            counts.set("frames", frames.sum::<u64>());
        }
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        validate::check(file, report);
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        File::write(self)
    }
}

impl Displayed for Loaded<File> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some(scene::build(self, context))
    }
}

impl Editable for Loaded<File> {
    fn governs(&self, path: &str, value: &Value) -> bool {
        self.lost.is_none() && reflag::governs(&self.records, path, value)
    }

    fn with_governing(&self, fields: &[(&str, &Value)]) -> EditResult<Vec<u8>> {
        reflag::with_flags(&self.records, fields)
    }

    fn with_asset(&self, _: Context<'_>, path: &str, new: &Replacement) -> EditResult<Vec<u8>> {
        replace::with_asset(self, path, new)
    }

    fn stored_as(
        &self,
        context: Context<'_>,
        path: &str,
        shown: &ElementState,
    ) -> EditResult<Fields> {
        write_back::stored_as(&self.records, context, path, shown)
    }

    fn with_list(&self, _: Context<'_>, change: &ListChange<'_>) -> EditResult<Vec<u8>> {
        list_edit::with_list(self.kept()?, change)
    }
}

impl Computable for Loaded<File> {
    fn has_computed(&self) -> bool {
        !self.records.models.is_empty() || self.records.last(Chunk::block_map).is_some()
    }

    fn audit(&self, report: &mut Report<'_>) {
        audit::audit(self, report);
    }

    fn buildable(&self) -> Vec<String> {
        let is_buildable = rebuild::lacks_block_map(&self.records);
        is_buildable.then(|| rebuild::BLOCK_MAP.to_owned()).into_iter().collect()
    }

    fn rebuilt(&self, path: &str) -> EditResult<Vec<u8>> {
        rebuild::rebuilt(self.kept()?, path)?.write()
    }
}

impl HashesNames for Loaded<File> {
    fn name_hash(&self, name: &str) -> Option<u32> {
        Some(super::hash::model_name(name.as_bytes()))
    }
}
