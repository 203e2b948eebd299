//! Keyboard handling and cursor of the hex view.

use egui::{Key, Modifiers, Ui};

use super::BytesPanel;
use super::layout::Layout;

use crate::app::ui::{Ctx, input::take_presses};
use crate::bytes::Tree;

const KEYS: [Key; 9] = [
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::ArrowUp,
    Key::ArrowDown,
    Key::PageUp,
    Key::PageDown,
    Key::Home,
    Key::End,
    Key::Enter,
];

impl BytesPanel {
    /// Handles keys; `page` is the number of rows that fit.
    pub(super) fn keys(
        &mut self,
        ui: &Ui,
        cx: &mut Ctx<'_>,
        tree: &Tree,
        layout: &Layout,
        page: u64,
    ) {
        let source = tree.source();
        let mut moved = None;
        for (key, modifiers) in take_presses(ui, &KEYS) {
            if key == Key::Enter {
                self.follow = true;
            } else if let Some(to) =
                moved_to(self.cursor, key, modifiers, source.len(), layout, page)
            {
                self.cursor = to;
                if !modifiers.shift {
                    self.anchor = to;
                }
                moved = Some(modifiers.shift);
            }
        }
        if let Some(extend) = moved {
            // Moving the cursor applies the typed bytes.
            self.put(cx, tree);
            self.select(self.cursor, extend, source.id(), cx);
        }
    }
}

/// The offset to which a key moves the cursor.
fn moved_to(
    at: u64,
    key: Key,
    modifiers: Modifiers,
    len: u64,
    layout: &Layout,
    page: u64,
) -> Option<u64> {
    let last = len.checked_sub(1)?;
    let width = layout.width;
    let page = width.saturating_mul(page.max(1));
    let row = layout.bytes(layout.row_of(at), len);
    match key {
        Key::ArrowLeft => Some(at.saturating_sub(1)),
        Key::ArrowRight => Some((at + 1).min(last)),
        Key::ArrowUp => Some(at.checked_sub(width).unwrap_or(at)),
        Key::ArrowDown => Some(at.saturating_add(width)).filter(|to| *to <= last),
        Key::PageUp => Some(at.saturating_sub(page)),
        Key::PageDown => Some(at.saturating_add(page).min(last)),
        Key::Home => Some(if modifiers.command { 0 } else { row.start }),
        Key::End => Some(if modifiers.command { last } else { row.end.saturating_sub(1) }),
        _ => None,
    }
}
