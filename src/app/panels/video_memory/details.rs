//! The selected texture or palette: its rectangle, and the faces that use it.

use egui::{RichText, Role, ScrollArea, Ui};

use super::Memory;
use crate::app::model::numbers::{counted, grouped};
use crate::app::model::{DocScene, Target};
use crate::app::ui::named::Named;
use crate::app::ui::row::{row, row_text};
use crate::app::ui::{Ctx, GRID, ROW, Theme, theme};
use crate::scene::{Element, FaceRef, MemoryBlock, MeshId, name_of};

/// Index of the block of the selected texture or palette, or of the selected face's texture.
pub fn selected_block(cx: &Ctx<'_>, scene: &DocScene, memory: &Memory) -> Option<usize> {
    match cx.state.selected_element()? {
        Element::Face(face) => Some(memory.content.of_face(&scene.scene, face)?.texture),
        element => memory.content.block_of(element),
    }
}

pub fn show(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene, memory: &Memory, index: usize) {
    let Some(block) = memory.content.blocks.get(index) else { return };
    let theme = Theme::of(ui);
    ui.horizontal_wrapped(|ui| {
        link(ui, cx, scene, block.element);
        ui.label(position(block));
        let pages = block.pages();
        let list: Vec<String> = pages.iter().map(u32::to_string).collect();
        let list = list.join(", ");
        match block.crosses_pages() {
            true => ui.colored_label(theme.warning, format!("crosses pages {list}")),
            false => ui.weak(format!("page {list}")),
        };
    });
    related(ui, cx, scene, memory, block);
    faces(ui, cx, scene, memory, block.element);
}

/// `64 × 32 words at 320, 0, 4 bit`.
fn position(block: &MemoryBlock) -> String {
    let &MemoryBlock { x, y, width, height, bits, is_packed, .. } = block;
    let packed = if is_packed { ", placed by Gouraud" } else { "" };
    format!("{width} × {height} words at {x}, {y}, {bits} bit{packed}")
}

fn link(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene, element: Element) {
    let name = format!("{} {}", element.kind(), name_of(&scene.scene, element));
    let response = ui.link(name);
    if response.hovered() {
        cx.hover(Target::Element(element));
    }
    if response.clicked() {
        cx.select(Target::Element(element));
    }
}

/// Links to the textures of a palette or the palettes of a texture, and to overlapping rectangles.
fn related(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene, memory: &Memory, block: &MemoryBlock) {
    let (users, blocks) = (&memory.users, &memory.content.blocks);
    let others: Vec<Element> = match block.element {
        Element::Texture(texture) => {
            let uses = |other: &&MemoryBlock| users.textures(other.element).contains(&texture);
            blocks.iter().filter(uses).map(|other| other.element).collect()
        }
        palette => users.textures(palette).iter().copied().map(Element::Texture).collect(),
    };
    let overlaps = block.overlaps.iter().filter_map(|at| blocks.get(*at));
    let overlaps: Vec<Element> = overlaps.map(|other| other.element).collect();
    for (title, elements) in [("With", others), ("Overlaps", overlaps)] {
        if elements.is_empty() {
            continue;
        }
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(title).color(Theme::of(ui).weak));
            for element in elements.iter().take(LINKS) {
                link(ui, cx, scene, *element);
            }
            if let Some(more) = elements.len().checked_sub(LINKS).filter(|more| *more > 0) {
                ui.weak(format!("and {} more", grouped(more as u64)));
            }
        });
    }
}

/// Maximum number of links in a list.
const LINKS: usize = 8;

/// List of the faces that use a texture or palette; a click selects one.
fn faces(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene, memory: &Memory, element: Element) {
    let models = memory.users.models(element);
    let count = memory.users.faces(element);
    let title = counted(models.len() as u64, "model");
    ui.strong(format!("{} of {title}", counted(count, "face")));
    let area = ScrollArea::vertical().auto_shrink(false);
    area.show_rows(ui, ROW, usize::try_from(count).unwrap_or(0), |ui, rows| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut before = 0;
        for user in models {
            let own = rows.start.saturating_sub(before)..rows.end.saturating_sub(before);
            let own = own.start.min(user.faces.len())..own.end.min(user.faces.len());
            before += user.faces.len();
            for face in user.faces.get(own).unwrap_or_default() {
                let at = user.node.map(|node| Element::Face(FaceRef { node, face: *face }));
                self::face(ui, cx, scene, (user.mesh, *face), at);
            }
        }
    });
}

/// A row of the list; for a model without a node, a click selects the model.
fn face(
    ui: &mut Ui,
    cx: &mut Ctx<'_>,
    scene: &DocScene,
    (mesh, face): (MeshId, u32),
    placed: Option<Element>,
) {
    let target = Target::Element(placed.unwrap_or(Element::Mesh(mesh)));
    let is_hovered = placed.is_some() && cx.state.hovered_element() == placed;
    let is_selected = placed.is_some() && cx.state.selected_element() == placed;
    let response = row(ui, is_selected, is_hovered);
    let name = name_of(&scene.scene, Element::Mesh(mesh));
    let text = format!("face {} of {name}", grouped(face.into()));
    let (rect, colour) = (response.rect, Theme::of(ui).text);
    row_text(ui, rect, rect.left() + GRID, rect.right(), text.clone(), theme::body(), colour);
    response.named(Role::Button, text);
    if response.hovered() {
        cx.hover(target.clone());
    }
    if response.clicked() {
        cx.select(target);
    }
}
