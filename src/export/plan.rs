//! Which files an export consists of.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::names::{Names, matches_glob};
use super::picture::PictureKey;
use super::{Choice, Job, Kind, Palettes, Subject, sound};
use crate::container::safe_name;
use crate::scene::{Choice as Shown, Element, Mesh, Scene, Surface};

/// One file to write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asset {
    /// As in the source; what `--only` matches.
    pub name: String,
    pub kind: Kind,
    pub subject: Subject,
    /// The file's name: safe, and unique within the plan.
    pub file: String,
    pub(super) content: Content,
}

/// What a file holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Content {
    Glb(Target),
    Obj(Target),
    /// The materials of an OBJ.
    Mtl(Target),
    Png(PictureKey),
    Csv(u32),
    /// A height field's vertices, or its raster as a picture.
    Heights(u32, Kind),
    Wav(u32),
    /// The captions of a sound.
    Captions(u32, Kind),
    Facts,
}

/// What a GLB or OBJ shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Target {
    Scene,
    Model(u32),
}

pub(super) fn plan(job: &Job<'_>) -> Vec<Asset> {
    let mut plan = Plan {
        job,
        assets: Vec::new(),
        known: HashSet::new(),
        names: Names::without(&job.options.taken),
        sound_stems: HashMap::new(),
    };
    for subject in subjects(job) {
        plan.add_subject(subject);
    }
    plan.add_pictures_of_objs();
    plan.assets
}

/// What the options choose, in the order it is written.
fn subjects(job: &Job<'_>) -> Vec<Subject> {
    let scene = job.scene;
    if let Choice::These(list) = &job.options.choice {
        return list.iter().copied().filter(|subject| exists(scene, *subject)).collect();
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
    let models = indices(&scene.meshes).filter(|mesh| !(whole && placings.contains_key(mesh)));
    list.extend(models.map(Subject::Model).filter(fits));
    let pictures = pictures(job).into_iter();
    let textures =
        pictures.map(|key| Subject::Texture { texture: key.texture, palette: key.palette });
    list.extend(textures.filter(fits));
    list.extend(indices(&scene.tables).map(Subject::Table).filter(fits));
    list.extend(indices(&scene.height_fields).map(Subject::HeightField).filter(fits));
    list.extend(indices(&scene.sounds).map(Subject::Sound).filter(fits));
    list
}

/// The nodes that place each mesh.
type Placings = HashMap<u32, Vec<u32>>;

fn placings(scene: &Scene) -> Placings {
    let mut placings = Placings::new();
    for (index, node) in (0u32..).zip(&scene.nodes) {
        if let Some(mesh) = node.mesh {
            placings.entry(mesh).or_default().push(index);
        }
    }
    placings
}

/// What else a subject may be asked for by: what lists call it, and a model what they call the
/// objects that are placed with it; a sound each of its identifiers, and the name of its file.
fn other_names(scene: &Scene, placings: &Placings, subject: Subject) -> Vec<String> {
    match subject {
        Subject::Scene => Vec::new(),
        Subject::Model(mesh) => {
            let placed = placings.get(&mesh).into_iter().flatten();
            let objects = placed.flat_map(|node| scene.names_of(Element::Node(*node)));
            scene.names_of(Element::Mesh(mesh)).into_iter().chain(objects).collect()
        }
        Subject::Texture { texture, .. } => scene.names_of(Element::Texture(texture)),
        Subject::Table(table) => scene.names_of(Element::Row { table, row: 0 }),
        Subject::HeightField(_) => Vec::new(),
        Subject::Sound(index) => {
            let ids = scene.sounds.get(index as usize).map_or(&[][..], |sound| &sound.ids);
            let mut names = scene.names_of(Element::Sound(index));
            names.push(sound::stem(scene, index));
            for id in ids {
                names.push(id.name.hex());
                names.extend(id.name.known.iter().map(|known| known.name.clone()));
            }
            names
        }
    }
}

fn indices<T>(list: &[T]) -> impl Iterator<Item = u32> + use<T> {
    0..u32::try_from(list.len()).unwrap_or(u32::MAX)
}

fn exists(scene: &Scene, subject: Subject) -> bool {
    match subject {
        Subject::Scene => true,
        Subject::Model(mesh) => scene.meshes.get(mesh as usize).is_some(),
        Subject::Texture { texture, .. } => scene.textures.get(texture as usize).is_some(),
        Subject::Table(table) => scene.tables.get(table as usize).is_some(),
        Subject::HeightField(field) => scene.height_fields.get(field as usize).is_some(),
        Subject::Sound(sound) => scene.sounds.get(sound as usize).is_some(),
    }
}

/// Every texture in its own palette, followed by the other palettes it is used or asked for with.
fn pictures(job: &Job<'_>) -> Vec<PictureKey> {
    let scene = job.scene;
    let own = indices(&scene.textures).filter_map(|t| PictureKey::new(scene, t, None));
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
    for (texture, image) in (0u32..).zip(&scene.textures) {
        let entries = 1usize << image.format.bits().min(8);
        let fitting = indices(&scene.palettes)
            .filter(|p| scene.palettes.get(*p as usize).is_some_and(|p| p.stored.len() == entries));
        keys.extend(fitting.filter_map(|p| PictureKey::new(scene, texture, Some(p))));
    }
    keys
}

pub(super) fn surface(scene: &Scene, surface: Surface) -> Option<PictureKey> {
    match surface {
        Surface::Textured { texture, palette } => PictureKey::new(scene, texture, palette),
        Surface::Plain | Surface::Missing(_) => None,
    }
}

/// The name a subject is asked for by.
fn name(job: &Job<'_>, subject: Subject) -> String {
    let scene = job.scene;
    let named = |name: Option<&str>, what: &str, index: u32| match name {
        Some(name) if !name.is_empty() => name.to_owned(),
        _ => format!("{what}{index}"),
    };
    match subject {
        Subject::Scene => job.title().to_owned(),
        Subject::Model(i) => {
            named(scene.meshes.get(i as usize).map(|mesh| mesh.name.as_str()), "model", i)
        }
        Subject::Table(i) => {
            named(scene.tables.get(i as usize).map(|table| table.name.as_str()), "table", i)
        }
        Subject::HeightField(i) => {
            named(scene.height_fields.get(i as usize).map(|f| f.name.as_str()), "heights", i)
        }
        Subject::Sound(i) => {
            named(scene.sounds.get(i as usize).map(|sound| sound.name.as_str()), "sound", i)
        }
        Subject::Texture { texture, palette } => {
            let Some(image) = scene.textures.get(texture as usize) else { return String::new() };
            let mut name = image.name.clone();
            if name.is_empty() {
                name = format!("{:08x}", image.id);
            }
            let palette = PictureKey::new(scene, texture, palette).and_then(|key| key.palette);
            match palette {
                Some(palette) if Some(palette) != image.palette => format!("{name}.p{palette}"),
                _ => name,
            }
        }
    }
}

struct Plan<'a> {
    job: &'a Job<'a>,
    assets: Vec<Asset>,
    known: HashSet<Content>,
    names: Names,
    sound_stems: HashMap<u32, String>,
}

