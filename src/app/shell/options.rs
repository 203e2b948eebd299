//! Start options of the window.

use std::path::PathBuf;

use crate::library::Registries;

/// Names the folder of settings and of what is written down.
pub const APP_ID: &str = "gouraud";

/// Options of the start.
#[derive(Clone, Debug)]
pub struct Options {
    /// Format id that overrides detection for the first path.
    pub format: Option<String>,
    /// The file of settings, layout and recent files; `None` is the system's place for it.
    pub config: Option<PathBuf>,
    /// Reads and writes that file.
    pub remember: bool,
    /// Folders, discs and archives in which companions may lie too.
    pub roots: Vec<String>,
    /// Registries that say where games are installed.
    pub registries: Registries,
    /// Lists of names and tables of games.
    pub names: Vec<PathBuf>,
    /// Folder of the index; without one it is in memory and ends with the window.
    pub cache: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        let (roots, names) = (Vec::new(), Vec::new());
        let registries = Registries::default();
        Self { format: None, config: None, remember: true, roots, registries, names, cache: None }
    }
}
