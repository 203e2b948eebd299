//! The one table of commands: title, menu, icon, keys and where the keys work. The menu bar, the
//! command palette, the cheat sheet, tooltips and key presses all come from it.

use egui_material_icons::MaterialIcon;

use super::command::Command;
use super::keys::Keys;
use super::panel::PanelKind;
use super::state::State;
use crate::scene::{FaceField, Style};

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
    /// Of the camera; in Go.
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
    In(&'static [PanelKind]),
}

impl Scope {
    pub fn holds(self, focus: PanelKind) -> bool {
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

/// THE table.
pub fn table() -> &'static [Entry] {
    &super::shortcuts_table::TABLE
}

/// What the mouse does, for the cheat sheet.
pub const GESTURES: [(&str, &str, &str); 20] = [
    ("Scene", "Drag", "Orbit"),
    ("Scene", "Shift+drag, middle drag", "Pan"),
    ("Scene", "Wheel", "Zoom to the pointer"),
    ("Scene", "Right drag", "Look around"),
    ("Scene", "Right button + W A S D Q E", "Fly; Shift ×5, Alt ×0.1, wheel sets the speed"),
    ("Scene", "Right button + 1 to 9", "Come back to a stored view; Shift stores it"),
    ("Scene", "Click", "Select a face; again: what is behind it"),
    ("Scene", "Ctrl+click", "Add to the selection"),
    ("Scene", "Alt+click", "Select all faces with the same texture"),
    ("Scene", "Double click, middle click", "Turn about this point"),
    ("Scene", "Arrow keys", "Orbit"),
    ("Scene", "Right click", "Copy, select alike, isolate, hide"),
    ("Scene", "Click a bone", "Its card, with its angles over time; there a click seeks"),
    ("Sounds", "Shift+click", "Select all from the selected sound to here"),
    ("Sounds", "Ctrl+click", "Add a sound to the selection"),
    ("Notes", "Enter, Delete", "Change the note, delete it"),
    ("Everywhere", "Double click", "Frame in the scene"),
    ("Everywhere", "Ctrl+V", "Open a path, or take a view state"),
    ("Bytes", "Drag, Shift+arrows", "Select bytes"),
    ("Bytes", "Ctrl+wheel", "Size of the text"),
];

/// The row of a command.
pub fn entry(command: &Command) -> Option<&'static Entry> {
    table().iter().find(|entry| entry.command == *command)
}

/// The first keys of a command as text, for sentences.
pub fn keys_of(command: &Command) -> String {
    let keys = entry(command).and_then(|entry| entry.keys.first());
    keys.map(|keys| keys.text()).unwrap_or_default()
}

/// `Frame all (Home)`: for tooltips.
pub fn tip(command: &Command) -> String {
    let Some(entry) = entry(command) else { return String::new() };
    match entry.keys.first() {
        Some(keys) => format!("{} ({})", entry.title, keys.text()),
        None => entry.title.to_owned(),
    }
}

