//! Pictures of the texture under the listed palettes.

use std::sync::Arc;

use egui::{Align2, Color32, Key, Rect, Response, Role, Sense, Ui, Vec2, pos2, vec2};
use egui_material_icons::icons;

use super::basis::Basis;
use super::rows::Row;
use super::{INFO, PalettesPanel};
use crate::app::model::{PanelId, State, view::texels::TextureView};
use crate::app::ui::named::Named;
use crate::app::ui::pictures::{Size, View};
use crate::app::ui::tile_grid::MOVES;
use crate::app::ui::{Ctx, GRID, Pictures, Theme, cells, input, row, theme, tips};
use crate::scene::TextureId;

/// Side of a picture, in points.
const SIDE: f32 = 16.0 * GRID;
/// Size of a cell: the picture, a line of text, and margins.
const CELL: Vec2 = vec2(SIDE + 3.0 * GRID, SIDE + 7.0 * GRID);

impl PalettesPanel {
    /// Draws the visible cells; returns the palette that was clicked or selected by keys.
    pub(super) fn pictures(
        &mut self,
        ui: &mut Ui,
        cx: &mut Ctx<'_>,
        basis: &Arc<Basis>,
    ) -> Option<usize> {
        let wanted = self.wanted.take().and_then(|wanted| self.rows.position(wanted));
        wanted.into_iter().for_each(|position| self.grid.reveal(position));
        let id = ui.scope_id().with("grid");
        input::key_area(ui, id, ui.available_rect_before_wrap(), Role::List, INFO.title);
        let mut picked = None;
        if input::takes_keys(ui, id, cx.state.focus == PanelId::PALETTES) {
            picked = self.keys(ui);
        }
        let tiles = self.grid.show(ui, INFO.title, self.rows.len(), CELL);
        tiles.each(ui, |ui, position, rect| {
            let number = self.rows.order().get(position).copied();
            let Some(row) = number.and_then(|number| self.rows.get(number)) else { return };
            let rect = rect.shrink(GRID / 2.0);
            let at_cursor = self.cursor == Some(row.number);
            let response = cell(ui, cx.state, (&**basis, row), rect, at_cursor);
            if let Some(mark) = self.details.mark_of(row) {
                badge(ui, rect, mark);
            }
            if response.clicked() {
                picked = Some(row.number);
                ui.memory_mut(|memory| memory.request_focus(id));
            }
            tips::beside(response, |ui| tip(ui, basis, row));
        });
        picked
    }

    /// Handles the keys of the grid; returns the palette that they select.
    fn keys(&mut self, ui: &Ui) -> Option<usize> {
        let before = self.cursor.and_then(|cursor| self.rows.position(cursor));
        let mut position = before;
        for (key, _) in input::take_presses(ui, &MOVES) {
            position = self.grid.tile_after(key, position, self.rows.len());
        }
        for (key, _) in input::take_presses(ui, &[Key::A, Key::B]) {
            if let Some(row) = self.cursor.and_then(|cursor| self.rows.get(cursor)) {
                self.details.mark(usize::from(key == Key::B), row);
            }
        }
        let moved = position.filter(|_| position != before)?;
        self.rows.order().get(moved).copied()
    }
}

/// Draws a picture with its number and distance.
fn cell(
    ui: &Ui,
    state: &State,
    (basis, row): (&Basis, &Row),
    rect: Rect,
    at_cursor: bool,
) -> Response {
    let theme = Theme::of(ui);
    let response = ui.interact(rect, ui.scope_id().with(("cell", row.number)), Sense::CLICK);
    row::fill(ui, rect, at_cursor, response.hovered());
    let corner = pos2(rect.center().x - SIDE / 2.0, rect.top() + GRID);
    let frame = Rect::from_min_size(corner, Vec2::splat(SIDE));
    picture(ui, state, (basis.texture, &row.candidate.loaded), frame, Size::Thumbnail);
    let line = Rect::from_x_y_ranges(frame.x_range(), frame.bottom()..=rect.bottom());
    let number = row.number.to_string();
    cells::text(ui, line, cells::Side::Left, &number, theme::small(), theme.weak);
    let is_drawn = row.candidate.own().is_some() && row.candidate.own() == basis.uses.drawn;
    let (text, colour) = match (row.is_short, is_drawn) {
        (true, _) => {
            let (has, needs) = (row.candidate.loaded.len(), basis.counts.needed());
            (format!("{has}/{needs}"), theme.warning)
        }
        (_, true) => ("present".to_owned(), theme.accent),
        _ => (format!("{:.1}", row.distance), theme.text),
    };
    cells::text(ui, line, cells::Side::Right, &text, theme::small(), colour);
    let name =
        format!("Palette {}: {}, distance {:.1}", row.number, row.candidate.name, row.distance);
    response.named_on(Role::ListItem, at_cursor, name);
    response
}

/// Draws the texture with the words of a palette into the middle of `frame`, as large as possible.
pub fn picture(
    ui: &Ui,
    state: &State,
    (texture, words): (TextureId, &[u16]),
    frame: Rect,
    size: Size,
) {
    let theme = Theme::of(ui);
    let (ctx, view) = (ui.ctx(), View::full(texture));
    let pictures = Pictures::of(ctx);
    let picture = pictures.picture_with(ctx, state, view, Some(words), TextureView::Colours, size);
    let Some(picture) = picture else {
        ui.painter().rect_filled(frame, 2.0, theme.mat);
        cells::icon(ui, frame, icons::ICON_HOURGLASS_EMPTY, theme::ICON, theme.faint);
        return;
    };
    let scale = (frame.size() / picture.size_vec2()).min_elem();
    let rect = Align2::CENTER_CENTER.align_size_within_rect(picture.size_vec2() * scale, frame);
    cells::checker(ui.painter(), rect, 4.0);
    ui.painter().image(picture.id(), rect, cells::WHOLE, Color32::WHITE);
}

/// The letter of a marked palette, in the corner of its cell.
fn badge(ui: &Ui, cell: Rect, letter: &str) {
    let theme = Theme::of(ui);
    let side = 4.0 * GRID;
    let corner = cell.right_top() + vec2(-side - GRID, GRID);
    let plate = Rect::from_min_size(corner, Vec2::splat(side));
    ui.painter().rect_filled(plate, 2.0, theme.accent);
    cells::centred(ui, plate, letter, theme::small(), Theme::on(theme.accent));
}

fn tip(ui: &mut Ui, basis: &Basis, row: &Row) {
    let candidate = &row.candidate;
    ui.label(format!("{}: {}", row.number, candidate.name));
    ui.weak(&candidate.origin.path);
    if !candidate.file.is_empty() {
        ui.weak(&candidate.file);
    }
    ui.weak(format!("{} colours, distance {:.1}", candidate.loaded.len(), row.distance));
    if row.is_short {
        ui.weak(format!("The texels need {} colours", basis.counts.needed()));
    }
}
