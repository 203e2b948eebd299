//! State of one tab: a document with its view, selection and undo steps.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use super::comparing::Comparing;
use super::plausibility::Plausibility;
use super::tab_id::TabId;
use super::{Doc, DocScene, sources};
use crate::app::model::edits::undo::{ClosedSteps, Undo};
use crate::app::model::selection::can_move::CanMove;
use crate::app::model::selection::resolve;
use crate::app::model::selection::visit::Visits;
use crate::app::model::sound::Key;
use crate::app::model::sound::other_banks::OtherBanks;
use crate::app::model::view::motion::Motion;
use crate::app::model::view::second_picture::{KeptScene, Second};
use crate::app::model::view::strips::Strips;
use crate::app::model::view::visible_set::{VisibilityCache, VisibilityKey, VisibleElements};
use crate::app::model::{PaletteEdits, PixelReport, Selection, SelectionTarget, View};
use crate::bytes::SourceId;
use crate::library::{Library, Opened};
use crate::scene::{Atmosphere, Element, FaceRef, PaletteId, RecordingId, Sound, TextureId};

/// A reason to read the document of a tab again when the tab is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outdated {
    /// One of the tab's files was edited in another tab.
    Edited,
    /// One of the tab's files changed on disk.
    ChangedOnDisk,
}

/// See the [module](self).
#[derive(Default)]
pub struct TabState {
    pub id: TabId,
    /// Path of the file that was opened last; empty in a new tab.
    pub path: String,
    /// A tab of the last session that was not shown yet, with its view as a state string.
    pub restored: Option<String>,
    /// The tab from which this one was opened.
    pub opened_from: Option<TabId>,
    pub doc: Option<Arc<Doc>>,
    /// The file in Fields and Bytes: the document's own, or the companion that contains the selection (a
    /// texture in a library file).
    pub shown: Option<Arc<Opened>>,
    pub selection: Option<Selection>,
    /// Element under the pointer, in any panel.
    pub hover: Option<Selection>,
    pub history: Visits,
    pub undo: Undo,
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
    pub comparing: Comparing,
    pub second: Second,
    /// Cached answer to the question whether the selection can be moved.
    pub held: CanMove,
    pub palettes: PaletteEdits,
    /// Sounds of other banks with the same identifiers.
    pub other_banks: OtherBanks,
    /// A file is being opened, or its scene is being built.
    pub loading: bool,
    /// Error message if opening failed.
    pub failure: Option<String>,
    /// Files on disk from which the document was made.
    pub files_behind: Vec<PathBuf>,
    /// Set while another tab is current.
    pub outdated: Option<Outdated>,
    /// Steps of each changed file, and the notes, when another tab became current.
    pub(crate) left: ClosedSteps,
    /// Number of the last time when the tab was left for another one; 0 if it was never visible.
    pub(crate) last_left: u64,
}

impl TabState {
    pub fn scene(&self) -> Option<&DocScene> {
        self.doc.as_ref()?.scene.as_ref()
    }

    /// Fog and background, for the chosen options of the scene.
    pub fn air(&self) -> Option<&Atmosphere> {
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
    pub fn resolve(&self, target: &SelectionTarget) -> Option<Selection> {
        let files: Vec<&Opened> = self.files().map(|file| &**file).collect();
        let near = self.selected_element();
        resolve(target, &files, self.scene().map(DocScene::in_scene), near)
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

    /// Path for the tab's name: of its document, or of the file that is being opened.
    pub fn path_shown(&self) -> &str {
        self.document_path().unwrap_or(&self.path)
    }

    /// `true` if the document was made from the file at `path`, its own or a companion.
    pub fn uses(&self, library: &Library, path: &str) -> bool {
        let Some(doc) = &self.doc else { return false };
        let mut met = HashSet::new();
        let mut companions = doc.scene.iter().flat_map(|scene| sources(&scene.scene));
        let is_it = |id| library.source(id).is_some_and(|source| source.name() == path);
        doc.opened.path == path || companions.any(|id| met.insert(id) && is_it(id))
    }

    /// `true` if nothing is open, being opened or compared.
    pub fn is_empty(&self) -> bool {
        let has_file = self.doc.is_some() || self.restored.is_some() || self.loading;
        !has_file && self.failure.is_none() && !self.comparing.is_of_folders()
    }

    /// Path of the open document.
    pub fn document_path(&self) -> Option<&str> {
        Some(&self.doc.as_ref()?.opened.path)
    }

    /// The source of the open file.
    pub fn own_source(&self) -> Option<SourceId> {
        Some(self.doc.as_ref()?.opened.document.source.id())
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

    /// The palette that a texture is shown with: the one chosen for the texture, otherwise that of the face.
    pub fn palette_for(&self, texture: TextureId, palette: Option<PaletteId>) -> Option<PaletteId> {
        self.palettes.tried.get(&texture).copied().or(palette)
    }

    /// The scene as it is displayed; `None` without a scene.
    pub fn displayed_scene(&self) -> Option<KeptScene> {
        Some(KeptScene {
            name: self.doc.as_ref()?.opened.path.clone(),
            scene: self.scene()?.scene.clone(),
            options: Some(self.view.options()),
            visibility: self.view.visibility.clone(),
            palettes: self.palettes.clone(),
            posed: self.motion.posed.clone(),
            moved: self.motion.moved.clone(),
        })
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
