//! Icons, counts and visibility switches of elements in lists.

use egui::{Role, Sense, Ui, vec2};
use egui_material_icons::{MaterialIcon, icons};

use crate::app::model::grouped;
use crate::app::ui::named::Named;
use crate::app::ui::{GRID, ROW, Theme, row, theme};
use crate::scene::{Element, ElementGroup, LayerKind, Scene, full_label};
pub use crate::scene::{label_of, name_of};

/// Text at the right of an element's row: its size or count.
pub fn detail_of(scene: &Scene, element: Element) -> String {
    scene.detail(element).in_words(grouped)
}

/// All named elements, for the finder: name, kind, element.
pub fn named_things(scene: &Scene) -> impl Iterator<Item = (String, &'static str, Element)> + '_ {
    let groups = [
        ElementGroup::Nodes,
        ElementGroup::Meshes,
        ElementGroup::Sky,
        ElementGroup::Bones,
        ElementGroup::Animations,
        ElementGroup::Textures,
        ElementGroup::Palettes,
    ];
    let elements = groups.into_iter().flat_map(|group| group.elements(scene));
    elements
        .map(|(element, _)| (name_of(scene, element), element))
        .filter(|(name, _)| !name.starts_with('#'))
        .map(|(name, element)| (full_label(element, &name), element.kind(), element))
}

/// The icon of an element.
pub fn icon_of(scene: &Scene, element: Element) -> MaterialIcon {
    let layer_kind = |layer: u16| scene.layers.get(usize::from(layer)).map(|l| l.kind);
    match element {
        Element::Node(i) => {
            let node = scene.nodes.get(i);
            match node.map(|node| (node.mesh, layer_kind(node.layer))) {
                Some((None, _)) => icons::ICON_FOLDER,
                Some((_, Some(LayerKind::Invisible))) => icons::ICON_VISIBILITY_OFF,
                Some((_, Some(LayerKind::Sky))) => icons::ICON_CLOUD,
                _ => icons::ICON_DEPLOYED_CODE,
            }
        }
        Element::Mesh(_) => icons::ICON_CATEGORY,
        Element::Sky => icons::ICON_CLOUD,
        Element::Bone { .. } => icons::ICON_ACCOUNT_TREE,
        Element::Animation(_) => icons::ICON_ANIMATION,
        Element::Morph { .. } => icons::ICON_FACE,
        Element::Texture(_) => icons::ICON_TEXTURE,
        Element::Palette(_) | Element::ColourTable(_) => icons::ICON_PALETTE,
        Element::Row { .. } => icons::ICON_TABLE,
        Element::Sound(_) => icons::ICON_GRAPHIC_EQ,
        Element::Program(_) => icons::ICON_PIANO,
        Element::Tone { .. } => icons::ICON_MUSIC_NOTE,
        Element::Cue(_) => icons::ICON_CAMPAIGN,
        Element::Collision(_) => icons::ICON_JOIN_INNER,
        _ => icons::ICON_LOCATION_ON,
    }
}

/// Draws the visibility switch at the right of a row; returns `true` if it was clicked.
pub fn eye(ui: &Ui, row: egui::Rect, shown: bool, visible: bool, tip: &str) -> bool {
    let size = vec2(5.0 * GRID, ROW);
    let rect = egui::Rect::from_min_size(row.right_top() - vec2(size.x + GRID, 0.0), size);
    let id = ui.scope_id().with(("eye", row.top() as i32));
    let response = ui.interact(rect, id, Sense::CLICK);
    if !visible && shown && !response.hovered() {
        return false;
    }
    let theme = Theme::of(ui);
    let symbol = if shown { icons::ICON_VISIBILITY } else { icons::ICON_VISIBILITY_OFF };
    let colour = if response.hovered() { theme.text } else { theme.weak };
    row::row_icon(ui, rect, rect.left() + 2.0, symbol, theme::BODY + 1.0, colour);
    response.named_on(Role::CheckBox, shown, tip);
    response.on_hover_text(tip).clicked()
}
