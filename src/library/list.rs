//! Listings of folders and containers.

use std::collections::HashSet;
use std::path::Path;

use super::disk::{FolderEntry, Listing};
use super::nesting::Nesting;
use super::{Library, OpenError, ResolvedPath, demo};
use crate::bytes::Source;
use crate::container::{disk_path, io_message, join};

/// Row of a listing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// Path that opens the file.
    pub path: String,
    /// Last component of the path; the real name for a file that is named by a hash.
    pub name: String,
    /// True for folders, on disk and in containers.
    pub is_folder: bool,
    /// Bytes as stored.
    pub size: u64,
    /// Offset in the container; `None` for entries of a folder on disk.
    pub offset: Option<u64>,
    /// Origin of a name of which the container stores only a hash.
    pub named_by: Option<String>,
    /// Channels of interleaved sound in its sectors, on a disc.
    pub channels: Vec<u8>,
}

impl Entry {
    /// A folder.
    fn folder(path: String, name: String) -> Self {
        let (offset, named_by, channels) = (None, None, Vec::new());
        Self { path, name, is_folder: true, size: 0, offset, named_by, channels }
    }

    fn of_demo((name, size): (&str, u64)) -> Self {
        let path = join(demo::FOLDER, name);
        Self { size, is_folder: false, ..Self::folder(path, name.to_owned()) }
    }
}

impl Library {
    /// The members of the folder or container at `path`; with `recursive` also those below it. Nested
    /// containers are listed, and entered only with `recursive`. The folder becomes one that the user has
    /// opened, which is searched for companions.
    pub fn list(&self, path: &str, recursive: bool) -> Result<Vec<Entry>, OpenError> {
        let listed = self.entries(path, recursive)?;
        let folder = disk_path(path);
        if folder.is_dir() {
            self.add_root(&folder);
        }
        Ok(listed)
    }

    /// Like [`Library::list`], without registering the folder as opened.
    pub(super) fn entries(&self, path: &str, recursive: bool) -> Result<Vec<Entry>, OpenError> {
        // Names of members are appended to this path.
        let path = path.strip_suffix("//").unwrap_or(path);
        let mut out = Vec::new();
        match self.place(path)? {
            ResolvedPath::Folder(folder) if demo::is(&folder) => {
                out.extend(demo::files().map(Entry::of_demo));
            }
            ResolvedPath::Folder(folder) => {
                list_folder(&folder, path, recursive, &mut out).map_err(|error| {
                    OpenError::NotFound(format!("{path}: {}", io_message(&error)))
                })?;
            }
            ResolvedPath::File(source) => self.list_members(&source, path, "", &mut out)?,
            ResolvedPath::Inside(source, folder) => {
                self.list_members(&source, source.name(), &format!("{folder}/"), &mut out)?;
            }
        }
        self.name_hashed(&mut out);
        if recursive {
            let nesting = &mut Nesting::default();
            let listed = std::mem::take(&mut out);
            self.enter_containers(listed, nesting, &mut out);
        }
        Ok(out)
    }

    /// The direct contents of the folder or container at `path`, including its folders.
    pub fn level(&self, path: &str) -> Result<Vec<Entry>, OpenError> {
        let mut all = self.list(path, false)?;
        // Members are named by their whole paths in the container. The demo has no folders.
        let start = match self.place(path) {
            Ok(ResolvedPath::Folder(_)) | Err(_) => return Ok(all),
            Ok(ResolvedPath::File(_)) => format!("{path}//"),
            Ok(ResolvedPath::Inside(source, folder)) => {
                format!("{}/", join(source.name(), &folder))
            }
        };
        let mut folders: Vec<Entry> = Vec::new();
        let mut known = HashSet::new();
        all.retain(|entry| {
            let inner = entry.path.strip_prefix(&start).and_then(|inner| inner.split_once('/'));
            let Some((name, _)) = inner else { return true };
            if known.insert(name.to_owned()) {
                let (path, name) = (format!("{start}{name}"), name.to_owned());
                folders.push(Entry::folder(path, name));
            }
            false
        });
        folders.extend(all);
        Ok(folders)
    }

    /// Adds the members of the container in `source` whose paths start with a prefix; the container is
    /// named `path`.
    fn list_members(
        &self,
        source: &Source,
        path: &str,
        start: &str,
        out: &mut Vec<Entry>,
    ) -> Result<(), OpenError> {
        let opened = self.open_source(source, None)?;
        let Some(members) = opened.members(self) else {
            return Err(OpenError::NotFound(opened.without_members(path)));
        };
        let inside = members.list().iter().enumerate();
        let inside = inside.filter(|(_, member)| member.path.starts_with(start));
        out.extend(inside.map(|(index, member)| Entry {
            path: join(path, &member.path),
            name: member.path.rsplit('/').next().unwrap_or(&member.path).to_owned(),
            is_folder: false,
            size: member.size,
            offset: member.span.map(|span| span.start),
            named_by: members.named_by(index).map(str::to_owned),
            channels: members.channels(index).to_vec(),
        }));
        Ok(())
    }

    /// Adds the listed files, each container followed by its members, at all levels. Members that are
    /// stored in a companion are listed there.
    fn enter_containers(&self, listed: Vec<Entry>, nesting: &mut Nesting, out: &mut Vec<Entry>) {
        for entry in listed {
            let path = entry.path.clone();
            let is_file = !entry.is_folder;
            out.push(entry);
            let Some(Ok(opened)) = is_file.then(|| self.open(&path, None)) else { continue };
            let is_entered = opened.holds_files(self) && nesting.enter(self, &opened).is_ok();
            if is_entered && let Ok(inside) = self.entries(&path, false) {
                self.enter_containers(inside, nesting, out);
            }
            self.close(&opened);
        }
    }
}

/// Fails if the folder itself cannot be read; unreadable folders in it are left out.
fn list_folder(
    folder: &Path,
    shown: &str,
    recursive: bool,
    out: &mut Vec<Entry>,
) -> std::io::Result<()> {
    for FolderEntry { name, path, is_folder } in Listing::read(folder)?.entries {
        let entry_path = format!("{}/{name}", shown.trim_end_matches('/'));
        let size = path.metadata().map_or(0, |meta| meta.len());
        let entry = Entry { is_folder, size, ..Entry::folder(entry_path.clone(), name) };
        out.push(entry);
        if is_folder && recursive && !path.is_symlink() {
            let _ = list_folder(&path, &entry_path, true, out);
        }
    }
    Ok(())
}
