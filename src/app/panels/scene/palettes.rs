//! Previews other palettes on the textures of the selection, chosen by their colours.

use std::collections::BTreeSet;

use egui::containers::menu::{MenuConfig, SubMenuButton};
use egui::{Id, PopupCloseBehavior, Rect, Role, ScrollArea, Sense, Ui, pos2, vec2};

use crate::app::model::{Command, DocScene, State};
use crate::app::panels::palette::swatches;
use crate::app::panels::texture::fitting_palettes;
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, Filter, GRID, ROW, Theme, row, theme, tips};
use crate::scene::{Element, PaletteId, Scene, TextureId};

/// Size of a palette's colour strip in a row.
const STRIP: egui::Vec2 = vec2(40.0 * GRID, 3.0 * GRID);
const NAME: f32 = 28.0 * GRID;
const ROWS_SHOWN: f32 = 12.0;

/// A line for each texture that fits several palettes: its name and a list of the palettes.
pub fn show(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene) {
    let of_file = &scene.scene;
    let textures = textures(scene, cx.state).into_iter();
    let several: Vec<(TextureId, Vec<PaletteId>)> = textures
        .map(|texture| (texture, fitting_palettes(of_file, texture)))
        .filter(|(_, fitting)| fitting.len() > 1)
        .collect();
    if several.is_empty() {
        return;
    }
    tips::heading(ui, "Palettes");
    for (texture, fitting) in several {
        let Some(stored) = of_file.textures.get(texture) else { continue };
        ui.horizontal(|ui| {
            let size = vec2(NAME, ROW);
            let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
            let (left, right) = (rect.left(), rect.right());
            let colour = Theme::of(ui).text;
            row::row_text(ui, rect, left, right, &stored.name, theme::body(), colour);
            response.on_hover_text(&stored.name);
            let now = cx.state.palette_for(texture, stored.palette);
            let name = now.map_or_else(|| "none".to_owned(), |now| title(of_file, now));
            let (rect, _) = ui.allocate_exact_size(STRIP, Sense::hover());
            if let Some(now) = now {
                swatches::strip(ui, rect, &cx.state.palettes.loaded(of_file, now));
            }
            let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
            SubMenuButton::new(name)
                .config(config)
                .ui(ui, |ui| choice(ui, cx, scene, texture, &fitting));
        });
    }
}

/// The textures of the selection; all textures if it has none.
fn textures(scene: &DocScene, state: &State) -> BTreeSet<TextureId> {
    let texture_of = |element: &Element| match element {
        Element::Texture(texture) => Some(*texture),
        _ => None,
    };
    let selected = state.surfaces_of_selection();
    let mut found: BTreeSet<_> = selected.iter().filter_map(texture_of).collect();
    if found.is_empty() {
        let all = scene.scene.materials.iter().flat_map(|material| material.elements());
        found.extend(all.filter_map(|element| texture_of(&element)));
    }
    found
}

fn title(scene: &Scene, palette: PaletteId) -> String {
    let name = scene.palettes.get(palette).map_or("", |stored| stored.name.as_str());
    format!("{palette}: {name}")
}

/// The list of palettes, with a filter above it.
fn choice(
    ui: &mut Ui,
    cx: &mut Ctx<'_>,
    scene: &DocScene,
    texture: TextureId,
    fitting: &[PaletteId],
) {
    let of_file = &scene.scene;
    ui.set_width(STRIP.x + 40.0 * GRID);
    let id = Id::unique("filter of palettes");
    let mut filter: Filter = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    filter.show(ui, "Filter palettes", "Number or name", f32::INFINITY);
    let words = filter.words();
    ui.data_mut(|data| data.insert_temp(id, filter));
    let tried = cx.state.palettes.tried.get(&texture).copied();
    if ui
        .selectable_label(tried.is_none(), "Original palette")
        .on_hover_text("As set by its faces")
        .clicked()
    {
        cx.push(Command::TryPalette { texture, palette: None });
        ui.close();
    }
    let passes = |palette: &&PaletteId| words.are_in(&title(of_file, **palette));
    let shown: Vec<_> = fitting.iter().filter(passes).copied().collect();
    if shown.is_empty() {
        ui.weak("Nothing matches");
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let area = ScrollArea::vertical().max_height(ROWS_SHOWN * ROW);
    area.show_rows(ui, ROW, shown.len(), |ui, rows| {
        for palette in shown.get(rows).unwrap_or_default().iter().copied() {
            let response = row::row(ui, tried == Some(palette), false);
            let rect = response.rect;
            let corner = pos2(rect.left() + GRID, rect.center().y - STRIP.y / 2.0);
            let strip = Rect::from_min_size(corner, STRIP);
            swatches::strip(ui, strip, &cx.state.palettes.loaded(of_file, palette));
            let text = title(of_file, palette);
            let (left, right) = (strip.right() + 2.0 * GRID, rect.right() - GRID);
            let colour = Theme::of(ui).text;
            row::row_text(ui, rect, left, right, text.as_str(), theme::body(), colour);
            let on = tried == Some(palette);
            response.named_on(Role::Button, on, &text);
            if response.clicked() {
                cx.push(Command::TryPalette { texture, palette: Some(palette) });
                ui.close();
            }
        }
    });
}
