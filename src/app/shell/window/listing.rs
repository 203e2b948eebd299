//! Roots, folders and recent files in Files.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Window;
use crate::app::jobs::opening::{Listed, ListingRequest};
use crate::app::jobs::{Message, opening};
use crate::app::model::{Command, Level, Listing, PanelId, document::paths};
use crate::app::shell::layout;
use crate::container::disk_path;
use crate::library::Entry;

/// Listed folders, and the jobs that list.
#[derive(Default)]
pub struct FolderListings {
    /// Listed folders on disk, and their absolute paths without links.
    pub folders: BTreeMap<String, PathBuf>,
    running: BTreeMap<String, RunningListing>,
}

/// A job that lists a folder or container.
struct RunningListing {
    job: u64,
    /// The folder changed or was requested again in the meantime.
    next: Option<ListingRequest>,
}

/// A request that covers both.
fn joined(one: ListingRequest, other: ListingRequest) -> ListingRequest {
    ListingRequest {
        // Without known entries, all formats are detected.
        known: if one.known.is_empty() { one.known } else { other.known },
        changed: one.changed.into_iter().chain(other.changed).collect(),
        is_automatic: one.is_automatic && other.is_automatic,
    }
}

impl Window {
    /// Adds a folder, disc or archive to Files.
    pub(super) fn add_root(&mut self, path: String) {
        self.state.files.add_root(&path);
        self.list(path);
        if self.state.doc.is_none() && !self.state.loading && !self.in_background {
            // The scene panel explains how to continue; the tab of the last session may be useless
            // without an open file.
            layout::show(&mut self.layout, PanelId::SCENE);
        }
    }

    /// Lists the containers and the folder of a document, so that its siblings can be stepped through. A
    /// root that was closed stays closed when its document is reloaded.
    pub(super) fn show_in_files(&mut self, path: &str) {
        if self.opening.keep.is_none()
            && self.state.files.root_of(path).is_none()
            && let Some(archive_folder) = paths::archive_folder(path)
        {
            self.add_root(archive_folder);
        }
        let root = self.state.files.root_of(path).map(str::to_owned);
        let holders = root.iter().flat_map(|root| paths::holders(root, path));
        let wanted: Vec<String> = holders.chain(paths::parent(path)).collect();
        wanted.into_iter().for_each(|folder| self.list(folder));
    }

    /// Lists a folder or container in the background, once.
    pub(super) fn list(&mut self, path: String) {
        if self.state.files.listings.contains_key(&path) {
            return;
        }
        self.state.files.list(path.clone(), Listing::Loading);
        self.relist(path);
    }

    /// Lists a folder or container again, and detects the formats of all its files; the old list stays until the
    /// new one is ready.
    pub(super) fn relist(&mut self, path: String) {
        self.start_listing(path, ListingRequest::default());
    }

    /// Lists folders again in which these files and folders changed, and those that were replaced.
    pub(super) fn relist_changed(&mut self, changed: &BTreeSet<PathBuf>) {
        let mut names: HashMap<&Path, BTreeSet<OsString>> = HashMap::new();
        for path in changed {
            if let (Some(folder), Some(name)) = (path.parent(), path.file_name()) {
                names.entry(folder).or_default().insert(name.to_owned());
            }
        }
        for (path, folder) in self.listing.folders.clone() {
            let is_automatic = true;
            if changed.contains(&folder) {
                self.watch.forget(&folder);
                self.listing.folders.remove(&path);
                self.start_listing(path, ListingRequest { is_automatic, ..Default::default() });
            } else if let Some(changed) = names.get(folder.as_path()).cloned() {
                let known = match self.state.files.listings.get(&path) {
                    Some(Listing::Entries(entries)) => entries.clone(),
                    _ => Arc::default(),
                };
                self.start_listing(path, ListingRequest { known, changed, is_automatic });
            }
        }
    }

