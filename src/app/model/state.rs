//! What the window shows. Panels read it during a frame; commands change it between frames.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use glam::Vec3;

use super::faces_of::{Run, by_bone};
use super::framing;
use super::motion::Motion;
use super::notes::Notes;
use super::other_banks::Elsewhere;
use super::playback::{Key, Playback};
use super::selection::{History, InScene, Selection, Target, resolve};
use super::settings::Settings;
use super::sight::Known;
use super::thumbnails::Thumbnails;
use super::undo::{Snapshot, Undo};
use super::view::View;
use crate::app::ui::panel::PanelKind;
use crate::audio::DeviceName;
use crate::bytes::{Problems, Severity, SourceId};
use crate::library::{Entry, Library, Opened};
use crate::render::{Bounds, Camera, Visibility};
use crate::scene::{Clip, DrawIds, Element, Face, FaceRef, Mesh, Posed, Scene, SceneIndex, Sound};

/// An opened file with everything that is made of it in the background.
pub struct Doc {
    pub opened: Arc<Opened>,
    pub problems: Problems,
    /// Absent while it is being made, and for formats that have nothing to look at.
    pub scene: Option<DocScene>,
    /// Grows with every file that is opened or reloaded.
    pub generation: u64,
    /// Grows when names are looked up again: the dictionary's revision.
    pub names: u64,
}

/// A scene with its look-ups.
pub struct DocScene {
    pub scene: Arc<Scene>,
    pub index: SceneIndex,
    pub ids: DrawIds,
    /// The box around what is drawn at first, strays apart, in world space.
    pub bounds: Option<Bounds>,
    /// What [the first camera](Camera::default) holds where there is no start.
    pub outline: Vec<Vec3>,
    /// The first animation, and the scene in its first pose.
    pub first: Option<Arc<Clip>>,
    pub posed: Arc<Posed>,
    /// Paths of the files whose scenes were put around this one.
    pub around: Vec<String>,
    /// Who plays each sound.
    pub sound_users: Vec<Vec<Element>>,
    /// Some surface moves by itself.
    pub moving_surfaces: bool,
    /// Textures and palettes that cover some placed face.
    pub shown_surfaces: HashSet<Element>,
    /// The placed faces that each bone moves most, by the bone's node.
    pub bone_faces: HashMap<u32, Vec<Run>>,
}

impl DocScene {
    pub fn new(scene: Arc<Scene>) -> Self {
        let first = scene.animations.first();
        let clip = first.map(|animation| animation.data.decode());
        let pose = first.zip(clip.as_ref()).map(|(a, clip)| a.pose_at(clip, 0.0, false));
        let posed = Posed::new(&scene, &pose.unwrap_or_default());
        let shown = Visibility::initial(&scene);
        let points = framing::everything(&scene, &shown, &posed, first.zip(clip.as_ref()));
        let bounds = Bounds::of(points.iter().copied());
        let crowd = bounds.and_then(|all| framing::crowd(&scene, &shown, &posed, all));
        Self {
            index: SceneIndex::new(&scene),
            ids: scene.draw_ids(),
            outline: Camera::default().outline(crowd.as_deref().unwrap_or(&points)),
            bounds,
            first: clip.map(Arc::new),
            posed: Arc::new(posed),
            around: Vec::new(),
            sound_users: scene.sound_users(),
            moving_surfaces: scene.has_moving_surfaces(),
            shown_surfaces: shown_surfaces(&scene),
            bone_faces: by_bone(&scene),
            scene,
        }
    }

    pub fn in_scene(&self) -> InScene<'_> {
        InScene { scene: &self.scene, index: &self.index }
    }

    /// The mesh and the face of a placed face.
    pub fn face(&self, face: FaceRef) -> Option<(&Mesh, &Face)> {
        let mesh = self.scene.mesh_of(self.scene.nodes.get(face.node as usize)?)?;
        Some((mesh, mesh.faces.get(face.face as usize)?))
    }
}

/// Palettes as the user changed them, by palette index; and palettes tried on a texture, by texture
/// index. Nothing is written to the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PaletteEdits {
    /// Stored words that replace [`Palette::stored`](crate::scene::Palette::stored).
    pub words: BTreeMap<u32, Vec<u16>>,
    /// Palette shown instead of the one the texture's faces name.
    pub tried: BTreeMap<u32, u32>,
}

