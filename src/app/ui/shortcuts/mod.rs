//! The command table: title, menu, icon, keys, when a command is enabled, and whether it is on.

pub mod command_info;
mod needs;
pub mod table;

use self::command_info::CommandInfo;
use self::table::TABLE;
use super::Keys;
use crate::app::model::{Command, State};

/// Mouse gestures and fixed keys of the panels, for the shortcut sheet.
pub const GESTURES: [(&str, &str, &str); 30] = [
    ("Scene", "Drag, arrow keys", "Orbit"),
    ("Scene", "Shift+drag, middle drag", "Pan"),
    ("Scene", "Wheel", "Zoom to the pointer"),
    ("Scene", "Right drag", "Look around"),
    ("Scene", "Right button + W A S D Q E", "Fly"),
    ("Scene", "Right button + wheel", "Flying speed"),
    ("Scene", "Flying + Shift, Alt", "5 times as fast, a tenth as fast"),
    ("Scene", "Right button + 1 to 9", "Show a saved view; Shift saves it"),
    ("Scene", "Click", "Select a face; click again for the one behind it"),
    ("Scene", "Ctrl+click", "Add to the selection"),
    ("Scene", "Alt+click", "Select faces with the same texture"),
    ("Scene", "Double click, middle click", "Orbit around this point"),
    ("Scene", "Right click", "Frame, isolate, hide, export, copy"),
    ("Scene", "Click a bone", "Show its card"),
    ("Files", "Ctrl+click", "Mark a file, to extract or export several"),
    ("Files", "Shift+click", "Mark all files from the last marked one to this one"),
    ("Files", "Menu key, Shift+F10", "Open the context menu"),
    ("Find", "Arrow keys, Enter", "Step through the hits; opens the current one"),
    ("Find", "Tab", "Accept suggestion"),
    ("Gallery", "Hover", "Rotate a model, play a sound"),
    ("Gallery", "Space", "Rotate or play the current item, or stop it"),
    ("Gallery", "Double click, Enter", "Open the item"),
    ("Gallery", "Ctrl+wheel, + and \u{2212}", "Thumbnail size"),
    ("Sounds", "Shift+click", "Select all from the selected sound to here"),
    ("Sounds", "Ctrl+click", "Add a sound to the selection"),
    ("Notes", "Enter, Delete", "Edit or delete the note"),
    ("Everywhere", "Double click", "Frame in the scene"),
    ("Everywhere", "Ctrl+V", "Open a path or a view link"),
    ("Bytes", "Drag, Shift+arrows", "Select bytes"),
    ("Bytes", "Ctrl+wheel", "Text size"),
];

/// The table row of a command.
pub fn info(command: &Command) -> Option<&'static CommandInfo> {
    TABLE.iter().find(|info| info.command == *command)
}

/// The reason why a command is disabled; `None` if it is enabled.
pub fn blocked(command: &Command, state: &State) -> Option<&'static str> {
    info(command)?.blocked(state)
}

/// `true` if a command is enabled.
pub fn is_enabled(command: &Command, state: &State) -> bool {
    blocked(command, state).is_none()
}

/// `true` if a switch command is on; `None` for other commands.
pub fn is_on(command: &Command, state: &State) -> Option<bool> {
    info(command)?.is_on(state)
}

/// The first keys of a command as text, for sentences.
pub fn keys_of(command: &Command) -> String {
    info(command).map(CommandInfo::first_keys).unwrap_or_default()
}

/// `text` with the keys of a command, for tooltips: `Next match (F3)`.
pub fn with_keys(text: &str, command: &Command) -> String {
    let keys = info(command).map(CommandInfo::keys).unwrap_or_default();
    Keys::beside(text, &keys)
}

/// Title of a command with its keys, for tooltips: `Frame all (Home)`.
pub fn tip(command: &Command) -> String {
    let Some(info) = info(command) else { return String::new() };
    Keys::beside(info.title, &info.keys())
}
