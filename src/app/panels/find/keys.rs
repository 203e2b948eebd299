//! Keyboard navigation in the hits.

use std::time::Duration;

use egui::{Key, Modifiers, Ui};

use super::FindPanel;
use super::lines::Line;
use crate::app::model::{Command, State};
use crate::app::ui::input::{is_covered, row_after, take_list_presses};
use crate::app::ui::{Ctx, menus};
use crate::index::Hit;

/// Delay after which the hit at the cursor is opened, in seconds.
const REST: f64 = 0.25;
/// Rows per page.
const PAGE: u64 = 10;

impl FindPanel {
    /// Handles keys while the list has the focus.
    pub(super) fn list_keys(&mut self, ui: &Ui, cx: &mut Ctx<'_>) {
        if is_covered(ui.ctx()) || self.lines.is_empty() {
            return;
        }
        for key in take_list_presses(ui, &[Key::Enter]) {
            self.press(key, ui, cx);
        }
        if self.cursor.is_some()
            && menus::key_pressed(ui.ctx())
            && let Some(row) = self.row_of_cursor(cx.state)
        {
            // Otherwise the hit would open, and take the focus from its menu.
            self.opens_at = None;
            self.scroll.reveal(row);
            self.opens_menu = true;
        }
    }

    /// Handles navigation keys while the query box has the focus.
    pub(super) fn box_keys(&mut self, ui: &Ui, cx: &mut Ctx<'_>) {
        let keys = [Key::ArrowDown, Key::ArrowUp, Key::PageDown, Key::PageUp, Key::Enter];
        for key in keys {
            if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
                self.press(key, ui, cx);
            }
        }
    }

    fn press(&mut self, key: Key, ui: &Ui, cx: &mut Ctx<'_>) {
        let here = self.row_of_cursor(cx.state);
        if key == Key::Enter {
            let hit = here.and_then(|row| self.hit_at(row, cx.state)).or_else(|| {
                let rows = 0..self.lines.len() as u64;
                rows.take(2).find_map(|row| self.hit_at(row, cx.state))
            });
            if let Some(hit) = hit.cloned() {
                self.open(&hit, cx);
            }
            return;
        }
        let count = self.lines.len() as u64;
        let Some(next) = row_after(key, here, count, PAGE) else { return };
        // Skips headings.
        let is_up = here.is_some_and(|here| next < here);
        let beyond = if is_up { next.checked_sub(1) } else { Some(next + 1) };
        let at = |row: Option<u64>| row.filter(|row| self.hit_at(*row, cx.state).is_some());
        let Some(row) = at(Some(next)).or_else(|| at(beyond)) else {
            self.scroll.reveal(next);
            return;
        };
        let Some(hit) = self.hit_at(row, cx.state).cloned() else { return };
        // When moving up, the heading above is scrolled into view too.
        let above = row.checked_sub(1).filter(|_| is_up);
        let head = above.filter(|above| matches!(self.line_at(*above), Some(Line::Head(_))));
        self.scroll.reveal(head.unwrap_or(row));
        self.cursor = Some((hit.path, hit.field));
        self.opens_at = Some(ui.input(|input| input.time) + REST);
    }

    fn hit_at<'a>(&self, row: u64, state: &'a State) -> Option<&'a Hit> {
        match self.line_at(row)? {
            Line::Hit(at) => state.finding.found.as_ref()?.hits.get(at as usize),
            Line::Head(_) => None,
        }
    }

    fn row_of_cursor(&self, state: &State) -> Option<u64> {
        self.cursor.as_ref()?;
        let rows = 0..self.lines.len() as u64;
        let mut rows = rows.into_iter();
        rows.find(|row| self.hit_at(*row, state).is_some_and(|hit| self.is_at(hit)))
    }

    /// Opens the hit at the cursor after the delay.
    pub(super) fn open_when_due(&mut self, ui: &Ui, cx: &mut Ctx<'_>) {
        let Some(due) = self.opens_at else { return };
        let left = due - ui.input(|input| input.time);
        if left > 0.0 {
            return ui.ctx().request_repaint_after(Duration::from_secs_f64(left));
        }
        self.opens_at = None;
        let row = self.row_of_cursor(cx.state);
        if let Some(hit) = row.and_then(|row| self.hit_at(row, cx.state)).cloned() {
            self.open(&hit, cx);
        }
    }

    /// Opens the hit at the cursor in a new tab.
    pub(super) fn open_in_tab(&mut self, cx: &mut Ctx<'_>) {
        let row = self.row_of_cursor(cx.state);
        if let Some(hit) = row.and_then(|row| self.hit_at(row, cx.state)).cloned() {
            cx.push(Command::NewTab);
            self.open(&hit, cx);
        }
    }

    /// Opens the file of a hit and selects the element in it.
    pub(super) fn open(&mut self, hit: &Hit, cx: &mut Ctx<'_>) {
        self.opens_at = None;
        self.cursor = Some((hit.path.clone(), hit.field.clone()));
        if let Some(found) = &cx.state.finding.found {
            cx.push(Command::OpenGoal(Box::new(found.goal(hit))));
        }
    }
}
