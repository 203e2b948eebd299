//! Plans the files of an extraction.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{ExtractOptions, FileSource, Plan, Planned, Refused};
use crate::bytes::Source;
use crate::container::{Members, disk_path, free_number, safe_name};
use crate::formats::Decoded;
use crate::library::{Library, OpenError, Opened, ResolvedPath};

impl Plan {
    /// Adds the files of `path`: those below a folder, the members of a container, the content of a
    /// wrapper.
    ///
    /// # Errors
    /// If there are none; files that were added before stay in the plan.
    pub fn add(
        &mut self,
        library: &Library,
        path: &str,
        wish: ExtractOptions,
    ) -> Result<(), Refused> {
        let before = self.files.len();
        match library.place(path).map_err(Refused::Unopened)? {
            ResolvedPath::Folder(_) => {
                let start = self.start(path, wish);
                self.folder(library, path, &start)?;
            }
            ResolvedPath::Inside(container, folder) => {
                let opened = library.open_source(&container, None).map_err(Refused::Unopened)?;
                let start = self.start(path, wish);
                self.members(library, &opened, &format!("{folder}/"), &start);
            }
            ResolvedPath::File(source) => return self.file(library, &source, wish),
        }
        if self.files.len() == before {
            return Err(Refused::Empty(path.to_owned()));
        }
        Ok(())
    }

    /// Target folder for a path that has several files.
    fn start(&mut self, path: &str, wish: ExtractOptions) -> PathBuf {
        if !wish.folders {
            return PathBuf::new();
        }
        let start = self.path_of(&inside(last_part(path)));
        self.folders.insert(start.clone());
        start
    }

    /// Adds every file below a folder on disk or in the demo.
    fn folder(&mut self, library: &Library, path: &str, start: &Path) -> Result<(), Refused> {
        for entry in library.list(path, false).map_err(Refused::Unopened)? {
            let to = start.join(inside(&entry.name));
            if !entry.is_folder {
                self.push(to, entry.size, FileSource::Path(entry.path));
            } else if !disk_path(&entry.path).is_symlink()
                // A link to a folder may point to a parent.
                && let Err(refused) = self.folder(library, &entry.path, &to)
            {
                self.left_out.push(refused.to_string());
            }
        }
        Ok(())
    }

    fn file(
        &mut self,
        library: &Library,
        source: &Source,
        wish: ExtractOptions,
    ) -> Result<(), Refused> {
        if wish.as_stored {
            return self.as_it_is(source);
        }
        let opened = match library.open_source(source, None) {
            Ok(opened) => opened,
            Err(OpenError::Unknown { .. } | OpenError::Failed { .. }) if wish.plain => {
                return self.as_it_is(source);
            }
            Err(error) => return Err(Refused::Unopened(error)),
        };
        let members = opened.members(library);
        // For a packed disc, its files are extracted, not the unpacked image, which is as large as the
        // disc.
        let is_whole = |inside: &&Decoded| inside.source.in_memory().is_some() || members.is_none();
        if let Some(unpacked) = opened.unwrapped().filter(is_whole) {
            let size = unpacked.source.len();
            self.push(inside(&unpacked.name), size, FileSource::Bytes(unpacked.source.clone()));
        } else if members.is_some() {
            let start = self.start(source.name(), wish);
            self.members(library, &opened, "", &start);
        } else if wish.plain {
            return self.as_it_is(source);
        } else {
            let (path, format) = (source.name(), opened.document.format.name);
            let message = format!("{path} ({format}) is neither a container nor a wrapper");
            return Err(Refused::HoldsNothing(message));
        }
        Ok(())
    }

    fn as_it_is(&mut self, source: &Source) -> Result<(), Refused> {
        self.push(inside(source.file_name()), source.len(), FileSource::Bytes(source.clone()));
        Ok(())
    }

    /// Adds the members whose paths start with `prefix`.
    fn members(&mut self, library: &Library, opened: &Arc<Opened>, prefix: &str, start: &Path) {
        let Some(members): Option<&dyn Members> = opened.members(library) else { return };
        for (index, member) in members.list().iter().enumerate() {
            let Some(inner) = member.path.strip_prefix(prefix) else { continue };
            match members.missing_reason(index) {
                Some(lack) => {
                    self.left_out.push(format!("{} skipped: {lack}", member.path));
                }
                None => {
                    let flaw = members.flaw(index);
                    self.flawed.extend(flaw.map(|flaw| format!("{}: {flaw}", member.path)));
                    let from = FileSource::Member(opened.clone(), index);
                    self.push(start.join(inside(inner)), member.size, from);
                }
            }
        }
    }

    fn push(&mut self, to: PathBuf, size: u64, from: FileSource) {
        let to = self.path_of(&to);
        self.files.push(Planned { to, size, from });
    }

    /// `path`, or with `~2`, `~3` … if it is taken. No file gets the name of a folder.
    fn path_of(&mut self, path: &Path) -> PathBuf {
        let mut folder = PathBuf::new();
        for part in path.parent().into_iter().flatten() {
            let wanted = folder.join(part);
            let is_file = |own: &PathBuf| self.taken.contains(own) && !self.folders.contains(own);
            folder = first_free(&wanted, is_file);
            self.folders.insert(folder.clone());
        }
        let wanted = path.file_name().map_or_else(|| folder.clone(), |name| folder.join(name));
        let is_taken = |own: &PathBuf| self.taken.contains(own) || self.folders.contains(own);
        let own = first_free(&wanted, is_taken);
        self.taken.insert(own.clone());
        own
    }
}

/// `path`, or the first of `~2`, `~3` … that is not taken.
fn first_free(path: &Path, is_taken: impl Fn(&PathBuf) -> bool) -> PathBuf {
    let own = path.to_path_buf();
    match is_taken(&own) {
        true => numbered(path, free_number(|number| is_taken(&numbered(path, number)))),
        false => own,
    }
}

/// The last component of a path, with any separator.
fn last_part(path: &str) -> &str {
    let path = path.trim_end_matches(['/', '\\']);
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// A relative path from a member's name, with each component sanitised.
fn inside(member: &str) -> PathBuf {
    let parts = member.split(['/', '\\']).filter(|part| !part.is_empty() && *part != ".");
    let path: PathBuf = parts.map(safe_name).collect();
    if path.as_os_str().is_empty() { PathBuf::from("_") } else { path }
}

/// `a/b.bin` as `a/b~2.bin`.
pub(super) fn numbered(path: &Path, copy: u64) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = match path.extension() {
        Some(extension) => format!("{stem}~{copy}.{}", extension.to_string_lossy()),
        None => format!("{stem}~{copy}"),
    };
    path.with_file_name(name)
}
