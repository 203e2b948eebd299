//! The colours of a palette in both files, with marks on those that differ.

use egui::{Pos2, Rect, Role, Sense, Stroke, StrokeKind, Ui, vec2};

use crate::app::model::document::pair_part::PairPart;
use crate::app::model::numbers::{counted, grouped};
use crate::app::panels::palette::swatches::{Cell, swatch};
use crate::app::ui::named::Named;
use crate::app::ui::shorten::capitalized;
use crate::app::ui::{GRID, ROW, Theme, cells, theme};
use crate::bytes::Colour15;
use crate::edit::is_changed_entry;
use crate::scene::Palette;

/// Number of colours in a row, the size of a 4-bit palette.
const COLUMNS: usize = 16;
/// Maximum size of a colour.
const MAX_SIDE: f32 = 8.0 * GRID;

/// Draws both palettes. Returns the entry that was clicked.
pub fn ui(ui: &Ui, area: Rect, palettes: [Option<&Palette>; 2]) -> Option<u32> {
    let [one, two] = palettes;
    let count = |palette: Option<&Palette>| palette.map_or(0, |palette| palette.stored.len());
    let most = count(one).max(count(two));
    let rows = most.div_ceil(COLUMNS).max(1) as f32;
    let is_changed = |entry| is_changed_entry(one, two, entry);
    let changed = (0..most).filter(|entry| is_changed(*entry)).count() as u64;
    let gap = 4.0 * GRID;
    let size = |columns: f32| {
        let cell = (area.size() + vec2(gap, gap)) / vec2(columns, 3.0 - columns);
        (cell.x - gap, ((cell.x - gap) / COLUMNS as f32).min((cell.y - gap - ROW) / rows))
    };
    // Next to each other, or one above the other, if the colours are larger then.
    let (beside, below) = (size(2.0), size(1.0));
    let is_beside = beside.1.min(MAX_SIDE) >= below.1.min(MAX_SIDE);
    let (width, side) = if is_beside { beside } else { below };
    let side = side.clamp(1.0, MAX_SIDE).floor();
    let step = match is_beside {
        true => vec2(width + gap, 0.0),
        false => vec2(0.0, ROW + rows * side + gap),
    };
    let mut clicked = None;
    let grids = [0.0, 1.0].map(|at| {
        let corner = area.min + vec2(0.0, ROW) + step * at;
        Rect::from_min_size(corner, vec2(width, rows * side))
    });
    let pointer = ui.input(|input| input.pointer.hover_pos());
    let under = |grid: &Rect| pointer.and_then(|pointer| entry_at(*grid, side, pointer));
    let hovered = grids.iter().find_map(under).filter(|entry| *entry < most);
    for ((part, palette), grid) in
        [PairPart::Other, PairPart::Own].into_iter().zip(palettes).zip(grids)
    {
        let line = Rect::from_min_size(grid.min - vec2(0.0, ROW), vec2(width, ROW));
        let theme = Theme::of(ui);
        let name = capitalized(part.name());
        let Some(palette) = palette else {
            let text = format!("{name}: does not have the palette");
            cells::text(ui, line, cells::Side::Left, &text, theme::small(), theme.weak);
            continue;
        };
        let colours = counted(palette.stored.len() as u64, "colour");
        let text = format!("{name}, {colours}, {} changed", grouped(changed));
        cells::text(ui, line, cells::Side::Left, &text, theme::small(), theme.text);
        let id = ui.scope_id().with(("compared palette", part.name()));
        let response = ui.interact(grid, id, Sense::CLICK);
        response.named(Role::Grid, format!("Palette {}, {text}", palette.name));
        for (entry, word) in palette.stored.iter().enumerate() {
            let corner = vec2((entry % COLUMNS) as f32, (entry / COLUMNS) as f32) * side;
            let cell = Rect::from_min_size(grid.min + corner, vec2(side, side)).shrink(1.0);
            swatch(ui, cell, Cell::of_word(Colour15(*word)), hovered == Some(entry), false);
            if is_changed(entry) {
                let stroke = Stroke::new(2.0, theme.warning);
                ui.painter().rect_stroke(cell.expand(1.0), 2.0, stroke, StrokeKind::Inside);
            }
        }
        if let Some(entry) = hovered.filter(|_| response.hovered()) {
            clicked = response.clicked().then_some(entry).or(clicked);
            response.on_hover_ui_at_pointer(|ui| {
                ui.monospace(format!("{entry} (0x{entry:02x})"));
                for (part, palette) in [PairPart::Other, PairPart::Own].into_iter().zip(palettes) {
                    if let Some(word) = palette.and_then(|palette| palette.stored.get(entry)) {
                        let word = Colour15(*word);
                        ui.monospace(format!("{} 0x{:04x}  {}", part.name(), word.0, word.words()));
                    }
                }
            });
        }
    }
    clicked.and_then(|entry| u32::try_from(entry).ok())
}

/// The entry at a point of a grid.
fn entry_at(grid: Rect, side: f32, at: Pos2) -> Option<usize> {
    let step = (at - grid.min) / side;
    let column = step.x as usize;
    (grid.contains(at) && column < COLUMNS).then(|| step.y as usize * COLUMNS + column)
}
