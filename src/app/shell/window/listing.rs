//! Roots, folders and recent files in Files.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use super::Window;
use crate::app::jobs::opening::Listed;
use crate::app::jobs::{Message, opening};
use crate::app::model::{Command, Level, Listing, PanelId, document::paths};
use crate::app::shell::layout;
use crate::container::disk_path;
use crate::library::Entry;

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
        self.start_listing(path, None);
    }

    /// Lists folders again in which files were added, removed or renamed, and detects the formats of new files.
    pub(super) fn relist_changed(&mut self, folders: &BTreeSet<PathBuf>) {
        let is_changed = |(_, folder): &(&String, &PathBuf)| folders.contains(*folder);
        let changed = self.listed.iter().filter(is_changed).map(|(path, _)| path.clone());
        for path in changed.collect::<Vec<_>>() {
            let before = match self.state.files.listings.get(&path) {
                Some(Listing::Entries(entries)) => Some(entries.clone()),
                _ => None,
            };
            self.start_listing(path, before);
        }
    }

    fn start_listing(&mut self, path: String, before: Option<Arc<Vec<Entry>>>) {
        let library = self.state.library.clone();
        self.jobs.start(format!("Listing {}", paths::name(&path)), false, move |handle| {
            let before = before.as_ref().map_or(&[][..], |before| before);
            opening::list(handle, &library, path, before);
        });
    }

    /// Shows a listing, and detects the formats of its new files.
    pub(super) fn take_listing(&mut self, listed: Listed) {
        let Listed { path, listing, new, folder, game } = listed;
        // Folders that were deleted, and are here again.
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
        let files = &mut self.state.files;
        files.games.extend(game.map(|game| (path.clone(), game)));
        let before = match folder {
            Some(folder) => self.listed.insert(path.clone(), folder),
            None => self.listed.remove(&path),
        };
        let is_moved = before.as_ref() != self.listed.get(&path);
        // A deleted folder disappears from the listing of its parent.
        let is_deleted = before.is_some() && !files.roots.contains(&path);
        let failure = match &listing {
            Listing::Failed(why) if !is_deleted => Some(why.clone()),
            _ => None,
        };
        files.list(path, listing);
        if let Some(why) = failure {
            self.notify(Level::Error, why);
        }
        if is_moved {
            self.watch_files();
        }
        restored.into_iter().for_each(|folder| self.relist(folder));
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
