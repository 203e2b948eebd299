//! The opening in progress of each tab, and the documents that were open before.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::app::model::document::tab_id::TabId;
use crate::app::model::search::navigation_target::NavigationTarget;
use crate::app::model::selection::visit::ViewMoment;
use crate::app::model::{Doc, DocScene, Selection, State, View};
use crate::bytes::{Source, SourceId};
use crate::library::{Library, Opened};
use crate::render::Visibility;
use crate::scene::{AnimationId, Element};

/// An opening in progress.
#[derive(Default)]
pub struct Opening {
    /// Number of the newest opening in this tab.
    pub generation: u64,
    /// The job that opens the file.
    pub job: Option<u64>,
    /// State to restore after a reload of the same document.
    pub keep: Option<RestoredView>,
    /// Moment to restore, when Back or Forward opens the file.
    pub arrival: Option<ViewMoment>,
    /// View to apply once the scene is ready.
    pub view: Option<crate::render::state::State>,
    /// Paths of new copies, to be selected.
    pub copies: Vec<String>,
    /// Target to select once the document is open, and the number of the opening.
    pub goal: Option<(u64, NavigationTarget)>,
    /// Revision of the names at the last look-up.
    pub looked_up: u64,
    /// The companion that was requested last.
    pub asked_for: Option<SourceId>,
    /// Source name and path of the field to select once that companion is read.
    pub companion_selection: Option<(String, String)>,
}

/// Pending work besides an opening.
#[derive(Default)]
pub struct Pending {
    /// The job that decodes the textures of the scene.
    pub textures: Option<TextureJob>,
    /// The job that draws thumbnails for Files.
    pub thumbnails: Option<u64>,
    /// Time of the last change on disk, and the changed files; files are reloaded after a quiet period.
    pub changed: Option<(Instant, BTreeSet<PathBuf>)>,
    /// Changes in listed folders, and the time of the first one.
    pub listed: Option<(Instant, BTreeSet<PathBuf>)>,
    /// Other folders are listed than those that are watched.
    pub watches_other_files: bool,
    /// Time of the last change in the folders of descriptions, with `true` if a description was edited.
    pub descriptions: Option<(Instant, bool)>,
    /// Roots whose descriptions were read.
    pub described_roots: Vec<String>,
    /// Time of the last save: changes on disk right after it are our own.
    pub saved: Option<Instant>,
    /// The file that was edited, and the tab that requested it; the other tabs are not updated yet.
    pub edited: Option<(String, TabId)>,
    /// Number of the newest opening in any tab.
    pub generation: u64,
}

/// The job that decodes textures.
pub struct TextureJob {
    pub number: u64,
    /// Set to end the job; it can be continued later.
    pub is_paused: Arc<AtomicBool>,
}

impl Opening {
    /// Cancels the opening in progress, and starts a new one with this number. Returns the job of the old
    /// one, which is no longer needed.
    pub fn supersede(&mut self, generation: u64) -> Option<u64> {
        self.generation = generation;
        (self.keep, self.arrival, self.view) = (None, None, None);
        self.job.take()
    }

    /// Ends the opening.
    pub fn end(&mut self) {
        (self.job, self.keep, self.arrival, self.view) = (None, None, None, None);
    }
}

/// View and selection that survive a reload and a switch to another file. The
/// [edits](crate::app::model::edits::stash) are stored separately.
pub struct RestoredView {
    pub view: View,
    /// Number of placed faces, as a quick check whether the next scene is the same.
    faces: Option<u32>,
    /// Paths of the files that are shown in the same scene.
    pub around: Vec<String>,
    /// Source name and field path.
    pub selection: Option<(String, String)>,
    /// Source name and field path of a selection in another file that the scene was built from.
    pub companion_selection: Option<(String, String)>,
    /// All selected elements; the first is the first selected.
    pub elements: Vec<Element>,
    /// Paths of copies to select instead, once they exist.
    pub copies: Vec<String>,
    /// `true` if the file is re-read after an edit, so that undo continues.
    pub after_edit: bool,
}

