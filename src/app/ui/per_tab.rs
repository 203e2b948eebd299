//! State of a panel for each displayed file of each tab.

use std::collections::BTreeMap;

use crate::app::model::State;
use crate::app::model::document::tab_id::TabId;

/// Maximum number of files whose states are kept.
const MAX_FILES: usize = 256;

/// A tab, and the path of the file that it displays in Fields and Bytes.
type FileInTab = (TabId, String);

/// The states of files that are not displayed now.
pub struct PerTab<T> {
    /// The tab that was displayed last.
    tab: TabId,
    current: Option<FileInTab>,
    others: BTreeMap<FileInTab, T>,
}

/// A change of the displayed file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileChange {
    None,
    /// Another file in the same tab.
    File,
    /// Another tab.
    Tab,
}

impl<T> Default for PerTab<T> {
    fn default() -> Self {
        Self { tab: TabId::default(), current: None, others: BTreeMap::new() }
    }
}

impl<T: Default> PerTab<T> {
    /// Stores `now` if another file or tab is displayed, and replaces it with the state of that file.
    pub fn follow(&mut self, state: &State, now: &mut T) -> FileChange {
        let next = state.shown.as_ref().map(|file| (state.tab.id, file.path.as_str()));
        let before = self.current.as_ref().map(|(tab, path)| (*tab, path.as_str()));
        if before == next {
            return FileChange::None;
        }
        let same_tab = std::mem::replace(&mut self.tab, state.tab.id) == state.tab.id;
        let next = next.map(|(tab, path)| (tab, path.to_owned()));
        let found = next.as_ref().and_then(|next| self.others.remove(next)).unwrap_or_default();
        let left = std::mem::replace(now, found);
        if let Some(before) = std::mem::replace(&mut self.current, next) {
            if self.others.len() >= MAX_FILES {
                // The oldest tab.
                self.others.pop_first();
            }
            self.others.insert(before, left);
        }
        if same_tab { FileChange::File } else { FileChange::Tab }
    }
}
