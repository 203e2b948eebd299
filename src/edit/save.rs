//! Overwrites files so that at every moment either the old or the new file is complete.
//!
//! The new bytes are written to a temporary file in the same folder and read back; the old file is kept
//! as `.orig` unless there is one; then the new file is renamed over it. Any failure before the renaming
//! leaves the file unchanged.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::NamedTempFile;

use crate::container::io_message;
use crate::formats::NewBytes;

/// A file to write.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// Path of the file.
    pub path: PathBuf,
    /// The file whose bytes are patched, if it is not the one at `path`.
    pub from: Option<PathBuf>,
    /// The new content.
    pub bytes: NewBytes,
    /// Expected length and CRC-32, to detect changes by other programs.
    pub was: Option<(u64, u32)>,
}

/// Reason why a file was not written. The file is unchanged.
#[allow(missing_docs, reason = "the message of a variant explains its fields")]
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// Another program has changed the file.
    #[error(
        "{path} was changed by another program since it was opened; use “Save a copy” to keep your \
         changes in another file"
    )]
    Changed { path: PathBuf },
    /// The file is read-only.
    #[error("{path} is write-protected")]
    Protected { path: PathBuf },
    /// The bytes that were read back differ from those written.
    #[error("{path}: the bytes read back differ from those written")]
    Differs { path: PathBuf },
    /// Any other error.
    #[error("{path}: {}", io_message(error))]
    Io { path: PathBuf, error: io::Error },
    /// Some of several files were written, and could not be restored after an error.
    #[error("{error}; {written} already has its new content, the old content is in {kept}")]
    Half { error: Box<SaveError>, written: PathBuf, kept: PathBuf },
}

/// Writes all of these files, or none. With `keep`, the original version of each is kept with the
/// extension `.orig`.
///
/// # Errors
/// The first error; the files are unchanged.
pub fn save(outputs: &[Output], keep: bool) -> Result<(), SaveError> {
    outputs.iter().filter_map(|output| output.path.parent()).for_each(sweep);
    let prepared: Result<Vec<_>, _> = outputs.iter().map(Prepared::new).collect();
    let mut done: Vec<ReplacedFile> = Vec::new();
    for one in prepared? {
        match one.put_in_place(keep) {
            Ok(written) => done.push(written),
            Err(error) => return Err(restore(done, error)),
        }
    }
    Ok(())
}

/// Prefix of temporary files.
const PREFIX: &str = ".gouraud-";
/// Older temporary files are not in use.
const STALE: Duration = Duration::from_secs(24 * 60 * 60);

