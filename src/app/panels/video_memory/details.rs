//! The selected texture or palette: its rectangle, and the faces that use it.

use egui::{Rect, RichText, Role, Sense, Ui};

use super::Memory;
use crate::app::model::numbers::{counted, grouped};
use crate::app::model::{DocScene, SelectionTarget};
use crate::app::ui::named::Named;
use crate::app::ui::row::{self, row_text};
use crate::app::ui::{Ctx, GRID, ROW, RowScroll, Theme, theme};
use crate::scene::{Element, FaceRef, MemoryBlock, MeshId, ModelUse, face_label, name_of};

/// Index of the block of the selected texture or palette, or of the selected face's texture.
pub fn selected_block(cx: &Ctx<'_>, scene: &DocScene, memory: &Memory) -> Option<usize> {
    match cx.state.selected_element()? {
        Element::Face(face) => Some(memory.content.of_face(&scene.scene, face)?.texture),
        element => memory.content.block_of(element),
    }
}

pub fn show(
    ui: &mut Ui,
    cx: &mut Ctx<'_>,
    scene: &DocScene,
    memory: &Memory,
    (selected, faces): (Option<usize>, &mut FaceList),
) {
    let Some(block) = selected.and_then(|index| memory.content.blocks.get(index)) else {
        ui.weak("Click a texture or palette to see its faces.");
        return;
    };
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
    faces.show(ui, cx, scene, memory, block.element);
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
        cx.hover(SelectionTarget::Element(element));
    }
    if response.clicked() {
        cx.select(SelectionTarget::Element(element));
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

/// Scroll position of the list of faces.
#[derive(Default)]
pub struct FaceList {
    rows: RowScroll,
    /// Texture or palette, and the face that was scrolled into view.
    revealed: Option<(Element, Option<FaceRef>)>,
}

impl FaceList {
    /// Lists the faces that use a texture or palette; a click selects one.
    fn show(
        &mut self,
        ui: &mut Ui,
        cx: &mut Ctx<'_>,
        scene: &DocScene,
        memory: &Memory,
        element: Element,
    ) {
        let (models, count) = (memory.users.models(element), memory.users.faces(element));
        if count == 0 {
            ui.weak("No face of this file uses it.");
            return;
        }
        let title = counted(models.len() as u64, "model");
        ui.strong(format!("{} of {title}", counted(count, "face")));
        let selected = cx.state.selected_face();
        let selected_row = selected.and_then(|face| row_of(scene, models, face));
        if self.revealed.replace((element, selected)) != Some((element, selected)) {
            match selected_row {
                Some(row) => self.rows.arrive(row),
                None => self.rows.jump(0),
            }
        }
        let shown = self.rows.show(ui, "Faces", count, ROW);
        shown.each(ui, |ui, row, rect| {
            if let Some((user, face)) = user_at(models, row) {
                let at = user.node.map(|node| Element::Face(FaceRef { node, face }));
                let is_selected = selected_row == Some(row);
                self::face(ui, cx, scene, (user.mesh, face), (at, rect, is_selected));
            }
        });
    }
}

/// Row of a face, which is that of the same face in other instances of its model.
fn row_of(scene: &DocScene, models: &[ModelUse], face: FaceRef) -> Option<u64> {
    let mesh = scene.scene.nodes.get(face.node)?.mesh?;
    let mut before = 0;
    for user in models {
        let at = user.faces.iter().position(|own| *own == face.face);
        if let Some(at) = at.filter(|_| user.mesh == mesh) {
            return Some((before + at) as u64);
        }
        before += user.faces.len();
    }
    None
}

/// Model and face of a row.
fn user_at(models: &[ModelUse], row: u64) -> Option<(&ModelUse, u32)> {
    let mut at = usize::try_from(row).ok()?;
    for user in models {
        match user.faces.get(at) {
            Some(face) => return Some((user, *face)),
            None => at -= user.faces.len(),
        }
    }
    None
}

/// A row of the list; for a model without a node, a click selects the model.
fn face(
    ui: &Ui,
    cx: &mut Ctx<'_>,
    scene: &DocScene,
    (mesh, face): (MeshId, u32),
    (placed, rect, is_selected): (Option<Element>, Rect, bool),
) {
    let target = SelectionTarget::Element(placed.unwrap_or(Element::Mesh(mesh)));
    let is_hovered = placed.is_some() && cx.state.hovered_element() == placed;
    let response = ui.interact(rect, ui.scope_id().with(("face", mesh, face)), Sense::CLICK);
    row::fill(ui, rect, is_selected, is_hovered || response.hovered());
    let text = match placed {
        Some(Element::Face(face)) => face_label(&scene.scene, face),
        _ => format!("face {face} of {}", name_of(&scene.scene, Element::Mesh(mesh))),
    };
    let colour = Theme::of(ui).text;
    row_text(ui, rect, rect.left() + GRID, rect.right(), text.clone(), theme::body(), colour);
    response.named_on(Role::ListItem, is_selected, text);
    if response.hovered() {
        cx.hover(target.clone());
    }
    if response.clicked() {
        cx.select(target);
    }
}
