//! Keyboard navigation in the field tree.

use egui::{Event, Key, Ui};

use super::FieldsPanel;
use super::outline::Path;
use crate::app::ui::Ctx;
use crate::app::ui::input::{row_after, take_list_presses};

/// Seconds after which typing starts a new word.
const TYPING_PAUSE: f64 = 1.0;
/// Maximum number of rows that type-ahead searches.
const TYPING_REACH: u64 = 2_000;

impl FieldsPanel {
    /// Handles keys; `page` is the number of rows that fit.
    pub(super) fn keys(&mut self, ui: &Ui, cx: &mut Ctx<'_>, page: u64) {
        if self.outline().is_empty() {
            return;
        }
        let others = [Key::ArrowRight, Key::ArrowLeft, Key::Enter, Key::F2];
        for key in take_list_presses(ui, &others) {
            self.typed.clear();
            self.key(key, page, cx);
        }
        self.type_ahead(ui, cx);
    }

    fn key(&mut self, key: Key, page: u64, cx: &mut Ctx<'_>) {
        let here = self.at.cursor.as_ref().and_then(|path| self.outline().row_of(path));
        match (key, row_after(key, here, self.outline().len(), page)) {
            (_, Some(row)) => {
                if let Some(path) = self.outline().at(row) {
                    self.go(path, cx);
                }
            }
            (Key::ArrowRight, None) => self.step_in(cx),
            (Key::ArrowLeft, None) => self.step_out(cx),
            (Key::F2, None) => self.edit_cursor(cx),
            _ => self.enter(cx),
        }
    }

    fn edit_cursor(&mut self, cx: &mut Ctx<'_>) {
        let Some(path) = self.at.cursor.clone() else { return };
        if let Some(row) = self.browser.row(&path) {
            self.begin_edit(path, &row, cx);
        }
    }

    /// Goes to the referenced element, edits the value, or expands or collapses the field.
    fn enter(&mut self, cx: &mut Ctx<'_>) {
        let Some(path) = self.at.cursor.clone() else { return };
        let row = self.browser.row(&path);
        match row.as_ref().and_then(|row| row.follow()) {
            Some(target) => cx.select(target),
            None if row.as_ref().is_some_and(|row| row.children == 0) => self.edit_cursor(cx),
            None => {
                let open = self.outline().is_open(&path);
                self.set_open(&path, !open);
            }
        }
    }

    /// Expands the field, or goes to its first child if it is expanded.
    fn step_in(&mut self, cx: &mut Ctx<'_>) {
        let Some(path) = self.at.cursor.clone() else { return };
        if self.set_open(&path, true) {
            return;
        }
        let first = self.outline().row_of(&path).and_then(|row| self.outline().at(row + 1));
        if let Some(first) = first.filter(|first| first.starts_with(&path)) {
            self.go(first, cx);
        }
    }

    /// Collapses the field, or goes to its parent.
    fn step_out(&mut self, cx: &mut Ctx<'_>) {
        let Some(path) = self.at.cursor.clone() else { return };
        if !self.set_open(&path, false) && path.len() > 1 {
            self.go(path[..path.len() - 1].to_vec(), cx);
        }
    }

    fn type_ahead(&mut self, ui: &Ui, cx: &mut Ctx<'_>) {
        let now = ui.input(|i| i.time);
        let typed: String = ui.input(|i| {
            let texts = i.events.iter().filter_map(|event| match event {
                // Space plays and pauses, and no name contains a space.
                Event::Text(text) if !i.modifiers.command && !i.modifiers.alt => Some(text.trim()),
                _ => None,
            });
            texts.collect()
        });
        // Consumes the key presses too, so that nothing else acts on the letters.
        ui.input_mut(|i| i.events.retain(|event| !is_typed(event)));
        if typed.is_empty() {
            return;
        }
        if now - self.typed_at > TYPING_PAUSE {
            self.typed.clear();
        }
        self.typed_at = now;
        self.typed.push_str(&typed.to_lowercase());
        if let Some(path) = self.element_typed().or_else(|| self.name_typed()) {
            self.go(path, cx);
        }
    }

    /// Digits go to the sibling with that index.
    fn element_typed(&self) -> Option<Path> {
        let index: u32 = self.typed.trim().parse().ok()?;
        let mut path = self.at.cursor.clone()?;
        *path.last_mut()? = index;
        self.outline().row_of(&path).map(|_| path)
    }

    /// The next row whose name begins with the typed text, starting at the cursor, wrapping around.
    fn name_typed(&mut self) -> Option<Path> {
        let count = self.outline().len();
        let here =
            self.at.cursor.as_ref().and_then(|path| self.outline().row_of(path)).unwrap_or(0);
        // A single letter goes to the next match; more letters may stay on the current row.
        let first = here + u64::from(self.typed.chars().count() == 1);
        for step in 0..count.min(TYPING_REACH) {
            let path = self.outline().at((first + step) % count)?;
            let row = self.browser.row(&path)?;
            if row.name().to_lowercase().starts_with(&self.typed) {
                return Some(path);
            }
        }
        None
    }
}

/// `true` for the press of a letter or digit, which may be part of a name or an index.
fn is_typed(event: &Event) -> bool {
    let Event::Key { key, pressed: true, modifiers, .. } = event else { return false };
    let mut sign = key.name().chars();
    let is_sign = sign.next().is_some_and(char::is_alphanumeric) && sign.next().is_none();
    is_sign && !modifiers.command && !modifiers.alt
}
