//! Planning of the files of an export.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::exporter::{Content, Fit, Kind};
use super::names::{UniqueNames, matches_glob};
use super::naming::{name, sound_stem};
use super::picture::PictureKey;
use super::png::PNG;
use super::{Choice, Job, Palettes, Subject};
use crate::container::safe_name;
use crate::scene::{
    AnimationId, Choice as Shown, Element, Id, Mesh, MeshId, NodeId, RecordingId, Scene, Surface,
};

/// A file to write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asset {
    /// Name in the source, which `--only` matches.
    pub name: String,
    /// File format.
    pub kind: Kind,
    /// Exported element of the scene.
    pub subject: Subject,
    /// File name: safe, and unique within the plan.
    pub file: String,
    pub(super) content: Content,
}

impl Asset {
    /// `true` if it needs a renderer.
    pub(super) fn is_drawn(&self) -> bool {
        let moves =
            matches!(self.kind.name(), "gif" | "apng") && !matches!(self.subject, Subject::Film(_));
        moves || matches!(self.subject, Subject::Pose { .. })
    }
}

/// Content of a GLB or OBJ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum ModelContent {
    Scene,
    Model(MeshId),
}

impl From<Subject> for ModelContent {
    fn from(subject: Subject) -> Self {
        match subject {
            Subject::Model(mesh) => Self::Model(mesh),
            _ => Self::Scene,
        }
    }
}

pub(super) fn plan(job: &Job<'_>) -> Vec<Asset> {
    let mut plan = Plan {
        job,
        assets: Vec::new(),
        known: HashSet::new(),
        names: UniqueNames::without(&job.options.taken),
        sound_stems: HashMap::new(),
    };
    for subject in subjects(job) {
        plan.add_subject(subject);
    }
    plan.add_pictures_beside();
    plan.assets
}

/// Selected subjects, in the order in which they are written.
fn subjects(job: &Job<'_>) -> Vec<Subject> {
    let scene = job.scene;
    if let Choice::These(list) = &job.options.choice {
        let all = list.iter().copied().filter(|subject| exists(scene, *subject));
        return all.flat_map(|subject| with_poses(scene, subject)).collect();
    }
    let placings = placings(scene);
    let fits = |subject: &Subject| match &job.options.choice {
        Choice::Matching(patterns) => {
            let asked = |name: &String| patterns.iter().any(|pattern| matches_glob(pattern, name));
            asked(&name(job, *subject)) || other_names(scene, &placings, *subject).iter().any(asked)
        }
        _ => true,
    };
    let mut list = vec![Subject::Scene];
    list.retain(fits);
    let whole = !list.is_empty();
    let models = scene.meshes.ids().filter(|mesh| !(whole && placings.contains_key(mesh)));
    list.extend(models.map(Subject::Model).filter(fits));
    let pictures = pictures(job).into_iter();
    let textures =
        pictures.map(|key| Subject::Texture { texture: key.texture, palette: key.palette });
    list.extend(textures.filter(fits));
    list.extend(scene.palettes.ids().map(Subject::Palette).filter(fits));
    list.extend(scene.tables.ids().map(Subject::Table).filter(fits));
    list.extend(scene.height_fields.ids().map(Subject::HeightField).filter(fits));
    list.extend(scene.sounds.ids().map(Subject::Sound).filter(fits));
    list.extend(scene.animations.ids().map(Subject::Animation).filter(fits));
    // Frames are exported only if they are named and PNG is requested.
    if matches!(job.options.choice, Choice::Matching(_)) && job.options.kinds.contains(&Kind(&PNG))
    {
        list.extend(scene.animations.ids().flat_map(|id| poses(scene, id)).filter(fits));
    }
    list.extend(scene.films.ids().map(Subject::Film).filter(fits));
    list.extend(frames(scene).filter(fits));
    list
}

