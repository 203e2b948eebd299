//! Map of a texture directory's pixel file: page by page, each cell in the colour of the image that
//! claims it, or empty. A click selects that image.

use std::collections::BTreeMap;

use egui::{
    Color32, ColorImage, Pos2, Rect, Role, ScrollArea, Sense, TextureHandle, Ui, pos2, vec2,
};
use egui_material_icons::icons;

use crate::app::model::{PanelId, SelectionTarget, numbers::size};
use crate::app::ui::input::scroll_pages;
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, DefaultPosition, GRID, Panel, PanelInfo, Theme, empty_state, theme};
use crate::scene::{CELLS, DataMap, Element};

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::STORAGE,
    title: "Storage",
    icon: icons::ICON_GRID_ON,
    home: DefaultPosition::Centre,
    make: Some(|| Box::<StoragePanel>::default()),
    ..PanelInfo::EMPTY
};

/// Side of a cell, in points.
const CELL: f32 = 2.0;
/// Pages per row in the picture of all pages.
const ACROSS: usize = 16;

/// See the [module](self).
#[derive(Default)]
pub struct StoragePanel {
    map: Option<Map>,
}

/// Texture of the map of the open file.
struct Map {
    generation: u64,
    dark: bool,
    shared: BTreeMap<u32, u64>,
    picture: TextureHandle,
}

impl Map {
    fn new(ui: &Ui, storage: &DataMap, generation: u64) -> Self {
        let theme = Theme::of(ui);
        let pages = &storage.pages;
        let count = pages.used.len();
        let [wide, high] = [ACROSS * CELLS[0], count.div_ceil(ACROSS).max(1) * CELLS[1]];
        let mut image = ColorImage::filled([wide, high], theme.well);
        for (at, cell) in pages.cells.iter().enumerate() {
            let (page, inner) = (at / (CELLS[0] * CELLS[1]), at % (CELLS[0] * CELLS[1]));
            let x = page % ACROSS * CELLS[0] + inner % CELLS[0];
            let y = page / ACROSS * CELLS[1] + inner / CELLS[0];
            let piece = storage.pieces.get((cell.piece as usize).wrapping_sub(1));
            let colour = match piece {
                _ if cell.shared => theme.error,
                Some(piece) => lifted(piece.colour, cell.piece),
                None => continue,
            };
            if let Some(pixel) = image.pixels.get_mut(y * wide + x) {
                *pixel = colour;
            }
        }
        let options = egui::TextureOptions::NEAREST;
        let picture = ui.ctx().load_texture("storage", image, options);
        let shared = pages.all_shared();
        Self { generation, dark: theme.dark, shared, picture }
    }

    /// Texture coordinates of a page in the picture.
    fn uv(&self, page: usize) -> Rect {
        let [wide, high] = self.picture.size();
        let (w, h) = (CELLS[0] as f32 / wide as f32, CELLS[1] as f32 / high as f32);
        let (x, y) = ((page % ACROSS) as f32 * w, (page / ACROSS) as f32 * h);
        Rect::from_min_size(pos2(x, y), vec2(w, h))
    }
}

/// Colour of an image's cells: brighter than an empty cell, and slightly different from its neighbours.
fn lifted(colour: [u8; 3], number: u32) -> Color32 {
    let lift = if number.is_multiple_of(2) { 40 } else { 64 };
    let [r, g, b] = colour.map(|part| (u32::from(part) * (255 - lift) / 255 + lift) as u8);
    Color32::from_rgb(r, g, b)
}

impl Panel for StoragePanel {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let storage = cx.state.scene().and_then(|scene| scene.scene.storage.as_ref());
        let Some(storage) = storage else {
            self.map = None;
            let hint = "Open a texture directory or its pixel file (.pid, .swp) to see its map.";
            return empty_state(ui, icons::ICON_GRID_ON, "No storage to show", hint);
        };
        let (generation, dark) = (cx.state.generation(), Theme::of(ui).dark);
        let is_fresh =
            self.map.as_ref().is_some_and(|map| map.generation == generation && map.dark == dark);
        if !is_fresh {
            self.map = Some(Map::new(ui, storage, generation));
        }
        let Some(map) = &self.map else { return };
        egui::Frame::new().inner_margin(2.0 * GRID).show(ui, |ui| {
            summary(ui, storage, map);
            ui.add_space(GRID);
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                scroll_pages(ui, cx.state.focus == PanelId::STORAGE);
                pages(ui, cx, storage, map);
            });
        });
    }
}

/// Shows how much of the file is used.
fn summary(ui: &mut Ui, storage: &DataMap, map: &Map) {
    let theme = Theme::of(ui);
    let used: u64 = storage.pages.used.iter().sum();
    let seen = storage.len.min(storage.page().saturating_mul(storage.pages.used.len() as u64));
    ui.horizontal_wrapped(|ui| {
        ui.label(&storage.name);
        ui.weak(format!(
            "{}, {} in use, {} free",
            size(storage.len),
            size(used),
            size(seen.saturating_sub(used))
        ));
        if !map.shared.is_empty() {
            let both: u64 = map.shared.values().sum();
            let count = map.shared.len();
            let text = format!("{} claimed twice, by {count} images", size(both));
            ui.colored_label(theme.error, text);
        }
        if storage.pages.is_cut {
            ui.colored_label(theme.warning, "truncated view");
        }
    });
    for (at, words) in &storage.marks {
        ui.weak(format!("up to {at:#x}: {words}"));
    }
}

