//! Outcomes of the plausibility rules on the open document.

use std::sync::Arc;

use super::Doc;
use crate::plausibility::Outcome;

/// Generation and names of a document, which tell whether outcomes are of it.
pub type Key = (u64, u64);

/// See the [module](self).
#[derive(Default)]
pub struct Plausibility {
    /// The document that is being checked, or was.
    key: Option<Key>,
    outcomes: Option<Arc<Vec<Outcome>>>,
}

impl Plausibility {
    /// Key of a document.
    pub fn key(doc: &Doc) -> Key {
        (doc.generation, doc.names)
    }

    /// Outcomes on a document; `None` until it was checked.
    pub fn outcomes(&self, doc: &Doc) -> Option<&Arc<Vec<Outcome>>> {
        self.outcomes.as_ref().filter(|_| self.key == Some(Self::key(doc)))
    }

    /// Starts the check of a document; false where it has begun already.
    pub fn begin(&mut self, key: Key) -> bool {
        let is_new = self.key != Some(key);
        if is_new {
            *self = Self { key: Some(key), outcomes: None };
        }
        is_new
    }

    /// Takes the outcomes of a check, unless another document is checked by now.
    pub fn take(&mut self, key: Key, outcomes: Vec<Outcome>) {
        if self.key == Some(key) {
            self.outcomes = Some(Arc::new(outcomes));
        }
    }
}
