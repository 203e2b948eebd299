//! Temporary files that become output files, and the removal of those that a killed process left.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use tempfile::NamedTempFile;

/// Start of the name of a temporary file.
const PREFIX: &str = ".gouraud-new-";
/// Minimum age of a file that is removed: a new one is not locked yet.
const MIN_AGE: Duration = Duration::from_secs(60);

/// Creates a temporary file in `folder` with the user's default permissions for new files. It is locked
/// while it is open.
///
/// # Errors
/// If it cannot be created.
pub fn temporary_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(folder)?;
    // Some file systems have no locks. Other processes cannot lock the file for removal there either.
    let _ = file.as_file().try_lock();
    Ok(file)
}

/// Writes a file. An existing one is replaced only when the new one is complete.
///
/// # Errors
/// If it cannot be written.
pub fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut file = temporary_file(folder.unwrap_or(Path::new(".")))?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// Removes temporary files in `folder` that are no longer open in any process.
pub fn remove_abandoned(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(PREFIX) && is_abandoned(&entry) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn is_abandoned(entry: &fs::DirEntry) -> bool {
    let Ok(meta) = entry.metadata() else { return false };
    let age = meta.modified().ok().and_then(|at| at.elapsed().ok());
    meta.is_file()
        && age.is_some_and(|age| age >= MIN_AGE)
        && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok())
}
