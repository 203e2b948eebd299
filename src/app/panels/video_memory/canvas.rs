//! The memory as a picture with zoom and pan, the grid of pages, and outlines.

use egui::{Color32, Painter, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, vec2};

use super::Memory;
use super::keys::{self, ViewChange};
use crate::app::model::numbers::{counted, grouped};
use crate::app::model::{DocScene, PanelId, SelectionTarget, State};
use crate::app::panels::element_menu;
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, Theme, cells, theme};
use crate::bytes::Colour15;
use crate::scene::{
    Element, FaceRef, MEMORY_HEIGHT, MEMORY_WIDTH, MemoryBlock, PAGE_HEIGHT, PAGE_WIDTH, name_of,
    page_at,
};

const SIZE: Vec2 = vec2(MEMORY_WIDTH as f32, MEMORY_HEIGHT as f32);
/// Smallest and largest zoom, in points per word.
const ZOOMS: std::ops::RangeInclusive<f32> = 0.1..=64.0;

/// Height of a line of text below the picture.
const LINE: f32 = 4.0 * GRID;
/// Width from which the text is in one line.
const ONE_LINE: f32 = 110.0 * GRID;

/// Position and zoom of the picture.
#[derive(Debug, Default)]
pub struct Canvas {
    /// `false` while the memory fits the panel.
    is_moved: bool,
    /// Points per word.
    zoom: f32,
    /// Word at the centre.
    centre: Vec2,
}

impl Canvas {
    /// Fits the memory to the panel until the user moves it.
    pub fn fit(&mut self) {
        self.is_moved = false;
    }

    /// Draws the memory in `all`, above one or two lines of text.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        all: Rect,
        cx: &mut Ctx<'_>,
        scene: &DocScene,
        memory: &Memory,
    ) {
        let lines = if all.width() >= ONE_LINE { 1.0 } else { 2.0 };
        let (area, line) = all.split_top_bottom_at_y(all.bottom() - lines * LINE);
        if !self.is_moved {
            let zoom = ((area.size() - Vec2::splat(4.0 * GRID)) / SIZE).min_elem();
            self.zoom = zoom.clamp(*ZOOMS.start(), *ZOOMS.end());
            self.centre = SIZE / 2.0;
        }
        let id = ui.scope_id().with("canvas");
        let response = ui.interact(area, id, Sense::CLICK | Sense::DRAG);
        response.named(Role::Image, "Video memory");
        self.navigate(ui, &response, area);
        for change in keys::handle(ui, cx, (scene, memory)) {
            match change {
                ViewChange::Reveal(word) => self.reveal(area, word),
                ViewChange::Zoom(factor, at) => self.zoom_by(factor, at),
            }
        }
        let rect = self.picture_rect(area);
        let theme = Theme::of(ui);
        let painter = ui.painter().with_clip_rect(area.intersect(ui.clip_rect()));
        painter.rect_filled(area, 0.0, theme.mat);
        painter.image(memory.picture.id(), rect, cells::WHOLE, Color32::WHITE);
        grid(&painter, rect);
        crossings(&painter, rect, &memory.content.blocks, theme.warning);
        outlines(&painter, rect, cx, scene, memory);
        keys::area(ui, area);
        let word = response.hover_pos().and_then(|pos| word_at(rect, pos));
        let block = word.and_then(|(x, y)| memory.content.at(x, y).last());
        let block = block.and_then(|index| memory.content.blocks.get(index));
        if let Some(block) = block {
            let target = SelectionTarget::Element(block.element);
            cx.hover(target.clone());
            if response.clicked() {
                cx.select(target);
            }
            element_menu::show(&response, block.element, PanelId::VIDEO_MEMORY, cx);
        }
        let [first, second] = match word {
            Some(word) => readout(scene, memory, block, word),
            None => [format!("{:.0} %", self.zoom * 100.0), String::new()],
        };
        let text = |line: Rect, text: &str| {
            cells::text(
                ui,
                line.shrink2(vec2(GRID, 0.0)),
                cells::Side::Left,
                text,
                theme::small(),
                theme.weak,
            );
        };
        let (upper, lower) = line.split_top_bottom_at_fraction(0.5);
        match lines < 2.0 {
            true if second.is_empty() => text(line, &first),
            true => text(line, &[first, second].join("  ·  ")),
            false => [(upper, first), (lower, second)].iter().for_each(|(at, of)| text(*at, of)),
        }
    }

    /// Zooms at a word, or at the centre.
    fn zoom_by(&mut self, factor: f32, at: Option<Vec2>) {
        let zoomed = (self.zoom * factor).clamp(*ZOOMS.start(), *ZOOMS.end());
        self.centre = at.unwrap_or(self.centre);
        self.is_moved |= zoomed != self.zoom;
        self.zoom = zoomed;
    }

    /// Moves a word into view.
    fn reveal(&mut self, area: Rect, word: Vec2) {
        let offset = (word - self.centre) * self.zoom;
        if offset.x.abs() > area.width() / 2.0 || offset.y.abs() > area.height() / 2.0 {
            self.centre = word;
        }
    }

    fn picture_rect(&self, area: Rect) -> Rect {
        let corner = area.center() - self.centre * self.zoom;
        Rect::from_min_size(corner.round(), SIZE * self.zoom)
    }

    /// Dragging pans, the wheel zooms at the pointer, a double click fits the memory.
    fn navigate(&mut self, ui: &Ui, response: &egui::Response, area: Rect) {
        if response.double_clicked() {
            self.fit();
            ui.ctx().request_repaint();
            return;
        }
        if response.dragged() {
            self.is_moved = true;
            self.centre -= response.drag_delta() / self.zoom.max(0.01);
            self.centre = self.centre.clamp(Vec2::ZERO, SIZE);
        }
        let Some(pointer) = response.hover_pos() else { return };
        let wheel = ui.input_mut(|i| std::mem::take(&mut i.smooth_scroll_delta.y));
        let zoomed = self.zoom * (wheel / 200.0).exp() * ui.input(|i| i.zoom_delta());
        let zoomed = zoomed.clamp(*ZOOMS.start(), *ZOOMS.end());
        let from_centre = pointer - area.center();
        self.centre += from_centre / self.zoom.max(0.01) - from_centre / zoomed;
        self.is_moved |= zoomed != self.zoom;
        self.zoom = zoomed;
    }
}

