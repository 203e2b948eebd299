//! Brings the panel of a command to the front, and moves the keyboard focus between panels.

use egui_tiles::{Container, Tile};

use super::Window;
use crate::app::model::{Command, PanelId};
use crate::app::panels;
use crate::app::shell::layout;

impl Window {
    /// Saves the layout under a name.
    pub(super) fn save_layout(&mut self, name: &str) {
        self.layouts.save(name, &self.layout);
        self.state.layout_names = self.layouts.names();
    }

    /// Shows a saved layout.
    pub(super) fn show_layout(&mut self, name: &str) {
        if let Some(layout) = self.layouts.get(name) {
            self.layout = layout;
        }
    }

    /// Deletes a saved layout.
    pub(super) fn delete_layout(&mut self, name: &str) {
        self.layouts.delete(name);
        self.state.layout_names = self.layouts.names();
    }

    /// Shows and focuses the panel that carries out a command, wherever the focus was.
    pub(super) fn bring_forward(&mut self, command: &Command) {
        let panel = match command {
            Command::GoToOffset => PanelId::BYTES,
            Command::Find => self.searched_panel(),
            Command::FindNext | Command::FindPrevious => match self.state.focus {
                focus @ (PanelId::TEXT | PanelId::SIDE_BY_SIDE | PanelId::COMPARE) => focus,
                _ => PanelId::BYTES,
            },
            Command::CopyBytes => match self.state.focus {
                PanelId::FIELDS => PanelId::FIELDS,
                _ => PanelId::BYTES,
            },
            Command::NextPalette | Command::PreviousPalette => match self.state.focus {
                PanelId::PALETTE => PanelId::PALETTE,
                _ => PanelId::TEXTURE,
            },
            Command::ShowStp => PanelId::TEXTURE,
            _ => return,
        };
        self.show_panel(panel);
    }

    /// The panel whose find box is meant: the focused one, otherwise the list of contents.
    fn searched_panel(&self) -> PanelId {
        match self.state.focus {
            // The scene panel shows the members of an archive.
            PanelId::SCENE if self.state.gallery().is_some() => PanelId::SCENE,
            // The gallery shows the results of Find.
            PanelId::GALLERY => PanelId::FIND,
            focus if panels::info(focus).is_searched => focus,
            _ if self.state.doc.is_some() => PanelId::CONTENTS,
            _ => PanelId::FILES,
        }
    }

    /// Moves the focus to the next visible panel.
    pub(super) fn step_panel(&mut self, ctx: &egui::Context, by: isize) {
        let panels = layout::visible(&self.layout);
        self.step_among(ctx, &panels, by);
    }

    /// Moves the focus to the next tab next to the focused panel.
    pub(super) fn step_tab(&mut self, ctx: &egui::Context, by: isize) {
        let tiles = &self.layout.tiles;
        let focus = self.state.focus;
        let own = tiles.find_pane(&focus).and_then(|tile| tiles.parent_of(tile));
        let Some(Tile::Container(Container::Tabs(tabs))) = own.and_then(|tile| tiles.get(tile))
        else {
            return;
        };
        let children = tabs.children.iter();
        let tabs: Vec<PanelId> = children.filter_map(|t| tiles.get_pane(t).copied()).collect();
        self.step_among(ctx, &tabs, by);
    }

    fn step_among(&mut self, ctx: &egui::Context, panels: &[PanelId], by: isize) {
        let at = panels.iter().position(|panel| *panel == self.state.focus).unwrap_or(0);
        let next = (at as isize + by).rem_euclid(panels.len().max(1) as isize) as usize;
        let Some(panel) = panels.get(next) else { return };
        layout::show(&mut self.layout, *panel);
        self.state.focus = *panel;
        // A text box or button of the other panel must no longer receive keys.
        ctx.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
        });
    }
}
