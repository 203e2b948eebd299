//! Lists of rows with equal height, of any length.
//!
//! `egui::ScrollArea` stores its position in `f32` points, which is exact only up to 2^24: less than a
//! million rows. Here the position is a row and a fraction of it, so a disc image scrolls as smoothly as
//! a palette, and only visible rows are processed.

use std::ops::Range;

use egui::{Align2, CornerRadius, CursorIcon, Rect, Sense, Ui, pos2, vec2};

/// Width of the scroll bar, always reserved so that the layout does not change.
pub const BAR: f32 = 12.0;
/// Minimum length of the bar's handle, so that it can be grabbed.
const MIN_HANDLE: f32 = 24.0;

/// Scroll position of a list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowScroll {
    /// First visible row, and the points of it that are scrolled out of view.
    top: u64,
    part: f32,
    /// A row to bring into view when the list is next shown.
    wanted: Option<ScrollTarget>,
    /// Points between the top of the bar's handle and the pointer that drags it.
    grab: f32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct ScrollTarget {
    row: u64,
    /// Also show some rows around this one.
    roomy: bool,
    /// Number of rows below this one that are brought into view, too.
    below: u64,
}

/// The visible range of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct VisibleRows {
    /// The rows with at least one visible point.
    pub rows: Range<u64>,
    /// Rectangle of the rows, without the scroll bar.
    pub rect: Rect,
    pub height: f32,
    top: u64,
    part: f32,
}

impl VisibleRows {
    /// The rectangle of `row`, which should be near the visible rows.
    pub fn row_rect(&self, row: u64) -> Rect {
        let steps = row as f64 - self.top as f64;
        let y = self.rect.top() + (steps * f64::from(self.height)) as f32 - self.part;
        Rect::from_min_size(pos2(self.rect.left(), y), vec2(self.rect.width(), self.height))
    }

    /// The row at height `y`, if there is one.
    pub fn row_at(&self, y: f32) -> Option<u64> {
        let row = self.top + ((y - self.rect.top() + self.part) / self.height).max(0.0) as u64;
        (y >= self.rect.top() && self.rows.contains(&row)).then_some(row)
    }

    /// Calls `draw` with each visible row and its rectangle, clipped to the list.
    pub fn each(&self, ui: &mut Ui, mut draw: impl FnMut(&mut Ui, u64, Rect)) {
        let clip = ui.clip_rect();
        ui.set_clip_rect(clip.intersect(self.rect));
        for row in self.rows.clone() {
            draw(ui, row, self.row_rect(row));
        }
        ui.set_clip_rect(clip);
    }

    /// Number of whole rows that fit, for page keys.
    pub fn page(&self) -> u64 {
        ((self.rect.height() / self.height) as u64).max(1)
    }
}

impl RowScroll {
    /// Scrolls `row` into view: not at all if it is visible, by the minimum if it is adjacent, otherwise to a
    /// third of the height.
    pub fn reveal(&mut self, row: u64) {
        self.wanted = Some(ScrollTarget { row, roomy: false, below: 0 });
    }

    /// Scrolls `row` into view with rows around it, for an element that was selected elsewhere.
    pub fn arrive(&mut self, row: u64) {
        self.arrive_with(row, 0);
    }

    /// Scrolls `row` into view with rows around it, and with as many of the `below` rows after it as fit.
    pub fn arrive_with(&mut self, row: u64, below: u64) {
        self.wanted = Some(ScrollTarget { row, roomy: true, below });
    }

    /// Scrolls down by this many pages of `page` rows.
    pub fn turn(&mut self, pages: i32, page: u64) {
        let rows = i64::from(pages).saturating_mul(i64::try_from(page).unwrap_or(i64::MAX));
        self.top = self.top.saturating_add_signed(rows);
    }

    /// The first visible row.
    pub fn top(&self) -> u64 {
        self.top
    }

    /// Scrolls `row` to the top.
    pub fn jump(&mut self, row: u64) {
        (self.top, self.part, self.wanted) = (row, 0.0, None);
    }

    /// Fills the rest of `ui` with `count` rows of `height` points and a scroll bar. The caller paints
    /// the visible rows.
    pub fn show(&mut self, ui: &mut Ui, name: &str, count: u64, height: f32) -> VisibleRows {
        let all = ui.available_rect_before_wrap();
        ui.advance_cursor_after_rect(all);
        let rect = all.with_max_x((all.right() - BAR).max(all.left()));
        let height = height.max(1.0);
        self.follow_wheel(ui, all, height);
        self.bring_into_view(rect.height(), height);
        self.clamp(count, rect.height(), height);
        self.bar(ui, name, all.with_min_x(rect.right()), count, height);
        let rows = (f64::from(rect.height() + self.part) / f64::from(height)).ceil() as u64;
        let end = self.top.saturating_add(rows).min(count);
        VisibleRows { rows: self.top.min(end)..end, rect, height, top: self.top, part: self.part }
    }

