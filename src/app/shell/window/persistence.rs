//! Persistent window state.

use egui_tiles::Tree;
use serde::{Deserialize, Serialize};

use crate::app::model::document::tab_id::TabId;
use crate::app::model::export::choices::Remembered;
use crate::app::model::{PanelId, Recent, Settings, State};
use crate::app::shell::layouts::Layouts;
use crate::library::GameFolders;

/// A tab with a file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SavedTab {
    pub path: String,
    /// View as a state string; empty without a scene.
    pub view: String,
}

/// Restored values.
#[derive(Default)]
pub struct Saved {
    pub settings: Settings,
    pub recent: Vec<Recent>,
    pub layout: Option<Tree<PanelId>>,
    pub layouts: Layouts,
    /// The tabs, and the index of the current one.
    pub tabs: Vec<SavedTab>,
    pub current: usize,
    /// Folders, discs and archives in Files.
    pub roots: Vec<String>,
    /// Folders in which files of games were found.
    pub folders: GameFolders,
    /// Titles of the overlays that were on.
    pub overlays: Option<Vec<String>>,
    /// Last choices of the export dialog.
    pub export: Remembered,
    /// `true` if the window was maximized, or if its state was not stored.
    pub is_maximized: bool,
    /// `true` if nothing was ever stored.
    pub is_first: bool,
}

const SETTINGS: &str = "settings";
const RECENT: &str = "recent";
const LAYOUT: &str = "layout";
const LAYOUTS: &str = "layouts";
const TABS: &str = "tabs";
const CURRENT_TAB: &str = "current tab";
/// Path of the open file, as older versions stored it.
const SESSION: &str = "session";
const ROOTS: &str = "roots";
const FOLDERS: &str = "game folders";
const OVERLAYS: &str = "overlays";
const EXPORT: &str = "export";
/// Key that egui reads before the window exists.
const EGUI: &str = "egui";
/// Key under which eframe stores the geometry of the window.
const WINDOW: &str = "window";

/// Part of the window state that eframe stores.
#[derive(serde::Deserialize)]
struct StoredWindow {
    maximized: bool,
}

/// Reads the stored values; unreadable ones get their defaults.
pub fn load(storage: Option<&dyn eframe::Storage>) -> Saved {
    let Some(storage) = storage else {
        return Saved { is_first: true, is_maximized: true, ..Saved::default() };
    };
    let is_first = storage.get_string(SETTINGS).is_none();
    let window: Option<StoredWindow> = eframe::get_value(storage, WINDOW);
    let session: Option<String> = eframe::get_value(storage, SESSION);
    let session = session.filter(|path| !path.is_empty());
    let only = session.map(|path| SavedTab { path, view: String::new() });
    let tabs: Option<Vec<SavedTab>> = eframe::get_value(storage, TABS);
    Saved {
        settings: eframe::get_value::<Settings>(storage, SETTINGS).unwrap_or_default().clamped(),
        recent: eframe::get_value(storage, RECENT).unwrap_or_default(),
        layout: eframe::get_value(storage, LAYOUT),
        layouts: eframe::get_value(storage, LAYOUTS).unwrap_or_default(),
        tabs: tabs.unwrap_or_else(|| only.into_iter().collect()),
        current: eframe::get_value(storage, CURRENT_TAB).unwrap_or_default(),
        roots: eframe::get_value(storage, ROOTS).unwrap_or_default(),
        folders: eframe::get_value(storage, FOLDERS).unwrap_or_default(),
        overlays: eframe::get_value(storage, OVERLAYS),
        export: eframe::get_value(storage, EXPORT).unwrap_or_default(),
        is_maximized: window.is_none_or(|window| window.maximized),
        is_first,
    }
}

pub fn save(
    storage: &mut dyn eframe::Storage,
    state: &State,
    (layout, layouts): (&Tree<PanelId>, &Layouts),
    export: &Remembered,
    tabs: &[(TabId, SavedTab)],
) {
    save_settings(storage, &state.settings);
    eframe::set_value(storage, RECENT, &state.files.recent);
    eframe::set_value(storage, LAYOUT, layout);
    eframe::set_value(storage, LAYOUTS, layouts);
    let current = tabs.iter().position(|(tab, _)| *tab == state.tab.id);
    let tabs: Vec<&SavedTab> = tabs.iter().map(|(_, tab)| tab).collect();
    eframe::set_value(storage, TABS, &tabs);
    eframe::set_value(storage, CURRENT_TAB, &current.unwrap_or_default());
    eframe::set_value(storage, ROOTS, &state.files.roots);
    eframe::set_value(storage, FOLDERS, &state.library.game_folders());
    eframe::set_value(storage, OVERLAYS, &state.view.overlays());
    eframe::set_value(storage, EXPORT, export);
    // The window size is stored in points at the scale with which it will be restored.
    let scale = state.settings.ui_scale;
    storage.set_string(EGUI, format!("(options:(zoom_factor:{scale:?}))"));
}

pub fn save_settings(storage: &mut dyn eframe::Storage, settings: &Settings) {
    eframe::set_value(storage, SETTINGS, settings);
}
