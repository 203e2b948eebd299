//! State of the window. Panels read it during a frame; commands change it between frames.

use std::sync::Arc;

use super::document::description::DescriptionState;
use super::document::files::Files;
use super::document::notes::Notes;
use super::document::plausibility::Plausibility;
use super::edits::Edits;
use super::edits::undo::{Snapshot, Undo};
use super::search::SearchState;
use super::search::gallery::Gallery;
use super::selection::can_move::CanMove;
use super::selection::resolve;
use super::selection::visit::Visits;
use super::sound::{Key, Playback};
use super::view::motion::Motion;
use super::view::strips::Strips;
use super::view::visible_set::{VisibilityCache, VisibilityKey, VisibleElements};
use super::{Doc, DocScene, PaletteEdits, PanelId, PixelReport, Selection, Settings, Target, View};
use crate::bytes::SourceId;
use crate::library::{Library, Opened};
use crate::scene::{Air, Element, FaceRef, PaletteId, RecordingId, Sound, TextureId};

/// A background job in the status bar.
#[derive(Clone, Debug, PartialEq)]
pub struct JobInfo {
    pub id: u64,
    pub name: String,
    /// Seconds since its start.
    pub age: f64,
    /// Done and total, if known.
    pub progress: Option<(u64, u64)>,
    pub can_cancel: bool,
    /// The item that is being processed, if the job reports it.
    pub now: String,
}

/// State that the panels may read.
#[derive(Default)]
pub struct State {
    pub library: Arc<Library>,
    pub files: Files,
    /// Query and results of Find.
    pub finding: SearchState,
    pub gallery: Gallery,
    pub doc: Option<Arc<Doc>>,
    /// The file in Fields and Bytes: the document's own, or the companion that contains the selection (a
    /// texture in a library file).
    pub shown: Option<Arc<Opened>>,
    /// The description in the Description panel.
    pub description: DescriptionState,
    pub selection: Option<Selection>,
    /// Element under the pointer, in any panel.
    pub hover: Option<Selection>,
    pub history: Visits,
    pub undo: Undo,
    /// Edits of files, open or not.
    pub edits: Edits,
    /// Notes on the open file and its companions.
    pub notes: Notes,
    pub view: View,
    /// The explained pixel.
    pub pixel: Option<Arc<PixelReport>>,
    /// A pixel is being explained for the first time.
    pub explaining: bool,
    pub motion: Motion,
    /// Picture strips of animations.
    pub strips: Strips,
    pub known: VisibilityCache,
    pub plausibility: Plausibility,
    /// Cached answer to the question whether the selection can be moved.
    pub held: CanMove,
    pub palettes: PaletteEdits,
    pub settings: Settings,
    /// Playback of sounds.
    pub sound: Playback,
    /// The panel that was clicked last and receives keys first.
    pub focus: PanelId,
    pub jobs: Vec<JobInfo>,
    /// Name of the rendering device.
    pub adapter: String,
    /// A file is being opened, or its scene is being built.
    pub loading: bool,
    /// Error message if opening failed.
    pub failure: Option<String>,
}

impl State {
    pub fn new(library: Arc<Library>, settings: Settings) -> Self {
        Self { library, settings, ..Self::default() }
    }

    pub fn scene(&self) -> Option<&DocScene> {
        self.doc.as_ref()?.scene.as_ref()
    }

    /// Fog and background, for the chosen options of the scene.
    pub fn air(&self) -> Option<&Air> {
        Some(self.scene()?.scene.air_of(&self.view.visibility.variants))
    }

    /// The displayed file with the fields and bytes of `source`.
    pub fn file_of(&self, source: SourceId) -> Option<&Arc<Opened>> {
        self.files().find(|file| file.document.source.id() == source)
    }

    /// The files with a field tree: the displayed one, then the document's.
    fn files(&self) -> impl Iterator<Item = &Arc<Opened>> {
        self.shown.iter().chain(self.doc.as_ref().map(|doc| &doc.opened))
    }

