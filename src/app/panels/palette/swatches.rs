//! A grid of colours.

use egui::{Color32, Rect, Role, Sense, Shape, Ui, pos2, vec2};

use crate::app::ui::named::Named;
use crate::app::ui::{GRID, Theme, cells};
use crate::bytes::Colour15;

/// A colour of the grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// `None` for a transparent colour.
    pub colour: Option<Color32>,
    pub stp: bool,
}

impl Cell {
    /// A word as loaded.
    pub fn of_word(word: Colour15) -> Self {
        Self { colour: (!word.is_hole()).then(|| word.colour()), stp: word.stp() }
    }

    /// A colour without alpha is transparent.
    pub fn of_rgba([r, g, b, a]: [u8; 4]) -> Self {
        Self { colour: (a > 0).then(|| Color32::from_rgb(r, g, b)), stp: (1..255).contains(&a) }
    }
}

/// Actions of the pointer in a grid.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GridResponse {
    pub hovered: Option<usize>,
    pub clicked: Option<usize>,
    /// Position that a cell was dragged from, and the position that it was dragged to.
    pub moved: Option<(usize, usize)>,
}

/// Pointer actions that a grid allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwatchActions {
    Pick,
    /// Cells can also be dragged to other positions.
    Arrange,
}

/// Number of cells per row: sixteen, the size of 4-bit palettes; eight if space is short.
fn columns(width: f32) -> usize {
    if width >= 16.0 * 2.5 * GRID { 16 } else { 8 }
}

/// Draws `cells`; `selected` is outlined, cells with `edited` have a dot. `describe` gives the lines of
/// the tooltip.
pub fn grid(
    ui: &mut Ui,
    (cells, hand): (&[Cell], SwatchActions),
    selected: usize,
    edited: impl Fn(usize) -> bool,
    describe: impl Fn(usize) -> Vec<String>,
) -> GridResponse {
    let width = ui.available_width();
    let columns = columns(width);
    let side = (width / columns as f32).floor().min(7.0 * GRID);
    let rows = cells.len().div_ceil(columns);
    let size = vec2(side * columns as f32, side * rows as f32);
    let (all, response) = ui.allocate_exact_size(
        size,
        match hand {
            SwatchActions::Pick => Sense::CLICK,
            SwatchActions::Arrange => Sense::click_and_drag(),
        },
    );
    response.named(Role::Grid, format!("{} colours, {selected} selected", cells.len()));
    let cell_at = |at: usize| {
        let corner = vec2((at % columns) as f32, (at / columns) as f32) * side;
        Rect::from_min_size(all.left_top() + corner, vec2(side, side)).shrink(1.0)
    };
    // Draws only the visible cells, as a table may have thousands of colours.
    let top = ui.clip_rect().top().max(all.top()) - all.top();
    let bottom = ui.clip_rect().bottom().min(all.bottom()) - all.top();
    let first = (top / side).max(0.0) as usize * columns;
    let last = ((bottom / side).max(0.0).ceil() as usize * columns).min(cells.len());
    for (at, cell) in cells.iter().enumerate().take(last).skip(first) {
        swatch(ui, cell_at(at), *cell, at == selected, edited(at));
    }
    let at = |pos: egui::Pos2| {
        let step = (pos - all.left_top()) / side;
        let at = step.y as usize * columns + step.x as usize;
        (all.contains(pos) && at < cells.len()).then_some(at)
    };
    let hovered = response.hover_pos().and_then(at);
    let clicked = response.clicked().then_some(hovered).flatten();
    let pulled = pulled(ui, &response, at);
    if let Some((from, to)) = pulled {
        place_mark(ui, cell_at(to), to > from);
    }
    let moved = pulled.filter(|_| response.drag_stopped());
    if let Some(at) = hovered.filter(|_| pulled.is_none()) {
        response.on_hover_ui_at_pointer(|ui| {
            for line in describe(at) {
                ui.monospace(line);
            }
        });
    }
    GridResponse { hovered, clicked, moved }
}

