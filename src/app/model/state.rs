//! State of the window. Panels read it during a frame; commands change it between frames.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::document::description::DescriptionState;
use super::document::files::Files;
use super::document::notes::Notes;
use super::document::tab_id::TabId;
use super::document::tab_state::TabState;
use super::document::tabs::Tabs;
use super::edits::Edits;
use super::edits::undo::{Snapshot, catch_up};
use super::search::SearchState;
use super::search::gallery::Gallery;
use super::sound::Playback;
use super::{PanelId, Settings};
use crate::library::Library;

/// A background job in the status bar.
#[derive(Clone, Debug, PartialEq)]
pub struct JobInfo {
    pub id: u64,
    pub name: String,
    /// Seconds since the job started.
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
    /// The current tab; its fields can be used like those of this state.
    pub tab: Box<TabState>,
    /// The other tabs.
    pub tabs: Tabs,
    /// The description in the Description panel.
    pub description: DescriptionState,
    /// Edits of files, open or not.
    pub edits: Edits,
    /// Notes on the open file and its companions.
    pub notes: Notes,
    pub settings: Settings,
    /// Playback of sounds.
    pub sound: Playback,
    /// The panel that was clicked last and receives keys first.
    pub focus: PanelId,
    pub jobs: Vec<JobInfo>,
    /// Names of the saved layouts.
    pub layout_names: Vec<String>,
    /// Name of the rendering device.
    pub adapter: String,
}

impl Deref for State {
    type Target = TabState;

    fn deref(&self) -> &TabState {
        &self.tab
    }
}

impl DerefMut for State {
    fn deref_mut(&mut self) -> &mut TabState {
        &mut self.tab
    }
}

impl State {
    pub fn new(library: Arc<Library>, settings: Settings) -> Self {
        Self { library, settings, ..Self::default() }
    }

    /// The current state for undo.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            palettes: self.palettes.clone(),
            edits: self.edits.targets(),
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

    /// All tabs in the order of the tab strip.
    pub fn all_tabs(&self) -> impl Iterator<Item = &TabState> {
        self.tabs.all(&self.tab)
    }

    /// Makes another tab the current one; `false` if there is no such tab.
    pub fn exchange_tab(&mut self, id: TabId) -> bool {
        self.tab.left = (self.edits.targets(), self.notes.contents());
        if !self.tabs.exchange(&mut self.tab, id) {
            return false;
        }
        let (now, mut undo) = (self.snapshot(), std::mem::take(&mut self.undo));
        let uses = |path: &str| self.tab.uses(&self.library, path);
        catch_up(&mut undo, &self.tab.left, &now, uses);
        self.undo = undo;
        true
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
        self.edits.set_targets(&moment.edits);
        self.view.hidden = moment.hidden;
        self.view.visibility.layers = moment.layers;
        self.view.visibility.nodes = moment.nodes;
        self.view.visibility.helpers = moment.helpers;
        self.view.visibility.shown_nodes = moment.shown_nodes;
        self.view.visibility.shown_helpers = moment.shown_helpers;
        self.view.visibility.variants = moment.variants;
        self.notes.restore(moment.notes);
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
}
