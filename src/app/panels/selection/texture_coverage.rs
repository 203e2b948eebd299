//! Lists the textures of several faces, with the number of faces that each covers.

use egui::{Rect, Role, Sense, Ui, vec2};

use super::summary::Summary;
use crate::app::model::numbers::counted;
use crate::app::model::{Command, DocScene, PanelId, SelectionTarget, grouped, name_origin};
use crate::app::panels::element_menu;
use crate::app::panels::texture::thumbnail;
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, Side, Theme, cells, input, theme};
use crate::scene::{Element, TextureId};

/// Height of a row: a thumbnail and a margin.
const HEIGHT: f32 = 8.0 * GRID;
/// Maximum number of textures that are listed; the rest is counted.
const MAX_TEXTURES: usize = 24;

/// Draws a row for each texture; a click selects it.
pub fn ui(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene, summary: &Summary) {
    let theme = Theme::of(ui);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (index, count) in summary.textures.iter().take(MAX_TEXTURES) {
            row(ui, cx, scene, *index, *count);
        }
    });
    let more = summary.textures.len().saturating_sub(MAX_TEXTURES);
    if more > 0 {
        ui.colored_label(theme.weak, format!("and {} more textures", grouped(more as u64)));
    }
    if summary.missing > 0 {
        let faces = counted(summary.missing as u64, "face");
        ui.colored_label(theme.warning, format!("Texture missing on {faces}"));
    }
}

fn row(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene, index: TextureId, count: usize) {
    let Some(texture) = scene.scene.textures.get(index) else { return };
    let theme = Theme::of(ui);
    let element = Element::Texture(index);
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::click());
    if response.hovered() {
        ui.painter().rect_filled(rect, 2.0, theme.hover_fill);
        cx.hover(SelectionTarget::Element(element));
    }
    let side = HEIGHT - GRID;
    let frame = Rect::from_min_size(rect.left_top() + vec2(0.0, GRID * 0.5), vec2(side, side));
    thumbnail(ui, frame, cx.state, index, cx.state.palette_for(index, texture.palette));
    let count = grouped(count as u64);
    let room = cells::mono_width(ui, &theme::mono()) * (count.chars().count() + 1) as f32;
    let text = rect.with_min_x(frame.right() + 2.0 * GRID);
    let (name, right) = text.split_left_right_at_x(text.right() - room);
    cells::text(ui, name, Side::Left, &texture.name, theme::body(), theme.text);
    cells::text(ui, right, Side::Right, &count, theme::mono(), theme.weak);
    let words = format!("{}, {count} faces", texture.name);
    response.named(Role::Button, &words);
    element_menu::show(&response, element, PanelId::CARD, cx);
    let origin = name_origin(cx.state, &scene.scene, element);
    let tip = [Some(words), origin, Some("Click to select the texture".to_owned())];
    let tip: Vec<String> = tip.into_iter().flatten().collect();
    if response.on_hover_text(tip.join("\n")).clicked() {
        let also = input::click_modifiers(ui).command;
        cx.push(Command::pick(element, also));
    }
}