fn pages(ui: &mut Ui, cx: &mut Ctx<'_>, storage: &DataMap, map: &Map) {
    let theme = Theme::of(ui);
    let tile = vec2(CELLS[0] as f32, CELLS[1] as f32) * CELL;
    let pitch = tile + vec2(2.0 * GRID, 4.0 * GRID);
    let columns = ((ui.available_width() + 2.0 * GRID) / pitch.x).floor().max(1.0) as usize;
    let count = storage.pages.used.len();
    let rows = count.div_ceil(columns);
    let whole = vec2(columns as f32 * pitch.x, rows as f32 * pitch.y);
    let (area, response) = ui.allocate_exact_size(whole, Sense::CLICK);
    let corner = |page: usize| {
        let (x, y) = ((page % columns) as f32, (page / columns) as f32);
        area.min + vec2(x * pitch.x, y * pitch.y + 3.0 * GRID)
    };
    let selected = cx.state.selected_element();
    for page in 0..count {
        let rect = Rect::from_min_size(corner(page), tile);
        if !ui.is_rect_visible(rect.expand(4.0 * GRID)) {
            continue;
        }
        let painter = ui.painter();
        let label = pos2(rect.left(), rect.top() - 1.0);
        let offset = format!("{:#x}", storage.page().saturating_mul(page as u64));
        painter.text(label, egui::Align2::LEFT_BOTTOM, offset, theme::small(), theme.weak);
        painter.image(map.picture.id(), rect, map.uv(page), Color32::WHITE);
        marks(ui, storage, page, rect, theme.accent);
        if let Some(selected) = selected {
            outline(ui, storage, page, rect, selected);
        }
    }
    let found = response.hover_pos().and_then(|at| under(at, count, &corner, tile));
    if let Some((page, cell)) = found {
        let number = storage.pages.cells.get(page * CELLS[0] * CELLS[1] + cell);
        let index = number.and_then(|cell| (cell.piece as usize).checked_sub(1));
        let piece = index.and_then(|index| storage.pieces.get(index));
        let words = match piece {
            Some(piece) => {
                format!("{}\n{:#x} to {:#x}", piece.name, piece.start, piece.end())
            }
            None => "nothing".to_owned(),
        };
        let element = piece.and_then(|piece| piece.element);
        if response.clicked() {
            element.into_iter().for_each(|element| cx.select(SelectionTarget::Element(element)));
        }
        element.into_iter().for_each(|element| cx.hover(SelectionTarget::Element(element)));
        response.clone().on_hover_text_at_pointer(words);
    }
    response.named(Role::Image, format!("{count} pages of {}", storage.name));
}

/// The page and cell at a position.
fn under(
    at: Pos2,
    count: usize,
    corner: &dyn Fn(usize) -> Pos2,
    tile: egui::Vec2,
) -> Option<(usize, usize)> {
    (0..count).find_map(|page| {
        let rect = Rect::from_min_size(corner(page), tile);
        let inner = (at - rect.min) / CELL;
        rect.contains(at).then(|| {
            let x = (inner.x as usize).min(CELLS[0] - 1);
            let y = (inner.y as usize).min(CELLS[1] - 1);
            (page, y * CELLS[0] + x)
        })
    })
}

/// Draws lines where another section of the file begins.
fn marks(ui: &Ui, storage: &DataMap, page: usize, rect: Rect, colour: Color32) {
    let size = storage.page();
    for (at, _) in &storage.marks {
        if *at > 0 && at / size == page as u64 {
            let down = (at % size / storage.row.max(1)) as f32 / storage.rows.max(1) as f32;
            let y = rect.top() + rect.height() * down;
            ui.painter().hline(rect.x_range(), y, (1.0, colour));
        }
    }
}

/// Highlights the cells of the selected image.
fn outline(ui: &Ui, storage: &DataMap, page: usize, rect: Rect, selected: Element) {
    let all = CELLS[0] * CELLS[1];
    let cells = storage.pages.cells.get(page * all..(page + 1) * all).unwrap_or(&[]);
    let is_its = |at: usize| {
        let index = cells.get(at).and_then(|cell| (cell.piece as usize).checked_sub(1));
        index.and_then(|index| storage.pieces.get(index)).and_then(|piece| piece.element)
            == Some(selected)
    };
    let accent = Theme::of(ui).accent;
    for at in (0..cells.len()).filter(|at| is_its(*at)) {
        let (x, y) = ((at % CELLS[0]) as f32, (at / CELLS[0]) as f32);
        let cell = Rect::from_min_size(rect.min + vec2(x, y) * CELL, vec2(CELL, CELL));
        ui.painter().rect_filled(cell, 0.0, accent);
    }
}