    /// Resolves `target` to element, field and bytes.
    pub fn resolve(&self, target: &Target) -> Option<Selection> {
        let files: Vec<&Opened> = self.files().map(|file| &**file).collect();
        let near = self.selected_element();
        resolve(target, &files, self.scene().map(DocScene::in_scene), near)
    }

    /// The current state for undo.
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

    /// Makes a change that is undone as a whole.
    pub(super) fn step(&mut self, change: impl FnOnce(&mut Self)) {
        let before = self.snapshot();
        change(self);
        if before != self.snapshot() {
            self.undo.leave(before);
        }
    }

    /// Restores a snapshot, for undo or redo.
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

    /// The selected scene element, the first if there are several.
    pub fn selected_element(&self) -> Option<Element> {
        self.selection.as_ref()?.element
    }

    /// The scene element under the pointer, in any panel.
    pub fn hovered_element(&self) -> Option<Element> {
        self.hover.as_ref()?.element
    }

    /// Path of the open document.
    pub fn document_path(&self) -> Option<&str> {
        Some(&self.doc.as_ref()?.opened.path)
    }

    /// The source of the open file.
    pub fn own_source(&self) -> Option<SourceId> {
        Some(self.doc.as_ref()?.opened.document.source.id())
    }

    /// Path of the open archive, if its members are shown as a gallery.
    pub fn gallery(&self) -> Option<&str> {
        let opened = &self.doc.as_ref().filter(|doc| doc.scene.is_none() && !self.loading)?.opened;
        self.files.listings.contains_key(&opened.path).then_some(opened.path.as_str())
    }

    /// `true` if the focused panel lists files.
    pub fn lists_files(&self) -> bool {
        let gallery = || self.focus == PanelId::SCENE && self.gallery().is_some();
        self.focus == PanelId::FILES && !self.files.roots.is_empty() || gallery()
    }

    /// `true` if files are marked and the focused panel shows the marks.
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

    /// Index of the selected identifier of a sound; 0 if none is selected.
    pub fn selected_id(&self, sound: RecordingId) -> usize {
        match self.selected_element() {
            Some(Element::SoundId { sound: owner, id }) if owner == sound => id as usize,
            _ => 0,
        }
    }

    /// All selected sounds.
    pub fn selected_sounds(&self) -> impl Iterator<Item = RecordingId> + '_ {
        self.selection.iter().flat_map(Selection::elements).filter_map(sound_of)
    }

    /// Player key of a sound in the open file.
    pub fn sound_key(&self, sound: RecordingId) -> Option<Key> {
        Some(Key { generation: self.doc.as_ref()?.generation, sound })
    }

    /// The sound of the open file with this player key.
    pub fn sound_of(&self, key: Key) -> Option<&Sound> {
        let scene = self.scene().filter(|_| self.sound_key(key.sound) == Some(key))?;
        scene.scene.sounds.get(key.sound)
    }

    /// The palette that a texture is shown with: the one chosen for the texture, else that of the face.
    pub fn palette_for(&self, texture: TextureId, palette: Option<PaletteId>) -> Option<PaletteId> {
        self.palettes.tried.get(&texture).copied().or(palette)
    }

    /// Number of the open document; 0 without one.
    pub fn generation(&self) -> u64 {
        self.doc.as_ref().map_or(0, |doc| doc.generation)
    }

    pub fn shown_now(&self) -> VisibilityKey {
        VisibilityKey {
            generation: self.generation(),
            hidden: self.view.hidden.clone(),
            visibility: self.view.visibility.clone(),
        }
    }

    /// Visibility of all objects and models.
    pub fn in_sight(&self) -> Arc<VisibleElements> {
        let find =
            || self.scene().map(|scene| VisibleElements::of(&self.view, scene)).unwrap_or_default();
        self.known.in_sight.get(self.shown_now(), || Arc::new(find()))
    }
}

/// The sound that an element is or belongs to.
fn sound_of(element: Element) -> Option<RecordingId> {
    match element {
        Element::Sound(sound) | Element::SoundId { sound, .. } | Element::Caption { sound, .. } => {
            Some(sound)
        }
        _ => None,
    }
}
