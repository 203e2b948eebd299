//! The one table of commands: title, menu, icon, keys and where the keys work. The menu bar, the
//! command palette, the cheat sheet, tooltips and key presses all come from it.

pub mod entry;
mod table;

use crate::app::model::command::Command;
use crate::app::ui::shortcuts::entry::Entry;

/// THE table.
pub fn table() -> &'static [Entry] {
    &crate::app::ui::shortcuts::table::TABLE
}

/// What the mouse does, for the cheat sheet.
pub const GESTURES: [(&str, &str, &str); 20] = [
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
