//! Choices of the export dialog, kept between uses.

use std::collections::{BTreeSet, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use crate::app::model::export::preset::{ExportAs, Recorded};
use crate::app::model::export::preview::Preview;
use crate::app::model::export::quoted;
use crate::app::model::numbers::counted;
use crate::app::model::{State, document::paths};
use crate::bytes::SourceId;
use crate::container::path_text;
use crate::export::{
    Asset, Choice, GlbAnimations, Job, Kind, Options, Palettes, Report, Subject, TakenNames,
    TimeRange,
};
use crate::library::extract::Existing;
use crate::scene::{FrameSequence, PictureSettings, Scene};

/// Choices of the dialog.
#[derive(Default)]
pub struct Choices {
    pub folder: String,
    pub kinds: Vec<Kind>,
    /// The formats that were chosen before this export preset other ones.
    pub usual: Option<Vec<Kind>>,
    /// Range of seconds for sounds in this export.
    pub part: Option<TimeRange>,
    pub only: String,
    /// Subjects to export regardless of the pattern; `None` exports all that match it.
    pub these: Option<Vec<Subject>>,
    /// The selected subjects, and `true` if only these are exported.
    pub selected: Vec<Subject>,
    pub selection_only: bool,
    /// Short description of the selection.
    pub selection: String,
    /// `true` if `these` are the selection.
    pub is_selection: bool,
    /// The selected models, which a turntable can show instead of everything, and their description.
    pub models: Vec<Subject>,
    pub models_in_words: String,
    /// Paths of the files that were added to the open one.
    pub added: Vec<String>,
    /// The scene reduced to the selected faces, if faces are selected.
    pub faces: Option<Arc<Scene>>,
    pub every_palette: bool,
    /// Animations in GLBs.
    pub animations: GlbAnimations,
    /// Treatment of existing files.
    pub fate: Existing,
    /// Export dependencies as well.
    pub with_uses: bool,
    /// The opening whose dependencies were requested, and its dependencies once they are known.
    pub uses: (u64, Option<Vec<Dependency>>),
    /// The last plan and its input.
    pub plan: Option<(Options, (u64, u64), Vec<Asset>)>,
    /// Formats available for the scene, and for the chosen subjects.
    pub offered: BTreeSet<Kind>,
    pub offered_chosen: BTreeSet<Kind>,
    /// Description of the selection.
    pub what: String,
    /// Settings of drawn pictures, and their kind in this export.
    pub pictures: PictureSettings,
    pub recorded: Option<Recorded>,
    pub preview: Preview,
    /// The folder that was listed last, and its files.
    pub existing: (PathBuf, HashSet<String>),
    pub stage: Stage,
}

/// A file on which a scene depends.
#[derive(Clone)]
pub struct Dependency {
    pub path: String,
    pub name: String,
    /// Content of the file.
    pub source: SourceId,
    pub crc32: u32,
    pub scene: Arc<Scene>,
    /// Subjects that are not part of the export of the scene that uses it.
    pub subjects: Vec<Subject>,
}

impl Dependency {
    /// The export of the subjects that only this file has, with the same choices otherwise. `taken`:
    /// names used by files before it.
    pub fn job(&self, options: &Options, taken: TakenNames) -> Job<'_> {
        let choice = Choice::These(self.subjects.clone());
        let options = Options {
            kinds: options.kinds.clone(),
            choice,
            palettes: options.palettes,
            animations: options.animations.of_other_files(),
            force: options.force,
            taken,
            ..Options::default()
        };
        Job {
            scene: &self.scene,
            source_name: &self.name,
            source: self.source,
            crc32: self.crc32,
            options,
        }
    }
}

/// Stage of an export.
#[derive(Default)]
pub enum Stage {
    #[default]
    Choosing,
    /// The export runs as this job.
    Running(u64),
    Done(Report, PathBuf),
}

/// Choices that persist between sessions.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Remembered {
    folder: String,
    kinds: Vec<String>,
    every_palette: bool,
    without_animations: bool,
    selection_only: bool,
    force: bool,
    rename: bool,
}

impl Choices {
    pub fn remembered(&self) -> Remembered {
        Remembered {
            folder: self.folder.clone(),
            kinds: self.usual.as_ref().unwrap_or(&self.kinds).iter().map(Kind::to_string).collect(),
            every_palette: self.every_palette,
            without_animations: self.animations == GlbAnimations::None,
            selection_only: self.selection_only,
            force: self.fate == Existing::Replace,
            rename: self.fate == Existing::Rename,
        }
    }

    pub fn of(remembered: Remembered) -> Self {
        Self {
            folder: remembered.folder,
            kinds: remembered.kinds.iter().filter_map(|kind| kind.parse().ok()).collect(),
            every_palette: remembered.every_palette,
            animations: match remembered.without_animations {
                true => GlbAnimations::None,
                false => GlbAnimations::All,
            },
            selection_only: remembered.selection_only,
            fate: match (remembered.force, remembered.rename) {
                (true, _) => Existing::Replace,
                (_, true) => Existing::Rename,
                _ => Existing::Keep,
            },
            ..Self::default()
        }
    }

