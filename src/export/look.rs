//! How the PlayStation's ways to be transparent are said in formats that know one alpha.

use super::picture::{Picture, PictureKey, Pictures};
use super::plan::surface;
use super::shape::{MaterialUse, material};
use crate::scene::{Blend, LayerKind, Material, Scene};

/// What alpha does on a material.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Alpha {
    Opaque,
    /// Texels are there or are not.
    Mask,
    /// The alpha of the picture.
    Picture,
    /// Everything that is drawn has this alpha.
    Even(f32),
    /// Texels with STP have this alpha, the others are opaque.
    Stp(f32),
}

/// A material as it is drawn: with the picture it shows, where that could be made.
pub(super) struct Look<'a> {
    pub usage: MaterialUse,
    pub material: &'a Material,
    pub picture: Option<(PictureKey, &'a Picture)>,
    pub alpha: Alpha,
    /// The game does not draw faces of this layer; they are shown as ghosts.
    pub invisible: bool,
}

/// How solid faces look that the game does not draw.
const GHOST: f32 = 0.25;

impl<'a> Look<'a> {
    pub(super) fn new(scene: &'a Scene, pictures: &'a Pictures<'_>, usage: MaterialUse) -> Self {
        let material = material(scene, usage.material);
        let key = surface(scene, material.surface);
        let picture = key.and_then(|key| Some((key, pictures.get(key).ok()?)));
        let layer = usage.layer.and_then(|layer| scene.layers.get(usize::from(layer)));
        let invisible = layer.is_some_and(|layer| layer.kind == LayerKind::Invisible);
        let alpha = if invisible {
            Alpha::Even(GHOST)
        } else {
            Alpha::new(material.blend, picture.map(|(_, picture)| picture))
        };
        Self { usage, material, picture, alpha, invisible }
    }
}

impl Alpha {
    fn new(blend: Option<Blend>, picture: Option<&Picture>) -> Self {
        match (blend.map(opacity), picture) {
            (None, None) => Alpha::Opaque,
            (Some(alpha), None) => Alpha::Even(alpha),
            (_, Some(picture)) if picture.translucent => Alpha::Picture,
            // A picture of bytes has no STP, so that the whole face is mixed.
            (Some(alpha), Some(picture)) if !picture.has_words || picture.stp == picture.drawn => {
                Alpha::Even(alpha)
            }
            (Some(alpha), Some(picture)) if picture.stp > 0 => Alpha::Stp(alpha),
            (_, Some(picture)) if picture.holes => Alpha::Mask,
            _ => Alpha::Opaque,
        }
    }

    /// The alpha that applies to the whole material.
    pub(super) fn factor(self) -> f32 {
        if let Alpha::Even(alpha) = self { alpha } else { 1.0 }
    }
}

/// The share of the front. Sums and differences cannot be said as one: half, so that both sides
/// are seen.
fn opacity(blend: Blend) -> f32 {
    match blend {
        Blend::Average | Blend::Add | Blend::Subtract => 0.5,
        Blend::AddQuarter => 0.25,
    }
}
