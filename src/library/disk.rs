//! Folders on disk, listed once as long as nothing in them changes.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use super::lock;
use crate::container::Kept;

/// A file or folder that is listed.
pub(super) struct Found {
    pub name: String,
    pub path: PathBuf,
    pub is_folder: bool,
}

/// A folder as it was when it was read.
pub(super) struct Listing {
    /// Folders first, sorted without case.
    pub entries: Vec<Found>,
    /// Indices of the entries by their names; of several that differ in case alone the first one's
    /// by the name in small letters.
    by_name: HashMap<String, usize>,
    /// What others made of the names.
    made: Mutex<HashMap<&'static str, Kept>>,
}

impl Listing {
    /// # Errors
    /// When the folder cannot be read; entries that cannot are left out.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let mut entries = Vec::new();
        for entry in std::fs::read_dir(folder)?.flatten() {
            let path = entry.path();
            // A link is what it leads to.
            let is_folder = match entry.file_type() {
                Ok(kind) if !kind.is_symlink() => kind.is_dir(),
                _ => path.is_dir(),
            };
            entries.push(Found {
                name: entry.file_name().to_string_lossy().into_owned(),
                path,
                is_folder,
            });
        }
        entries.sort_by_cached_key(|e| (!e.is_folder, e.name.to_lowercase(), e.name.clone()));
        let mut by_name = HashMap::with_capacity(entries.len());
        for (index, entry) in entries.iter().enumerate() {
            by_name.entry(entry.name.to_ascii_lowercase()).or_insert(index);
        }
        for (index, entry) in entries.iter().enumerate() {
            by_name.insert(entry.name.clone(), index);
        }
        Ok(Self { entries, by_name, made: Mutex::default() })
    }

    /// The entry `name`: exactly first, then without case.
    pub fn find(&self, name: &str) -> Option<&Found> {
        let exact = self.by_name.get(name);
        let index = exact.or_else(|| self.by_name.get(&name.to_ascii_lowercase()));
        self.entries.get(*index?)
    }

    /// Names of the files, without the folders.
    pub fn files(&self) -> Vec<String> {
        let files = self.entries.iter().filter(|entry| !entry.is_folder);
        files.map(|entry| entry.name.clone()).collect()
    }

    /// See [`Siblings::of_names`](crate::container::Siblings::of_names).
    pub fn of_names(&self, what: &'static str, make: fn(&[String]) -> Kept) -> Kept {
        if let Some(made) = lock(&self.made).get(what) {
            return made.clone();
        }
        // Made while nobody waits: two may do it at the same time, and make the same.
        let made = make(&self.files());
        lock(&self.made).entry(what).or_insert(made).clone()
    }
}

/// Listings that are kept. A folder that had not changed for [`STILL`] when it was read is taken to
/// be as it was for as long as its own time stamp says so: ten thousand files that each look for
/// companions read it once.
#[derive(Default)]
pub(super) struct Listings {
    kept: Mutex<HashMap<PathBuf, (SystemTime, Arc<Listing>)>>,
}

/// Time stamps of folders are no finer than this on any file system that is around (FAT has two
/// seconds), so that what changed just now may change again and look the same.
const STILL: Duration = Duration::from_secs(3);
/// Beyond so many folders all are read anew.
const MAX_KEPT: usize = 64;

impl Listings {
    /// The folder as it is now.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of(&self, folder: &Path) -> io::Result<Arc<Listing>> {
        let changed = changed(folder);
        if let Some(listing) = self.kept(folder, changed) {
            return Ok(listing);
        }
        let listing = Arc::new(Listing::read(folder)?);
        if let Some(changed) = changed
            && changed.elapsed().is_ok_and(|still| still > STILL)
        {
            let mut kept = lock(&self.kept);
            if kept.len() >= MAX_KEPT {
                kept.clear();
            }
            kept.insert(folder.to_path_buf(), (changed, listing.clone()));
        }
        Ok(listing)
    }

    /// `name` in `folder`: exactly first, then without case.
    pub fn find(&self, folder: &Path, name: &str) -> Option<PathBuf> {
        let listing = match self.kept(folder, changed(folder)) {
            Some(listing) if !name.contains(['/', '\\']) && !matches!(name, "." | "..") => listing,
            _ => {
                let exact = folder.join(name);
                if exact.exists() {
                    return Some(exact);
                }
                self.of(folder).ok()?
            }
        };
        listing.find(name).map(|entry| entry.path.clone())
    }

    fn kept(&self, folder: &Path, changed: Option<SystemTime>) -> Option<Arc<Listing>> {
        let kept = lock(&self.kept);
        let (stamp, listing) = kept.get(folder)?;
        (Some(*stamp) == changed).then(|| listing.clone())
    }
}

/// When something was last added to a folder, taken out of it or renamed.
fn changed(folder: &Path) -> Option<SystemTime> {
    std::fs::metadata(folder).ok()?.modified().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes a folder look as if nothing had happened in it for an hour.
    fn age(folder: &Path) {
        let hour_ago = SystemTime::now() - Duration::from_secs(3600);
        std::fs::File::open(folder).unwrap().set_modified(hour_ago).unwrap();
    }

    #[test]
    fn names_are_found_exactly_first_then_without_case() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.PSX", "B.psx", "c"] {
            std::fs::write(folder.path().join(name), b"x").unwrap();
        }
        std::fs::create_dir(folder.path().join("Inner")).unwrap();
        let listings = Listings::default();
        let found = |name: &str| {
            let path = listings.find(folder.path(), name)?;
            Some(path.file_name().unwrap().to_string_lossy().into_owned())
        };
        for round in ["read anew", "kept"] {
            assert_eq!(found("b.PSX").as_deref(), Some("b.PSX"), "{round}");
            assert_eq!(found("B.psx").as_deref(), Some("B.psx"), "{round}");
            assert_eq!(found("b.psx").as_deref(), Some("B.psx"), "{round}");
            assert_eq!(found("inner").as_deref(), Some("Inner"), "{round}");
            assert_eq!(found("d"), None, "{round}");
            age(folder.path());
        }
        let listing = listings.of(folder.path()).unwrap();
        assert_eq!(listing.files(), ["B.psx", "b.PSX", "c"]);
        assert!(listings.of(&folder.path().join("gone")).is_err());
    }

    #[test]
    fn a_folder_is_read_once_while_it_is_still_and_anew_when_it_changed() {
        let folder = tempfile::tempdir().unwrap();
        let listings = Listings::default();
        let of = || listings.of(folder.path()).unwrap();
        assert!(!Arc::ptr_eq(&of(), &of()), "it was made just now: it may change again");
        age(folder.path());
        let before = of();
        assert!(Arc::ptr_eq(&before, &of()));
        assert_eq!(listings.find(folder.path(), "late"), None);
        std::fs::write(folder.path().join("Late"), b"x").unwrap();
        assert!(listings.find(folder.path(), "late").is_some());
        assert!(!Arc::ptr_eq(&before, &of()));
        let count = |names: &[String]| -> Kept { Arc::new(names.len()) };
        assert_eq!(of().of_names("count", count).downcast_ref(), Some(&1_usize));
        std::fs::remove_file(folder.path().join("Late")).unwrap();
        assert_eq!(listings.find(folder.path(), "late"), None);
    }
}
