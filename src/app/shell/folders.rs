//! Default folders for files that are written without asking the user, and files with new names.

use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::app::model::Settings;
use crate::app::model::document::paths::home_folder;
use crate::container::{io_message, path_text, temporary_file};
use crate::export::FileContents;

pub fn pictures_folder() -> PathBuf {
    let home = home_folder();
    let pictures = home.join("Pictures");
    if pictures.is_dir() { pictures } else { home }
}

/// The last folder for pictures, otherwise the user's.
pub fn chosen_folder(settings: &Settings) -> String {
    match settings.pictures.is_empty() {
        true => pictures_folder().to_string_lossy().into_owned(),
        false => settings.pictures.clone(),
    }
}

/// `stem.png`, or `stem~2.png` and so on if that name is taken.
pub fn free_name(folder: &Path, stem: &str, extension: &str) -> PathBuf {
    let name = |n: u32| match n {
        1 => folder.join(format!("{stem}.{extension}")),
        n => folder.join(format!("{stem}~{n}.{extension}")),
    };
    (1..).map(name).find(|path| path.symlink_metadata().is_err()).unwrap_or_else(|| name(1))
}

/// Writes a file with the next free name, and returns its path.
///
/// # Errors
/// A message about why it cannot be written; no partial file is left.
pub fn write_new(
    folder: &Path,
    stem: &str,
    extension: &str,
    contents: FileContents<'_>,
) -> Result<PathBuf, String> {
    let failed = |error: io::Error| format!("{}: {}", path_text(folder), io_message(&error));
    let mut file = match contents {
        FileContents::Temporary(file) => file,
        FileContents::Bytes(bytes) => {
            let mut file = temporary_file(folder).map_err(failed)?;
            file.write_all(bytes).map_err(failed)?;
            file
        }
    };
    loop {
        let path = free_name(folder, stem, extension);
        match file.persist_noclobber(&path) {
            Ok(_) => return Ok(path),
            Err(taken) if taken.error.kind() == ErrorKind::AlreadyExists => file = taken.file,
            Err(failure) => return Err(failed(failure.error)),
        }
    }
}

/// Creates a folder with the next free name.
///
/// # Errors
/// A message about why it cannot be created.
pub fn create_new_folder(folder: &Path, stem: &str, extension: &str) -> Result<PathBuf, String> {
    loop {
        let path = free_name(folder, stem, extension);
        match std::fs::create_dir(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(format!("{}: {}", path_text(&path), io_message(&error))),
        }
    }
}
