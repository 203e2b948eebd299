//! Writing the files of a plan.

use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::plan::numbered;
use super::{From, Plan, Planned};
use crate::bytes::Source;
use crate::library::{Library, Place};

/// What becomes of a file that is there already.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Existing {
    /// It is left alone.
    #[default]
    Keep,
    /// It is replaced.
    Replace,
    /// It stays, and the new one gets another name.
    Rename,
}

/// What happens while files are written.
#[derive(Debug)]
pub enum Step<'a> {
    /// So many bytes of all are done; this file is being written.
    Writing {
        /// Bytes of all files so far.
        done: u64,
        /// The file, below the folder.
        file: &'a Path,
    },
    /// A file was written.
    Written(PathBuf),
    /// The file that was written is not what its archive promises.
    Odd {
        /// The file.
        path: &'a Path,
        /// What is odd, in a sentence.
        message: String,
    },
    /// A file exists; skipped.
    Kept(PathBuf),
    /// A file could not be read or written.
    Failed {
        /// The file.
        path: PathBuf,
        /// Why, in a sentence.
        message: String,
    },
}

/// How it went with one file.
enum Done {
    /// It is there now; with what is odd about it.
    Written(PathBuf, Option<String>),
    /// Another one was there.
    Kept(PathBuf),
}

/// The words of an end that was asked for.
const STOPPED: &str = "stopped";

impl Plan {
    /// Writes the files below `folder`, which is made when it is not there. `tell` hears of every
    /// step; with `Break` nothing more is written, and what is half done is taken away. Returns
    /// whether all was done.
    pub fn run(
        &self,
        library: &Library,
        folder: &Path,
        existing: Existing,
        tell: &mut dyn FnMut(Step<'_>) -> ControlFlow<()>,
    ) -> bool {
        let mut done = 0;
        for file in &self.files {
            if tell(Step::Writing { done, file: &file.to }).is_break() {
                return false;
            }
            let step = match self.write(library, folder, file, existing, &mut |more| {
                done += more;
                tell(Step::Writing { done, file: &file.to })
            }) {
                Ok(Done::Written(path, odd)) => {
                    if let Some(message) = odd
                        && tell(Step::Odd { path: &path, message }).is_break()
                    {
                        return false;
                    }
                    Step::Written(path)
                }
                Ok(Done::Kept(path)) => Step::Kept(path),
                Err(error) if error.to_string() == STOPPED => return false,
                Err(error) => {
                    let path = folder.join(&file.to);
                    Step::Failed { path, message: error.to_string() }
                }
            };
            if tell(step).is_break() {
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
        tell: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> io::Result<Done> {
        let mut path = folder.join(&file.to);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        if existing == Existing::Rename {
            path = self.free(folder, &file.to);
        } else if existing == Existing::Keep && path.symlink_metadata().is_ok() {
            // Nothing is read for it.
            return Ok(Done::Kept(path));
        }
        let was_open = |source: &Source| library.is_open(source);
        let (source, is_new) = match &file.from {
            From::Bytes(source) => (source.clone(), false),
            From::Path(path) => match library.place(path).map_err(io::Error::other)? {
                Place::File(source) => {
                    let is_new = !was_open(&source);
                    (source, is_new)
                }
                _ => return Err(io::Error::other("it is a folder by now")),
            },
            From::Member(opened, index) => {
                let source = opened.open_member(library, *index).transpose();
                let source = source.map_err(|error| io::Error::other(error.to_string()))?;
                (source.ok_or_else(|| io::Error::other("its archive is gone"))?, false)
            }
        };
        let written = write_source(&path, &source, existing == Existing::Replace, tell);
        if is_new {
            library.close_source(&source);
        }
        Ok(if written? { Done::Written(path, source.checksum_fault()) } else { Done::Kept(path) })
    }

    /// A name that is free on disk and in the plan.
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

/// Writes all of `source` to `path`, piece by piece. Nothing is left there where some of it cannot
/// be read.
fn write_source(
    path: &Path,
    source: &Source,
    replace: bool,
    tell: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> io::Result<bool> {
    write_with(path, replace, |file| {
        source.each_chunk(|chunk| {
            file.write_all(chunk)?;
            match tell(chunk.len() as u64) {
                ControlFlow::Continue(()) => Ok(()),
                ControlFlow::Break(()) => Err(io::Error::other(STOPPED)),
            }
        })?;
        match source.failures().first() {
            Some(failure) => Err(io::Error::other(format!(
                "left out, as its bytes from {:#x} on cannot be read: {}",
                failure.offset, failure.message
            ))),
            None => Ok(()),
        }
    })
}

/// Writes to `path` with `write`, under a temporary name that is then renamed. False when something
/// is there already and `replace` is not wanted.
///
/// # Errors
/// Where it cannot be written; nothing of it is left then.
pub fn write_with(
    path: &Path,
    replace: bool,
    write: impl FnOnce(&mut fs::File) -> io::Result<()>,
) -> io::Result<bool> {
    match fs::metadata(path) {
        Ok(_) if !replace => return Ok(false),
        // Devices and pipes cannot be renamed over.
        Ok(meta) if !meta.is_file() => {
            write(&mut fs::OpenOptions::new().write(true).open(path)?)?;
            return Ok(true);
        }
        _ => {}
    }
    // A link stays a link: what it points to is replaced.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let folder = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        let missing = format!("there is no folder {}", folder.display());
        return Err(io::Error::new(io::ErrorKind::NotFound, missing));
    }
    let mut beside = new_file(folder)?;
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

/// A temporary file with the permissions that new files of this user have.
fn new_file(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".gouraud-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}