    /// Fills in defaults. With `these`, only those are exported this time.
    pub fn prepare(&mut self, state: &State, these: Option<Vec<Subject>>) {
        self.kinds = self.usual.take().unwrap_or_else(|| std::mem::take(&mut self.kinds));
        (self.part, self.recorded) = (None, None);
        // Names belong to one file.
        if matches!(self.animations, GlbAnimations::Named(_)) {
            self.animations = GlbAnimations::All;
        }
        self.these = these;
        self.plan = None;
        self.existing = Default::default();
        self.stage = Stage::Choosing;
        self.selected = state.selected_subjects();
        self.selection = state.selection_in_words().unwrap_or_default();
        self.faces = state.selected_faces_scene();
        self.is_selection = false;
        if let Some(scene) = state.scene() {
            let job = Job {
                scene: &scene.scene,
                source_name: "",
                source: SourceId::default(),
                crc32: 0,
                options: Options::default(),
            };
            self.offered = job.kinds();
            let chosen = self.these.as_ref().unwrap_or(&self.selected);
            self.offered_chosen = job.kinds_of(chosen);
            self.what = in_words(&job, chosen);
            let is_model = |subject: &&Subject| matches!(subject, Subject::Model(_));
            self.models = self.selected.iter().filter(is_model).copied().collect();
            self.models_in_words = in_words(&job, &self.models);
            self.added = scene.around.clone();
        }
        if self.folder.is_empty() {
            let folder = paths::home_folder().join("gouraud-export");
            self.folder = path_text(folder);
        }
    }

    /// Fills in defaults, with the selection as the subjects of this export.
    pub fn prepare_selection(&mut self, state: &State) {
        self.prepare(state, Some(state.selected_subjects()));
        self.is_selection = true;
    }

    /// The scene to export instead of `scene`: only the selected faces, if faces are selected.
    pub fn scene<'a>(&'a self, scene: &'a Arc<Scene>) -> &'a Arc<Scene> {
        let by_choice = self.these.is_none() && self.selection_only && !self.selected.is_empty();
        let wanted = self.is_selection || by_choice;
        self.faces.as_ref().filter(|_| wanted).unwrap_or(scene)
    }

    /// Presets other formats or a range of sounds, for this export.
    pub fn prepare_as(&mut self, state: &State, wanted: &ExportAs) {
        self.prepare(state, Some(wanted.subjects.clone()));
        (self.part, self.recorded) = (wanted.part, wanted.recorded);
        if !wanted.kinds.is_empty() {
            self.usual = Some(std::mem::replace(&mut self.kinds, wanted.kinds.clone()));
        }
    }

    /// The series of pictures to draw, if there is exactly one.
    pub fn reel(&self) -> Option<FrameSequence> {
        match (self.recorded?, self.these.as_deref()?) {
            (Recorded::Animation, [Subject::Animation(animation)]) => {
                Some(FrameSequence::Animation(*animation))
            }
            (Recorded::Turntable, [Subject::Model(mesh)]) => {
                Some(FrameSequence::Turn(Some(*mesh), self.pictures))
            }
            (Recorded::Turntable, [Subject::Scene]) => {
                Some(FrameSequence::Turn(None, self.pictures))
            }
            _ => None,
        }
    }

    /// Takes the list of files in `folder`.
    pub fn set_existing(&mut self, folder: PathBuf, names: HashSet<String>) {
        if folder == self.existing.0 {
            self.existing.1 = names;
        }
    }

    /// Waits for the report of a job.
    pub fn started(&mut self, job: u64) {
        self.stage = Stage::Running(job);
    }

    /// Takes the report of a job if it is expected here; otherwise returns it.
    pub fn done(&mut self, job: u64, report: Report, folder: PathBuf) -> Option<Report> {
        if !self.waits_for(job) {
            return Some(report);
        }
        self.stage = Stage::Done(report, folder);
        None
    }

    /// Handles the end of a job; if it left no report, it failed.
    pub fn ended(&mut self, job: u64) {
        if self.waits_for(job) {
            self.stage = Stage::Choosing;
        }
    }

    pub fn waits_for(&self, job: u64) -> bool {
        matches!(self.stage, Stage::Running(running) if running == job)
    }

    /// Dependencies that are exported with the open file.
    pub fn used(&self) -> &[Dependency] {
        let wanted = self.with_uses && self.can_use();
        self.uses.1.as_deref().filter(|_| wanted).unwrap_or_default()
    }

    /// `true` if everything is exported: the dependencies of a part are unknown.
    pub fn can_use(&self) -> bool {
        self.chosen().is_none() && self.only.trim().is_empty()
    }

    /// Takes the dependencies of an opened document.
    pub fn take_uses(&mut self, generation: u64, used: Vec<Dependency>) {
        if self.uses.0 == generation {
            self.uses.1 = Some(used);
            self.plan = None;
        }
    }

    /// Formats that fit the export.
    pub fn offered(&self) -> &BTreeSet<Kind> {
        if self.chosen().is_some() { &self.offered_chosen } else { &self.offered }
    }

