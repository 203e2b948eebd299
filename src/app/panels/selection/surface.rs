//! Texture of the face with its texture coordinates, and its palette.

use egui::{Color32, Rect, Role, Sense, Ui, Vec2, vec2};

use super::sections::facts;
use crate::app::model::{
    Command, PanelId, SelectionTarget, State, name_origin, numbers::counted,
    view::texels::TextureView,
};
use crate::app::panels::palette::swatches::{self, Cell, SwatchActions};
use crate::app::panels::texture::uv_outline;
use crate::app::ui::named::Named;
use crate::app::ui::pictures::{Size, View};
use crate::app::ui::{Ctx, GRID, Pictures, Theme, cells};
use crate::bytes::Colour15;
use crate::scene::{
    ColourScale, Element, Face, Material, PaletteId, Scene, Surface, Texture, TextureId,
};

/// Side of the texture preview.
const SIDE: f32 = 112.0;
/// Maximum number of outlines that are drawn over the preview.
pub const MAX_FACES: usize = 64;

/// Draws the texture of faces that share a material, with the texture coordinates of all of them.
pub fn ui(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &Scene, faces: &[Face], material: &Material) {
    let Surface::Textured { texture: index, palette } = material.surface else { return };
    let Some(texture) = scene.textures.get(index) else { return };
    let palette = cx.state.palette_for(index, palette);
    ui.horizontal(|ui| {
        let (rect, response) = ui.allocate_exact_size(vec2(SIDE, SIDE), Sense::CLICK);
        response.named(Role::Image, format!("Texture {}", texture.name));
        picture(ui, rect, cx.state, scene, faces, (index, texture, palette));
        let origin = name_origin(cx.state, scene, Element::Texture(index));
        let tip = ["Show in Texture".to_owned()].into_iter().chain(origin);
        if response.on_hover_text(tip.collect::<Vec<_>>().join("\n")).clicked() {
            cx.push(Command::ShowPanel(PanelId::TEXTURE));
        }
        ui.vertical(|ui| {
            let name = palette.and_then(|index| scene.palettes.get(index));
            let name = name.map_or("none", |palette| palette.name.as_str());
            let blend = material.blend.map(|blend| blend.to_string());
            let list = [
                ("Name", texture.name.clone()),
                ("Size", format!("{}×{}", texture.width, texture.height)),
                ("Texels", texture.format.words().to_owned()),
                ("Palette", name.to_owned()),
                ("Blend", blend.unwrap_or_else(|| "opaque".to_owned())),
                ("Colour", scale(material.colour).to_owned()),
            ];
            ui.spacing_mut().item_spacing.y = 0.0;
            facts(ui, &list);
        });
    });
    if let Some(palette) = palette {
        colours(ui, cx, scene, palette);
    }
}

fn scale(scale: ColourScale) -> &'static str {
    match scale {
        ColourScale::Modulate128 => "texel · c / 128",
        ColourScale::Modulate255 => "texel · c / 255",
        ColourScale::Raw => "texel only",
    }
}

/// Draws the texture with the outline of the face, repeated if the coordinates exceed it.
fn picture(
    ui: &Ui,
    rect: Rect,
    state: &State,
    scene: &Scene,
    faces: &[Face],
    (index, texture, palette): (TextureId, &Texture, Option<PaletteId>),
) {
    let theme = Theme::of(ui);
    ui.painter().rect_filled(rect, 2.0, theme.mat);
    let outlines: Vec<Vec<Vec2>> =
        faces.iter().take(MAX_FACES).map(|face| uv_outline(scene, face, texture)).collect();
    let sane = |uv: &Vec2| uv.is_finite() && uv.abs().max_elem() < 1024.0;
    let mut region = cells::WHOLE;
    for uv in outlines.iter().flatten().filter(|uv| sane(uv)) {
        region.extend_with(uv.to_pos2());
    }
    let size = vec2(texture.width.max(1) as f32, texture.height.max(1) as f32);
    let texels = region.size() * size;
    let fitted = texels * (rect.size() / texels).min_elem();
    let area = Rect::from_center_size(rect.center(), fitted);
    let pictures = Pictures::of(ui.ctx());
    let picture = pictures.picture(
        ui.ctx(),
        state,
        View::full(index),
        palette,
        TextureView::Colours,
        Size::Full,
    );
    cells::checker(ui.painter(), area, 4.0);
    if let Some(picture) = picture {
        ui.painter().image(picture.id(), area, region, Color32::WHITE);
    }
    let to_screen =
        |uv: Vec2| area.left_top() + (uv.to_pos2() - region.min) / region.size() * area.size();
    let painter = ui.painter().with_clip_rect(rect);
    for outline in outlines.into_iter().filter(|outline| outline.iter().all(sane)) {
        let points = outline.into_iter().map(to_screen).collect();
        cells::outline(&painter, points, theme.accent, 1.5);
    }
}

/// The palette as loaded; a click selects an entry.
fn colours(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &Scene, index: PaletteId) {
    let Some(palette) = scene.palettes.get(index) else { return };
    let stored = cx.state.palettes.stored(scene, index);
    let loaded = (palette.rule)(&stored);
    let word = |list: &[u16], at: usize| list.get(at).copied().map(Colour15).unwrap_or_default();
    let cells: Vec<Cell> = loaded.iter().map(|word| Cell::of_word(Colour15(*word))).collect();
    let holes = loaded.iter().filter(|word| **word == 0).count();
    let stp = loaded.iter().filter(|word| **word & 0x8000 != 0).count();
    let edited = if cx.state.palettes.words.contains_key(&index) { " · edited" } else { "" };
    let (all, holes) = (counted(loaded.len() as u64, "colour"), counted(holes as u64, "hole"));
    ui.weak(format!("{all} · {holes} · {stp} with STP{edited}"));
    let side = if cells.len() > 16 { 2.5 * GRID } else { 5.0 * GRID };
    ui.scope(|ui| {
        ui.set_max_width((16.0 * side).min(ui.available_width()));
        let is_edited = |at: usize| palette.stored.get(at) != stored.get(at);
        let describe = |at: usize| swatches::describe(at, word(&stored, at), word(&loaded, at));
        let picked =
            swatches::grid(ui, (&cells, SwatchActions::Pick), usize::MAX, is_edited, describe);
        let target = |at: usize| {
            let entry = u32::try_from(at).unwrap_or(u32::MAX);
            SelectionTarget::Element(Element::PaletteEntry { palette: index, entry })
        };
        picked.hovered.into_iter().for_each(|at| cx.hover(target(at)));
        picked.clicked.into_iter().for_each(|at| cx.select(target(at)));
    });
}
