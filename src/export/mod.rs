//! Writes scenes as standard files: models, pictures, what moves, sounds, tables.
//!
//! * [`Job::plan`] says which files there would be; nothing is decoded for it.
//! * [`Job::run`] makes them, each under a temporary name and then renamed, so that a killed run leaves
//!   none half done. The same scene and options give the same bytes.
//!
//! Everything an exporter has to change or leave out (a coordinate that is no number, a face whose
//! corner does not exist) is said in [`Report::notes`].

mod apng;
mod bvh;
mod captions;
mod csv;
mod digits;
mod exporter;
mod facts;
mod flac;
mod gif;
mod glb;
mod height;
mod look;
mod moving;
mod names;
mod naming;
mod obj;
mod ogg;
mod palette;
mod part;
mod picture;
mod plan;
mod png;
mod shape;
mod skin;
mod taken;
mod wav;
mod write;

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::str::FromStr;

pub use csv::csv;
pub use exporter::{Exporter, Kind};
pub use glb::Edited;
pub use names::matches_glob;
pub use naming::numbered;
pub use part::Part;
pub use picture::{texture_picture, texture_picture_in};
pub use plan::Asset;
pub use taken::{Taken, TakenNames};

use crate::bytes::SourceId;
use crate::scene::{
    AnimationId, Artist, FilmId, HeightFieldId, MeshId, OptionId, PaletteId, PictureSettings, Pose,
    RecordingId, Scene, TableId, TextureId,
};

impl Kind {
    /// Every exporter, in the order in which they are offered.
    pub const ALL: &[Kind] = &[
        Kind(&glb::GLB),
        Kind(&obj::OBJ),
        Kind(&bvh::BVH),
        Kind(&png::PNG),
        Kind(&gif::GIF),
        Kind(&apng::APNG),
        Kind(&wav::WAV),
        Kind(&flac::FLAC),
        Kind(&ogg::OGG),
        Kind(&captions::SRT),
        Kind(&captions::VTT),
        Kind(&csv::CSV),
        Kind(&facts::JSON),
        Kind(&palette::GPL),
        Kind(&palette::PAL),
        Kind(&palette::ACT),
    ];
}

/// Something of a scene that can be exported by itself. Numbers are indices into the scene's lists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// All nodes together (GLB, OBJ; turned once as GIF or APNG), or all facts (JSON).
    Scene,
    /// One mesh, in its own space; turned once as GIF or APNG.
    Model(MeshId),
    /// An image; with `None` in its own palette.
    Texture {
        /// Index into [`Scene::textures`].
        texture: TextureId,
        /// Index into [`Scene::palettes`].
        palette: Option<PaletteId>,
    },
    /// The colours of a palette.
    Palette(PaletteId),
    /// Facts in rows and columns (CSV).
    Table(TableId),
    /// A height field: its vertices (CSV), or a raster (PNG).
    HeightField(HeightFieldId),
    /// A sound, with its captions.
    Sound(RecordingId),
    /// All frames of an animation (GIF, APNG), or how its bones move (BVH).
    Animation(AnimationId),
    /// A frame of an animation, as it is drawn.
    Pose {
        /// Index into [`Scene::animations`].
        animation: AnimationId,
        /// Number of the frame, from 0.
        frame: u32,
    },
    /// All pictures of a film, as high as it is stored.
    Film(FilmId),
    /// A picture of a film, as high as it is stored.
    Frame {
        /// Index into [`Scene::films`].
        film: FilmId,
        /// Number of the frame, from 0.
        frame: u32,
    },
}

/// Choice of what to export.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Choice {
    /// The scene, models without an instance, every texture, every table, every sound.
    #[default]
    Everything,
    /// What [`matches_glob`] for one of these patterns. A placed model comes alone when a pattern
    /// names it and not the whole scene.
    Matching(Vec<String>),
    /// These subjects, in this order.
    These(Vec<Subject>),
}

/// In which palettes textures become pictures; on the command line `used` and `all`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Palettes {
    /// Their own, and those that faces use them with.
    #[default]
    Used,
    /// Every palette of the scene with as many entries as the texels can name.
    Every,
}

impl Subject {
    /// Name of the kind, in one word.
    pub fn kind(self) -> &'static str {
        match self {
            Subject::Scene => "scene",
            Subject::Model(_) => "model",
            Subject::Texture { .. } => "texture",
            Subject::Palette(_) => "palette",
            Subject::Table(_) => "table",
            Subject::HeightField(_) => "height field",
            Subject::Sound(_) => "sound",
            Subject::Animation(_) => "animation",
            Subject::Film(_) => "film",
            Subject::Pose { .. } | Subject::Frame { .. } => "frame",
        }
    }
}

impl FromStr for Palettes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "used" => Ok(Palettes::Used),
            "all" => Ok(Palettes::Every),
            _ => Err(format!("`{text}` is no choice of palettes; there are used, all")),
        }
    }
}

