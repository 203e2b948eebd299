//! Scroll position of the list: shows the row of the opened document.

use egui::{Rect, Ui, Vec2};

use crate::app::ui::ROW;

/// Position of the revealed row in the list, as a part of the list's height.
const REVEALED_AT: f32 = 0.4;

/// Keeps the row of the opened document visible while folders and containers are listed, until the user
/// acts in the list. The result depends only on the final rows, not on the order in which they were
/// listed.
#[derive(Debug, Default)]
pub struct Reveal {
    /// The followed path.
    path: Option<String>,
    /// Scroll offset when following began.
    from: f32,
    /// Scroll offset of the last frame.
    now: f32,
    /// Number of rows and height of the list in the last frame.
    laid_out: (usize, f32),
    /// Row, number of rows and height that the offset was computed for.
    computed_for: Option<(usize, usize, f32)>,
}

impl Reveal {
    /// Starts to follow a path. Following the same path twice has no effect.
    pub fn follow(&mut self, path: &str) {
        if self.path.as_deref() != Some(path) {
            (self.path, self.from, self.computed_for) = (Some(path.to_owned()), self.now, None);
        }
    }

    /// Stops following, because the user acted in the list.
    pub fn release(&mut self) {
        self.path = None;
    }

    /// Stops following if a button is pressed or the wheel is turned over the list.
    pub fn release_by_pointer(&mut self, ui: &Ui, list: Rect) {
        let acts = |input: &egui::InputState| {
            input.pointer.any_down() || input.smooth_scroll_delta() != Vec2::ZERO
        };
        if ui.rect_contains_pointer(list) && ui.input(acts) {
            self.release();
        }
    }

    /// The scroll offset at which the followed row is visible; `None` if the list need not scroll.
    /// `row` returns the index of a path's row.
    pub fn offset(
        &mut self,
        (rows, height): (usize, f32),
        row: impl FnOnce(&str) -> Option<usize>,
    ) -> Option<f32> {
        let at = row(self.path.as_deref()?)?;
        let computed_for = Some((at, rows, height));
        // The scroll area would spring back from an offset beyond the end of its last frame.
        if self.computed_for == computed_for || self.laid_out != (rows, height) {
            return None;
        }
        self.computed_for = computed_for;
        Some(revealing(at, self.from, height).min(end(rows, height)))
    }

    /// Records the offset and the size of this frame.
    pub fn laid_out(&mut self, ui: &Ui, offset: f32, size: (usize, f32)) {
        self.now = offset;
        if std::mem::replace(&mut self.laid_out, size) != size {
            ui.request_repaint();
        }
    }
}

/// The largest scroll offset.
pub fn end(rows: usize, height: f32) -> f32 {
    (rows as f32 * ROW - height).max(0.0)
}

/// The offset `from` if the row at index `at` is visible there, otherwise one at which it is.
fn revealing(at: usize, from: f32, height: f32) -> f32 {
    let top = at as f32 * ROW;
    if top >= from && top + ROW <= from + height {
        return from;
    }
    (top - height * REVEALED_AT).max(0.0)
}
