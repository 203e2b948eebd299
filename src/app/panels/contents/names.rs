//! What stands beside the names of elements.

use crate::app::model::grouped;
use crate::scene::{Element, Group, Scene, full_label};
pub use crate::scene::{label_of, name_of};

/// What stands at the right of an element's row: how much there is of it.
pub fn detail_of(scene: &Scene, element: Element) -> String {
    scene.detail(element).in_words(grouped)
}

/// Everything with a name, for the finder: name, kind, element.
pub fn named_things(scene: &Scene) -> impl Iterator<Item = (String, &'static str, Element)> + '_ {
    let groups = [
        Group::Nodes,
        Group::Meshes,
        Group::Sky,
        Group::Bones,
        Group::Animations,
        Group::Textures,
        Group::Palettes,
    ];
    let elements = groups.into_iter().flat_map(|group| group.elements(scene));
    elements
        .map(|(element, _)| (name_of(scene, element), element))
        .filter(|(name, _)| !name.starts_with('#'))
        .map(|(name, element)| (full_label(element, &name), element.kind(), element))
}
