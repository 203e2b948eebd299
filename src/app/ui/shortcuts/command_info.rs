//! A command as the user sees it: a row of the command table.

use egui_material_icons::MaterialIcon;

use crate::app::model::key_bindings::{KeyBindings, currently_assigned};
use crate::app::model::{Command, PanelId, State};
use crate::app::ui::Keys;

/// Menus and submenus; also the groups of the keyboard shortcuts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Menu {
    File,
    Recent,
    Changes,
    Compare,
    Pictures,
    Edit,
    Select,
    View,
    Panels,
    Layout,
    Texture,
    Scene,
    Overlays,
    Effects,
    Animation,
    Sound,
    Go,
    SavedViews,
    Notes,
    Help,
}

impl Menu {
    /// The menus of the menu bar, in order.
    pub const BAR: [Menu; 10] = [
        Menu::File,
        Menu::Edit,
        Menu::Select,
        Menu::View,
        Menu::Scene,
        Menu::Animation,
        Menu::Sound,
        Menu::Go,
        Menu::Notes,
        Menu::Help,
    ];

    pub fn title(self) -> &'static str {
        match self {
            Menu::File => "File",
            Menu::Recent => "Recent",
            Menu::Changes => "Changes",
            Menu::Compare => "Compare",
            Menu::Pictures => "Pictures",
            Menu::Edit => "Edit",
            Menu::Select => "Select",
            Menu::View => "View",
            Menu::Panels => "Panels",
            Menu::Layout => "Layout",
            Menu::Texture => "Texture",
            Menu::Scene => "Scene",
            Menu::Overlays => "Overlays",
            Menu::Effects => "PS1 effects",
            Menu::Animation => "Animation",
            Menu::Sound => "Sound",
            Menu::Go => "Go",
            Menu::SavedViews => "Saved views",
            Menu::Notes => "Notes",
            Menu::Help => "Help",
        }
    }

    /// The parent menu.
    pub fn parent(self) -> Option<Menu> {
        match self {
            Menu::Recent | Menu::Changes | Menu::Compare | Menu::Pictures => Some(Menu::File),
            Menu::Panels | Menu::Layout | Menu::Texture => Some(Menu::View),
            Menu::Overlays | Menu::Effects => Some(Menu::Scene),
            Menu::SavedViews => Some(Menu::Go),
            _ => None,
        }
    }

    /// Name in stored settings of the command with this title in this menu.
    pub fn name_of(self, title: &str) -> String {
        format!("{} › {title}", self.title())
    }

    /// Path of the menu: `Scene › Overlays`.
    pub fn path(self) -> String {
        self.parent().map_or_else(String::new, |parent| format!("{} › ", parent.title()))
            + self.title()
    }
}

/// Scope of a key. The focused panel has priority over the window.
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

    /// `true` if one press can mean commands of both scopes, and neither has priority. Commands of a panel
    /// have priority over those of the window.
    pub fn overlaps(self, other: Self) -> bool {
        self.meets(other) && (self == Scope::Window) == (other == Scope::Window)
    }

    /// `true` if one press can mean commands of both scopes.
    pub fn meets(self, other: Self) -> bool {
        match (self, other) {
            (Scope::In(one), Scope::In(other)) => one.iter().any(|panel| other.contains(panel)),
            _ => true,
        }
    }
}

/// The reason why a command is disabled; `None` if it is enabled.
pub type Needs = fn(&State) -> Option<&'static str>;

/// Properties of a command: a row of the command table.
#[derive(Clone, Debug)]
pub struct CommandInfo {
    pub command: Command,
    pub title: &'static str,
    pub menu: Menu,
    /// Starts a new block in its menu.
    pub block: bool,
    pub icon: Option<MaterialIcon>,
    /// Keys unless the user assigns others.
    pub default_keys: &'static [Keys],
    pub scope: Scope,
    pub needs: Needs,
    /// State of a command that switches something.
    pub checked: Option<fn(&State) -> bool>,
    /// Other words by which the command palette finds it.
    pub search_words: &'static str,
}

impl CommandInfo {
    pub(super) fn needs(self, needs: Needs) -> Self {
        Self { needs, ..self }
    }

    pub(super) fn checked(self, checked: fn(&State) -> bool) -> Self {
        Self { checked: Some(checked), ..self }
    }

    pub(super) fn found_by(self, search_words: &'static str) -> Self {
        Self { search_words, ..self }
    }

    /// Name in stored settings; titles are unique in their menu.
    pub fn name(&self) -> String {
        self.menu.name_of(self.title)
    }

    /// The keys in the window that this thread draws.
    pub fn keys(&self) -> Vec<Keys> {
        Keys::or_default(currently_assigned(|| self.name()).as_deref(), self.default_keys)
    }

    /// The keys with these bindings.
    pub fn keys_with(&self, bindings: &KeyBindings) -> Vec<Keys> {
        let assigned = bindings.assigned(|| self.name());
        Keys::or_default(assigned.map(Vec::as_slice), self.default_keys)
    }

    /// Text of the first of its keys; empty without keys.
    pub fn first_keys(&self) -> String {
        self.keys().first().map(|keys| keys.text()).unwrap_or_default()
    }

    /// The reason why the command is disabled; `None` if it is enabled.
    pub fn blocked(&self, state: &State) -> Option<&'static str> {
        (self.needs)(state)
    }

    /// `true` if a switch command is on; `None` for other commands.
    pub fn is_on(&self, state: &State) -> Option<bool> {
        match self.command {
            Command::Toggle(switch) => Some(state.view.is_on(switch)),
            _ => self.checked.map(|is_on| is_on(state)),
        }
    }
}
