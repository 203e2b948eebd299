//! Keyboard navigation in the field tree.

use egui::{Key, Ui};

use super::FieldsPanel;
use super::outline::Path;
use crate::app::ui::Ctx;
use crate::app::ui::input::{row_after, take_list_presses};

/// Maximum number of rows that type-ahead searches.
const REACH: u64 = 2_000;

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
        let index = match self.typed.take(ui) {
            Some(typed) => typed.parse().ok(),
            None => return,
        };
        if let Some(path) = self.element(index).or_else(|| self.name_typed()) {
            self.go(path, cx);
        }
    }

    /// The sibling with this index.
    fn element(&self, index: Option<u32>) -> Option<Path> {
        let mut path = self.at.cursor.clone()?;
        *path.last_mut()? = index?;
        self.outline().row_of(&path).map(|_| path)
    }

    fn name_typed(&mut self) -> Option<Path> {
        let cursor = self.at.cursor.as_ref();
        let here = cursor.and_then(|path| self.outline().row_of(path));
        let typed = std::mem::take(&mut self.typed);
        let row = typed.row(here, (self.outline().len(), REACH), |row| {
            let path = self.outline().at(row)?;
            Some(self.browser.row(&path)?.name().to_owned())
        });
        self.typed = typed;
        self.outline().at(row?)
    }
}