/// Source and target of a drag, if they differ.
fn pulled(
    ui: &Ui,
    response: &egui::Response,
    at: impl Fn(egui::Pos2) -> Option<usize>,
) -> Option<(usize, usize)> {
    if !response.dragged() && !response.drag_stopped() {
        return None;
    }
    // The press position is not available after the release.
    if response.drag_started() {
        let from = ui.input(|input| input.pointer.press_origin()).and_then(&at);
        ui.data_mut(|data| data.insert_temp(response.id, from));
    }
    let from = ui.data(|data| data.get_temp::<Option<usize>>(response.id)).flatten()?;
    let to = response.interact_pointer_pos().and_then(&at)?;
    (from != to).then_some((from, to))
}

/// Bar that marks where the dragged cell would be inserted.
fn place_mark(ui: &Ui, cell: Rect, is_behind: bool) {
    let x = if is_behind { cell.right() + 1.0 } else { cell.left() - 1.0 };
    let stroke = egui::Stroke::new(3.0, Theme::of(ui).accent);
    ui.painter().vline(x, cell.y_range(), stroke);
}

/// Draws a swatch: a transparent colour as a checkerboard, STP (or partial alpha) with a cut corner.
pub fn swatch(ui: &Ui, rect: Rect, cell: Cell, selected: bool, edited: bool) {
    let theme = Theme::of(ui);
    let painter = ui.painter();
    match cell.colour {
        Some(colour) => {
            painter.rect_filled(rect, 2.0, colour);
        }
        None => cells::checker(painter, rect, 4.0),
    }
    let on = Theme::on(cell.colour.unwrap_or(Color32::from_gray(108)));
    if cell.stp {
        let (corner, cut) = (rect.right_top(), (rect.width() * 0.3).min(1.5 * GRID));
        let triangle = vec![corner, corner - vec2(cut, 0.0), corner + vec2(0.0, cut)];
        painter.add(Shape::convex_polygon(triangle, on, egui::Stroke::NONE));
    }
    if edited {
        let dot = rect.width() * 0.12;
        painter.circle_filled(pos2(rect.left() + 2.0 * dot, rect.bottom() - 2.0 * dot), dot, on);
    }
    if selected {
        let stroke = egui::Stroke::new(2.0, theme.accent);
        painter.rect_stroke(rect.expand(1.0), 2.0, stroke, egui::StrokeKind::Inside);
    }
}

/// Loaded colours in a row; a large palette is sampled at equal intervals.
pub fn strip(ui: &Ui, rect: Rect, words: &[u16]) {
    const MAX_WORDS: usize = 32;
    let step = words.len().div_ceil(MAX_WORDS).max(1);
    let shown: Vec<Cell> =
        words.iter().step_by(step).map(|word| Cell::of_word(Colour15(*word))).collect();
    let width = rect.width() / shown.len().max(1) as f32;
    cells::checker(ui.painter(), rect, 4.0);
    for (at, cell) in shown.iter().enumerate() {
        let left = rect.left() + at as f32 * width;
        let band = Rect::from_x_y_ranges(left..=left + width, rect.y_range());
        if let Some(colour) = cell.colour {
            ui.painter().rect_filled(band, 0.0, colour);
        }
    }
}

/// Tooltip of a palette entry: the stored colour, and the loaded one if it differs.
pub fn describe(at: usize, stored: Colour15, loaded: Colour15) -> Vec<String> {
    let [r, g, b] = stored.channels();
    let mut lines = vec![
        format!("{at} (0x{at:02x})"),
        format!("stored 0x{:04x}  r {r} g {g} b {b}  {}", stored.0, stored.words()),
    ];
    if stored != loaded {
        lines.push(format!("loaded 0x{:04x}  {}", loaded.0, loaded.words()));
    }
    lines
}
