//! Start options of the window.

use std::path::{Path, PathBuf};

use crate::app::model::edits::carried::Carried;
use crate::library::Registries;
use crate::render::{DeviceFaults, Gpu};

/// Name of the folder for settings and notes.
pub const APP_ID: &str = "gouraud";

/// Options with which the window is opened.
#[derive(Clone, Debug)]
pub struct Options {
    /// Format id that overrides detection for the first path.
    pub format: Option<String>,
    /// File with settings, layout and recent files; `None` for the system's default location.
    pub config: Option<PathBuf>,
    /// Read and write that file.
    pub remember: bool,
    /// Folders, discs and archives that are searched for companions.
    pub roots: Vec<String>,
    /// Registries that list installed games.
    pub registries: Registries,
    /// Name lists and game tables.
    pub names: Vec<PathBuf>,
    /// Folders of descriptions of formats, before the user's own.
    pub formats: Vec<PathBuf>,
    /// Folder of the index; without one the index is in memory and lost on exit.
    pub cache: Option<PathBuf>,
    /// Renderer of the window's device; without one the window creates it.
    pub gpu: Option<Gpu>,
    /// Faults of the window's device.
    pub faults: DeviceFaults,
    /// Changes of the window that this one replaces.
    pub carried: Carried,
}

impl Default for Options {
    fn default() -> Self {
        let (roots, names, formats) = (Vec::new(), Vec::new(), Vec::new());
        let registries = Registries::default();
        let (faults, carried) = (DeviceFaults::default(), Carried::default());
        Self {
            format: None,
            config: None,
            remember: true,
            roots,
            registries,
            names,
            formats,
            cache: None,
            gpu: None,
            faults,
            carried,
        }
    }
}

impl Options {
    /// The folder of the settings; `None` if nothing is to be stored.
    pub fn folder(&self) -> Option<PathBuf> {
        let folder = match &self.config {
            Some(file) => file.parent().map(Path::to_owned),
            None => eframe::storage_dir(APP_ID),
        };
        folder.filter(|_| self.remember)
    }
}