impl RestoredView {
    /// The current view and selection of the open `doc`; `last` if a reload is in progress that has no
    /// scene yet.
    pub fn of(state: &State, doc: &Doc, last: Option<Self>) -> Self {
        let source = doc.opened.document.source.name();
        let selection = state.selection.as_ref();
        // A path belongs to its file: another file may have a field of the same name.
        let id = doc.opened.document.source.id();
        let own = selection.filter(|selection| selection.source == id);
        let companion = state.shown.as_ref().map(|file| &file.document.source);
        let companion = companion.filter(|source| source.id() != id);
        let in_companion =
            companion.zip(selection).filter(|(source, found)| source.id() == found.source);
        let path_in =
            |(source, found): (&Source, &Selection)| (source.name().to_owned(), found.path.clone());
        let (mut last_around, mut last_copies, mut last_faces) = (Vec::new(), Vec::new(), None);
        if let Some(last) = last.filter(|_| doc.scene.is_none()) {
            (last_around, last_copies, last_faces) = (last.around, last.copies, last.faces);
        }
        let around = doc.scene.as_ref().map_or(last_around, |scene| scene.around.clone());
        Self {
            view: state.view.clone(),
            faces: doc.scene.as_ref().map(|scene| scene.ids.total()).or(last_faces),
            around,
            selection: own.map(|selection| (source.to_owned(), selection.path.clone())),
            companion_selection: in_companion.map(path_in),
            elements: selection.map_or_else(Vec::new, |selection| selection.elements().collect()),
            copies: last_copies,
            after_edit: false,
        }
    }

    /// `true` if the view is that of a scene.
    pub fn has_scene(&self) -> bool {
        self.faces.is_some()
    }

    /// `true` if `scene` has the same faces in the same layers, so that draw ids and undo steps stay
    /// valid.
    pub fn fits(&self, scene: &DocScene) -> bool {
        let same_layers = self.view.visibility.layers.len() == scene.scene.layers.len();
        same_layers && self.faces == Some(scene.ids.total())
    }

    /// The view of `scene`, which replaces the scene of this view; `first` is the initial view of
    /// `scene`.
    pub fn view_of(&self, scene: &DocScene, first: View) -> View {
        let same = self.view.visibility.layers.len() == scene.scene.layers.len();
        let mut visibility = first.visibility;
        if same {
            let helpers = visibility.helpers;
            visibility = Visibility { helpers, ..self.view.visibility.clone() };
        }
        let chosen = &self.view.visibility.variants;
        for (variant, chosen) in scene.scene.variants.ids().zip(chosen) {
            visibility.choose(&scene.scene, variant, *chosen);
        }
        let same_faces = self.after_edit && same || self.fits(scene);
        let hidden = if same_faces { self.view.hidden.clone() } else { Arc::default() };
        // The camera stays, even if the visible extent changed.
        let fitted_for = None;
        let is_there = |id: &AnimationId| scene.scene.animations.get(*id).is_some();
        let animation = self.view.animation.filter(is_there).or(first.animation);
        View { visibility, hidden, fitted_for, animation, ..self.view.clone() }
    }

    /// The current view and selection, for a file that is re-read after an edit.
    pub fn after_edit(state: &State, doc: &Doc, last: Option<Self>) -> Self {
        Self { after_edit: true, ..Self::of(state, doc, last) }
    }
}

/// Estimated memory of a document, in bytes. Levels with their companions use about twelve times the size of
/// the files.
fn cost(opened: &Opened) -> u64 {
    let scene = opened.built_scene();
    let companions = scene.iter().flat_map(|scene| &scene.sources).map(Source::len);
    let files = companions.fold(opened.document.source.len(), u64::saturating_add);
    files.saturating_mul(12)
}

/// Recently opened documents, the latest last.
#[derive(Default)]
pub struct Visited(VecDeque<Arc<Opened>>);

impl Visited {
    /// Records an opened document.
    pub fn add(&mut self, opened: &Arc<Opened>, library: &Library) {
        self.0.retain(|other| {
            if other.path == opened.path && other.stored.id() != opened.stored.id() {
                library.close(other);
            }
            other.path != opened.path
        });
        self.0.push_back(opened.clone());
    }

    /// Keeps the newest of the documents that are not `shown`, as many as fit into `budget` bytes of memory.
    pub fn limit(&mut self, budget: u64, shown: &HashSet<SourceId>, library: &Library) {
        let mut used = 0u64;
        let mut is_kept = |opened: &Arc<Opened>| {
            if shown.contains(&opened.stored.id()) {
                return true;
            }
            let all = used.saturating_add(cost(opened));
            let fits = all <= budget;
            used = if fits { all } else { used };
            fits
        };
        let kept: Vec<bool> = self.0.iter().rev().map(&mut is_kept).collect();
        let mut kept = kept.into_iter().rev();
        self.0.retain(|opened| {
            let is_kept = kept.next() != Some(false);
            if !is_kept {
                library.close(opened);
            }
            is_kept
        });
    }

    /// Documents at other paths.
    pub fn others(&self, path: &str) -> Vec<Arc<Opened>> {
        self.0.iter().filter(|other| other.path != path).cloned().collect()
    }
}
