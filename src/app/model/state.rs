//! What the window shows. Panels read it during a frame; commands change it between frames.

use std::sync::Arc;

use super::edits::Edits;
use super::files::Files;
use super::finding::Finding;
use super::gallery::Gallery;
use super::held::Held;
use super::moment::History;
use super::motion::Motion;
use super::notes::Notes;
use super::plausibility::Plausibility;
use super::playback::{Key, Playback};
use super::selection::resolve;
use super::sight::{InSight, Known, Shown};
use super::strips::Strips;
use super::undo::{Snapshot, Undo};
use super::{Doc, DocScene, PaletteEdits, PanelId, Selection, Settings, Target, View};
use crate::bytes::SourceId;
use crate::library::{Library, Opened};
use crate::scene::{Air, Element, FaceRef, PaletteId, RecordingId, Sound, TextureId};

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
    /// What is being worked on, where the job says so.
    pub now: String,
}

/// State that the panels may look at.
#[derive(Default)]
pub struct State {
    pub library: Arc<Library>,
    pub files: Files,
    /// What is looked for on the shelf.
    pub finding: Finding,
    pub gallery: Gallery,
    pub doc: Option<Arc<Doc>>,
    /// The file whose fields and bytes are shown: the document's own, or the companion that holds
    /// what is selected (a texture in a library file).
    pub shown: Option<Arc<Opened>>,
    pub selection: Option<Selection>,
    /// What the pointer is over, in any panel.
    pub hover: Option<Selection>,
    pub history: History,
    pub undo: Undo,
    /// What was done to files, open or not.
    pub edits: Edits,
    /// What the user wrote down about the open file and its companions.
    pub notes: Notes,
    pub view: View,
    pub motion: Motion,
    /// Small pictures of animations.
    pub strips: Strips,
    pub known: Known,
    pub plausibility: Plausibility,
    /// Whether the selection can be moved.
    pub held: Held,
    pub palettes: PaletteEdits,
    pub settings: Settings,
    /// Playback of sounds.
    pub sound: Playback,
    /// The panel that was clicked last; keys go there first.
    pub focus: PanelId,
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
        Self { library, settings, ..Self::default() }
    }

    pub fn scene(&self) -> Option<&DocScene> {
        self.doc.as_ref()?.scene.as_ref()
    }

    /// Fog and what is behind everything, with the chosen options of the scene.
    pub fn air(&self) -> Option<&Air> {
        Some(self.scene()?.scene.air_of(&self.view.visibility.variants))
    }

    /// The file with the fields and bytes of `source`, if it is on show.
    pub fn file_of(&self, source: SourceId) -> Option<&Arc<Opened>> {
        self.files().find(|file| file.document.source.id() == source)
    }

    /// The files whose fields can be named: the one on show, then the document's.
    fn files(&self) -> impl Iterator<Item = &Arc<Opened>> {
        self.shown.iter().chain(self.doc.as_ref().map(|doc| &doc.opened))
    }

    /// Every side of `target`.
    pub fn resolve(&self, target: &Target) -> Option<Selection> {
        let files: Vec<&Opened> = self.files().map(|file| &**file).collect();
        let near = self.selected_element();
        resolve(target, &files, self.scene().map(DocScene::in_scene), near)
    }

    /// Snapshot to which undo would return.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            palettes: self.palettes.clone(),
            edits: self.edits.wanted(),
            hidden: self.view.hidden.clone(),
            layers: self.view.visibility.layers.clone(),
            nodes: self.view.visibility.nodes.clone(),
            helpers: self.view.visibility.helpers.clone(),
            shown_nodes: self.view.visibility.shown_nodes.clone(),
            shown_helpers: self.view.visibility.shown_helpers.clone(),
            variants: self.view.visibility.variants.clone(),
            notes: self.notes.contents(),
        }
    }

    /// Makes a change that is taken back as a whole.
    pub(super) fn step(&mut self, change: impl FnOnce(&mut Self)) {
        let before = self.snapshot();
        change(self);
        if before != self.snapshot() {
            self.undo.leave(before);
        }
    }

    /// Goes back, or forward again, to a moment.
    pub(super) fn restore(&mut self, moment: Snapshot) {
        self.palettes = moment.palettes;
        self.edits.want(&moment.edits);
        self.view.hidden = moment.hidden;
        self.view.visibility.layers = moment.layers;
        self.view.visibility.nodes = moment.nodes;
        self.view.visibility.helpers = moment.helpers;
        self.view.visibility.shown_nodes = moment.shown_nodes;
        self.view.visibility.shown_helpers = moment.shown_helpers;
        self.view.visibility.variants = moment.variants;
        self.notes.restore(moment.notes);
    }

    /// The selected face, if the selection is one.
    pub fn selected_face(&self) -> Option<FaceRef> {
        match self.selected_element()? {
            Element::Face(face) => Some(face),
            _ => None,
        }
    }

    /// The selected thing of the scene, the first if there are several.
    pub fn selected_element(&self) -> Option<Element> {
        self.selection.as_ref()?.element
    }

    /// The thing of the scene that the pointer is over, in any panel.
    pub fn hovered_element(&self) -> Option<Element> {
        self.hover.as_ref()?.element
    }

    /// Path of the open document.
    pub fn document_path(&self) -> Option<&str> {
        Some(&self.doc.as_ref()?.opened.path)
    }

    /// The bytes of the open file itself.
    pub fn own_source(&self) -> Option<SourceId> {
        Some(self.doc.as_ref()?.opened.document.source.id())
    }

    /// The files of the open archive, where they are what there is to look at.
    pub fn gallery(&self) -> Option<&str> {
        let opened = &self.doc.as_ref().filter(|doc| doc.scene.is_none() && !self.loading)?.opened;
        self.files.listings.contains_key(&opened.path).then_some(opened.path.as_str())
    }

    /// Whether the panel with the focus lists files.
    pub fn lists_files(&self) -> bool {
        let gallery = || self.focus == PanelId::SCENE && self.gallery().is_some();
        self.focus == PanelId::FILES && !self.files.roots.is_empty() || gallery()
    }

    /// Whether files are marked where the focus is.
    pub fn has_marks_in_focus(&self) -> bool {
        self.lists_files() && !self.files.marked.is_empty()
    }

    pub fn has_sounds(&self) -> bool {
        self.scene().is_some_and(|scene| !scene.scene.sounds.is_empty())
    }

    /// The selected sound, or the one that the selected identifier or caption belongs to.
    pub fn selected_sound(&self) -> Option<RecordingId> {
        sound_of(self.selected_element()?)
    }

    /// All selected sounds.
    pub fn selected_sounds(&self) -> impl Iterator<Item = RecordingId> + '_ {
        self.selection.iter().flat_map(Selection::elements).filter_map(sound_of)
    }

    /// A sound of the open file, as the player knows it.
    pub fn sound_key(&self, sound: RecordingId) -> Option<Key> {
        Some(Key { generation: self.doc.as_ref()?.generation, sound })
    }

    /// The sound of the open file that the player knows so.
    pub fn sound_of(&self, key: Key) -> Option<&Sound> {
        let scene = self.scene().filter(|_| self.sound_key(key.sound) == Some(key))?;
        scene.scene.sounds.get(key.sound)
    }

    /// The palette a face's texture is shown with: the one tried on the texture, else its own.
    pub fn palette_for(&self, texture: TextureId, palette: Option<PaletteId>) -> Option<PaletteId> {
        self.palettes.tried.get(&texture).copied().or(palette)
    }

    /// The open document's number; 0 without one.
    pub fn generation(&self) -> u64 {
        self.doc.as_ref().map_or(0, |doc| doc.generation)
    }

    pub fn shown_now(&self) -> Shown {
        Shown {
            generation: self.generation(),
            hidden: self.view.hidden.clone(),
            visibility: self.view.visibility.clone(),
        }
    }

    /// What of all objects and models is in sight.
    pub fn in_sight(&self) -> Arc<InSight> {
        let find = || self.scene().map(|scene| InSight::of(&self.view, scene)).unwrap_or_default();
        self.known.in_sight.get(self.shown_now(), || Arc::new(find()))
    }
}

/// The sound that an element is, or belongs to.
fn sound_of(element: Element) -> Option<RecordingId> {
    match element {
        Element::Sound(sound) | Element::SoundId { sound, .. } | Element::Caption { sound, .. } => {
            Some(sound)
        }
        _ => None,
    }
}
