//! Search locations for companions, apart from the surroundings of a file: folders, discs, archives.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;

use super::folder_names::FolderNames;
use super::{Library, OpenError, ResolvedPath, lock};
use crate::bytes::{Source, SourceId};
use crate::container::{MissingCompanion, disk_path, parent, path_text};
use crate::formats::{self, extracted_names};

/// Maximum depth of folders that are searched.
const MAX_DEPTH: usize = 8;
/// Maximum number of files in one location.
const MAX_FILES: usize = 100_000;

/// The files of a search location.
pub(super) struct Root {
    /// Paths by file name in lower case, in the location's order.
    by_name: HashMap<String, Vec<String>>,
}

/// Companions of a file that were found elsewhere, and those that are missing.
#[derive(Clone, Default)]
pub(super) struct FoundCompanions {
    /// Requested name and path of each companion that was found in a search location.
    pub found: BTreeSet<(String, String)>,
    /// By requested name.
    pub missed: BTreeMap<String, MissingCompanion>,
}

impl Library {
    /// Adds a folder, disc or archive to search for companions, after the existing ones.
    ///
    /// # Errors
    ///
    /// If it does not exist or cannot contain files.
    pub fn search_in(&self, path: &str) -> Result<(), OpenError> {
        self.index_root(path)?;
        self.add_search(path);
        Ok(())
    }

    /// Like [`Library::search_in`], without checking the location until it is needed.
    pub fn add_search(&self, path: &str) {
        let mut roots = lock(&self.search);
        if !roots.iter().any(|known| known == path) {
            roots.push(path.to_owned());
            *lock(&self.root_names) = None;
            self.change_locations();
        }
    }

    /// Remembers the folder, disc or archive at `path` for the game of `own`, if it contains the file
    /// `name`; `false` if it does not.
    ///
    /// # Errors
    ///
    /// If it does not exist or cannot contain files.
    pub fn search_in_location(
        &self,
        own: &Source,
        name: &str,
        path: &str,
    ) -> Result<bool, OpenError> {
        let root = self.index_root(path)?;
        if self.find_in_root(&root, name, own).is_none() {
            return Ok(false);
        }
        self.remember_folders(family(own), [disk_path(path).into_owned()].into_iter());
        Ok(true)
    }

    /// The missing companion of the file `own` that `sentence` names.
    pub fn missing_companion(&self, own: &Source, sentence: &str) -> Option<MissingCompanion> {
        let around = lock(&self.around).get(&own.id()).cloned()?;
        around.missed.into_values().find(|miss| is_named(sentence, &miss.name))
    }

    /// Messages about companions of `own` that were found in search locations.
    pub(super) fn location_messages(&self, own: SourceId) -> Vec<String> {
        let around = lock(&self.around).get(&own).cloned().unwrap_or_default();
        in_words(&around.found)
    }

    /// Opens the file `name` in the search locations, or in a folder where a file of the game was found before.
    pub(super) fn in_roots(
        &self,
        name: &str,
        own: &Source,
        miss: MissingCompanion,
    ) -> Result<Source, MissingCompanion> {
        let mut miss = miss;
        let mut roots = lock(&self.search).clone();
        let remembered = self.game_folders();
        // The family depends on the content of the file, which is only read if folders are remembered.
        if !remembered.is_empty() {
            let places = remembered.get(family(own)).into_iter().flatten();
            roots.extend(places.map(path_text));
        }
        for path in roots {
            let Ok(root) = self.root_at(&path) else { continue };
            if let Some(source) = self.find_in_root(&root, name, own) {
                let mut around = lock(&self.around);
                let around = around.entry(own.id()).or_default();
                around.found.insert((name.to_owned(), source.name().to_owned()));
                return Ok(source);
            }
            add_location(&mut miss, &path);
        }
        let mut around = lock(&self.around);
        let missed = &mut around.entry(own.id()).or_default().missed;
        missed.insert(miss.name.clone(), miss.clone());
        Err(miss)
    }

    /// Names of all files in the search locations, sorted.
    pub(super) fn names_in_roots(&self) -> Arc<FolderNames> {
        if let Some(names) = &*lock(&self.root_names) {
            return names.clone();
        }
        let searched = lock(&self.search).clone();
        if searched.is_empty() {
            return Arc::default();
        }
        let roots = searched.iter().filter_map(|path| self.root_at(path).ok());
        let names = |root: Arc<Root>| {
            let firsts = root.by_name.values().filter_map(|paths| paths.first());
            firsts.map(|path| leaf(path).to_owned()).collect::<Vec<_>>()
        };
        let mut names: Vec<String> = roots.flat_map(names).collect();
        names.sort();
        let names = Arc::new(FolderNames::new(names));
        // A location may have been added in the meantime.
        if *lock(&self.search) == *searched {
            *lock(&self.root_names) = Some(names.clone());
        }
        names
    }

