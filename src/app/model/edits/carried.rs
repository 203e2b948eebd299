//! Changes that are in no file and no journal, carried to the window that replaces another.

use std::sync::{Arc, Mutex, PoisonError};

use super::stash::Stash;
use crate::app::model::document::description::Drafts;

/// Changes of a window that was closed because its graphics device stopped working.
#[derive(Debug, Default)]
pub struct Changes {
    /// Stashed changes, including those of the open files.
    pub aside: Stash,
    /// Texts of descriptions.
    pub drafts: Drafts,
    /// Reason why the device stopped working.
    pub why: String,
}

/// Holds the changes between two windows.
#[derive(Clone, Debug, Default)]
pub struct Carried(Arc<Mutex<Option<Changes>>>);

impl Carried {
    /// Stores the changes of the window that is closed.
    pub fn put(&self, changes: Changes) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(changes);
    }

    /// `true` if no window has stored changes.
    pub fn is_empty(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    /// The changes for the next window, once.
    pub fn take(&self) -> Option<Changes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