/// Whether a command has anything to work on.
pub fn is_enabled(command: &Command, state: &State) -> bool {
    let scene = || state.scene().is_some();
    match command {
        Command::Reload | Command::CloseFile => state.doc.is_some(),
        Command::NextFile | Command::PreviousFile => state.doc.is_some(),
        Command::Bookmark | Command::AddNote => {
            let selection = state.selection.as_ref();
            selection.is_some_and(|selection| state.notes.book(selection.source).is_some())
        }
        Command::ExportNotes => {
            let notes = &state.notes;
            let mut books = notes.books().iter().filter_map(|book| notes.sidecar(book.source));
            books.any(|sidecar| !sidecar.is_empty())
        }
        Command::StoreView(_) | Command::RecallView(_) => scene() && state.own_sidecar().is_some(),
        Command::Undo => state.undo.can_undo(),
        Command::Redo => state.undo.can_redo(),
        Command::Back => state.history.can_go_back(),
        Command::Forward => state.history.can_go_forward(),
        Command::Deselect | Command::FrameSelection => state.selection.is_some(),
        Command::SelectLike(_) | Command::Isolate | Command::HideSelected => {
            state.selected_faces().next().is_some()
        }
        Command::NextSound
        | Command::PreviousSound
        | Command::SelectAll
        | Command::ExtendSelection { .. }
        | Command::ExportSelectedSounds
        | Command::ExportAllSounds => {
            // They follow the order of the list.
            state.focus == PanelKind::Sounds && state.has_sounds()
        }
        Command::PlayAnimation
        | Command::NextAnimation
        | Command::PreviousAnimation
        | Command::StepFrame(_)
        | Command::FirstFrame
        | Command::ContactSheet => state.has_animations(),
        Command::ShowAlone => state.scene().is_some_and(|scene| !scene.around.is_empty()),
        Command::ResetMorphs => !state.view.morphs.is_empty(),
        Command::DrawFirst(None) => state.view.first_faces.is_some(),
        Command::StepFaces(_) | Command::ShowWith => scene(),
        Command::StepStrips(_) => {
            state.scene().is_some_and(|s| s.scene.face_field(FaceField::STRIP).is_some())
        }
        Command::StarSelected => state.selected_sound().is_some(),
        Command::PlayPause | Command::Retrigger => {
            state.selected_sound().is_some() || state.sound.now().is_some()
        }
        Command::StopSound | Command::SoundStart | Command::SeekBy { .. } => {
            state.sound.now().is_some()
        }
        Command::ShowAll => !state.view.hidden.is_empty(),
        Command::Export
        | Command::Screenshot
        | Command::ScreenshotClean
        | Command::CopyState
        | Command::FrameAll
        | Command::ResetView
        | Command::LookFrom(_)
        | Command::ToggleParallel
        | Command::ToggleStyle
        | Command::Toggle(_) => scene(),
        Command::OpenDemo => crate::library::demo::is_there(),
        Command::ClearRecent => !state.recent.is_empty(),
        _ => true,
    }
}

/// Whether a command that switches something is on; `None` for the others.
pub fn is_on(command: &Command, state: &State) -> Option<bool> {
    match command {
        Command::Toggle(switch) => Some(state.view.is_on(*switch)),
        Command::ToggleParallel => {
            Some(state.view.camera.projection == crate::render::Projection::Orthographic)
        }
        Command::LoopAnimation => Some(state.settings.motion_looped),
        Command::Interpolate => Some(state.settings.interpolate),
        Command::ToggleLoop => Some(state.settings.looping == super::settings::Looping::On),
        Command::ToggleMute => Some(state.settings.muted),
        Command::ToggleStyle => Some(state.view.style == Style::Ps1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_means_two_things_in_one_place() {
        for panel in PanelKind::ALL {
            for scoped in [true, false] {
                let mut seen: Vec<(Keys, &str)> = Vec::new();
                let here = table()
                    .iter()
                    .filter(|e| (e.scope != Scope::Window) == scoped && e.scope.holds(panel));
                for entry in here {
                    for keys in entry.keys {
                        let other = seen.iter().find(|(known, _)| known == keys);
                        assert!(
                            other.is_none(),
                            "{} is both {:?} and {:?} in {panel:?}",
                            keys.text(),
                            entry.title,
                            other
                        );
                        seen.push((*keys, entry.title));
                    }
                }
            }
        }
    }

    #[test]
    fn titles_are_found_once_and_rows_of_a_menu_stand_together() {
        let mut titles: Vec<_> = table().iter().map(|e| (e.menu.title(), e.title)).collect();
        titles.sort_unstable();
        let count = titles.len();
        titles.dedup();
        assert_eq!(titles.len(), count);
        assert!(table().iter().all(|e| !e.title.is_empty()));
    }

    #[test]
    fn a_tooltip_names_the_key() {
        assert_eq!(tip(&Command::CheatSheet), "Keys and mouse (F1)");
        assert!(tip(&Command::CommandPalette).contains("Shift"));
    }
}
