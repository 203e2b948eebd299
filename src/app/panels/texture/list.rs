//! List of all textures; thumbnails are decoded when they become visible.

use egui::{Align2, Color32, Rect, Response, Role, Sense, Ui, vec2};
use egui_material_icons::icons;

use super::users::Users;
use crate::app::model::{
    DocScene, PanelId, State, grouped, name_origin, view::texels::TextureView,
};
use crate::app::panels::element_menu;
use crate::app::panels::selection::facts::PLACEHOLDER;
use crate::app::ui::named::Named;
use crate::app::ui::pictures::{Size, View};
use crate::app::ui::{
    Ctx, Filter, GRID, Pictures, RowScroll, Side, Theme, cells, row, theme, tips,
};
use crate::scene::{Element, Id, PaletteId, TextureId};

/// Height of a row: a thumbnail and a margin.
const HEIGHT: f32 = 40.0;

/// The list, with its filter.
#[derive(Default)]
pub struct List {
    scroll: RowScroll,
    filter: Filter,
    /// Textures that pass the filter; `None` without one.
    passed: Option<Vec<TextureId>>,
    wanted: Option<TextureId>,
}

impl List {
    /// Scrolls to a texture in the next frame.
    pub fn reveal(&mut self, texture: TextureId) {
        self.wanted = Some(texture);
    }

    /// Draws the list; returns the texture that was clicked.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        cx: &mut Ctx<'_>,
        scene: &DocScene,
        users: &Users,
        current: TextureId,
    ) -> Option<TextureId> {
        ui.add_space(GRID);
        let changed = ui.horizontal(|ui| {
            let width = ui.available_width() - 4.0 * GRID;
            ui.add_space(GRID);
            self.filter.show(ui, "Filter textures", "Filter textures", width)
        });
        if changed.inner {
            self.apply(scene);
        }
        let all = scene.scene.textures.len() as u64;
        let count = self.passed.as_ref().map_or(all, |passed| passed.len() as u64);
        if let Some(wanted) = self.wanted.take() {
            let row = match &self.passed {
                Some(passed) => passed.iter().position(|t| *t == wanted).map(|row| row as u64),
                None => Some(u64::from(wanted.number())),
            };
            row.into_iter().for_each(|row| self.scroll.arrive(row));
        }
        let shown = self.scroll.show(ui, "Textures", count, HEIGHT);
        let mut clicked = None;
        shown.each(ui, |ui, row, rect| {
            let texture = match &self.passed {
                Some(passed) => passed.get(row as usize).copied(),
                None => u32::try_from(row).ok().map(Id::new),
            };
            let Some(texture) = texture else { return };
            let response = self::row(ui, rect, cx.state, scene, users, texture, texture == current);
            let Some(response) = response else { return };
            element_menu::show(&response, Element::Texture(texture), PanelId::TEXTURE, cx);
            if response.clicked() {
                clicked = Some(texture);
            }
            if response.hovered()
                && let Some(origin) = name_origin(cx.state, &scene.scene, Element::Texture(texture))
            {
                tips::beside(response, |ui| _ = ui.label(origin));
            }
        });
        clicked
    }

    fn apply(&mut self, scene: &DocScene) {
        let words = self.filter.words();
        let all = scene.scene.textures.pairs();
        let passed = all.filter(|(_, texture)| words.are_in(&texture.name)).map(|(index, _)| index);
        self.passed = (!words.is_empty()).then(|| passed.collect());
        self.scroll.jump(0);
    }
}

fn row(
    ui: &Ui,
    rect: Rect,
    state: &State,
    scene: &DocScene,
    users: &Users,
    index: TextureId,
    current: bool,
) -> Option<Response> {
    let texture = scene.scene.textures.get(index)?;
    let theme = Theme::of(ui);
    let response = ui.interact(rect, ui.scope_id().with(("texture", index)), Sense::CLICK);
    response.named_on(Role::ListItem, current, &texture.name);
    row::fill(ui, rect, current, response.hovered());
    let side = HEIGHT - 2.0 * GRID;
    let frame = Rect::from_min_size(rect.left_top() + vec2(GRID, GRID), vec2(side, side));
    let palette = state.palette_for(index, texture.palette);
    thumbnail(ui, frame, state, index, palette);
    let text = rect.with_min_x(frame.right() + 2.0 * GRID).shrink2(vec2(0.0, GRID));
    let (upper, lower) = text.split_top_bottom_at_y(text.center().y);
    cells::text(ui, upper, Side::Left, &texture.name, theme::body(), theme.text);
    let count = users.of_texture(index).len() as u64;
    let (width, height) = (texture.width, texture.height);
    let (what, colour) = match texture.pixels.is_placeholder() {
        true => (PLACEHOLDER.0, theme.warning),
        false => (texture.format.words(), theme.weak),
    };
    let used = match scene.scene.meshes.is_empty() {
        true => String::new(),
        false => format!(" · {}", grouped(count)),
    };
    let facts = format!("{width}×{height} · {what}{used}");
    cells::text(ui, lower, Side::Left, &facts, theme::small(), colour);
    Some(response)
}

/// Draws texture `index` into the middle of `frame` over a checkerboard, as large as possible.
pub fn thumbnail(
    ui: &Ui,
    frame: Rect,
    state: &State,
    index: TextureId,
    palette: Option<PaletteId>,
) {
    let theme = Theme::of(ui);
    let pictures = Pictures::of(ui.ctx());
    let size = Size::Thumbnail;
    let view = View::full(index);
    let picture = pictures.picture(ui.ctx(), state, view, palette, TextureView::Colours, size);
    let Some(picture) = picture else {
        ui.painter().rect_filled(frame, 2.0, theme.mat);
        cells::icon(ui, frame, icons::ICON_HOURGLASS_EMPTY, theme::ICON, theme.faint);
        return;
    };
    let scale = frame.size() / picture.size_vec2();
    let fitted = picture.size_vec2() * scale.min_elem();
    let rect = Align2::CENTER_CENTER.align_size_within_rect(fitted, frame);
    cells::checker(ui.painter(), rect, 4.0);
    ui.painter().image(picture.id(), rect, cells::WHOLE, Color32::WHITE);
}