impl PaletteEdits {
    /// The stored words of palette `index`, edited or not.
    pub fn stored(&self, scene: &Scene, index: u32) -> Vec<u16> {
        let of_file = || scene.palettes.get(index as usize).map(|p| p.stored.clone());
        self.words.get(&index).cloned().or_else(of_file).unwrap_or_default()
    }

    /// The words of palette `index` as uploaded: the stored ones after the loader's rule.
    pub fn loaded(&self, scene: &Scene, index: u32) -> Vec<u16> {
        let stored = self.stored(scene, index);
        scene.palettes.get(index as usize).map_or_else(Vec::new, |p| (p.rule)(&stored))
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty() && self.tried.is_empty()
    }
}

/// What a folder or container holds, as far as it was looked at.
#[derive(Clone, Debug, PartialEq)]
pub enum Listing {
    Loading,
    Entries(Arc<Vec<Entry>>),
    Failed(String),
}

/// What a file is, from its first bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sniff {
    Known { id: &'static str, name: &'static str, title: Option<String> },
    Unknown,
}

/// A file that was opened before.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Recent {
    pub path: String,
    pub pinned: bool,
}

/// Work that goes on in the background, for the status bar.
#[derive(Clone, Debug, PartialEq)]
pub struct JobInfo {
    pub id: u64,
    pub name: String,
    /// Seconds since it started.
    pub age: f64,
    /// Done and total, where they are known.
    pub progress: Option<(u64, u64)>,
    pub can_cancel: bool,
}

/// Everything the panels may look at.
pub struct State {
    pub library: Arc<Library>,
    /// Folders and containers shown in Files.
    pub roots: Vec<String>,
    pub listings: HashMap<String, Listing>,
    /// Containers that are looked at as a whole, whose members come second.
    pub wholes: HashSet<String>,
    /// Another number after every change of roots or listings.
    pub listed: u64,
    pub sniffs: HashMap<String, Sniff>,
    pub thumbnails: Thumbnails,
    /// The worst problem of each file that was opened, by path.
    pub marks: HashMap<String, Severity>,
    /// Newest first.
    pub recent: Vec<Recent>,
    /// Recent files that are gone.
    pub missing: BTreeSet<String>,
    pub doc: Option<Arc<Doc>>,
    /// The file whose fields and bytes are shown: the document's own, or the companion that holds
    /// what is selected (a texture in a library file).
    pub shown: Option<Arc<Opened>>,
    pub selection: Option<Selection>,
    /// What the pointer is over, in any panel.
    pub hover: Option<Selection>,
    pub history: History,
    pub undo: Undo,
    /// What the user wrote down about the open file and its companions.
    pub notes: Notes,
    pub view: View,
    pub motion: Motion,
    pub known: Known,
    pub palettes: PaletteEdits,
    pub settings: Settings,
    /// What is heard.
    pub sound: Playback,
    /// What other banks that were opened know of its identifiers.
    pub elsewhere: Elsewhere,
    /// The sound devices there are, once somebody has asked.
    pub devices: Option<Vec<DeviceName>>,
    /// The panel that was clicked last; keys go there first.
    pub focus: PanelKind,
    pub jobs: Vec<JobInfo>,
    /// The device that draws, in words.
    pub adapter: String,
    /// A file is being opened, or its scene made.
    pub loading: bool,
    /// Why nothing is shown, when opening failed.
    pub failure: Option<String>,
}

impl State {
    pub fn new(library: Arc<Library>, settings: Settings) -> Self {
        Self {
            library,
            roots: Vec::new(),
            listings: HashMap::new(),
            wholes: HashSet::new(),
            listed: 0,
            sniffs: HashMap::new(),
            thumbnails: Thumbnails::default(),
            marks: HashMap::new(),
            recent: Vec::new(),
            missing: BTreeSet::new(),
            doc: None,
            shown: None,
            selection: None,
            hover: None,
            history: History::default(),
            undo: Undo::default(),
            notes: Notes::default(),
            view: View::default(),
            motion: Motion::default(),
            known: Known::default(),
            palettes: PaletteEdits::default(),
            settings,
            sound: Playback::default(),
            elsewhere: Elsewhere::default(),
            devices: None,
            focus: PanelKind::Scene,
            jobs: Vec::new(),
            adapter: String::new(),
            loading: false,
            failure: None,
        }
    }