/// An animation or a video with each of its frames; everything else alone.
fn with_poses(scene: &Scene, subject: Subject) -> Vec<Subject> {
    let each: Vec<Subject> = match subject {
        Subject::Animation(animation) => poses(scene, animation).collect(),
        Subject::Film(wanted) => frames(scene)
            .filter(|frame| matches!(frame, Subject::Frame { film, .. } if *film == wanted))
            .collect(),
        _ => Vec::new(),
    };
    std::iter::once(subject).chain(each).collect()
}

/// Every frame of an animation according to its header, if there is something to draw.
fn poses(scene: &Scene, animation: AnimationId) -> impl Iterator<Item = Subject> + use<> {
    let is_drawn = super::sequences::suits(scene, Subject::Animation(animation)).is_some();
    let count = scene.animations.get(animation).filter(|_| is_drawn).map_or(0, |a| a.frames);
    (0..count).map(move |frame| Subject::Pose { animation, frame })
}

/// Every frame of every video.
fn frames(scene: &Scene) -> impl Iterator<Item = Subject> {
    let films = scene.films.pairs();
    films.flat_map(|(film, stored)| {
        (0..stored.frames).map(move |frame| Subject::Frame { film, frame })
    })
}

/// Instances of each mesh.
type Placings = HashMap<MeshId, Vec<NodeId>>;

fn placings(scene: &Scene) -> Placings {
    let mut placings = Placings::new();
    for (index, node) in scene.nodes.pairs() {
        if let Some(mesh) = node.mesh {
            placings.entry(mesh).or_default().push(index);
        }
    }
    placings
}

/// Alternative names of a subject: its name in lists; for a model, the listed names of the objects that
/// are placed with it; for a sound, its identifiers and its file name.
fn other_names(scene: &Scene, placings: &Placings, subject: Subject) -> Vec<String> {
    match subject {
        Subject::Scene => Vec::new(),
        Subject::Model(mesh) => {
            let placed = placings.get(&mesh).into_iter().flatten();
            let objects = placed.flat_map(|node| scene.names_of(Element::Node(*node)));
            scene.names_of(Element::Mesh(mesh)).into_iter().chain(objects).collect()
        }
        Subject::Texture { texture, .. } => scene.names_of(Element::Texture(texture)),
        Subject::Palette(palette) => scene.names_of(Element::Palette(palette)),
        Subject::Table(table) => scene.names_of(Element::Row { table, row: 0 }),
        Subject::HeightField(_) => Vec::new(),
        Subject::Animation(animation) => scene.names_of(Element::Animation(animation)),
        Subject::Pose { animation, .. } => {
            let mut names = scene.names_of(Element::Animation(animation));
            names.extend(scene.animations.get(animation).map(|found| found.name.clone()));
            names
        }
        Subject::Film(film) => scene.names_of(Element::Film(film)),
        Subject::Frame { film, frame } => {
            let mut names = scene.names_of(Element::Film(film));
            names.extend(scene.films.get(film).map(|found| found.name.clone()));
            names.push(format!("frame {frame}"));
            names
        }
        Subject::Sound(index) => {
            let ids = scene.sounds.get(index).map_or(&[][..], |sound| &sound.ids);
            let mut names = scene.names_of(Element::Sound(index));
            names.push(sound_stem(scene, index));
            for id in ids {
                names.push(id.name.hex());
                names.extend(id.name.known.iter().map(|known| known.name.clone()));
            }
            names
        }
    }
}

fn exists(scene: &Scene, subject: Subject) -> bool {
    match subject {
        Subject::Scene => true,
        Subject::Model(mesh) => scene.meshes.get(mesh).is_some(),
        Subject::Texture { texture, .. } => scene.textures.get(texture).is_some(),
        Subject::Palette(palette) => scene.palettes.get(palette).is_some(),
        Subject::Table(table) => scene.tables.get(table).is_some(),
        Subject::HeightField(field) => scene.height_fields.get(field).is_some(),
        Subject::Sound(sound) => scene.sounds.get(sound).is_some(),
        Subject::Animation(animation) => scene.animations.get(animation).is_some(),
        Subject::Pose { animation, frame } => {
            scene.animations.get(animation).is_some_and(|found| frame < found.frames)
        }
        Subject::Film(film) => scene.films.get(film).is_some(),
        Subject::Frame { film, frame } => {
            scene.films.get(film).is_some_and(|film| frame < film.frames)
        }
    }
}

