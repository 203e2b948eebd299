//! The opening that is under way, and the documents that were opened before.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use crate::app::model::goal::Goal;
use crate::app::model::moment::Moment;
use crate::app::model::{Doc, DocScene, PanelId, State, View};
use crate::bytes::SourceId;
use crate::library::{Library, Opened};
use crate::render::Visibility;
use crate::scene::{AnimationId, Element, Table};

/// An opening under way.
#[derive(Default)]
pub struct Opening {
    /// Number of the newest opening.
    pub generation: u64,
    /// The job that opens it.
    pub job: Option<u64>,
    /// What it keeps: it shows again what is on show.
    pub keep: Option<Keep>,
    /// Moment to restore, when Back or Forward opens the file.
    pub arrival: Option<Moment>,
    /// What is to be seen of the scene as soon as it is there.
    pub view: Option<crate::render::state::State>,
    /// Paths of what was copied, to be selected.
    pub copies: Vec<String>,
    /// Where the open scene is best seen or heard.
    pub front: Option<PanelId>,
    pub visited: Visited,
    /// What is selected when it is there, and the number of the opening.
    pub goal: Option<(u64, Goal)>,
}

/// Work that is waited for beside an opening.
#[derive(Default)]
pub struct Pending {
    /// The job that decodes the textures of what is shown.
    pub textures: Option<u64>,
    /// The job that draws small pictures for Files.
    pub thumbnails: Option<u64>,
    /// Files changed on disk at this moment; reloaded when they have been quiet for a while.
    pub changed: Option<Instant>,
    /// When files were written here last: what then changed on disk is known.
    pub saved: Option<Instant>,
    /// The revision of names that was looked up last.
    pub looked_up: u64,
    /// The rows of a table that a file is being picked for.
    pub table: Option<Arc<Table>>,
    /// The companion that was asked for last.
    pub asked_for: Option<SourceId>,
}

impl Opening {
    /// What is being opened is no longer waited for; returns the job that is of no use any more.
    pub fn supersede(&mut self) -> Option<u64> {
        self.generation += 1;
        (self.keep, self.arrival, self.view) = (None, None, None);
        self.job.take()
    }

    /// Ends the opening.
    pub fn end(&mut self) {
        (self.job, self.keep, self.arrival, self.view) = (None, None, None, None);
    }
}

/// View and selection that survive a reload and a visit of another file. The
/// [edits](crate::app::model::set_aside) are stored apart.
pub struct Keep {
    pub view: View,
    /// Number of placed faces, for a first comparison with the scene that is shown next.
    faces: Option<u32>,
    /// Paths of the files that are shown around it.
    pub around: Vec<String>,
    /// Name of the source, and field path.
    pub selection: Option<(String, String)>,
    /// All that is selected, the first one first.
    pub elements: Vec<Element>,
    /// Paths of what is selected instead: copies, as soon as they are there.
    pub copies: Vec<String>,
    /// It is the same file with a change made here: undo goes on.
    pub after_edit: bool,
}

impl Keep {
    /// What is looked at, and how, in the open `doc`; `last` where that is being shown again
    /// already and has no scene yet.
    pub fn of(state: &State, doc: &Doc, last: Option<Self>) -> Self {
        let source = doc.opened.document.source.name();
        let selection = state.selection.as_ref();
        // A path is one of its own file: another has a field of that name, too.
        let id = doc.opened.document.source.id();
        let own = selection.filter(|selection| selection.source == id);
        let (mut last_around, mut last_copies) = (Vec::new(), Vec::new());
        if let Some(last) = last.filter(|_| doc.scene.is_none()) {
            (last_around, last_copies) = (last.around, last.copies);
        }
        let around = doc.scene.as_ref().map_or(last_around, |scene| scene.around.clone());
        Self {
            view: state.view.clone(),
            faces: doc.scene.as_ref().map(|scene| scene.ids.total()),
            around,
            selection: own.map(|selection| (source.to_owned(), selection.path.clone())),
            elements: selection.map_or_else(Vec::new, |selection| selection.elements().collect()),
            copies: last_copies,
            after_edit: false,
        }
    }

    /// Whether the view is that of a scene.
    pub fn has_scene(&self) -> bool {
        self.faces.is_some()
    }

    /// Whether `scene` has the same faces in the same layers, so that draw ids and undo steps of the
    /// old one still mean the same.
    pub fn fits(&self, scene: &DocScene) -> bool {
        let same_layers = self.view.visibility.layers.len() == scene.scene.layers.len();
        same_layers && self.faces == Some(scene.ids.total())
    }

    /// The view of `scene`, which is shown in the place of the one this was taken of; `first` is
    /// its view when it is opened for the first time.
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
        // The camera stays where it was, whatever has come into sight.
        let fitted_for = None;
        let is_there = |id: &AnimationId| scene.scene.animations.get(*id).is_some();
        let animation = self.view.animation.filter(is_there).or(first.animation);
        View { visibility, hidden, fitted_for, animation, ..self.view.clone() }
    }

    /// The same where the file is read anew since it was changed here.
    pub fn after_edit(state: &State, doc: &Doc, last: Option<Self>) -> Self {
        Self { after_edit: true, ..Self::of(state, doc, last) }
    }
}

/// Documents looked at, the last one last.
#[derive(Default)]
pub struct Visited(VecDeque<Arc<Opened>>);

impl Visited {
    /// Notes that a document was looked at, and forgets those that were longest ago, when all
    /// together may take more than `budget` bytes of memory.
    pub fn add(&mut self, opened: &Arc<Opened>, budget: u64, library: &Library) {
        self.0.retain(|other| {
            if other.path == opened.path && other.stored.id() != opened.stored.id() {
                library.close(other);
            }
            other.path != opened.path
        });
        self.0.push_back(opened.clone());
        // What is made of a file takes about this many times its size (`info` keeps to six).
        let cost = |opened: &Opened| opened.document.source.len().saturating_mul(6);
        let mut all: u64 = self.0.iter().map(|opened| cost(opened)).sum();
        while all > budget && self.0.len() > 1 {
            let Some(oldest) = self.0.pop_front() else { break };
            all -= cost(&oldest);
            library.close(&oldest);
        }
    }

    /// Documents at other paths.
    pub fn others(&self, path: &str) -> Vec<Arc<Opened>> {
        self.0.iter().filter(|other| other.path != path).cloned().collect()
    }
}