/// Settings of an export.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Options {
    /// Empty: what suits each asset (models GLB, textures PNG, sounds WAV, captions SRT, tables
    /// CSV, the scene JSON too).
    pub kinds: Vec<Kind>,
    /// Choice of what is exported.
    pub choice: Choice,
    /// Palettes in which textures become pictures.
    pub palettes: Palettes,
    /// GLBs hold no animations: a character with hundreds makes them slow to load elsewhere.
    pub without_animations: bool,
    /// What of sounds and their captions is written; all of them without.
    pub part: Option<Part>,
    /// Replace existing files.
    pub force: bool,
    /// File names that earlier jobs into the same folder gave out; theirs stay, ours get `~2`.
    pub taken: TakenNames,
    /// Settings of pictures that are drawn: size, background and pace of a turntable.
    pub pictures: PictureSettings,
    /// How OBJ files show the scene, and GLBs their morph targets.
    pub pose: Pose,
    /// Chosen options of the scene's variants; those that are left out are as in the scene.
    pub variants: Vec<Option<OptionId>>,
}

/// An export of one scene.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// Scene that is exported.
    pub scene: &'a Scene,
    /// Name of the file the scene was read from, without folders.
    pub source_name: &'a str,
    /// The bytes of that file, as the scene knows them: what has others is a companion's.
    pub source: SourceId,
    /// CRC-32 of that file as stored.
    pub crc32: u32,
    /// Settings of the export.
    pub options: Options,
}

/// Progress of a run, told before each file.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// Files dealt with so far, of `total`.
    pub done: usize,
    /// Files of the whole plan.
    pub total: usize,
    /// Name of the file that comes next.
    pub file: &'a str,
}

/// A file that could not be made or written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Path of the file, or of the folder that could not be made.
    pub path: PathBuf,
    /// One sentence.
    pub message: String,
}

/// Result of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Files that were written, in the order of the plan.
    pub written: Vec<PathBuf>,
    /// Were there already and were left alone.
    pub skipped: Vec<PathBuf>,
    /// Files that could not be made or written, and why.
    pub failed: Vec<Failure>,
    /// What differs from the source because the target cannot hold it; a sentence each.
    pub notes: Vec<String>,
    /// The callback ended the run early.
    pub cancelled: bool,
}

impl Report {
    /// Takes in what came of another part of the same work.
    pub fn add(&mut self, other: Report) {
        self.written.extend(other.written);
        self.skipped.extend(other.skipped);
        self.failed.extend(other.failed);
        self.notes.extend(other.notes);
        self.cancelled |= other.cancelled;
    }
}

impl Job<'_> {
    /// The files a run would write, in order. Empty when nothing matches the options.
    pub fn plan(&self) -> Vec<Asset> {
        plan::plan(self)
    }

    /// The kinds of files that something in the scene can be written as.
    pub fn kinds(&self) -> BTreeSet<Kind> {
        plan::kinds(self.scene)
    }

    /// The kinds of files that at least one of `subjects` can be written as.
    pub fn kinds_of(&self, subjects: &[Subject]) -> BTreeSet<Kind> {
        plan::kinds_of(self.scene, subjects)
    }

    /// Writes the planned files into `folder`, which is made when it is not there. `progress` is
    /// called before each file; with `Break` no further file is written.
    pub fn run(
        &self,
        folder: &Path,
        progress: &mut dyn FnMut(Progress<'_>) -> ControlFlow<()>,
    ) -> Report {
        write::run(self, None, folder, progress)
    }

    /// The same with somebody who draws the scene: without, nothing moves but films.
    pub fn run_drawn(
        &self,
        painter: &dyn Artist,
        folder: &Path,
        progress: &mut dyn FnMut(Progress<'_>) -> ControlFlow<()>,
    ) -> Report {
        write::run(self, Some(painter), folder, progress)
    }

    /// The bytes of one file, which is written nowhere.
    ///
    /// # Errors
    /// A sentence about why it cannot be made.
    pub fn bytes(
        &self,
        painter: Option<&dyn Artist>,
        subject: Subject,
        kind: Kind,
    ) -> Result<Vec<u8>, String> {
        write::bytes(self, painter, subject, kind)
    }

    /// Whether somebody has to draw for the planned files.
    pub fn needs_painter(&self) -> bool {
        self.plan().iter().any(|asset| asset.is_drawn())
    }

    /// Name of a subject.
    pub fn name_of(&self, subject: Subject) -> String {
        naming::name(self, subject)
    }

    /// Name of the whole scene: its own, else the source's without its extension.
    fn title(&self) -> &str {
        if !self.scene.name.is_empty() {
            return &self.scene.name;
        }
        Path::new(self.source_name).file_stem().and_then(|stem| stem.to_str()).unwrap_or("scene")
    }
}
