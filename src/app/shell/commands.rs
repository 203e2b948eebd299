//! The command table, including the commands that show a panel. The menu bar, the command palette, the
//! shortcut sheet and key handling all read it.

use std::sync::LazyLock;

use crate::app::model::Command;
use crate::app::panels;
use crate::app::ui::shortcuts::{
    command_info::{CommandInfo, Menu, Scope},
    table::{TABLE, row},
};

/// The command table.
pub fn table() -> &'static [CommandInfo] {
    static ALL: LazyLock<Vec<CommandInfo>> = LazyLock::new(|| {
        let mut all = TABLE.clone();
        let panels = panels::ALL.iter().map(|info| {
            let (icon, command) = (Some(info.icon), Command::ShowPanel(info.id));
            row(Menu::Panels, info.title, icon, info.keys, Scope::Window, command)
        });
        let behind = all.iter().position(|entry| entry.menu == Menu::Notes).unwrap_or(all.len());
        all.splice(behind..behind, panels);
        all
    });
    &ALL
}
