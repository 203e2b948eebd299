//! Blend modes reduced to the single alpha value of glTF and OBJ.

use super::picture::{Picture, PictureKey, Pictures};
use super::plan::surface;
use super::shape::{MaterialUse, material};
use crate::scene::{Blend, Face, LayerKind, Material, Scene, Surface, UvSpace};

/// Use of alpha by a material.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Alpha {
    Opaque,
    /// Texels are either opaque or invisible.
    Mask,
    /// The alpha of the picture, multiplied by this factor.
    Picture(f32),
    /// Everything has this alpha.
    Even(f32),
    /// Texels with STP have this alpha, the others are opaque.
    Stp(f32),
}

/// A material with its picture, if that could be encoded.
pub(super) struct ExportedMaterial<'a> {
    pub usage: MaterialUse,
    pub material: &'a Material,
    pub picture: Option<(PictureKey, &'a Picture)>,
    pub alpha: Alpha,
    /// The game does not draw faces of this layer; they are exported almost transparent.
    pub invisible: bool,
}

/// Opacity of faces that the game does not draw.
const GHOST: f32 = 0.25;

impl<'a> ExportedMaterial<'a> {
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

    /// Width and height in texels that texture coordinates refer to: those of the picture, or 1 × 1 if
    /// they are stored as fractions of the texture, even if the texture is missing. `None` if the size is
    /// unknown, and if `faces` have no coordinates.
    pub(super) fn texels(&self, faces: &[(usize, Face)]) -> Option<(u32, u32)> {
        let textured = self.material.surface != Surface::Plain;
        let stored = || faces.iter().any(|(_, face)| face.uvs != [[0.0; 2]; 4]);
        match self.picture {
            Some((_, picture)) => Some((picture.width, picture.height)),
            None if self.material.uv == UvSpace::Texels => None,
            None => (textured || stored()).then_some((1, 1)),
        }
    }
}

impl Alpha {
    fn new(blend: Option<Blend>, picture: Option<&Picture>) -> Self {
        let share = blend.map_or(1.0, opacity);
        let mixed = share < 1.0;
        match picture {
            None if mixed => Alpha::Even(share),
            Some(picture) if picture.translucent => Alpha::Picture(share),
            Some(picture) if mixed && is_whole(blend, picture) => Alpha::Even(share),
            Some(picture) if mixed && picture.stp > 0 => Alpha::Stp(share),
            Some(picture) if picture.holes => Alpha::Mask,
            _ => Alpha::Opaque,
        }
    }

    /// Alpha of the whole material, in addition to that of its picture.
    pub(super) fn factor(self) -> f32 {
        match self {
            Alpha::Even(alpha) | Alpha::Picture(alpha) => alpha,
            _ => 1.0,
        }
    }
}

/// `true` if every drawn texel is blended. A picture that was not made of 15-bit words has no STP bit.
fn is_whole(blend: Option<Blend>, picture: &Picture) -> bool {
    let takes_all = blend.is_some_and(Blend::takes_all);
    takes_all || !picture.has_words || picture.stp == picture.drawn
}

/// Opacity of the foreground. Additive and subtractive blending cannot be expressed; they become 0.5, so
/// that both sides are visible.
fn opacity(blend: Blend) -> f32 {
    match blend {
        Blend::Average | Blend::Add | Blend::Subtract => 0.5,
        Blend::AddQuarter => 0.25,
        Blend::Alpha(opacity) => opacity,
    }
}