/// Every texture with its own palette, followed by the other palettes in use or requested.
fn pictures(job: &Job<'_>) -> Vec<PictureKey> {
    let scene = job.scene;
    let own = scene.textures.ids().filter_map(|t| PictureKey::new(scene, t, None));
    let mut keys: Vec<PictureKey> = own.collect();
    let others: BTreeSet<PictureKey> = match job.options.palettes {
        Palettes::Used => {
            scene.materials.iter().filter_map(|m| surface(scene, m.surface)).collect()
        }
        Palettes::Every => every_palette(scene),
    };
    let known: BTreeSet<PictureKey> = keys.iter().copied().collect();
    keys.extend(others.into_iter().filter(|key| !known.contains(key)));
    keys.sort_by_key(|key| key.texture);
    keys
}

fn every_palette(scene: &Scene) -> BTreeSet<PictureKey> {
    let mut keys = BTreeSet::new();
    for (texture, image) in scene.textures.pairs() {
        let entries = 1usize << image.format.bits().min(8);
        let fitting = scene
            .palettes
            .ids()
            .filter(|p| scene.palettes.get(*p).is_some_and(|p| p.stored.len() == entries));
        keys.extend(fitting.filter_map(|p| PictureKey::new(scene, texture, Some(p))));
    }
    keys
}

pub(super) fn surface(scene: &Scene, surface: Surface) -> Option<PictureKey> {
    match surface {
        Surface::Textured { texture, palette } => PictureKey::new(scene, texture, palette),
        Surface::Plain | Surface::Missing(_) | Surface::Faulty(_) => None,
    }
}

struct Plan<'a> {
    job: &'a Job<'a>,
    assets: Vec<Asset>,
    known: HashSet<Content>,
    names: UniqueNames,
    sound_stems: HashMap<RecordingId, String>,
}

impl Plan<'_> {
    fn add_subject(&mut self, subject: Subject) {
        let kinds = &self.job.options.kinds;
        for (kind, fit) in offered(self.job.scene, subject) {
            let is_named = self.job.options.choice != Choice::Everything;
            let wanted = match fit {
                Fit::Best | Fit::Usual => kinds.is_empty() || kinds.contains(&kind),
                Fit::Asked => kinds.contains(&kind),
                Fit::Named => kinds.contains(&kind) && is_named,
            };
            if wanted {
                self.add_files(subject, kind);
            }
        }
    }

    fn add_files(&mut self, subject: Subject, kind: Kind) {
        let shown = match subject {
            Subject::Texture { texture, palette } => {
                match PictureKey::new(self.job.scene, texture, palette) {
                    Some(key) => Content::picture(key).subject,
                    None => return,
                }
            }
            other => other,
        };
        for extension in kind.0.files {
            self.push(subject, kind, Content { subject: shown, extension });
        }
        for other in (kind.0.besides)(self.job, subject) {
            self.add_files(other, kind);
        }
    }

    fn push(&mut self, subject: Subject, kind: Kind, content: Content) {
        if !self.known.insert(content) {
            return;
        }
        let name = name(self.job, subject);
        let end = format!(".{}", content.extension);
        let file = match subject {
            Subject::Sound(index) => self.sound_stem(index) + &end,
            _ => self.names.unique(&safe_name(&name), &end),
        };
        self.assets.push(Asset { name, kind, subject, file, content });
    }

    /// A sound and its captions have the same stem.
    fn sound_stem(&mut self, index: RecordingId) -> String {
        let Self { names, sound_stems, job, .. } = self;
        let new = || {
            let stem = safe_name(&sound_stem(job.scene, index));
            names.unique_stem(&stem, &[".wav", ".flac", ".ogg", ".srt", ".vtt", ".csv"])
        };
        sound_stems.entry(index).or_insert_with(new).clone()
    }

    /// Adds the pictures that the model's files refer to.
    fn add_pictures_beside(&mut self) {
        let models = self.assets.iter().filter(|asset| asset.kind.0.pictures_beside);
        let targets: Vec<ModelContent> = models.map(|asset| asset.subject.into()).collect();
        for target in targets {
            for key in pictures_of(self.job.scene, target) {
                let content = Content::picture(key);
                self.push(content.subject, Kind(&PNG), content);
            }
        }
    }
}