    fn chosen(&self) -> Option<&Vec<Subject>> {
        let selected = Some(&self.selected).filter(|list| self.selection_only && !list.is_empty());
        self.these.as_ref().or(selected)
    }

    pub fn options(&self) -> Options {
        let only = self.only.trim();
        Options {
            // Formats chosen for another file stay chosen for that file.
            kinds: self.kinds.iter().copied().filter(|k| self.offered().contains(k)).collect(),
            choice: match (self.chosen(), only) {
                (Some(these), _) => Choice::These(these.clone()),
                (None, "") => Choice::Everything,
                (None, only) => Choice::Matching(vec![only.to_owned()]),
            },
            palettes: if self.every_palette { Palettes::Every } else { Palettes::Used },
            animations: self.animations.clone(),
            part: self.part,
            pictures: self.pictures,
            force: self.fate == Existing::Replace,
            // Existing names are not reused.
            taken: match self.fate {
                Existing::Rename => self.existing.1.clone().into(),
                _ => TakenNames::default(),
            },
            ..Options::default()
        }
    }

    /// The planned files, recomputed only after a change.
    pub fn plan(&mut self, state: &State) -> &[Asset] {
        let options = self.options();
        let made_for = state.doc.as_ref().map_or((0, 0), |doc| (doc.generation, doc.names));
        let fresh = self.plan.as_ref().is_some_and(|(o, d, _)| *o == options && *d == made_for);
        if !fresh && let (Some(doc), Some(scene)) = (&state.doc, state.scene()) {
            let source_name = doc.opened.stored.file_name();
            // Planning does not need the checksum of the file.
            let job = Job {
                scene: self.scene(&scene.scene),
                source_name,
                source: SourceId::default(),
                crc32: 0,
                options: options.clone(),
            };
            let mut plan = job.plan();
            for used in self.used() {
                let mut taken = options.taken.clone();
                taken.extend(plan.iter().map(|asset| asset.file.clone()));
                plan.extend(used.job(&options, taken).plan());
            }
            self.plan = Some((options, made_for, plan));
        }
        self.plan.as_ref().map_or(&[], |(_, _, plan)| plan)
    }

    /// Patterns for `--only` that match the chosen subjects, in the order of the plan.
    pub fn patterns(&self, scene: Option<&Scene>) -> Vec<String> {
        let only = self.only.trim();
        if self.chosen().is_none() {
            return (!only.is_empty()).then(|| only.to_owned()).into_iter().collect();
        }
        let plan = self.plan.as_ref().map_or(&[][..], |(_, _, plan)| plan);
        let mut patterns: Vec<String> = Vec::new();
        for asset in plan {
            let sound = match asset.subject {
                Subject::Sound(sound) => scene.and_then(|s| s.sounds.get(sound)),
                _ => None,
            };
            patterns.push(match (asset.subject, sound.and_then(|sound| sound.ids.first())) {
                // The identifier does not depend on the known names.
                (_, Some(id)) => id.name.hex(),
                // Model names need not be unique.
                (Subject::Model(model), None) => format!("model {model}"),
                _ => asset.name.clone(),
            });
        }
        let mut seen = HashSet::new();
        patterns.retain(|pattern| seen.insert(pattern.clone()));
        patterns
    }

    /// The equivalent command line.
    pub fn command_line(&self, path: &str, scene: Option<&Scene>) -> String {
        let used = self.used().iter().map(|used| used.path.as_str());
        let paths: Vec<String> = std::iter::once(path).chain(used).map(quoted).collect();
        let mut line = format!("gouraud export {} -o {}", paths.join(" "), quoted(&self.folder));
        for path in &self.added {
            line += &format!(" --with {}", quoted(path));
        }
        let kinds = self.options().kinds;
        if !kinds.is_empty() {
            let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
            line += &format!(" --to {}", names.join(","));
        }
        for pattern in self.patterns(scene) {
            line += &format!(" --only {}", quoted(&pattern));
        }
        if self.every_palette {
            line += " --palettes all";
        }
        if self.animations == GlbAnimations::None {
            line += " --no-animations";
        }
        for name in self.animations.names() {
            line += &format!(" --animation {}", quoted(name));
        }
        if let Some(TimeRange { from, to }) = self.part {
            line += &format!(" --part {from}..{to}");
        }
        if let Some(recorded) = self.recorded {
            line += &recorded.command_options(self.pictures);
        }
        line += match self.fate {
            Existing::Keep => "",
            Existing::Replace => " --force",
            Existing::Rename => " --rename",
        };
        line
    }
}

/// Description of the exported subjects: `object shops`, `3 textures`, `12 elements`.
fn in_words(job: &Job<'_>, subjects: &[Subject]) -> String {
    match subjects {
        [] => String::new(),
        [one] => format!("{} {}", one.kind(), job.name_of(*one)),
        [first, rest @ ..] => {
            let same = rest.iter().all(|other| other.kind() == first.kind());
            counted(subjects.len() as u64, if same { first.kind() } else { "element" })
        }
    }
}