fn word_at(rect: Rect, pos: Pos2) -> Option<(u32, u32)> {
    let at = (pos - rect.left_top()) / rect.size() * SIZE;
    let inside = rect.contains(pos) && at.x < SIZE.x && at.y < SIZE.y;
    inside.then_some((at.x as u32, at.y as u32))
}

fn on_screen(rect: Rect, [x, y]: [f32; 2]) -> Pos2 {
    rect.left_top() + vec2(x, y) / SIZE * rect.size()
}

fn block_rect(rect: Rect, block: &MemoryBlock) -> Rect {
    let (x, y) = (block.x as f32, block.y as f32);
    let end = [x + block.width as f32, y + block.height as f32];
    Rect::from_min_max(on_screen(rect, [x, y]), on_screen(rect, end))
}

/// Draws the borders of the pages.
fn grid(painter: &Painter, rect: Rect) {
    let stroke = Stroke::new(1.0, Color32::from_white_alpha(70));
    for x in (0..=MEMORY_WIDTH).step_by(PAGE_WIDTH as usize) {
        painter.vline(on_screen(rect, [x as f32, 0.0]).x, rect.y_range(), stroke);
    }
    for y in (0..=MEMORY_HEIGHT).step_by(PAGE_HEIGHT as usize) {
        painter.hline(rect.x_range(), on_screen(rect, [0.0, y as f32]).y, stroke);
    }
}

/// Draws the borders of pages inside rectangles.
fn crossings(painter: &Painter, rect: Rect, blocks: &[MemoryBlock], colour: Color32) {
    let stroke = Stroke::new(1.0, colour.gamma_multiply((rect.width() / SIZE.x).clamp(0.3, 1.0)));
    // Multiples of `size` between the ends of a side.
    let borders = |start: u32, len: u32, size: u32| {
        let inner = (start + 1).next_multiple_of(size)..start + len;
        inner.step_by(size as usize).map(|at| at as f32)
    };
    for block in blocks.iter().filter(|block| block.crosses_pages()) {
        let inside = block_rect(rect, block);
        for x in borders(block.x, block.width, PAGE_WIDTH) {
            painter.vline(on_screen(rect, [x, 0.0]).x, inside.y_range(), stroke);
        }
        for y in borders(block.y, block.height, PAGE_HEIGHT) {
            painter.hline(inside.x_range(), on_screen(rect, [0.0, y]).y, stroke);
        }
    }
}

