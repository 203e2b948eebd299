//! Writes scenes as standard files: models, pictures, animations, sounds, tables.
//!
//! * [`Job::plan`] lists the files that would be written; nothing is decoded for it.
//! * [`Job::run`] writes them, each under a temporary name and then renamed, so that an interrupted run leaves
//!   no incomplete files. The same scene and options give the same bytes.
//!
//! Everything that an exporter has to change or leave out (a coordinate that is not a number, a face
//! whose corner does not exist) is reported in [`Report::notes`].

pub mod apng;
mod blending;
pub mod bvh;
mod captions;
mod csv;
pub mod digits;
mod exporter;
mod facts;
pub mod ffmpeg;
mod flac;
pub mod gif;
mod glb;
pub mod height;
pub mod names;
mod naming;
mod obj;
mod ogg;
mod palette;
mod picture;
mod plan;
mod png;
mod recording;
mod sequences;
mod shape;
pub mod skin;
mod sound_part;
mod used_names;
mod wav;
mod write;

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::str::FromStr;

pub use csv::csv;
pub use exporter::{Exporter, Kind};
pub use glb::{Edited, tangent};
pub use names::matches_glob;
pub use naming::numbered;
pub use palette::gimp_palette;
pub use picture::{texture_picture, texture_picture_in, texture_png};
pub use plan::Asset;
pub use png::{video_memory_png, video_memory_rgb};
pub use recording::{ENDINGS, FileContents, Recording, SaveFile, VIDEOS};
pub use sound_part::TimeRange;
pub use used_names::{TakenNames, UsedNames};

use crate::bytes::SourceId;
use crate::scene::{
    AnimationId, FrameRenderer, HeightFieldId, MeshId, OptionId, PaletteId, PictureSettings, Pose,
    RecordingId, Scene, TableId, TextureId, VideoId,
};

impl Kind {
    /// All exporters, in the order in which they are listed.
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

/// An element of a scene that can be exported separately. Numbers are indices into the scene's lists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// All nodes (GLB, OBJ; turntable as GIF or APNG), or all facts (JSON).
    Scene,
    /// One mesh in its own space; turntable as GIF or APNG.
    Model(MeshId),
    /// An image; `None` selects its own palette.
    Texture {
        /// Index into [`Scene::textures`].
        texture: TextureId,
        /// Index into [`Scene::palettes`].
        palette: Option<PaletteId>,
    },
    /// The colours of a palette.
    Palette(PaletteId),
    /// Data in rows and columns (CSV).
    Table(TableId),
    /// A height field: its vertices (CSV), or a raster (PNG).
    HeightField(HeightFieldId),
    /// A sound with its captions.
    Sound(RecordingId),
    /// All frames of an animation (GIF, APNG), or its bone movements (BVH).
    Animation(AnimationId),
    /// A rendered frame of an animation.
    Pose {
        /// Index into [`Scene::animations`].
        animation: AnimationId,
        /// Frame number, from 0.
        frame: u32,
    },
    /// All frames of a video, at the stored size.
    Film(VideoId),
    /// A frame of a video, at the stored size.
    Frame {
        /// Index into [`Scene::films`].
        film: VideoId,
        /// Frame number, from 0.
        frame: u32,
    },
}

/// Selection of subjects to export.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Choice {
    /// The scene, models without an instance, every texture, every table, every sound.
    #[default]
    Everything,
    /// Subjects that [`matches_glob`] for one of these patterns. A placed model is exported
    /// separately if a pattern matches it and not the whole scene.
    Matching(Vec<String>),
    /// These subjects, in this order.
    These(Vec<Subject>),
}

/// Palettes with which textures are exported; on the command line `used` and `all`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Palettes {
    /// The textures' own palettes, and those that faces use with them.
    #[default]
    Used,
    /// Every palette of the scene that is large enough for the texels.
    Every,
}

/// Animations that a GLB contains.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum GlbAnimations {
    /// All animations that have frames.
    #[default]
    All,
    /// No animations, and no cameras that animations move.
    None,
    /// Animations whose names [`matches_glob`] for one of these patterns.
    Matching(Vec<String>),
    /// Animations with these names.
    Named(BTreeSet<String>),
}

impl GlbAnimations {
    /// The choice for other files: names apply to one file only.
    pub fn of_other_files(&self) -> Self {
        match self {
            Self::None => Self::None,
            Self::All | Self::Matching(_) | Self::Named(_) => Self::All,
        }
    }

    /// The choice with an animation added or removed; `all` are the names of the file's animations.
    pub fn with(&self, name: &str, is_added: bool, all: &[&str]) -> Self {
        let is_chosen = |other: &&&str| match **other == name {
            true => is_added,
            false => self.contains(other),
        };
        let chosen: BTreeSet<String> =
            all.iter().filter(is_chosen).map(|name| (*name).to_owned()).collect();
        match chosen.len() {
            0 => Self::None,
            _ if all.iter().all(|name| chosen.contains(*name)) => Self::All,
            _ => Self::Named(chosen),
        }
    }

    /// Patterns or names of the chosen animations.
    pub fn names(&self) -> Vec<&str> {
        match self {
            Self::All | Self::None => Vec::new(),
            Self::Matching(patterns) => patterns.iter().map(String::as_str).collect(),
            Self::Named(names) => names.iter().map(String::as_str).collect(),
        }
    }

