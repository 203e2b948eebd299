//! Horizontal scrolling of the bytes when the panel is narrower than the shortest row.

use egui::{CornerRadius, Rect, Sense, Ui, pos2};

use super::layout::{Column, Layout};
use crate::app::ui::GRID;

/// Height of the bar.
const BAR: f32 = 2.0 * GRID;

/// Horizontal scroll position, in points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HorizontalScroll {
    shift: f32,
    /// Left edge and width of the view, and by how much a row exceeds it.
    left: f32,
    room: f32,
    excess: f32,
}

impl HorizontalScroll {
    /// Moves `layout` left by the scroll position, in a view of `room` points.
    pub fn fit(&mut self, layout: Layout, room: f32) -> Layout {
        (self.left, self.room) = (layout.left, room);
        self.excess = (layout.row_width() - room).max(0.0);
        self.shift = self.shift.clamp(0.0, self.excess);
        Layout { left: layout.left - self.shift, ..layout }
    }

    /// Handles the wheel and draws a bar at the bottom of `ui` if a row does not fit; reserves space for
    /// the bar.
    pub fn bar(&mut self, ui: &mut Ui) {
        if self.excess <= 0.0 || self.room <= 0.0 {
            return;
        }
        let all = ui.available_rect_before_wrap();
        if ui.rect_contains_pointer(all) {
            self.shift -= ui.input_mut(|i| std::mem::take(&mut i.smooth_scroll_delta.x));
        }
        let y = all.bottom() - BAR..=all.bottom();
        let track = Rect::from_x_y_ranges(self.left..=self.left + self.room, y);
        let share = self.room / (self.room + self.excess);
        let response = ui.interact(track, ui.scope_id().with("sideways"), Sense::click_and_drag());
        if response.dragged() {
            self.shift += response.drag_delta().x / share;
        }
        self.shift = self.shift.clamp(0.0, self.excess);
        let left = track.left() + self.shift * share;
        let fill = ui.style().interact(&response).bg_fill.gamma_multiply(0.8);
        let handle = Rect::from_x_y_ranges(left..=left + self.room * share, track.y_range());
        ui.painter().rect_filled(handle.shrink2(egui::vec2(0.0, 2.0)), CornerRadius::same(2), fill);
        response.widget_info(|| {
            let label = "Bytes: horizontal scroll bar";
            egui::WidgetInfo::slider(true, f64::from(self.shift), label)
        });
        // The panel may be less high than the bar.
        ui.set_max_height((all.height() - BAR).max(0.0));
    }

    /// Scrolls so that the digits of `byte` are visible in the next frame.
    pub fn reveal(&mut self, layout: &Layout, byte: u64) {
        let row = Rect::from_min_max(pos2(0.0, 0.0), pos2(0.0, 1.0));
        let column = byte % layout.width;
        let cell = layout.cover(Column::Hex, row, column, column);
        let (before, behind) = (self.left - cell.left(), cell.right() - self.left - self.room);
        self.shift = (self.shift - before.max(0.0) + behind.max(0.0)).clamp(0.0, self.excess);
    }
}
