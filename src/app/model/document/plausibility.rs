//! Outcomes of the plausibility rules on the open document.

use std::sync::Arc;

use crate::app::model::Doc;
use crate::plausibility::Outcome;

/// Generation of a document and revision of its names, which identify the input of a check.
pub type Key = (u64, u64);

/// See the [module](self).
#[derive(Default)]
pub struct Plausibility {
    /// The document that is being checked or was checked last.
    key: Option<Key>,
    /// The running job.
    job: Option<u64>,
    outcomes: Option<Arc<Vec<Outcome>>>,
}

impl Plausibility {
    /// Key of a document.
    pub fn key(doc: &Doc) -> Key {
        (doc.generation, doc.names)
    }

    /// Outcomes for a document; `None` until it was checked.
    pub fn outcomes(&self, doc: &Doc) -> Option<&Arc<Vec<Outcome>>> {
        self.outcomes.as_ref().filter(|_| self.key == Some(Self::key(doc)))
    }

    /// `true` if the check of a document ended without outcomes.
    pub fn has_failed(&self, doc: &Doc) -> bool {
        self.key == Some(Self::key(doc)) && self.job.is_none() && self.outcomes.is_none()
    }

    /// Starts the check of a document; `false` if it was started before.
    pub fn begin(&mut self, key: Key) -> bool {
        let is_new = self.key != Some(key);
        if is_new {
            *self = Self { key: Some(key), ..Self::default() };
        }
        is_new
    }

    /// Stores the job that runs the check.
    pub fn runs_in(&mut self, job: u64) {
        self.job = Some(job);
    }

    /// Handles the end of a job; `false` if it was not the check.
    pub fn end(&mut self, job: u64) -> bool {
        let is_own = self.job == Some(job);
        if is_own {
            self.job = None;
        }
        is_own
    }

    /// Takes the outcomes of a check, unless another document is being checked now.
    pub fn take(&mut self, key: Key, outcomes: Vec<Outcome>) {
        if self.key == Some(key) {
            self.outcomes = Some(Arc::new(outcomes));
        }
    }
}
