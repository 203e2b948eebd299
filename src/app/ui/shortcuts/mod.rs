//! Commands as people find them: title, menu, icon, keys and where the keys work.

pub mod entry;
pub mod table;

use self::entry::Entry;
use self::table::TABLE;
use super::Keys;
use crate::app::model::Command;

/// Gestures of the mouse, for the cheat sheet.
pub const GESTURES: [(&str, &str, &str); 29] = [
    ("Scene", "Drag", "Orbit"),
    ("Scene", "Shift+drag, middle drag", "Pan"),
    ("Scene", "Wheel", "Zoom to the pointer"),
    ("Scene", "Right drag", "Look around"),
    (
        "Scene",
        "Right button + W A S D Q E",
        "Fly, faster by and by; Shift ×5, Alt ×0.1, wheel sets the speed",
    ),
    ("Scene", "Right button + 1 to 9", "Come back to a stored view; Shift stores it"),
    ("Scene", "Click", "Select a face; again: what is behind it"),
    ("Scene", "Ctrl+click", "Add to the selection"),
    ("Scene", "Alt+click", "Select all faces with the same texture"),
    ("Scene", "Double click, middle click", "Turn about this point"),
    ("Scene", "Arrow keys", "Orbit"),
    ("Scene", "Right click", "Copy, select alike, isolate, hide"),
    ("Scene", "Click a bone", "Its card, with its angles over time; there a click seeks"),
    ("Files", "Ctrl+click", "Mark a file, to extract or export several"),
    ("Files", "Shift+click", "Mark all files from the last one to here"),
    ("Files", "Menu key, Shift+F10", "What can be done with the file"),
    ("Find", "Arrow keys, Enter", "Go through the hits; one that is rested on is opened"),
    ("Find", "Tab", "Take the filter that is offered"),
    ("Gallery", "Rest the pointer", "Turn a model, play a sound"),
    ("Gallery", "Space", "Turn or play the one with the cursor, or stop it"),
    ("Gallery", "Double click, Enter", "Open it, and go to the very thing"),
    ("Gallery", "Ctrl+wheel, + and \u{2212}", "Size of the pictures"),
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
    TABLE.iter().find(|entry| entry.command == *command)
}

/// The first keys of a command as text, for sentences.
pub fn keys_of(command: &Command) -> String {
    let keys = entry(command).and_then(|entry| entry.keys.first());
    keys.map(|keys| keys.text()).unwrap_or_default()
}

/// `Frame all (Home)`: for tooltips.
pub fn tip(command: &Command) -> String {
    let Some(entry) = entry(command) else { return String::new() };
    Keys::beside(entry.title, entry.keys)
}
