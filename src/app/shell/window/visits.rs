//! The view and the undo history of each file that was left.

use std::collections::VecDeque;

use super::{RestoredView, Window};
use crate::app::jobs::opening::ShownWith;
use crate::app::model::State;
use crate::app::model::edits::undo::{ClosedSteps, Undo, catch_up};
use crate::app::model::selection::time_travel::Travel;

/// Number of files whose view is remembered.
const MAX: usize = 64;

/// View and undo of a file that was left.
pub struct Visit {
    pub keep: RestoredView,
    undo: Undo,
    left: ClosedSteps,
}

/// Visits by path, the latest last.
#[derive(Default)]
pub struct Visits(VecDeque<(String, Visit)>);

impl Visits {
    /// Stores the view of the open file. If its scene is not loaded yet, the stored view stays.
    pub fn leave(&mut self, state: &mut State) {
        let Some(doc) = state.doc.clone() else { return };
        if doc.scene.is_none() && self.get(&doc.opened.path).is_some() {
            return;
        }
        let keep = RestoredView::of(state, &doc, None);
        let undo = std::mem::take(&mut state.undo);
        let left = (state.edits.targets(), state.notes.contents());
        let path = doc.opened.path.clone();
        self.0.retain(|(other, _)| *other != path);
        self.0.push_back((path, Visit { keep, undo, left }));
        if self.0.len() > MAX {
            self.0.pop_front();
        }
    }

    pub fn get(&self, path: &str) -> Option<&Visit> {
        self.0.iter().find(|(other, _)| other == path).map(|(_, visit)| visit)
    }

    pub fn take(&mut self, path: &str) -> Option<Visit> {
        let at = self.0.iter().position(|(other, _)| other == path)?;
        self.0.remove(at).map(|(_, visit)| visit)
    }
}

impl Visit {
    /// The view and the undo steps of the file, with the changes since the file was left.
    pub fn apart(self, state: &State) -> (RestoredView, Undo) {
        let Self { keep, mut undo, left } = self;
        catch_up(&mut undo, &left, &state.snapshot(), |_| false);
        (keep, undo)
    }
}

impl Window {
    /// Steps through the history; another file is opened with its view at that time.
    pub(super) fn travel(&mut self, to: Travel) {
        if !self.state.leads_elsewhere(to) {
            return self.state.travel(to);
        }
        let Some(moment) = self.state.step_history(to) else { return };
        let file = moment.file.clone();
        self.open(&file, None);
        self.opening.arrival = Some(moment);
    }

    /// Paths of the files that were shown with the file at `path` when it was left.
    pub(super) fn around_before(&self, path: &str) -> ShownWith {
        let visit = self.visits.get(path);
        ShownWith::These(visit.map_or_else(Vec::new, |visit| visit.keep.around.clone()))
    }
}
