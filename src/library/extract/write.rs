//! Writing the files of a plan.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::plan::numbered;
use super::{FileSource, Plan, Planned};
use crate::bytes::Source;
use crate::container::{io_message, remove_abandoned, temporary_file};
use crate::library::{Library, ResolvedPath};

/// Treatment of existing files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Existing {
    /// Skip the new file.
    #[default]
    Keep,
    /// Overwrite the existing file.
    Replace,
    /// Keep the existing file, and give the new one another name.
    Rename,
}

/// Progress of writing.
#[derive(Debug)]
pub enum Step<'a> {
    /// A file is being written.
    Writing {
        /// Bytes of all files written so far.
        done: u64,
        /// The file, relative to the folder.
        file: &'a Path,
    },
    /// A file was written.
    Written(PathBuf),
    /// The written file does not match the data in its archive.
    Odd {
        /// The file.
        path: &'a Path,
        /// Description of the mismatch.
        message: String,
    },
    /// Skipped, since the file exists.
    Kept(PathBuf),
    /// A file could not be read or written.
    Failed {
        /// The file.
        path: PathBuf,
        /// Reason.
        message: String,
    },
}

/// Result for one file.
enum WriteResult {
    /// Written; with the mismatch, if any.
    Written(PathBuf, Option<String>),
    /// Skipped, since another file exists.
    Kept(PathBuf),
}

/// Message of a cancellation.
const STOPPED: &str = "stopped";

impl Plan {
    /// Writes the files below `folder`, which is created if necessary. `on_step` is called for every step;
    /// if it returns `Break`, writing ends, and an incomplete file is removed. Returns `true` if all
    /// files were processed.
    pub fn run(
        &self,
        library: &Library,
        folder: &Path,
        existing: Existing,
        on_step: &mut dyn FnMut(Step<'_>) -> ControlFlow<()>,
    ) -> bool {
        let mut done = 0;
        let parents = self.files.iter().filter_map(|file| file.to.parent());
        for parent in parents.collect::<HashSet<_>>() {
            remove_abandoned(&folder.join(parent));
        }
        for file in &self.files {
            if on_step(Step::Writing { done, file: &file.to }).is_break() {
                return false;
            }
            let step = match self.write(library, folder, file, existing, &mut |more| {
                done += more;
                on_step(Step::Writing { done, file: &file.to })
            }) {
                Ok(WriteResult::Written(path, odd)) => {
                    if let Some(message) = odd
                        && on_step(Step::Odd { path: &path, message }).is_break()
                    {
                        return false;
                    }
                    Step::Written(path)
                }
                Ok(WriteResult::Kept(path)) => Step::Kept(path),
                Err(error) if error.to_string() == STOPPED => return false,
                Err(error) => {
                    let path = folder.join(&file.to);
                    Step::Failed { path, message: error.to_string() }
                }
            };
            if on_step(step).is_break() {
                return false;
            }
        }
        true
    }

    /// Writes one file.
    fn write(
        &self,
        library: &Library,
        folder: &Path,
        file: &Planned,
        existing: Existing,
        on_step: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> io::Result<WriteResult> {
        let mut path = folder.join(&file.to);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        if existing == Existing::Rename {
            path = self.free(folder, &file.to);
        } else if existing == Existing::Keep && path.symlink_metadata().is_ok() {
            // The source is not read.
            return Ok(WriteResult::Kept(path));
        }
        let was_open = |source: &Source| library.is_open(source);
        let (source, is_new) = match &file.from {
            FileSource::Bytes(source) => (source.clone(), false),
            FileSource::Path(path) => match library.place(path).map_err(io::Error::other)? {
                ResolvedPath::File(source) => {
                    let is_new = !was_open(&source);
                    (source, is_new)
                }
                _ => return Err(io::Error::other("it has become a folder")),
            },
            FileSource::Member(opened, index) => {
                let source = opened.open_member(library, *index).transpose();
                let source = source.map_err(|error| io::Error::other(error.to_string()))?;
                (
                    source.ok_or_else(|| io::Error::other("its archive is no longer available"))?,
                    false,
                )
            }
        };
        let written = write_source(&path, &source, existing == Existing::Replace, on_step);
        if is_new {
            library.close_source(&source);
        }
        Ok(if written? {
            WriteResult::Written(path, source.checksum_fault())
        } else {
            WriteResult::Kept(path)
        })
    }

    /// A name that is unused on disk and in the plan.
    fn free(&self, folder: &Path, to: &Path) -> PathBuf {
        let mut copy = 2;
        let mut own = to.to_path_buf();
        while folder.join(&own).symlink_metadata().is_ok() || own != to && self.taken.contains(&own)
        {
            own = numbered(to, copy);
            copy += 1;
        }
        folder.join(own)
    }
}

/// Writes all of `source` to `path` in blocks. If a block cannot be read, no file is left.
fn write_source(
    path: &Path,
    source: &Source,
    replace: bool,
    on_step: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> io::Result<bool> {
    write_with(path, replace, |file| {
        source.each_chunk(|chunk| {
            file.write_all(chunk)?;
            match on_step(chunk.len() as u64) {
                ControlFlow::Continue(()) => Ok(()),
                ControlFlow::Break(()) => Err(io::Error::other(STOPPED)),
            }
        })?;
        match source.failures().first() {
            Some(failure) => Err(io::Error::other(format!(
                "skipped: cannot read from {:#x}: {}",
                failure.offset, failure.message
            ))),
            None => Ok(()),
        }
    })
}

/// Writes to `path` with `write`, through a temporary file that is then renamed. `false` if the file
/// exists and `replace` is not set.
///
/// # Errors
/// If it cannot be written; no partial file is left.
pub fn write_with(
    path: &Path,
    replace: bool,
    write: impl FnOnce(&mut fs::File) -> io::Result<()>,
) -> io::Result<bool> {
    write_in_place(path, replace, write)
        .map_err(|error| io::Error::new(error.kind(), io_message(&error)))
}

fn write_in_place(
    path: &Path,
    replace: bool,
    write: impl FnOnce(&mut fs::File) -> io::Result<()>,
) -> io::Result<bool> {
    match fs::metadata(path) {
        Ok(_) if !replace => return Ok(false),
        // Devices and pipes cannot be replaced by renaming.
        Ok(meta) if !meta.is_file() => {
            write(&mut fs::OpenOptions::new().write(true).open(path)?)?;
            return Ok(true);
        }
        _ => {}
    }
    // A link stays a link: its target is replaced.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let folder = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        let missing = format!("there is no folder {}", folder.display());
        return Err(io::Error::new(io::ErrorKind::NotFound, missing));
    }
    let mut beside = temporary_file(folder)?;
    write(beside.as_file_mut())?;
    if replace {
        beside.persist(&target).map_err(|error| error.error)?;
        return Ok(true);
    }
    match beside.persist_noclobber(&target) {
        Ok(_) => Ok(true),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error.error),
    }
}
