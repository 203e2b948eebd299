//! The files below folders, on disk and in containers, in order.

use std::ops::ControlFlow;

use super::list::Entry;
use super::{Library, OpenError, ResolvedPath};
use crate::container::disk_path;

/// Event of a traversal.
pub(super) enum FolderEvent<'a> {
    /// The path of a file.
    File(&'a str),
    /// A folder that cannot be listed, with the reason.
    Closed(&'a str, OpenError),
}

impl Library {
    /// Files below a folder on disk or in a container, in order; containers are not entered. Folders that
    /// cannot be listed are passed to `fail`, with their paths.
    pub fn files_below(&self, folder: &str, fail: &mut dyn FnMut(&str, OpenError)) -> Vec<String> {
        let mut below = Vec::new();
        let _ = self.each_file_below(folder, &mut |met| {
            match met {
                FolderEvent::File(path) => below.push(path.to_owned()),
                FolderEvent::Closed(path, error) => fail(path, error),
            }
            ControlFlow::Continue(())
        });
        below
    }

    /// The files at `path`: itself, or the files below it.
    ///
    /// # Errors
    /// If `path` does not exist.
    pub fn files_at(
        &self,
        path: &str,
        fail: &mut dyn FnMut(&str, OpenError),
    ) -> Result<Vec<String>, OpenError> {
        Ok(match self.place(path)? {
            ResolvedPath::File(_) => vec![path.to_owned()],
            ResolvedPath::Folder(_) | ResolvedPath::Inside(..) => self.files_below(path, fail),
        })
    }

    /// Calls `visit` with each file below a folder, and each folder that cannot be listed. Only the folder
    /// itself counts as opened: companions are not searched for in every folder below it.
    pub(super) fn each_file_below(
        &self,
        folder: &str,
        visit: &mut dyn FnMut(FolderEvent<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self.list(folder, false) {
            Ok(entries) => self.each_listed_file(entries, visit),
            Err(error) => visit(FolderEvent::Closed(folder, error)),
        }
    }

    fn each_listed_file(
        &self,
        entries: Vec<Entry>,
        visit: &mut dyn FnMut(FolderEvent<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for entry in entries {
            if !entry.is_folder {
                visit(FolderEvent::File(&entry.path))?;
            } else if !disk_path(&entry.path).is_symlink() {
                // A link to a folder may point to a parent.
                match self.entries(&entry.path, false) {
                    Ok(entries) => self.each_listed_file(entries, visit)?,
                    Err(error) => visit(FolderEvent::Closed(&entry.path, error))?,
                }
            }
        }
        ControlFlow::Continue(())
    }
}
