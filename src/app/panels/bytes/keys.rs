//! The cursor of the hex view and its keys.

use egui::{Key, Ui};

use super::BytesPanel;
use super::layout::Layout;
use crate::app::command::Commands;
use crate::bytes::Source;

impl BytesPanel {
    /// `page` is how many rows fit.
    pub(super) fn keys(
        &mut self,
        ui: &Ui,
        source: &Source,
        layout: &Layout,
        page: u64,
        commands: &mut Commands,
    ) {
        let Some(last) = source.len().checked_sub(1) else { return };
        let (at, width) = (self.cursor, layout.width);
        let row = layout.bytes(layout.row_of(at), source.len());
        let page = width.saturating_mul(page.max(1));
        let modifiers = ui.input(|i| i.modifiers);
        if modifiers.alt {
            return;
        }
        let ctrl = modifiers.command;
        let to = |key: Key| match key {
            Key::ArrowLeft if !ctrl => Some(at.saturating_sub(1)),
            Key::ArrowRight if !ctrl => Some((at + 1).min(last)),
            Key::ArrowUp if !ctrl => Some(at.checked_sub(width).unwrap_or(at)),
            Key::ArrowDown if !ctrl => Some(at.saturating_add(width)).filter(|to| *to <= last),
            Key::PageUp => Some(at.saturating_sub(page)),
            Key::PageDown => Some(at.saturating_add(page).min(last)),
            Key::Home => Some(if ctrl { 0 } else { row.start }),
            Key::End => Some(if ctrl { last } else { row.end.saturating_sub(1) }),
            _ => None,
        };
        const KEYS: [Key; 8] = [
            Key::ArrowLeft,
            Key::ArrowRight,
            Key::ArrowUp,
            Key::ArrowDown,
            Key::PageUp,
            Key::PageDown,
            Key::Home,
            Key::End,
        ];
        if !ctrl && ui.input_mut(|i| i.consume_key(modifiers, Key::Enter)) {
            self.follow = true;
        }
        for key in KEYS {
            if let Some(to) = to(key)
                && ui.input_mut(|i| i.consume_key(modifiers, key))
            {
                self.select(to, modifiers.shift, source.id(), commands);
                return;
            }
        }
    }
}
