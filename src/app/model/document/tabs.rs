//! The open tabs. The state of the current one is in the window's state.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::comparison::ComparedFile;
use super::paths;
use super::tab_id::TabId;
use super::tab_state::{Outdated, TabState};
use crate::library::Library;

/// A tab that can be reopened.
pub struct ClosedTab {
    pub path: String,
    /// Position in the tab strip.
    pub position: usize,
    /// The file with which the document was compared.
    pub compared: Option<ComparedFile>,
}

/// The tabs that are not current.
#[derive(Default)]
pub struct Tabs {
    /// In the order of the tab strip. Exchanged with the current tab, which is boxed.
    #[expect(clippy::vec_box, reason = "tabs are exchanged without moving their content")]
    others: Vec<Box<TabState>>,
    /// Position of the current tab.
    position: usize,
    /// Largest number given to a tab.
    last: u64,
    /// Closed tabs, the latest last.
    pub closed: Vec<ClosedTab>,
    /// Number of times that a tab was left for another one.
    times_left: u64,
}

impl Tabs {
    pub fn others(&self) -> impl Iterator<Item = &TabState> {
        self.others.iter().map(|tab| &**tab)
    }

    pub fn others_mut(&mut self) -> impl Iterator<Item = &mut TabState> {
        self.others.iter_mut().map(|tab| &mut **tab)
    }

    pub fn get(&self, id: TabId) -> Option<&TabState> {
        self.others().find(|tab| tab.id == id)
    }

    /// Number of tabs, including the current one.
    pub fn count(&self) -> usize {
        self.others.len() + 1
    }

    /// All tabs in the order of the tab strip.
    pub fn all<'a>(&'a self, current: &'a TabState) -> impl Iterator<Item = &'a TabState> {
        let (before, after) = self.others.split_at(self.position.min(self.others.len()));
        let rest = |tabs: &'a [Box<TabState>]| tabs.iter().map(|tab| &**tab);
        rest(before).chain([current]).chain(rest(after))
    }

    /// The tab `by` positions to the right of the current one, wrapping around.
    pub fn neighbour(&self, by: isize) -> Option<TabId> {
        let count = self.count() as isize;
        let next = (self.position as isize + by).rem_euclid(count) as usize;
        match next.cmp(&self.position) {
            std::cmp::Ordering::Less => self.others.get(next),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => self.others.get(next - 1),
        }
        .map(|tab| tab.id)
    }

    /// The tab to show when the current one is closed.
    pub fn after_closing(&self) -> Option<TabId> {
        let next = self.others.get(self.position).or(self.others.last());
        next.map(|tab| tab.id)
    }

    /// Adds an empty tab to the right of the current one and of the tabs that were added from it.
    pub fn add(&mut self, current: &TabState) -> TabId {
        self.last += 1;
        let id = TabId(self.last);
        let added = |tab: &&TabState| tab.opened_from == Some(current.id);
        let after = self.others().skip(self.position).take_while(added).count();
        let opened_from = Some(current.id);
        let view = current.view.display_options();
        let tab = TabState { id, opened_from, view, ..TabState::default() };
        self.others.insert(self.position + after, Box::new(tab));
        id
    }

    /// Adds a tab of the last session at the end.
    pub fn restore(&mut self, current: &TabState, path: String, view: String) -> TabId {
        self.last += 1;
        let id = TabId(self.last);
        let (restored, view) = (Some(view), current.view.display_options());
        let tab = TabState { id, path, restored, view, ..TabState::default() };
        self.others.push(Box::new(tab));
        id
    }

    /// Makes another tab the current one; `false` if there is no such tab.
    pub fn exchange(&mut self, current: &mut Box<TabState>, id: TabId) -> bool {
        let Some(at) = self.others.iter().position(|tab| tab.id == id) else { return false };
        let next = self.others.remove(at);
        // The position of the new tab in the strip, with the current one back among the others.
        let place = if at < self.position { at } else { at + 1 };
        let left = std::mem::replace(current, next);
        let back = if at < self.position { self.position - 1 } else { self.position };
        self.others.insert(back, left);
        self.position = place;
        true
    }

    /// Records that another tab becomes the current one.
    pub fn note_left(&mut self, current: &mut TabState) {
        self.times_left += 1;
        current.last_left = self.times_left;
    }

    /// Removes a tab that is not current.
    pub fn remove(&mut self, id: TabId) -> Option<Box<TabState>> {
        let at = self.others.iter().position(|tab| tab.id == id)?;
        if at < self.position {
            self.position -= 1;
        }
        Some(self.others.remove(at))
    }

    /// Moves a tab to a position in the strip.
    pub fn move_to(&mut self, current: TabId, id: TabId, to: usize) {
        let to = to.min(self.others.len());
        if id == current {
            self.position = to;
            return;
        }
        let Some(tab) = self.remove(id) else { return };
        // Positions count the current tab, too.
        if to <= self.position {
            self.others.insert(to.min(self.others.len()), tab);
            self.position += 1;
        } else {
            self.others.insert((to - 1).min(self.others.len()), tab);
        }
    }

    /// Marks the tabs that one of these files on disk belongs to.
    pub fn outdate(&mut self, changed: &BTreeSet<PathBuf>) {
        for tab in &mut self.others {
            if tab.files_behind.iter().any(|file| changed.contains(file)) {
                tab.outdated = Some(Outdated::ChangedOnDisk);
            }
        }
    }
}

/// Names of tabs with these paths: file names, preceded by as many folders as make them
/// unique.
pub fn names_of(paths: &[&str]) -> Vec<String> {
    let mut names: Vec<&str> = paths.iter().map(|path| tail(path, 1)).collect();
    for depth in 2..=MAX_DEPTH {
        let known = names.clone();
        for (at, path) in paths.iter().enumerate() {
            let is_same = |(other, name): (usize, &&str)| {
                known.get(at) == Some(name) && paths.get(other) != Some(path)
            };
            let is_repeated = known.iter().enumerate().any(is_same);
            if let Some(name) = names.get_mut(at).filter(|_| is_repeated) {
                *name = tail(path, depth);
            }
        }
    }
    names.into_iter().map(str::to_owned).collect()
}

/// Names of files for the user: real names where the library knows them, preceded by as many folders as make
/// them unique.
pub fn display_names(library: &Library, paths: &[&str]) -> Vec<String> {
    let displayed = paths.iter().map(|path| {
        let folder = path.strip_suffix(paths::name(path)).unwrap_or_default();
        format!("{folder}{}", library.display_name(path))
    });
    let displayed: Vec<String> = displayed.collect();
    names_of(&displayed.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Maximum number of path components in the name of a tab.
const MAX_DEPTH: usize = 6;

/// The last `count` components of a path.
fn tail(path: &str, count: usize) -> &str {
    let path = path.trim_end_matches(['/', '\\']);
    let mut cuts = path.rmatch_indices(['/', '\\']).map(|(at, _)| at);
    // Two slashes separate a container from its member.
    let mut found = 0;
    let mut last = path.len();
    let start = cuts.find(|at| {
        found += usize::from(at + 1 < last);
        last = *at;
        found == count
    });
    start.and_then(|at| path.get(at + 1..)).unwrap_or(path)
}
