//! A row of the table of commands.

use egui_material_icons::MaterialIcon;

use crate::app::model::{Command, PanelId};
use crate::app::ui::Keys;

/// Menus, in the order of the menu bar; also the groups of the cheat sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Menu {
    File,
    Edit,
    Select,
    View,
    Scene,
    Motion,
    Sound,
    Go,
    Notes,
    /// Cameras that were stored; in Go.
    StoredViews,
    Help,
}

impl Menu {
    pub const BAR: [Menu; 10] = [
        Menu::File,
        Menu::Edit,
        Menu::Select,
        Menu::View,
        Menu::Scene,
        Menu::Motion,
        Menu::Sound,
        Menu::Go,
        Menu::Notes,
        Menu::Help,
    ];

    pub fn title(self) -> &'static str {
        match self {
            Menu::File => "File",
            Menu::Edit => "Edit",
            Menu::Select => "Select",
            Menu::View => "View",
            Menu::Scene => "Scene",
            Menu::Motion => "Motion",
            Menu::Sound => "Sound",
            Menu::Go => "Go",
            Menu::Notes => "Notes",
            Menu::StoredViews => "Stored views",
            Menu::Help => "Help",
        }
    }
}

/// Where a key works. The panel that has the focus is asked first, then the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    Window,
    In(&'static [PanelId]),
}

impl Scope {
    pub fn holds(self, focus: PanelId) -> bool {
        match self {
            Scope::Window => true,
            Scope::In(panels) => panels.contains(&focus),
        }
    }
}

/// A row of the table.
#[derive(Clone, Debug)]
pub struct Entry {
    pub command: Command,
    pub title: &'static str,
    pub menu: Menu,
    /// Starts a new block in its menu.
    pub block: bool,
    pub icon: Option<MaterialIcon>,
    pub keys: &'static [Keys],
    pub scope: Scope,
}
