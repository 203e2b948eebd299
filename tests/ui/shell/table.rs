//! The table of commands.

use gouraud::app::model::{Command, State, Switch};
use gouraud::app::panels;
use gouraud::app::shell::commands::table;
use gouraud::app::ui::Keys;
use gouraud::app::ui::shortcuts::{self, command_info::Scope, tip};

#[test]
fn keys_are_unique_per_focus() {
    for panel in panels::ALL {
        for scoped in [true, false] {
            let mut seen: Vec<(Keys, &str)> = Vec::new();
            let here = table()
                .iter()
                .filter(|e| (e.scope != Scope::Window) == scoped && e.scope.holds(panel.id));
            for entry in here {
                for keys in entry.default_keys {
                    let other = seen.iter().find(|(known, _)| known == keys);
                    assert!(
                        other.is_none(),
                        "{} is both {:?} and {:?} in {}",
                        keys.text(),
                        entry.title,
                        other,
                        panel.title
                    );
                    seen.push((*keys, entry.title));
                }
            }
        }
    }
}

#[test]
fn titles_are_unique_and_menu_rows_are_adjacent() {
    let mut titles: Vec<_> = table().iter().map(|e| (e.menu.title(), e.title)).collect();
    titles.sort_unstable();
    let count = titles.len();
    titles.dedup();
    assert_eq!(titles.len(), count);
    assert!(table().iter().all(|e| !e.title.is_empty()));
}

#[test]
fn every_command_of_the_palette_has_one_row() {
    for info in table() {
        let rows = table().iter().filter(|other| other.command == info.command).count();
        assert_eq!(rows, 1, "{}", info.title);
        assert!(!info.title.is_empty(), "{:?}", info.command);
    }
    for switch in Switch::MARKS.into_iter().chain(Switch::EFFECTS) {
        let info = shortcuts::info(&Command::Toggle(switch)).unwrap();
        assert!(info.is_on(&State::default()).is_some(), "{switch:?}");
    }
}

#[test]
fn tooltips_show_the_key() {
    assert_eq!(tip(&Command::CheatSheet), "Keyboard shortcuts (F1)");
    assert!(tip(&Command::CommandPalette).contains("Shift"));
}
