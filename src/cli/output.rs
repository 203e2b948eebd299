//! Files we write: under a temporary name and then renamed, so that none is ever half done, and never
//! over what is being read.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::bytes::{Origin, Source};
use crate::library::Library;

/// Writes `bytes` to `path`. False when something is there already and `replace` is not wanted.
pub fn write_file(path: &Path, bytes: &[u8], replace: bool) -> io::Result<bool> {
    write_with(path, replace, |file| file.write_all(bytes))
}

/// Writes all of `source` to `path`, piece by piece. Nothing is left there where some of it cannot
/// be read.
pub fn write_source(path: &Path, source: &Source, replace: bool) -> io::Result<bool> {
    write_with(path, replace, |file| {
        source.each_chunk(|chunk| file.write_all(chunk))?;
        match source.failures().first() {
            Some(failure) => Err(io::Error::other(format!(
                "left out, as its bytes from {:#x} on cannot be read: {}",
                failure.offset, failure.message
            ))),
            None => Ok(()),
        }
    })
}

fn write_with(
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

/// The file on disk that `source` comes from, however deep inside it.
fn disk_file(library: &Library, source: &Source) -> Option<PathBuf> {
    let mut source = source.clone();
    loop {
        if let Origin::File(path) = source.origin() {
            return Some(path.clone());
        }
        source = library.source(source.origin().holder()?)?;
    }
}

/// True when writing `output` would replace the file that `source` comes from.
pub fn is_input(library: &Library, source: &Source, output: &Path) -> bool {
    let input = disk_file(library, source).and_then(|path| path.canonicalize().ok());
    input.is_some() && input == output.canonicalize().ok()
}