    /// `true` if a GLB contains the animation with this name.
    pub fn contains(&self, name: &str) -> bool {
        match self {
            Self::All => true,
            Self::None => false,
            Self::Matching(patterns) => patterns.iter().any(|pattern| matches_glob(pattern, name)),
            Self::Named(names) => names.contains(name),
        }
    }
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
            _ => Err(format!("unknown palette choice `{text}`; expected `used` or `all`")),
        }
    }
}

/// Settings of an export.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Options {
    /// Formats to write. Empty selects the default for each asset (models GLB, textures PNG, sounds WAV,
    /// captions SRT, tables CSV, also JSON of the scene).
    pub kinds: Vec<Kind>,
    /// Selection of subjects.
    pub choice: Choice,
    /// Palettes with which textures are exported.
    pub palettes: Palettes,
    /// Animations in GLBs: hundreds of them make a character slow to load elsewhere.
    pub animations: GlbAnimations,
    /// Part of sounds and their captions to export; `None` for all.
    pub part: Option<TimeRange>,
    /// Replace existing files.
    pub force: bool,
    /// File names used by earlier jobs in the same folder; a file with such a name gets `~2`.
    pub taken: TakenNames,
    /// Settings of rendered pictures: size, background and speed of a turntable.
    pub pictures: PictureSettings,
    /// Pose of the scene in OBJ files, and morph weights in GLBs.
    pub pose: Pose,
    /// Selected options of the scene's variants; missing ones are as in the scene.
    pub variants: Vec<Option<OptionId>>,
}

/// An export of one scene.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// Scene to export.
    pub scene: &'a Scene,
    /// Name of the file that the scene was read from, without folders.
    pub source_name: &'a str,
    /// Id of that file's bytes in the scene; data with another id is from a companion.
    pub source: SourceId,
    /// CRC-32 of that file as stored.
    pub crc32: u32,
    /// Settings of the export.
    pub options: Options,
}

/// Progress of a run, reported before each file.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// Number of files processed so far, of `total`.
    pub done: usize,
    /// Number of files in the plan.
    pub total: usize,
    /// Name of the next file.
    pub file: &'a str,
}

/// A file that could not be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Path of the file, or of the folder that could not be created.
    pub path: PathBuf,
    /// Reason, in one sentence.
    pub message: String,
}

/// Result of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Files that were written, in the order of the plan.
    pub written: Vec<PathBuf>,
    /// Existing files that were skipped.
    pub skipped: Vec<PathBuf>,
    /// Files that could not be written, and why.
    pub failed: Vec<Failure>,
    /// Differences from the source that the target format requires, one sentence each.
    pub notes: Vec<String>,
    /// The callback cancelled the run.
    pub cancelled: bool,
}

impl Report {
    /// Adds the results of another run.
    pub fn add(&mut self, other: Report) {
        self.written.extend(other.written);
        self.skipped.extend(other.skipped);
        self.failed.extend(other.failed);
        self.notes.extend(other.notes);
        self.cancelled |= other.cancelled;
    }
}

impl Job<'_> {
    /// Lists the files that a run would write, in order. Empty if nothing matches the options.
    pub fn plan(&self) -> Vec<Asset> {
        plan::plan(self)
    }

    /// File formats that at least one subject of the scene can be written as.
    pub fn kinds(&self) -> BTreeSet<Kind> {
        plan::kinds(self.scene)
    }

    /// File formats that at least one of `subjects` can be written as.
    pub fn kinds_of(&self, subjects: &[Subject]) -> BTreeSet<Kind> {
        plan::kinds_of(self.scene, subjects)
    }

    /// Writes the planned files into `folder`, which is created if necessary. `progress` is called before
    /// each file; `Break` ends the run.
    pub fn run(
        &self,
        folder: &Path,
        progress: &mut dyn FnMut(Progress<'_>) -> ControlFlow<()>,
    ) -> Report {
        write::run(self, None, folder, progress)
    }

    /// Same as [`Job::run`], with a renderer. Without one, only videos can be exported as moving
    /// pictures.
    pub fn run_drawn(
        &self,
        painter: &dyn FrameRenderer,
        folder: &Path,
        progress: &mut dyn FnMut(Progress<'_>) -> ControlFlow<()>,
    ) -> Report {
        write::run(self, Some(painter), folder, progress)
    }

    /// Returns the bytes of one file without writing it.
    ///
    /// # Errors
    /// A message about why it cannot be produced.
    pub fn bytes(
        &self,
        painter: Option<&dyn FrameRenderer>,
        subject: Subject,
        kind: Kind,
    ) -> Result<Vec<u8>, String> {
        write::bytes(self, painter, subject, kind)
    }

    /// Records the frames of a subject as an animated picture, a video, or a picture for each frame next to
    /// `output`. `save` writes a file.
    ///
    /// # Errors
    /// A message about why it cannot be recorded.
    pub fn record(
        &self,
        painter: Option<&dyn FrameRenderer>,
        subject: Subject,
        output: &Path,
        save: &SaveFile<'_>,
    ) -> Result<(), String> {
        recording::record(self, painter, subject, output, save)
    }

    /// `true` if a planned file needs a renderer.
    pub fn needs_painter(&self) -> bool {
        self.plan().iter().any(|asset| asset.is_drawn())
    }

    /// Name of a subject.
    pub fn name_of(&self, subject: Subject) -> String {
        naming::name(self, subject)
    }

    /// Name of the whole scene: its own, otherwise that of the source without its extension.
    fn title(&self) -> &str {
        if !self.scene.name.is_empty() {
            return &self.scene.name;
        }
        Path::new(self.source_name).file_stem().and_then(|stem| stem.to_str()).unwrap_or("scene")
    }
}
