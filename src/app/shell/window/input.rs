//! Keys, dropped files and pasted text.

use super::Window;
use crate::app::model::{Command, PanelId};
use crate::app::shell::{key_presses, layout};
use crate::app::ui::shortcuts;
use crate::container::path_text;

impl Window {
    /// Turns keys, drops and pastes into commands.
    pub(super) fn collect_input(&mut self, ctx: &egui::Context) {
        self.typed_ahead.defer(ctx);
        let modal = self.dialogs.is_modal();
        if !modal {
            let escape = ctx.input(|input| input.key_pressed(egui::Key::Escape));
            if escape && (self.bare || self.leaves_pixel_list(ctx)) {
                if !std::mem::take(&mut self.bare)
                    && !self.panels.each().any(|panel| panel.let_go())
                {
                    self.state.focus = PanelId::PIXEL;
                }
                ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape));
            }
            self.push_enabled(key_presses::pressed(ctx, self.state.focus));
            if !ctx.text_edit_focused() {
                self.take_paste(ctx);
            }
        }
        self.tabs_into = !modal && self.starts_at_panel(ctx);
        self.take_dropped(ctx);
    }

    /// `true` if Esc gives the keys back to the explained pixel: a list of its panel has them, or a panel
    /// to which the list leads.
    fn leaves_pixel_list(&self, ctx: &egui::Context) -> bool {
        let shown = self.state.pixel.is_some()
            && layout::visible(&self.layout).contains(&PanelId::PIXEL)
            && !egui::Popup::is_any_open(ctx);
        // egui has already removed the focus; a text box handles Esc itself.
        let free = ctx.memory(|memory| memory.focused().is_none());
        shown
            && free
            && match self.state.focus {
                PanelId::PIXEL => self.had_focus,
                PanelId::FIELDS | PanelId::BYTES | PanelId::CARD => true,
                _ => false,
            }
    }

    /// `true` if Tab was pressed while no widget had the focus. Tab then starts in the focused panel,
    /// not in the menu bar.
    fn starts_at_panel(&self, ctx: &egui::Context) -> bool {
        let is_tab = ctx.input(|input| input.key_pressed(egui::Key::Tab) && !input.modifiers.any());
        let shown = layout::visible(&self.layout).contains(&self.state.focus);
        let starts = is_tab && shown && !self.bare && ctx.memory(|m| m.focused().is_none());
        if starts {
            ctx.memory_mut(|memory| memory.move_focus(egui::FocusDirection::None));
        }
        starts
    }

    /// Passes keys that the focused panel did not use to the scene while it is visible: the first key
    /// after opening a file from a list is meant for the picture.
    pub(super) fn fall_through(&mut self, ctx: &egui::Context, typing: bool) {
        let shown = self.bare || layout::visible(&self.layout).contains(&PanelId::SCENE);
        if shown && !self.dialogs.is_modal() {
            self.push_enabled(key_presses::left_over(ctx, self.state.focus, typing));
        }
    }

    fn push_enabled(&mut self, commands: Vec<Command>) {
        for command in commands {
            // Esc also ends a drag while nothing is selected.
            let is_end = command == Command::Deselect;
            match shortcuts::blocked(&command, &self.state).filter(|_| !is_end) {
                None => self.commands.push(command),
                Some(why) if self.explains(&command) => self.commands.push(Command::info(why)),
                Some(_) => {}
            }
        }
    }

    /// `true` if the user should learn why the key of a disabled command has no effect: the command is
    /// for the selection, and the selection cannot be used for it.
    fn explains(&self, command: &Command) -> bool {
        let is_meant = matches!(
            command,
            Command::FrameSelection
                | Command::Isolate
                | Command::HideSelected
                | Command::Duplicate
                | Command::Delete
                | Command::ExportSelection
        );
        is_meant && self.state.selection.is_some()
    }

    fn take_paste(&mut self, ctx: &egui::Context) {
        let pasted = ctx.input(|input| {
            input.events.iter().find_map(|event| match event {
                egui::Event::Paste(text) => Some(text.clone()),
                _ => None,
            })
        });
        // Bytes handles pasted text that can be bytes.
        let is_state = |text: &String| text.trim_start().starts_with('{');
        let is_ours = |text: &String| self.state.focus != PanelId::BYTES || is_state(text);
        if let Some(text) = pasted.filter(is_ours) {
            self.commands.push(Command::Paste(text));
        }
    }

    fn take_dropped(&mut self, ctx: &egui::Context) {
        let (dropped, add) =
            ctx.input(|input| (input.raw.dropped_files.clone(), input.modifiers.command));
        let paths: Vec<String> = dropped.into_iter().map(|file| path_text(file.path())).collect();
        if paths.first().is_some_and(|path| self.dialogs.take_place(path)) {
            return;
        }
        self.open_many(paths, add);
    }
}
