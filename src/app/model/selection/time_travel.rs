//! Steps back and forward through the history.

use crate::app::model::selection::visit::ViewMoment;
use crate::app::model::{Selection, SelectionTarget, State};

/// Direction in the history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Travel {
    Back,
    Forward,
}

impl State {
    /// The current view as a history entry; `None` without a file.
    pub fn moment(&self) -> Option<ViewMoment> {
        let doc = self.doc.as_ref()?;
        let selection = self.selection.clone();
        let source = selection.as_ref().map(|selection| selection.source);
        Some(ViewMoment {
            file: doc.opened.path.clone(),
            generation: doc.generation,
            in_own_file: source == self.own_source(),
            selection,
            camera: self.scene().map(|_| self.view.camera),
        })
    }

    /// The entry that a step leads to.
    fn next_moment(&self, to: Travel) -> Option<&ViewMoment> {
        match to {
            Travel::Back => self.history.last(),
            Travel::Forward => self.history.next(),
        }
    }

    /// `true` if a step leads to another file.
    pub fn leads_elsewhere(&self, to: Travel) -> bool {
        let open = self.doc.as_ref().map(|doc| &doc.opened.path);
        self.next_moment(to).is_some_and(|moment| Some(&moment.file) != open)
    }

    /// Steps through the history within the open file.
    pub fn travel(&mut self, to: Travel) {
        if let Some(moment) = self.step_history(to) {
            self.restore_moment(&moment);
        }
    }

    /// Steps through the history; returns the entry to restore.
    pub fn step_history(&mut self, to: Travel) -> Option<ViewMoment> {
        let file = &self.next_moment(to)?.file;
        // Within a file, an entry without a selection is not worth storing.
        let now = self.moment().filter(|now| now.selection.is_some() || now.file != *file);
        match to {
            Travel::Back => self.history.back(now),
            Travel::Forward => self.history.forward(now),
        }
    }

    /// Restores the selection and camera of an entry for the open file.
    pub fn restore_moment(&mut self, moment: &ViewMoment) {
        self.selection = match moment.generation == self.generation() {
            true => moment.selection.clone(),
            false => moment.selection.as_ref().and_then(|old| self.find_again(moment, old)),
        };
        let camera = moment.camera.filter(|camera| *camera != self.view.camera);
        if let Some(camera) = camera.filter(|_| self.scene().is_some()) {
            self.view.ride = None;
            (self.view.camera, self.view.fitted_for) = (camera, None);
        }
    }

    /// Finds a selection of an earlier opening by its path, or else by its elements.
    fn find_again(&self, moment: &ViewMoment, old: &Selection) -> Option<Selection> {
        let own = self.own_source().filter(|_| moment.in_own_file);
        let by_path = own.and_then(|source| {
            self.resolve(&SelectionTarget::Path { source, path: old.path.clone() })
        });
        let is_same = by_path.as_ref().is_some_and(|found| found.element == old.element);
        // Several instances may share a stored face: take the one that was selected.
        let by_element = old.element.filter(|_| !is_same).and_then(|element| {
            let found = self.resolve(&SelectionTarget::Element(element))?;
            (!moment.in_own_file || found.path == old.path).then_some(found)
        });
        let mut found = by_element.or(by_path)?;
        if found.element == old.element {
            found.also = old.also.clone();
        }
        Some(found)
    }
}