    fn find_in_root(&self, root: &Root, name: &str, own: &Source) -> Option<Source> {
        let beside = || format!("{}/{name}", folder(own.name()));
        let wanted = if name.starts_with('/') { name.to_owned() } else { beside() };
        let by_hash = || extracted_names(leaf(name)).find_map(|n| root.by_name.get(&n));
        let found = root.by_name.get(&leaf(name).to_lowercase()).or_else(by_hash);
        let mut paths: Vec<&String> = found?.iter().collect();
        // Among several, the one whose folder matches best; its own name may be a hash.
        paths.sort_by_cached_key(|path| std::cmp::Reverse(similar(folder(path), folder(&wanted))));
        paths.into_iter().find_map(|path| match self.place(path) {
            Ok(ResolvedPath::File(source)) if source.id() != own.id() => Some(source),
            _ => None,
        })
    }

    fn root_at(&self, path: &str) -> Result<Arc<Root>, OpenError> {
        let known = lock(&self.indexed).get(path).cloned();
        known.map_or_else(|| self.index_root(path), Ok)
    }

    /// Lists the files of a location.
    fn index_root(&self, path: &str) -> Result<Arc<Root>, OpenError> {
        let mut root = Root { by_name: HashMap::new() };
        let mut folders = vec![(path.to_owned(), 0)];
        let mut count = 0;
        while count <= MAX_FILES
            && let Some((folder, depth)) = folders.pop()
        {
            let entries = match self.entries(&folder, false) {
                Err(error) if depth == 0 => return Err(error),
                entries => entries.unwrap_or_default(),
            };
            for entry in entries {
                count += 1;
                if count > MAX_FILES {
                    break;
                } else if !entry.is_folder {
                    let name = entry.name.to_lowercase();
                    root.by_name.entry(name).or_default().push(entry.path);
                } else if depth < MAX_DEPTH && !disk_path(&entry.path).is_symlink() {
                    // A link to a folder may point to a parent.
                    folders.push((entry.path, depth + 1));
                }
            }
        }
        let root = Arc::new(root);
        let was_known = lock(&self.indexed).insert(path.to_owned(), root.clone()).is_some();
        if was_known {
            *lock(&self.root_names) = None;
            self.change_locations();
        }
        Ok(root)
    }
}

/// Key for the game of a file: the family of its format.
fn family(own: &Source) -> &'static str {
    let format = formats::identify(own).map(|(format, _)| format.info().id);
    format.and_then(|id| id.split('.').next()).unwrap_or("")
}

fn leaf(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The folder of a file path.
fn folder(path: &str) -> &str {
    path.rsplit_once(['/', '\\']).map_or("", |(folder, _)| folder)
}

/// Number of trailing components that two paths have in common.
fn similar(one: &str, other: &str) -> usize {
    let parts = |path: &'_ str| {
        path.to_lowercase().split(['/', '\\']).rev().map(str::to_owned).collect::<Vec<_>>()
    };
    parts(one).iter().zip(parts(other)).take_while(|(a, b)| *a == b).count()
}

/// `true` if a sentence contains this name as a word, with its extension or without.
fn is_named(sentence: &str, name: &str) -> bool {
    let (sentence, name) = (sentence.to_lowercase(), leaf(name).to_lowercase());
    !name.is_empty()
        && sentence.match_indices(&name).any(|(at, _)| {
            let before = sentence.get(..at).and_then(|text| text.chars().next_back());
            !before.is_some_and(char::is_alphanumeric)
        })
}

/// Maximum number of companions from one location that are listed individually.
const MAX_REPORTED: usize = 3;

/// Messages about companions with these names and paths.
fn in_words(found: &BTreeSet<(String, String)>) -> Vec<String> {
    let mut places: BTreeMap<Option<String>, Vec<&(String, String)>> = BTreeMap::new();
    for one in found {
        places.entry(parent(&one.1)).or_default().push(one);
    }
    let mut messages = Vec::new();
    for (place, all) in places {
        if let (Some(place), true) = (&place, all.len() > MAX_REPORTED) {
            let names: Vec<&str> =
                all.iter().take(MAX_REPORTED).map(|(name, _)| name.as_str()).collect();
            let (count, rest) = (all.len(), all.len() - MAX_REPORTED);
            let names = names.join(", ");
            messages.push(format!(
                "{count} files not found next to the file; using those in {place}: {names} and {rest} more"
            ));
            continue;
        }
        let one = |(name, path): &&(String, String)| {
            format!("{name} not found next to the file; using {path}")
        };
        messages.extend(all.iter().map(one));
    }
    messages
}

/// Adds a folder to the list of those that were searched, unless it is already there, perhaps under
/// another path.
pub fn add_location(miss: &mut MissingCompanion, path: &str) {
    let is_same = |known: &str| {
        let real = |path: &str| Path::new(path).canonicalize().ok();
        known == path || real(known).is_some_and(|known| Some(known) == real(path))
    };
    if !miss.looked_in.split(", ").any(is_same) {
        miss.looked_in.push_str(&format!(", {path}"));
    }
}
