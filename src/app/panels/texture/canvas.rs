//! A texture at any zoom: panning, texture coordinates, and the texel under the pointer.

use egui::{Color32, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, Vec2, vec2};

use super::Uvs;
use super::corners::Corners;
use super::displayed::{DisplayedTexture, uv_outline};
use super::users::face;
use crate::app::model::view::texels::{Texel, texel};
use crate::app::model::{DocScene, PanelId, SelectionTarget, State, numbers::offset};
use crate::app::panels::element_menu;
use crate::app::ui::named::Named;
use crate::app::ui::pictures::Size;
use crate::app::ui::{Ctx, GRID, Pictures, ROW, Theme, cells, spinner, theme};
use crate::bytes::Span;
use crate::scene::{Element, Face, Scene};

/// Maximum number of outlines that are drawn.
const MAX_OUTLINES: usize = 2_000;
/// Largest zoom, in points per texel.
const MAX_ZOOM: f32 = 64.0;

/// Position and zoom of the texture.
#[derive(Debug, Default)]
pub struct Canvas {
    /// Points per texel; 0 fits the texture.
    zoom: f32,
    /// Texel at the centre.
    centre: Vec2,
    pub corners: Corners,
}

impl Canvas {
    /// Fits the texture in the next frame.
    pub fn fit(&mut self) {
        self.zoom = 0.0;
    }

    pub fn ui(
        &mut self,
        ui: &mut Ui,
        cx: &mut Ctx<'_>,
        scene: &DocScene,
        shown: &DisplayedTexture<'_>,
    ) {
        let all = ui.available_rect_before_wrap();
        let (area, line) = all.split_top_bottom_at_y(all.bottom() - ROW);
        let theme = Theme::of(ui);
        let size = Vec2::from(shown.size.map(|side| side as f32));
        if self.zoom <= 0.0 {
            let fitting = ((area.size() - Vec2::splat(4.0 * GRID)) / size).min_elem();
            // Integer zoom if the texture fits at 1 or more.
            let zoom = if fitting >= 1.0 { fitting.floor() } else { fitting };
            self.zoom = zoom.clamp(0.05, MAX_ZOOM);
            self.centre = size / 2.0;
        }
        let id = ui.scope_id().with("canvas");
        let response = ui.interact(area, id, Sense::CLICK | Sense::DRAG);
        response.named(Role::Image, format!("Texture {}", shown.texture.name));
        let rect = self.picture_rect(area, size);
        let at_corners =
            shown.uvs != Uvs::None && self.corners.act(ui, cx, &response, rect, (scene, shown));
        if !at_corners {
            self.navigate(ui, &response, area, size);
        }
        element_menu::show(&response, Element::Texture(shown.view.texture), PanelId::TEXTURE, cx);
        let painter = ui.painter().with_clip_rect(area.intersect(ui.clip_rect()));
        painter.rect_filled(area, 0.0, theme.mat);
        let rect = self.picture_rect(area, size);
        cells::checker(&painter, rect, 8.0);
        let pictures = Pictures::of(ui.ctx());
        let palette = shown.palette;
        let picture =
            pictures.picture(ui.ctx(), cx.state, shown.view, palette, shown.look, Size::Full);
        match picture {
            Some(picture) => {
                painter.image(picture.id(), rect, cells::WHOLE, Color32::WHITE);
            }
            None => {
                let place = Rect::from_center_size(area.center(), vec2(ROW, ROW));
                ui.put(place, |ui: &mut Ui| spinner(ui, ROW));
            }
        }
        self.outlines(&painter, rect, scene, shown);
        if shown.uvs != Uvs::None {
            self.corners.show(ui, &painter, rect, cx.state, (scene, shown));
        }
        let hovered = response.hover_pos().and_then(|pos| texel_at(rect, size, pos));
        let text = match hovered {
            Some(at) => {
                self.texel_outline(&painter, rect, at, &theme);
                let readout = readout(ui, cx.state, &scene.scene, shown, at);
                if let Some(span) = readout.span {
                    cx.hover(SelectionTarget::Bytes(span));
                    if response.clicked() && !at_corners {
                        cx.select(SelectionTarget::Bytes(span));
                    }
                }
                readout.text
            }
            None => format!("{:.0} %", self.zoom * 100.0),
        };
        cells::text(ui, line, cells::Side::Left, &text, theme::mono(), theme.weak);
    }

    fn picture_rect(&self, area: Rect, size: Vec2) -> Rect {
        let corner = area.center() - self.centre * self.zoom;
        // Whole points keep texels sharp.
        Rect::from_min_size(corner.round(), size * self.zoom)
    }

