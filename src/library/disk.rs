//! Folders on disk, with cached listings.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant, SystemTime};

use super::lock;
use super::made_values::{MadeValues, ValueKey};
use crate::container::{ParsedContent, path_text};
use crate::formats::extracted_names;

/// A listed file or folder.
pub struct FolderEntry {
    /// Name of the entry in its folder.
    pub name: String,
    /// Path of the folder and its name.
    pub path: PathBuf,
    /// `true` for a folder.
    pub is_folder: bool,
}

/// A folder at the time it was read.
pub struct Listing {
    /// Folders first, sorted without case.
    pub entries: Vec<FolderEntry>,
    /// Indices of the entries by name.
    exact: HashMap<String, usize>,
    /// Indices by lower-case name; among names that differ only in case, the first.
    folded: HashMap<String, usize>,
    /// The folder contains links, whose targets may change without changing the folder.
    has_links: bool,
    /// Names of the files, computed on demand.
    files: OnceLock<Arc<[String]>>,
    /// Values that formats computed from the files.
    made: MadeValues,
}

impl Listing {
    /// Reads a folder.
    ///
    /// # Errors
    /// If the folder cannot be read; unreadable entries are left out.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let (mut entries, mut has_links) = (Vec::new(), false);
        for entry in std::fs::read_dir(folder)?.flatten() {
            let path = entry.path();
            // Links are followed.
            let is_folder = match entry.file_type() {
                Ok(kind) if !kind.is_symlink() => kind.is_dir(),
                _ => {
                    has_links = true;
                    path.is_dir()
                }
            };
            let name = path_text(entry.file_name());
            entries.push(FolderEntry { name, path, is_folder });
        }
        Ok(Self { has_links, ..Self::of(entries) })
    }

    /// Creates a listing of these entries.
    pub fn of(mut entries: Vec<FolderEntry>) -> Self {
        entries.sort_by_cached_key(|e| (!e.is_folder, e.name.to_lowercase(), e.name.clone()));
        let (mut exact, mut folded) = (HashMap::new(), HashMap::new());
        for (index, entry) in entries.iter().enumerate() {
            folded.entry(entry.name.to_ascii_lowercase()).or_insert(index);
            exact.insert(entry.name.clone(), index);
        }
        let (files, made) = (OnceLock::new(), MadeValues::default());
        Self { entries, exact, folded, has_links: false, files, made }
    }

    /// The entry `name`: exact match first, then ignoring case, then by the hash of the name.
    pub fn find(&self, name: &str) -> Option<&FolderEntry> {
        let exact = self.exact.get(name);
        let index = exact.or_else(|| self.folded.get(&name.to_ascii_lowercase()));
        let index = index.or_else(|| extracted_names(name).find_map(|name| self.folded.get(&name)));
        self.entries.get(*index?)
    }

    /// Names of the files, without the folders.
    pub fn files(&self) -> Arc<[String]> {
        let files = || self.entries.iter().filter(|entry| !entry.is_folder);
        self.files.get_or_init(|| files().map(|entry| entry.name.clone()).collect()).clone()
    }

    /// Value computed from the files, which may change without a change of the folder.
    pub fn made(&self, key: ValueKey, make: &dyn Fn() -> ParsedContent) -> ParsedContent {
        self.made.get(key, true, make)
    }

    /// `true` if another listing has the same entries.
    fn is_same(&self, other: &Self) -> bool {
        let of = |entry: &FolderEntry, other: &FolderEntry| {
            (entry.is_folder, &entry.name) == (other.is_folder, &other.name)
        };
        let mut both = self.entries.iter().zip(&other.entries);
        self.entries.len() == other.entries.len() && both.all(|(one, other)| of(one, other))
    }
}

/// Cached listings. If a folder had not changed for [`STILL`] when it was read, its listing is reused
/// while its time stamp stays the same, but not longer than [`MAX_AGE`]: ten thousand files that each
/// look for companions read a folder only a few times. The values that were computed from its files
/// remain if its time stamp and its entries are the same when it is read again.
#[derive(Default)]
pub struct Listings {
    kept: Mutex<HashMap<PathBuf, KeptListing>>,
}

struct KeptListing {
    listing: Arc<Listing>,
    /// Time stamp of the folder.
    changed: SystemTime,
    read: Instant,
}

/// Resolution of folder time stamps that is assumed (some have whole or even seconds): a folder that
/// changed more recently may change again without a new time stamp.
const STILL: Duration = Duration::from_secs(3);
/// Maximum age of a listing, since some file systems do not update the time stamp of a folder when a file
/// is added.
const MAX_AGE: Duration = Duration::from_secs(5);
/// Number of folders above which the cache is cleared.
const MAX_KEPT: usize = 64;

impl Listings {
    /// The current listing of a folder.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn of(&self, folder: &Path) -> io::Result<Arc<Listing>> {
        let changed = changed(folder);
        if let Some(listing) = self.cached_listing(folder, changed) {
            return Ok(listing);
        }
        let read = Instant::now();
        let still = changed.filter(|at| at.elapsed().is_ok_and(|still| still > STILL));
        let mut listing = Arc::new(Listing::read(folder)?);
        if let Some(changed) = still.filter(|_| !listing.has_links) {
            let mut kept = lock(&self.kept);
            // Keeps the values that were computed from the files.
            let before = kept.get(folder).filter(|before| before.changed == changed);
            if let Some(before) = before.filter(|before| before.listing.is_same(&listing)) {
                listing = before.listing.clone();
            }
            if kept.len() >= MAX_KEPT && !kept.contains_key(folder) {
                kept.clear();
            }
            let entry = KeptListing { listing: listing.clone(), changed, read };
            kept.insert(folder.to_path_buf(), entry);
        }
        Ok(listing)
    }

    /// `name` in `folder`: exact match first, then ignoring case, then by the hash of the name.
    pub fn find(&self, folder: &Path, name: &str) -> Option<PathBuf> {
        // The file system resolves more names than it lists: paths, short names, other spellings.
        let exact = || Some(folder.join(name)).filter(|path| path.exists());
        let listed = |listing: &Listing| listing.find(name).map(|entry| entry.path.clone());
        match self.cached_listing(folder, changed(folder)) {
            Some(listing) => listed(&listing).or_else(exact),
            None => exact().or_else(|| listed(&*self.of(folder).ok()?)),
        }
    }

    /// Drops the listing of the folder that contains a changed file, with all values computed from it.
    pub fn forget(&self, file: &Path) {
        let folder = file.parent().unwrap_or(file);
        lock(&self.kept).retain(|kept, _| kept != folder);
    }

    fn cached_listing(&self, folder: &Path, changed: Option<SystemTime>) -> Option<Arc<Listing>> {
        let kept = lock(&self.kept);
        let one = kept.get(folder)?;
        let is_good = Some(one.changed) == changed && one.read.elapsed() < MAX_AGE;
        is_good.then(|| one.listing.clone())
    }
}

/// Time of the last addition, removal or renaming in a folder.
fn changed(folder: &Path) -> Option<SystemTime> {
    std::fs::metadata(folder).ok()?.modified().ok()
}
