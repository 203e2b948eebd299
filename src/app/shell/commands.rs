//! The command table, including the commands that show a panel. The menu bar, the command palette, the
//! shortcut sheet and key handling all read it.

use std::sync::LazyLock;

use crate::app::model::{Command, PanelId};
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
            let search_words = match info.id {
                PanelId::BYTES => "hex dump raw",
                PanelId::FIELDS => "structure tree values",
                PanelId::FILES => "folder browser explorer",
                PanelId::FIND => "search index",
                PanelId::PROBLEMS => "errors warnings",
                PanelId::CARD => "properties inspector measure distance angle",
                PanelId::SOUNDS => "audio music samples",
                PanelId::TEXTURE => "image picture uv",
                PanelId::LOG => "messages history",
                _ => "",
            };
            let info = row(Menu::Panels, info.title, icon, info.keys, Scope::Window, command);
            CommandInfo { search_words, ..info }
        });
        let behind = all.iter().position(|entry| entry.menu == Menu::Notes).unwrap_or(all.len());
        all.splice(behind..behind, panels);
        all
    });
    &ALL
}
