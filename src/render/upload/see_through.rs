//! Render states of faces that the game never draws: they are displayed almost transparent.

use std::borrow::Cow;

use crate::scene::{Blend, Material, Scene};

/// Opacity of faces that the game never draws.
const OPACITY: f32 = 0.3;

/// A material as it is drawn on the faces of a layer.
pub(in crate::render) fn on_layer<'a>(
    scene: &Scene,
    material: Cow<'a, Material>,
    layer: u16,
) -> Cow<'a, Material> {
    if !scene.is_unseen(layer) || material.blend.is_some() {
        return material;
    }
    let blend = Some(Blend::Alpha(OPACITY));
    Cow::Owned(Material { blend, blends_all: true, double_sided: true, ..material.into_owned() })
}
