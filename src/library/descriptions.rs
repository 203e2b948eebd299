//! Finds the descriptions of formats that the user wrote, and their imports.

use std::fs;
use std::path::{Path, PathBuf};

use super::in_words;
use crate::ksy::{self, Description, Imports};

/// Maximum size of a description in bytes.
const MAX_SIZE: u64 = 4 << 20;

/// Folders of descriptions, in the order in which they are searched.
#[derive(Clone, Debug, Default)]
pub struct DescriptionFolders(Vec<PathBuf>);

impl DescriptionFolders {
    /// These folders, then those of the environment variable `KSPATH`, then `gouraud/formats` in the user's
    /// configuration.
    pub fn new(folders: &[PathBuf]) -> Self {
        let mut all = folders.to_vec();
        if let Some(paths) = std::env::var_os("KSPATH") {
            all.extend(std::env::split_paths(&paths).filter(|path| !path.as_os_str().is_empty()));
        }
        #[cfg(feature = "index")]
        all.extend(dirs::config_dir().map(|folder| folder.join("gouraud").join("formats")));
        Self(all)
    }

    /// Loads the description in a file, with its imports.
    ///
    /// # Errors
    /// When the file cannot be read. Mistakes in it are in [`Description::diagnostics`].
    pub fn load(&self, path: &Path) -> Result<Description, String> {
        let (name, text) = read(path)?;
        Ok(ksy::load(&name, &text, self))
    }
}

impl Imports for DescriptionFolders {
    fn find(&self, from: &str, import: &str) -> Result<(String, String), String> {
        let file = format!("{}.ksy", import.trim_start_matches('/'));
        let beside = Path::new(from).parent().filter(|_| !import.starts_with('/'));
        let folders = beside.into_iter().chain(self.0.iter().map(PathBuf::as_path));
        let paths: Vec<PathBuf> = folders.map(|folder| folder.join(&file)).collect();
        match paths.iter().find(|path| path.is_file()) {
            Some(found) => read(found),
            None => {
                let tried: Vec<String> =
                    paths.iter().map(|path| path.display().to_string()).collect();
                let tried = if tried.is_empty() {
                    "no folder to search".to_owned()
                } else {
                    tried.join(", ")
                };
                Err(format!("`{import}` was not found: {tried}"))
            }
        }
    }
}

/// Name and text of a description. The name is the same however the file is reached.
fn read(path: &Path) -> Result<(String, String), String> {
    let failed = |error: &std::io::Error| format!("{}: {}", path.display(), in_words(error));
    let real = path.canonicalize().map_err(|error| failed(&error))?;
    let size = fs::metadata(&real).map_err(|error| failed(&error))?.len();
    if size > MAX_SIZE {
        let message = format!("expected at most {MAX_SIZE} bytes, found {size}");
        return Err(format!("{}: {message}", path.display()));
    }
    let bytes = fs::read(&real).map_err(|error| failed(&error))?;
    let text = String::from_utf8(bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok((real.to_string_lossy().into_owned(), text))
}