impl Plan<'_> {
    fn add_subject(&mut self, subject: Subject) {
        for kind in offered(self.job.scene, subject) {
            let kinds = &self.job.options.kinds;
            let wanted =
                if kinds.is_empty() { is_usual(subject, kind) } else { kinds.contains(&kind) };
            if wanted {
                self.add_file(subject, kind);
            }
        }
    }

    fn add_file(&mut self, subject: Subject, kind: Kind) {
        let target = match subject {
            Subject::Model(mesh) => Target::Model(mesh),
            _ => Target::Scene,
        };
        match (kind, subject) {
            (Kind::Glb, _) => self.push(subject, kind, Content::Glb(target), ".glb"),
            (Kind::Obj, _) => {
                self.push(subject, kind, Content::Obj(target), ".obj");
                self.push(subject, kind, Content::Mtl(target), ".mtl");
                if subject == Subject::Scene {
                    for mesh in left_out(self.job) {
                        self.add_file(Subject::Model(mesh), kind);
                    }
                }
            }
            (Kind::Csv, Subject::Table(table)) => {
                self.push(subject, kind, Content::Csv(table), ".csv");
            }
            (Kind::Png, Subject::Texture { texture, palette }) => {
                if let Some(key) = PictureKey::new(self.job.scene, texture, palette) {
                    self.push(subject, kind, Content::Png(key), ".png");
                }
            }
            (Kind::Csv | Kind::Png, Subject::HeightField(field)) => {
                self.push(subject, kind, Content::Heights(field, kind), &format!(".{kind}"));
            }
            (Kind::Wav, Subject::Sound(sound)) => {
                self.push(subject, kind, Content::Wav(sound), ".wav");
            }
            (Kind::Srt | Kind::Vtt | Kind::Csv, Subject::Sound(sound)) => {
                let end = format!(".{kind}");
                self.push(subject, kind, Content::Captions(sound, kind), &end);
            }
            _ => self.push(subject, kind, Content::Facts, ".json"),
        }
    }

    fn push(&mut self, subject: Subject, kind: Kind, content: Content, extension: &str) {
        if !self.known.insert(content) {
            return;
        }
        let name = name(self.job, subject);
        let file = match subject {
            Subject::Sound(index) => self.sound_stem(index) + extension,
            _ => self.names.unique(&safe_name(&name), extension),
        };
        self.assets.push(Asset { name, kind, subject, file, content });
    }

    /// A sound and its captions have the same stem.
    fn sound_stem(&mut self, index: u32) -> String {
        let Self { names, sound_stems, job, .. } = self;
        let new = || {
            let stem = safe_name(&sound::stem(job.scene, index));
            names.unique_stem(&stem, &[".wav", ".srt", ".vtt", ".csv"])
        };
        sound_stems.entry(index).or_insert_with(new).clone()
    }

    /// An OBJ shows its pictures from the files beside it.
    fn add_pictures_of_objs(&mut self) {
        let targets: Vec<Target> = self.assets.iter().filter_map(|a| a.obj_target()).collect();
        for target in targets {
            for key in pictures_of(self.job.scene, target) {
                let subject = Subject::Texture { texture: key.texture, palette: key.palette };
                self.push(subject, Kind::Png, Content::Png(key), ".png");
            }
        }
    }
}