/// Outlines all rectangles, those of the selection, and the texels of the hovered and selected faces.
fn outlines(painter: &Painter, rect: Rect, cx: &Ctx<'_>, scene: &DocScene, memory: &Memory) {
    let theme = Theme::DARK();
    let blocks = &memory.content.blocks;
    let outline = |block: &MemoryBlock, colour: Color32, width: f32| {
        let stroke = Stroke::new(width, colour);
        painter.rect_stroke(block_rect(rect, block), 0.0, stroke, StrokeKind::Inside);
    };
    // In a small picture, the lines would cover the texels.
    let strength = (rect.width() / SIZE.x).clamp(0.3, 0.8);
    for block in blocks {
        let colour = match (block.overlaps.is_empty(), block.is_palette()) {
            (false, _) => theme.error,
            (true, true) => theme::CATEGORIES[3],
            (true, false) => theme::CATEGORIES[0],
        };
        outline(block, colour.gamma_multiply(strength), 1.0);
    }
    let selected = cx.state.selected_element();
    for (element, colour) in [(cx.state.hovered_element(), theme.text), (selected, theme.accent)] {
        match element {
            Some(Element::Face(face)) => {
                outline_face(painter, rect, (scene, cx.state), memory, (face, colour));
            }
            Some(element) => {
                let block = memory.content.block_of(element).and_then(|index| blocks.get(index));
                block.into_iter().for_each(|block| outline(block, colour, 2.0));
            }
            None => {}
        }
    }
}

fn outline_face(
    painter: &Painter,
    rect: Rect,
    (scene, state): (&DocScene, &State),
    memory: &Memory,
    (face, colour): (FaceRef, Color32),
) {
    let Some(used) = memory.content.of_face(&scene.scene, face) else { return };
    let texture = memory.content.blocks.get(used.texture).map(|block| block.element);
    let tried = match texture {
        Some(Element::Texture(texture)) => state.palettes.tried.get(&texture).copied(),
        _ => None,
    };
    let tried = tried.and_then(|palette| memory.content.block_of(Element::Palette(palette)));
    let indices = [Some(used.texture), tried.or(used.palette)].into_iter().flatten();
    for block in indices.filter_map(|index| memory.content.blocks.get(index)) {
        let stroke = Stroke::new(2.0, colour);
        painter.rect_stroke(block_rect(rect, block), 0.0, stroke, StrokeKind::Outside);
    }
    let corners = used.corners.into_iter().map(|corner| on_screen(rect, corner));
    cells::outline(painter, corners.collect(), colour, 1.5);
}

/// Describes the word at a position, and the texture or palette that it belongs to, in two lines.
fn readout(
    scene: &DocScene,
    memory: &Memory,
    block: Option<&MemoryBlock>,
    (x, y): (u32, u32),
) -> [String; 2] {
    let word = Colour15(memory.content.word(x, y).unwrap_or_default());
    let page = page_at(x, y);
    let text = format!("x {x} y {y} · page {page} · 0x{:04x}", word.0);
    let Some(block) = block else {
        let free = grouped(memory.content.free_in_page(page).into());
        return [text, format!("free · {free} free words in the page")];
    };
    let name = name_of(&scene.scene, block.element);
    let texel = block.texels_at(x, y).map(|(columns, row)| {
        let last = columns.end.saturating_sub(1);
        match block.is_palette() {
            true => format!("colour {last}"),
            false if columns.start == last => format!("texel {last} {row}"),
            false => format!("texels {}–{last} {row}", columns.start),
        }
    });
    let faces = counted(memory.users.faces(block.element), "face");
    let below = format!("{} {name} · {faces}", block.element.kind());
    [format!("{text} · {}", texel.unwrap_or_default()), below]
}