    pub fn scene(&self) -> Option<&DocScene> {
        self.doc.as_ref()?.scene.as_ref()
    }

    /// The file with the fields and bytes of `source`, if it is on show.
    pub fn file_of(&self, source: SourceId) -> Option<&Opened> {
        self.files().find(|file| file.document.source.id() == source)
    }

    /// The files whose fields can be named: the one on show, then the document's.
    fn files(&self) -> impl Iterator<Item = &Opened> {
        self.shown.as_deref().into_iter().chain(self.doc.as_ref().map(|doc| &*doc.opened))
    }

    /// Every side of `target`.
    pub fn resolve(&self, target: &Target) -> Option<Selection> {
        let files: Vec<&Opened> = self.files().collect();
        let near = self.selection.as_ref().and_then(|selection| selection.element);
        resolve(target, &files, self.scene().map(DocScene::in_scene), near)
    }

    /// What undo would come back to.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            palettes: self.palettes.clone(),
            hidden: self.view.hidden.clone(),
            layers: self.view.visibility.layers.clone(),
            nodes: self.view.visibility.nodes.clone(),
            variants: self.view.variants.clone(),
            notes: self.notes.contents(),
        }
    }

    /// Makes a change that is taken back as a whole.
    pub(super) fn step(&mut self, change: impl FnOnce(&mut Self)) {
        let before = self.snapshot();
        change(self);
        if before != self.snapshot() {
            self.undo.note(before);
        }
    }

    /// Goes back, or forward again, to a moment.
    pub(super) fn restore(&mut self, moment: Snapshot) {
        self.palettes = moment.palettes;
        self.view.hidden = moment.hidden;
        self.view.visibility.layers = moment.layers;
        self.view.visibility.nodes = moment.nodes;
        self.view.variants = moment.variants;
        self.notes.restore(moment.notes);
    }

    /// The selected face, if the selection is one.
    pub fn selected_face(&self) -> Option<FaceRef> {
        match self.selection.as_ref()?.element? {
            Element::Face(face) => Some(face),
            _ => None,
        }
    }

    pub fn has_sounds(&self) -> bool {
        self.scene().is_some_and(|scene| !scene.scene.sounds.is_empty())
    }

    /// The selected sound, or the one that the selected identifier or caption belongs to.
    pub fn selected_sound(&self) -> Option<u32> {
        sound_of(self.selection.as_ref()?.element?)
    }

    /// All selected sounds.
    pub fn selected_sounds(&self) -> impl Iterator<Item = u32> + '_ {
        self.selection.iter().flat_map(Selection::elements).filter_map(sound_of)
    }

    /// A sound of the open file, as the player knows it.
    pub fn sound_key(&self, sound: u32) -> Option<Key> {
        Some(Key { generation: self.doc.as_ref()?.generation, sound })
    }

    /// The sound of the open file that the player knows so.
    pub fn sound_of(&self, key: Key) -> Option<&Sound> {
        let scene = self.scene().filter(|_| self.sound_key(key.sound) == Some(key))?;
        scene.scene.sounds.get(key.sound as usize)
    }

    /// The palette a face's texture is shown with: the one tried on the texture, else its own.
    pub fn palette_for(&self, texture: u32, palette: Option<u32>) -> Option<u32> {
        self.palettes.tried.get(&texture).copied().or(palette)
    }
}

/// See [`DocScene::shown_surfaces`].
fn shown_surfaces(scene: &Scene) -> HashSet<Element> {
    let meshes: HashSet<u32> = scene.nodes.iter().filter_map(|node| node.mesh).collect();
    let faces = meshes.into_iter().filter_map(|mesh| scene.meshes.get(mesh as usize));
    let used: HashSet<u32> = faces.flat_map(|mesh| &mesh.faces).map(|face| face.material).collect();
    let mut shown = HashSet::new();
    for material in used.into_iter().filter_map(|index| scene.materials.get(index as usize)) {
        shown.extend(material.surface.elements());
    }
    shown
}

fn sound_of(element: Element) -> Option<u32> {
    match element {
        Element::Sound(sound) | Element::SoundId { sound, .. } | Element::Caption { sound, .. } => {
            Some(sound)
        }
        _ => None,
    }
}
