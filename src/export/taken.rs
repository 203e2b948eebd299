//! File names that several exports of one run give out, so that none gets into another's way.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// Names given out below one folder.
pub struct Taken {
    root: PathBuf,
    with_existing: bool,
    by_folder: HashMap<PathBuf, HashSet<String>>,
}

impl Taken {
    /// Nothing below `root` is given out yet; with `with_existing` what is there already counts.
    pub fn new(root: PathBuf, with_existing: bool) -> Self {
        Self { root, with_existing, by_folder: HashMap::new() }
    }

    /// The names that are taken in this folder below the root.
    pub fn in_folder(&mut self, folder: &Path) -> &mut HashSet<String> {
        let Self { root, with_existing, by_folder } = self;
        by_folder.entry(folder.to_owned()).or_insert_with(|| match with_existing {
            true => names_in(&root.join(folder)),
            false => HashSet::new(),
        })
    }
}

fn names_in(folder: &Path) -> HashSet<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}
