//! File names in use by the exports of one run, to avoid collisions.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::container::remove_abandoned;

/// Names in use below one folder.
pub struct UsedNames {
    root: PathBuf,
    with_existing: bool,
    by_folder: HashMap<PathBuf, TakenNames>,
}

impl UsedNames {
    /// Starts with no names in use below `root`; `with_existing` includes existing files.
    pub fn new(root: PathBuf, with_existing: bool) -> Self {
        Self { root, with_existing, by_folder: HashMap::new() }
    }

    /// Names in use in this folder below the root. The first use of a folder removes temporary files that
    /// killed exports left there.
    pub fn in_folder(&mut self, folder: &Path) -> &mut TakenNames {
        let Self { root, with_existing, by_folder } = self;
        by_folder.entry(folder.to_owned()).or_insert_with(|| {
            let path = root.join(folder);
            remove_abandoned(&path);
            match with_existing {
                true => names_in(&path).into(),
                false => TakenNames::default(),
            }
        })
    }
}

fn names_in(folder: &Path) -> HashSet<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

/// File names in use in a folder, ignoring case. A clone shares the list but does not see names added
/// later: one run of ten thousand exports has one list.
#[derive(Clone, Default, Debug)]
pub struct TakenNames {
    /// Lower-case names with their order of insertion. Locked for lookup and insertion.
    all: Arc<Mutex<HashMap<String, usize>>>,
    /// Number of names that are visible to this clone.
    count: usize,
}

impl TakenNames {
    /// `true` if a lower-case name is in use.
    pub fn has(&self, lower: &str) -> bool {
        self.all().get(lower).is_some_and(|number| *number < self.count)
    }

    /// Adds names.
    pub fn extend(&mut self, names: impl IntoIterator<Item = String>) {
        let names: Vec<String> = names.into_iter().map(|name| name.to_lowercase()).collect();
        let mut all = self.all();
        for name in names {
            let number = all.len();
            all.entry(name).or_insert(number);
        }
        let count = all.len();
        drop(all);
        self.count = count;
    }

    fn all(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl From<HashSet<String>> for TakenNames {
    fn from(names: HashSet<String>) -> Self {
        let mut taken = Self::default();
        taken.extend(names);
        taken
    }
}

impl PartialEq for TakenNames {
    fn eq(&self, other: &Self) -> bool {
        if Arc::ptr_eq(&self.all, &other.all) {
            return self.count == other.count;
        }
        let names = |taken: &Self| -> HashSet<String> {
            let all = taken.all();
            all.iter()
                .filter(|(_, number)| **number < taken.count)
                .map(|(n, _)| n.clone())
                .collect()
        };
        self.count == other.count && names(self) == names(other)
    }
}
