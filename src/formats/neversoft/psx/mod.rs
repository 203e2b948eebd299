//! Neversoft `*.psx`: levels, texture libraries, object banks and characters of the "Big Guns"
//! engine (Apocalypse, THPS 1–4, Spider-Man 1+2, Mat Hoffman's Pro BMX; PlayStation and ports).
//!
//! | part | where |
//! |---|---|
//! | header: version 3, 4 or 6, `2`, tag offset, object count | 0 |
//! | objects, 36 bytes each | 12 |
//! | model count, model offsets, models | behind, models by pointer |
//! | tagged chunks up to `0xFFFFFFFF` | tag offset |
//! | model names, texture names, palettes of 16 and of 256, texture offsets | behind the chunks |
//! | textures | by pointer |
//!
//! Little-endian. Positions are 20.12, vertices whole units, axes X right, Y down, Z forward;
//! the scene turns them to (x, −y, −z).
//!
//! Known unknowns: base flags 0x0400, 0x2000, 0x4000; most surface bits; model flags 0x0002 and
//! 0x0080; the 8 light bytes of a face; chunks `Chnk` and `QUAD`; which rule a palette without a
//! key colour follows; those of [`animation`].
//!
//! Source: the format document `neversoft-psx.md`, whose section 25 lists the public work it
//! stands on, foremost slfx77/neversoft-multitool, rickomax/psxprev, JayFoxRox/thps2-tools and
//! iamgreaser/gms-blender-addons.

pub mod animation;
mod audit;
pub mod chunk;
mod companions;
pub mod derive;
pub mod face;
pub mod flags;
pub mod layout;
mod palette;
mod probe;
pub mod psh;
mod read;
pub mod records;
mod scene;
mod texture;
mod validate;
mod write;

pub use read::{ModelPlace, Places, TexturePlace};
pub use records::File;

use crate::bytes::{Cursor, Endian, NoRecorder, Problems, Result, Source, Tree};
use crate::container::Context;
use crate::formats::{
    Ability, Content, Counts, Document, Format, FormatInfo, Head, Probe, Refusal,
};
use crate::scene::Scene;
use face::Face;

/// The format.
pub struct Psx;

static INFO: FormatInfo = FormatInfo {
    id: "neversoft.psx",
    name: "Neversoft level or model",
    family: "neversoft",
    extensions: &["psx"],
    versions: &["3", "4", "6"],
    can: &[Ability::View, Ability::Export, Ability::Write],
};

impl Format for Psx {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        probe::probe(head, head.has_extension(INFO.extensions))
    }

    fn open(&self, source: &Source) -> Result<Document> {
        let (tree, mut problems, read) = Tree::record(source, Endian::Little, INFO.id, read::read);
        let (file, places) = read?;
        problems.extend(validate::validate(&file, &places, source.id()));
        let counts = count(&file);
        Ok(Document {
            format: &INFO,
            version: file.version.number().to_string(),
            source: source.clone(),
            tree: tree.into(),
            problems,
            counts,
            usable: true,
            content: Box::new(Level { file, places, source: source.clone() }),
        })
    }
}

/// Reads the records alone, for companions and benchmarks.
pub fn parse(source: &Source) -> Result<(File, Places, Problems)> {
    let mut cur = Cursor::new(source, Endian::Little, NoRecorder);
    let (file, places) = read::read(&mut cur)?;
    Ok((file, places, cur.finish().1))
}

/// An opened file.
pub struct Level {
    pub file: File,
    pub places: Places,
    pub source: Source,
}

impl Level {
    fn part(&self) -> scene::Part<'_> {
        scene::Part { file: &self.file, places: &self.places, source: &self.source }
    }
}

impl Content for Level {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some(scene::build(self, context))
    }

    fn audit(&self) -> Problems {
        audit::audit(self)
    }

    fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
        self.file.write()
    }
}

fn count(file: &File) -> Counts {
    let mut counts = Counts::default();
    counts.set("objects", file.objects.len());
    counts.set("models", file.models.len());
    let sum = |f: fn(&records::Model) -> usize| file.models.iter().map(f).sum::<usize>();
    counts.set("vertices", sum(|model| model.vertices.len()));
    counts.set("faces", sum(|model| model.faces.len()));
    let triangles = |face: &Face| if face.is_triangle() { 1 } else { 2 };
    let of_model = |model: &records::Model| model.faces.iter().map(triangles).sum::<usize>();
    counts.set("triangles", file.models.iter().map(of_model).sum::<usize>());
    let library = file.library.as_ref();
    counts.set("textures", library.map_or(0, |l| l.textures.len()));
    counts.set("palettes", library.map_or(0, |l| l.palettes16.len() + l.palettes256.len()));
    if let Some(animations) = file.last_chunk(chunk::Chunk::animations) {
        counts.set("bones", animations.bones);
        counts.set("animations", animations.clips.len());
        let frames = animations.clips.iter().map(|clip| u64::from(clip.frames));
        counts.set("frames", frames.sum::<u64>());
    }
    counts
}
