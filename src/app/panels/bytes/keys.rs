//! Keyboard handling and cursor of the hex view.

use egui::{Key, Ui};

use super::BytesPanel;
use super::cursor_keys::{KEYS, moved_to};
use super::layout::Layout;

use crate::app::ui::{Ctx, input::take_presses};
use crate::bytes::Tree;

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
        for (key, modifiers) in take_presses(ui, &[KEYS.as_slice(), &[Key::Enter]].concat()) {
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