/// All formats that at least one subject of a scene can be written as.
pub(super) fn kinds(scene: &Scene) -> BTreeSet<Kind> {
    let some = |is_there: bool, subject: Subject| is_there.then_some(subject);
    let own = [
        Some(Subject::Scene),
        some(!scene.meshes.is_empty(), Subject::Model(Id::new(0))),
        some(!scene.textures.is_empty(), Subject::Texture { texture: Id::new(0), palette: None }),
        some(!scene.palettes.is_empty(), Subject::Palette(Id::new(0))),
        some(!scene.tables.is_empty(), Subject::Table(Id::new(0))),
        some(!scene.height_fields.is_empty(), Subject::HeightField(Id::new(0))),
        some(!scene.films.is_empty(), Subject::Film(Id::new(0))),
        some(!scene.films.is_empty(), Subject::Frame { film: Id::new(0), frame: 0 }),
        some(!scene.animations.is_empty(), Subject::Animation(Id::new(0))),
    ];
    let sounds = scene.sounds.ids().map(Subject::Sound);
    let all: Vec<Subject> = own.into_iter().flatten().chain(sounds).collect();
    kinds_of(scene, &all)
}

/// Formats that can hold at least one of `subjects`, or the frames of one.
pub(super) fn kinds_of(scene: &Scene, subjects: &[Subject]) -> BTreeSet<Kind> {
    let mut kinds = BTreeSet::new();
    for subject in subjects {
        // All frames of an animation or a video are pictures: the first one represents them.
        let all = with_poses(scene, *subject).into_iter().take(2);
        kinds.extend(all.flat_map(|subject| offered(scene, subject)).map(|(kind, _)| kind));
        if kinds.len() == Kind::ALL.len() {
            break;
        }
    }
    kinds
}

/// Formats that can hold a subject, the best one first.
fn offered(scene: &Scene, subject: Subject) -> Vec<(Kind, Fit)> {
    let fit = |kind: &Kind| Some((*kind, (kind.0.suits)(scene, subject)?));
    let mut list: Vec<(Kind, Fit)> = Kind::ALL.iter().filter_map(fit).collect();
    list.sort_by_key(|(_, fit)| *fit != Fit::Best);
    list
}

/// Meshes of the nodes, without hidden levels of detail, which would overlap the visible ones.
pub(super) fn shown_meshes(scene: &Scene) -> BTreeSet<MeshId> {
    let details = scene.variants.iter().filter(|variant| variant.choice == Shown::Step);
    let hidden: BTreeSet<NodeId> =
        details.flat_map(|variant| variant.hidden_nodes(variant.chosen)).collect();
    let nodes = scene.nodes.pairs().filter(|(index, _)| !hidden.contains(index));
    nodes.filter_map(|(_, node)| node.mesh).collect()
}

/// Meshes of a target with their index.
pub(super) fn meshes_of(scene: &Scene, target: ModelContent) -> Vec<(MeshId, &Mesh)> {
    let list: BTreeSet<MeshId> = match target {
        ModelContent::Scene => shown_meshes(scene),
        ModelContent::Model(mesh) => BTreeSet::from([mesh]),
    };
    list.into_iter().filter_map(|i| Some((i, scene.meshes.get(i)?))).collect()
}

/// Pictures used by the faces of a target.
pub(super) fn pictures_of(scene: &Scene, target: ModelContent) -> BTreeSet<PictureKey> {
    let meshes = meshes_of(scene, target);
    let materials: BTreeSet<_> =
        meshes.iter().flat_map(|(_, mesh)| mesh.faces.materials()).collect();
    let materials = materials.iter().filter_map(|i| scene.materials.get(*i));
    materials.filter_map(|material| surface(scene, material.surface)).collect()
}