    fn follow_wheel(&mut self, ui: &Ui, rect: Rect, height: f32) {
        if !ui.rect_contains_pointer(rect) {
            return;
        }
        let delta = ui.input_mut(|i| std::mem::take(&mut i.smooth_scroll_delta.y));
        if delta != 0.0 {
            self.scroll(-delta, height);
        }
    }

    /// Scrolls down by `points`.
    fn scroll(&mut self, points: f32, height: f32) {
        let part = self.part + points;
        let rows = (part / height).floor();
        self.top = self.top.saturating_add_signed(rows as i64);
        // Above the first row, `top` saturates at 0, and `clamp` could no longer detect it.
        self.part = if rows < 0.0 && self.top == 0 { 0.0 } else { part - rows * height };
    }

    fn bring_into_view(&mut self, view: f32, height: f32) {
        let Some(ScrollTarget { row, roomy, below }) = self.wanted.take() else { return };
        let page = ((view / height) as u64).max(1);
        let first = self.top + u64::from(self.part > 0.0);
        let last = first.saturating_add(page - 1);
        let room = if roomy { (page / 4).max(below) } else { 0 };
        let above = page.saturating_sub(below + 1).min(page / 3);
        let is_near = |distance: u64| !roomy && distance <= 2;
        if row < first && is_near(first - row) {
            (self.top, self.part) = (row, 0.0);
        } else if row > last && is_near(row - last) {
            (self.top, self.part) = ((row + 1).saturating_sub(page), 0.0);
        } else if row < first || row > last.saturating_sub(room) {
            (self.top, self.part) = (row.saturating_sub(above), 0.0);
        }
    }

    /// The maximum scroll offset, in points.
    fn furthest(count: u64, view: f32, height: f32) -> f64 {
        (count as f64 * f64::from(height) - f64::from(view)).max(0.0)
    }

    fn clamp(&mut self, count: u64, view: f32, height: f32) {
        let furthest = Self::furthest(count, view, height);
        if self.points(height) > furthest {
            self.set_points(furthest, height);
        }
    }

    fn points(&self, height: f32) -> f64 {
        self.top as f64 * f64::from(height) + f64::from(self.part)
    }

    fn set_points(&mut self, points: f64, height: f32) {
        let height = f64::from(height);
        self.top = (points / height) as u64;
        self.part = (points - self.top as f64 * height) as f32;
    }

    fn bar(&mut self, ui: &Ui, name: &str, track: Rect, count: u64, height: f32) {
        let furthest = Self::furthest(count, track.height(), height);
        if furthest <= 0.0 {
            return;
        }
        let whole = furthest + f64::from(track.height());
        let share = (f64::from(track.height()) / whole) as f32;
        let handle = (track.height() * share).max(MIN_HANDLE).min(track.height());
        let travel = f64::from((track.height() - handle).max(1.0));
        let top_of = |points: f64| track.top() + (points / furthest * travel) as f32;
        let id = ui.scope_id().with(("rows bar", name));
        let response = ui.interact(track, id, Sense::click_and_drag());
        if let Some(pointer) = response.interact_pointer_pos() {
            let handle_top = top_of(self.points(height));
            if ui.input(|i| i.pointer.any_pressed()) {
                let on_handle = (handle_top..handle_top + handle).contains(&pointer.y);
                self.grab = if on_handle { pointer.y - handle_top } else { handle / 2.0 };
            }
            let share = f64::from(pointer.y - self.grab - track.top()) / travel;
            self.set_points((share * furthest).clamp(0.0, furthest), height);
        }
        let top = top_of(self.points(height));
        let visuals = ui.style().interact(&response);
        let size = vec2(BAR - 4.0, handle);
        let handle_rect = Align2::CENTER_TOP.anchor_size(pos2(track.center().x, top), size);
        let fill = visuals.bg_fill.gamma_multiply(0.8);
        ui.painter().rect_filled(handle_rect, CornerRadius::same(3), fill);
        let response = response.on_hover_cursor(CursorIcon::Default);
        response.widget_info(|| {
            let label = format!("{name}: scroll bar");
            egui::WidgetInfo::slider(true, self.top as f64, label)
        });
    }
}