    /// Starts a job that lists, or requests another one after that of the same folder.
    fn start_listing(&mut self, path: String, request: ListingRequest) {
        if let Some(running) = self.listing.running.get_mut(&path) {
            let before = running.next.take();
            running.next = Some(before.map_or(request.clone(), |before| joined(before, request)));
            return;
        }
        let (library, own) = (self.state.library.clone(), path.clone());
        let job =
            self.jobs.start(format!("Listing {}", paths::name(&path)), false, move |handle| {
                opening::list(handle, &library, own, &request);
            });
        self.listing.running.insert(path, RunningListing { job, next: None });
    }

    /// Handles the end of a job; `true` if it was one that lists.
    pub(super) fn end_of_listing(&mut self, job: u64) -> bool {
        let mut ended = self.listing.running.extract_if(.., |_, running| running.job == job);
        let Some((path, running)) = ended.next() else { return false };
        drop(ended);
        if let Some(request) = running.next {
            self.start_listing(path, request);
        }
        true
    }

    /// Shows a listing, and detects the formats of its new files.
    pub(super) fn take_listing(&mut self, listed: Listed) {
        let Listed { path, listing, new, folder, game, is_automatic } = listed;
        // Its root was closed in the meantime.
        if !self.state.files.listings.contains_key(&path) {
            return;
        }
        // Folders that were deleted and created again.
        let is_failed = |entry: &&Entry| {
            matches!(self.state.files.listings.get(&entry.path), Some(Listing::Failed(_)))
        };
        let restored: Vec<String> =
            new.iter().filter(is_failed).map(|entry| entry.path.clone()).collect();
        if !new.is_empty() {
            let library = self.state.library.clone();
            self.jobs.start(format!("Scanning {}", paths::name(&path)), true, move |handle| {
                opening::sniff(handle, &library, &new);
            });
        }
        let folders = &mut self.listing.folders;
        let before = match &folder {
            Some(folder) => folders.insert(path.clone(), folder.clone()),
            None => folders.remove(&path),
        };
        self.pending.watches_other_files |= before != folder;
        let files = &mut self.state.files;
        files.games.extend(game.map(|game| (path.clone(), game)));
        // A deleted folder disappears from the listing of its parent.
        let is_silent = is_automatic && !files.roots.contains(&path);
        let failure = match &listing {
            Listing::Failed(why) if !is_silent => Some(why.clone()),
            _ => None,
        };
        files.list(path, listing);
        if let Some(why) = failure {
            self.notify(Level::Error, why);
        }
        restored.into_iter().for_each(|folder| self.relist(folder));
    }

    /// Removes a root from Files. Only the folders of open documents stay listed.
    pub(super) fn close_root(&mut self, root: &str) {
        let open: Vec<String> =
            self.state.all_tabs().map(|tab| tab.path_shown().to_owned()).collect();
        let files = &mut self.state.files;
        files.close_root(root);
        files.listings.retain(|path, _| {
            !paths::is_below(path, root) || open.iter().any(|open| paths::is_below(open, path))
        });
        self.listing.folders.retain(|path, _| files.listings.contains_key(path));
        self.pending.watches_other_files = true;
    }

    /// Checks which recent files are missing, in the background, since a network drive may be slow.
    pub(super) fn look_for_missing(&mut self) {
        let recent: Vec<String> = self.state.files.recent.iter().map(|r| r.path.clone()).collect();
        if recent.is_empty() {
            return;
        }
        self.jobs.start("Looking for recent files", false, move |handle| {
            let gone = |path: &String| !disk_path(paths::on_disk(path)).exists();
            handle.send(Message::Missing(recent.into_iter().filter(gone).collect()));
        });
    }

    /// Opens picked or dropped paths; with `add` also adds all their folders to Files.
    pub(super) fn open_many(&mut self, paths: Vec<String>, add: bool) {
        if !add {
            return self.open_all(&paths);
        }
        let folders = paths.iter().map(|path| Command::AddRoot(paths::absolute(path)));
        self.commands.extend(folders);
    }
}