impl Asset {
    fn obj_target(&self) -> Option<Target> {
        match self.content {
            Content::Obj(target) => Some(target),
            _ => None,
        }
    }
}

/// True for kinds that are written without being asked for: one for each thing.
fn is_usual(subject: Subject, kind: Kind) -> bool {
    match subject {
        Subject::Sound(_) => matches!(kind, Kind::Wav | Kind::Srt),
        _ => kind != Kind::Obj,
    }
}

/// Every kind that something of a scene can be written as.
pub(super) fn kinds(scene: &Scene) -> BTreeSet<Kind> {
    let some = |is_there: bool, subject: Subject| is_there.then_some(subject);
    let own = [
        Some(Subject::Scene),
        some(!scene.meshes.is_empty(), Subject::Model(0)),
        some(!scene.textures.is_empty(), Subject::Texture { texture: 0, palette: None }),
        some(!scene.tables.is_empty(), Subject::Table(0)),
        some(!scene.height_fields.is_empty(), Subject::HeightField(0)),
    ];
    let sounds = indices(&scene.sounds).map(Subject::Sound);
    own.into_iter().flatten().chain(sounds).flat_map(|subject| offered(scene, subject)).collect()
}

/// The formats that can hold a subject, the usual one first.
fn offered(scene: &Scene, subject: Subject) -> Vec<Kind> {
    match subject {
        Subject::Scene if !scene.nodes.is_empty() => vec![Kind::Glb, Kind::Obj, Kind::Json],
        Subject::Scene if !scene.helpers.is_empty() => vec![Kind::Glb, Kind::Json],
        Subject::Scene => vec![Kind::Json],
        Subject::Model(_) => vec![Kind::Glb, Kind::Obj],
        Subject::Texture { .. } => vec![Kind::Png],
        Subject::Table(_) => vec![Kind::Csv],
        Subject::HeightField(_) => vec![Kind::Csv, Kind::Png],
        Subject::Sound(index) => match scene.sounds.get(index as usize) {
            Some(sound) if sound.captions.is_empty() => vec![Kind::Wav],
            _ => vec![Kind::Wav, Kind::Srt, Kind::Vtt, Kind::Csv],
        },
    }
}

/// What nodes place, without the levels of detail that are not shown: they would lie in each
/// other.
fn shown_meshes(scene: &Scene) -> BTreeSet<u32> {
    let details = scene.variants.iter().filter(|variant| variant.choice == Shown::Step);
    let hidden: BTreeSet<u32> =
        details.flat_map(|variant| variant.unchosen(variant.chosen)).collect();
    let nodes = (0u32..).zip(&scene.nodes).filter(|(index, _)| !hidden.contains(index));
    nodes.filter_map(|(_, node)| node.mesh).collect()
}

/// What an OBJ of the scene has no place for: meshes of options that are not chosen.
fn left_out(job: &Job<'_>) -> Vec<u32> {
    let scene = job.scene;
    let hidden = scene.with_all_below(&job.unchosen_nodes());
    let nodes = scene.nodes.iter().zip(hidden);
    let shown: BTreeSet<u32> =
        nodes.filter(|(_, hidden)| !hidden).filter_map(|(node, _)| node.mesh).collect();
    shown_meshes(scene).difference(&shown).copied().collect()
}

/// The meshes of a target, by their index.
pub(super) fn meshes_of(scene: &Scene, target: Target) -> Vec<(u32, &Mesh)> {
    let list: BTreeSet<u32> = match target {
        Target::Scene => shown_meshes(scene),
        Target::Model(mesh) => BTreeSet::from([mesh]),
    };
    list.into_iter().filter_map(|i| Some((i, scene.meshes.get(i as usize)?))).collect()
}

/// The pictures that the faces of a target show.
pub(super) fn pictures_of(scene: &Scene, target: Target) -> BTreeSet<PictureKey> {
    let meshes = meshes_of(scene, target);
    let materials: BTreeSet<u32> =
        meshes.iter().flat_map(|(_, mesh)| mesh.faces.materials()).collect();
    let materials = materials.iter().filter_map(|i| scene.materials.get(*i as usize));
    materials.filter_map(|material| surface(scene, material.surface)).collect()
}
