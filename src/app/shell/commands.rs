//! The one table of commands, those that show a panel among them. The menu bar, the command
//! palette, the cheat sheet and key presses all come from it.

use std::sync::LazyLock;

use crate::app::model::Command;
use crate::app::panels;
use crate::app::ui::shortcuts::{
    entry::{Entry, Menu, Scope},
    table::{TABLE, row},
};

/// THE table.
pub fn table() -> &'static [Entry] {
    static ALL: LazyLock<Vec<Entry>> = LazyLock::new(|| {
        let mut all = TABLE.clone();
        let panels = panels::ALL.iter().enumerate().map(|(at, info)| {
            let (icon, command) = (Some(info.icon), Command::ShowPanel(info.id));
            let entry = row(Menu::View, info.title, icon, info.keys, Scope::Window, command);
            Entry { block: at == 0, ..entry }
        });
        let behind = all.iter().position(|entry| entry.menu == Menu::Notes).unwrap_or(all.len());
        all.splice(behind..behind, panels);
        all
    });
    &ALL
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::ui::Keys;
    use crate::app::ui::shortcuts::tip;

    #[test]
    fn no_key_means_two_things_in_one_place() {
        for panel in panels::ALL {
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
