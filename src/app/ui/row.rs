//! Rows of lists.

use egui::{
    Align2, Color32, FontId, Frame, Rect, Response, ScrollArea, Sense, StrokeKind, Ui, pos2, vec2,
};
use egui_material_icons::MaterialIcon;

use super::{GRID, ROW, Theme, input};

/// A row of a list: full width, [`ROW`] high, with selection and hover fills. It can be focused with Tab.
pub fn row(ui: &mut Ui, selected: bool, hovered: bool) -> Response {
    let response = row_sensing(ui, Sense::click(), selected, hovered);
    if response.has_focus() {
        let stroke = ui.visuals().selection.stroke;
        ui.painter().rect_stroke(response.rect, 0.0, stroke, StrokeKind::Inside);
    }
    response
}

/// A row of a list that takes the keys as a whole, such as one with a [key area](super::input::key_area).
pub fn row_in_list(ui: &mut Ui, selected: bool, hovered: bool) -> Response {
    row_sensing(ui, Sense::CLICK, selected, hovered)
}

fn row_sensing(ui: &mut Ui, sense: Sense, selected: bool, hovered: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), sense);
    fill(ui, rect, selected, hovered || response.hovered());
    response
}

/// A row like [`row_in_list`] whose menu stays with `id` if rows are added or removed above it.
pub fn row_of(ui: &mut Ui, id: impl egui::AsIdSalt, selected: bool, hovered: bool) -> Response {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let response = ui.interact(rect, ui.scope_id().with(id), Sense::CLICK);
    fill(ui, rect, selected, hovered || response.hovered());
    response
}

/// The fill of a row that is selected, or hovered here or in another panel.
pub fn fill(ui: &Ui, rect: Rect, selected: bool, hovered: bool) {
    let theme = Theme::of(ui);
    if selected {
        ui.painter().rect_filled(rect, 0.0, theme.accent_fill);
    } else if hovered {
        ui.painter().rect_filled(rect, 0.0, theme.hover_fill);
    }
}

/// Text in a row from `left` to `right`, elided with `…` if it is too long. Returns its right edge.
pub fn row_text(
    ui: &Ui,
    row: Rect,
    left: f32,
    right: f32,
    text: impl Into<String>,
    font: FontId,
    colour: Color32,
) -> f32 {
    let width = (right - left).max(0.0);
    let mut job = egui::text::LayoutJob::simple_singleline(text.into(), font, colour);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width);
    let galley = ui.painter().layout_job(job);
    let pos = Align2::LEFT_CENTER.align_size_within_rect(
        galley.size(),
        Rect::from_x_y_ranges(left..=right.max(left), row.y_range()),
    );
    let end = left + galley.size().x;
    ui.painter().galley(pos.min, galley, colour);
    end
}

/// An icon in a row, starting at `left`.
pub fn row_icon(ui: &Ui, row: Rect, left: f32, icon: MaterialIcon, size: f32, colour: Color32) {
    let font = FontId::new(size, icon.font_family());
    row_text(ui, row, left, left + 5.0 * GRID, icon.codepoint, font, colour);
}

/// Text in a row, right-aligned at `right`. Returns its left edge.
pub fn right_text(
    ui: &Ui,
    row: Rect,
    right: f32,
    text: &str,
    font: FontId,
    colour: Color32,
) -> f32 {
    let galley = ui.painter().layout_no_wrap(text.to_owned(), font, colour);
    let left = right - galley.size().x;
    let top = row.center().y - galley.size().y * 0.5;
    ui.painter().galley(pos2(left, top), galley, colour);
    left
}

/// The rows of a list in a scroll area, [`ROW`] high; only visible rows are drawn.
pub fn rows<T>(ui: &mut Ui, area: ScrollArea, all: &[T], mut draw: impl FnMut(&mut Ui, &T)) {
    area.show_rows(ui, ROW, all.len(), |ui, range| {
        all.get(range).unwrap_or_default().iter().for_each(|item| draw(ui, item));
    });
}

/// The rows of a list in a framed area of `height` rows, as used in dialogs. The list is focused as a whole, and
/// keys scroll it.
pub fn well<T>(ui: &mut Ui, name: &str, height: f32, all: &[T], mut draw: impl FnMut(&mut Ui, &T)) {
    Frame::new().fill(Theme::of(ui).well).inner_margin(4.0).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let id = ui.scope_id().with(name);
        if !all.is_empty() {
            let size = vec2(ui.available_width(), height * ROW);
            let rect = Rect::from_min_size(ui.next_widget_position(), size);
            input::key_area(ui, id, rect, egui::Role::List, name);
        }
        let area = ScrollArea::vertical().max_height(height * ROW).auto_shrink([false, false]);
        area.show_rows(ui, ROW, all.len(), |ui, range| {
            input::scroll_focused(ui, id);
            all.get(range).unwrap_or_default().iter().for_each(|item| draw(ui, item));
        });
    });
}