    /// Dragging pans, the wheel zooms at the pointer, a double click fits the texture.
    fn navigate(&mut self, ui: &Ui, response: &egui::Response, area: Rect, size: Vec2) {
        if response.double_clicked() {
            self.fit();
            ui.ctx().request_repaint();
        }
        if response.dragged() {
            self.centre -= response.drag_delta() / self.zoom.max(0.01);
            self.centre = self.centre.clamp(Vec2::ZERO, size);
        }
        let Some(pointer) = response.hover_pos() else { return };
        let wheel = ui.input_mut(|i| std::mem::take(&mut i.smooth_scroll_delta.y));
        let zoomed = self.zoom * (wheel / 200.0).exp() * ui.input(|i| i.zoom_delta());
        let zoomed = zoomed.clamp(0.05, MAX_ZOOM);
        let from_centre = pointer - area.center();
        self.centre += from_centre / self.zoom.max(0.01) - from_centre / zoomed;
        self.zoom = zoomed;
    }

    fn texel_outline(&self, painter: &egui::Painter, rect: Rect, at: (u32, u32), theme: &Theme) {
        if self.zoom >= 4.0 {
            let corner = rect.left_top() + vec2(at.0 as f32, at.1 as f32) * self.zoom;
            let cell = Rect::from_min_size(corner, Vec2::splat(self.zoom));
            painter.rect_stroke(cell, 0.0, Stroke::new(1.0, theme.text), egui::StrokeKind::Outside);
        }
    }

    /// Draws the outlines of all faces that use the texture.
    fn outlines(
        &self,
        painter: &egui::Painter,
        rect: Rect,
        scene: &DocScene,
        shown: &DisplayedTexture<'_>,
    ) {
        let to_screen = |uv: Vec2| rect.left_top() + uv * rect.size();
        let points = |face: Face| -> Vec<Pos2> {
            uv_outline(&scene.scene, &face, shown.texture).into_iter().map(to_screen).collect()
        };
        if shown.uvs == Uvs::All {
            let faces = shown.users.iter().filter_map(|user| face(&scene.scene, *user));
            let stroke = Stroke::new(1.0, theme::CATEGORIES[3].gamma_multiply(0.7));
            let shapes =
                faces.take(MAX_OUTLINES).map(|(_, face)| Shape::closed_line(points(face), stroke));
            painter.extend(shapes);
        }
    }
}

fn texel_at(rect: Rect, size: Vec2, pos: Pos2) -> Option<(u32, u32)> {
    let at = (pos - rect.left_top()) / rect.size() * size;
    let inside = rect.contains(pos) && at.x < size.x && at.y < size.y;
    inside.then_some((at.x as u32, at.y as u32))
}

struct Readout {
    text: String,
    /// Bytes of the texel.
    span: Option<Span>,
}

fn readout(
    ui: &Ui,
    state: &State,
    scene: &Scene,
    shown: &DisplayedTexture<'_>,
    at: (u32, u32),
) -> Readout {
    let texture = shown.texture;
    // The picture is upright; stored rows may be bottom-up.
    let row = if shown.pixels.bottom_up() { shown.size[1].saturating_sub(1 + at.1) } else { at.1 };
    let span = texture.texel_span_in(shown.pixels, at.0, row);
    let words = shown.palette.map(|palette| state.palettes.loaded(scene, palette));
    let texels = Pictures::of(ui.ctx()).texels(ui.ctx(), state, shown.view, shown.look);
    let index = (at.1 as usize).saturating_mul(shown.size[0] as usize) + at.0 as usize;
    let texel = texels.and_then(|texels| texel(&texels, index, words.as_deref()));
    let mut text = format!("x {} y {}", at.0, at.1);
    let value = match texel {
        Some(Texel::Index(index, Some(word))) => {
            format!("index {index} · 0x{:04x} · {}", word.0, word.words())
        }
        Some(Texel::Index(index, None)) => format!("index {index}"),
        Some(Texel::Word(word)) => format!("0x{:04x} · {}", word.0, word.words()),
        Some(Texel::Rgba([r, g, b, a])) => format!("{r} {g} {b}, alpha {a}"),
        None => String::new(),
    };
    for part in [value, span.map(|span| offset(span.start)).unwrap_or_default()] {
        if !part.is_empty() {
            text.push_str(" · ");
            text.push_str(&part);
        }
    }
    Readout { text, span }
}