/// Removes temporary files that interrupted saves left.
fn sweep(folder: &Path) {
    let is_stale = |entry: &fs::DirEntry| {
        let modified = entry.metadata().and_then(|meta| meta.modified()).ok();
        entry.file_name().to_string_lossy().starts_with(PREFIX)
            && modified.and_then(|at| at.elapsed().ok()).is_some_and(|age| age > STALE)
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten().filter(is_stale) {
        let _ = fs::remove_file(entry.path());
    }
}

/// A complete temporary file, ready to replace its target.
struct Prepared {
    path: PathBuf,
    new: NamedTempFile,
    is_new: bool,
}

/// A file that has been replaced.
struct ReplacedFile {
    path: PathBuf,
    /// The old file under another name; `None` if there was none.
    old: Option<NamedTempFile>,
}

impl Prepared {
    fn new(output: &Output) -> Result<Self, SaveError> {
        // The target of a link is replaced, not the link.
        let path = output.path.canonicalize().unwrap_or_else(|_| output.path.clone());
        let failed = |error| SaveError::Io { path: path.clone(), error };
        let old = match fs::metadata(&path) {
            Ok(meta) if meta.is_dir() => {
                return Err(failed(io::Error::other("this is a folder")));
            }
            // A device or a pipe would be replaced by a regular file.
            Ok(meta) if !meta.is_file() => {
                return Err(failed(io::Error::other("this is a device or a pipe, not a file")));
            }
            Ok(meta) if meta.permissions().readonly() => {
                return Err(SaveError::Protected { path });
            }
            Ok(meta) => Some(meta),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(failed(error)),
        };
        if let Some(was) = output.was
            && stamp(&path).map_err(failed)? != was
        {
            return Err(SaveError::Changed { path });
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            let missing = format!("there is no folder {}", folder.display());
            return Err(failed(io::Error::new(io::ErrorKind::NotFound, missing)));
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX);
        // Temporary files are private to the user; the final file gets normal permissions.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        // The original message would name the temporary file.
        let unmade = |error: io::Error| failed(error.kind().into());
        let mut new = builder.tempfile_in(folder.unwrap_or(Path::new("."))).map_err(unmade)?;
        let from = output.from.as_deref().unwrap_or(&path);
        write(&output.bytes, from, new.as_file_mut()).map_err(failed)?;
        if let Some(old) = &old {
            new.as_file().set_permissions(old.permissions()).map_err(failed)?;
        }
        new.as_file().sync_all().map_err(failed)?;
        if !is_written(&output.bytes, new.path()).map_err(failed)? {
            return Err(SaveError::Differs { path });
        }
        Ok(Self { path, new, is_new: old.is_none() })
    }

    fn put_in_place(self, keep: bool) -> Result<ReplacedFile, SaveError> {
        let Self { path, new, is_new } = self;
        let failed = |error| SaveError::Io { path: path.clone(), error };
        let mut old = None;
        if !is_new {
            if keep {
                keep_original(&path).map_err(failed)?;
            }
            old = Some(back_up(&path).map_err(failed)?);
        }
        new.persist(&path).map_err(|error| failed(error.error))?;
        sync_folder(&path);
        Ok(ReplacedFile { path, old })
    }
}

fn write(bytes: &NewBytes, from: &Path, new: &mut File) -> io::Result<()> {
    match bytes {
        NewBytes::Whole(all) => new.write_all(all),
        NewBytes::Patched(patches) => {
            io::copy(&mut File::open(from)?, new)?;
            for (at, bytes) in patches {
                new.seek(SeekFrom::Start(*at))?;
                new.write_all(bytes)?;
            }
            Ok(())
        }
    }
}

/// `true` if the file at `path` has the expected content.
fn is_written(bytes: &NewBytes, path: &Path) -> io::Result<bool> {
    let mut file = File::open(path)?;
    match bytes {
        NewBytes::Whole(all) => {
            Ok(file.metadata()?.len() == all.len() as u64 && is_next(&mut file, all)?)
        }
        NewBytes::Patched(patches) => {
            for (at, bytes) in patches {
                file.seek(SeekFrom::Start(*at))?;
                if !is_next(&mut file, bytes)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
    }
}

/// `true` if the next bytes of a file are these. They are compared in portions.
fn is_next(file: &mut File, bytes: &[u8]) -> io::Result<bool> {
    let mut buffer = vec![0; bytes.len().min(1 << 16)];
    for expected in bytes.chunks(1 << 16) {
        let there = buffer.get_mut(..expected.len()).unwrap_or_default();
        file.read_exact(there)?;
        if there != expected {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Length and CRC-32 of a file, for [`Output::was`].
///
/// # Errors
/// If it cannot be read.
pub fn stamp(path: &Path) -> io::Result<(u64, u32)> {
    let mut file = File::open(path)?;
    let (mut hasher, mut len) = (crc32fast::Hasher::new(), 0);
    let mut buffer = vec![0; 1 << 16];
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            return Ok((len, hasher.finalize()));
        }
        hasher.update(buffer.get(..read).unwrap_or(&[]));
        len += read as u64;
    }
}

/// Keeps the file with the extension `.orig`, unless that exists.
fn keep_original(path: &Path) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".orig");
    let kept = PathBuf::from(name);
    if kept.exists() || fs::hard_link(path, &kept).is_ok() {
        return Ok(());
    }
    // The file system has no links. An incomplete copy must not become the original.
    let copy = copy_beside(path)?;
    copy.persist_noclobber(kept).map(drop).map_err(|error| error.error)
}

/// A copy or link of the file with a temporary name, removed on drop.
fn back_up(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let linked = tempfile::Builder::new().prefix(PREFIX).make_in(folder, |name| {
        fs::hard_link(path, name)?;
        File::open(name)
    });
    linked.or_else(|_| copy_beside(path))
}

fn copy_beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut copy = tempfile::Builder::new().prefix(PREFIX).tempfile_in(folder)?;
    io::copy(&mut File::open(path)?, copy.as_file_mut())?;
    copy.as_file().set_permissions(fs::metadata(path)?.permissions())?;
    copy.as_file().sync_all()?;
    Ok(copy)
}

/// Restores the old content of files that were already written.
fn restore(done: Vec<ReplacedFile>, error: SaveError) -> SaveError {
    let mut error = error;
    for ReplacedFile { path, old } in done.into_iter().rev() {
        match old {
            None => drop(fs::remove_file(&path)),
            Some(old) => {
                if let Err(persist) = old.persist(&path) {
                    let kept = persist.file.keep().map_or_else(|e| e.file.path().into(), |k| k.1);
                    error = SaveError::Half { error: Box::new(error), written: path, kept };
                }
            }
        }
    }
    error
}

/// Flushes the renaming to disk, if the system supports it.
fn sync_folder(path: &Path) {
    if let Some(folder) = path.parent().and_then(|folder| File::open(folder).ok()) {
        let _ = folder.sync_all();
    }
}
