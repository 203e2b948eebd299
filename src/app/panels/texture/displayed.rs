//! The displayed texture, and the positions of faces on it.

use egui::{Vec2, vec2};

use super::Uvs;
use super::users::User;
use crate::app::model::view::texels::TextureView;
use crate::app::ui::pictures::View;
use crate::scene::{Face, PaletteId, Scene, Surface, Texture, TextureData, TextureId, UvSpace};

/// The displayed texture and its display settings.
pub struct DisplayedTexture<'a> {
    pub view: View,
    /// Size of the texture.
    pub size: [u32; 2],
    pub pixels: &'a dyn TextureData,
    pub texture: &'a Texture,
    pub palette: Option<PaletteId>,
    pub look: TextureView,
    pub uvs: Uvs,
    pub users: &'a [User],
}

/// `true` if a face uses a texture.
pub fn uses(scene: &Scene, face: &Face, texture: TextureId) -> bool {
    let material = scene.materials.get(face.material);
    material.is_some_and(
        |material| matches!(material.surface, Surface::Textured { texture: t, .. } if t == texture),
    )
}

/// Corners of a face on its texture, in order around its edge, as fractions of the upright picture.
pub fn uv_outline(scene: &Scene, face: &Face, texture: &Texture) -> Vec<Vec2> {
    let space = scene.materials.get(face.material).map_or(UvSpace::Texels, |m| m.uv);
    let size = vec2(texture.width.max(1) as f32, texture.height.max(1) as f32);
    let corner = |at: &usize| {
        let [u, v] = face.uvs[*at];
        match space {
            // An integer coordinate is the centre of a texel.
            UvSpace::Texels => (vec2(u, v) + Vec2::splat(0.5)) / size,
            UvSpace::Fraction if texture.pixels.bottom_up() => vec2(u, 1.0 - v),
            UvSpace::Fraction => vec2(u, v),
        }
    };
    face.perimeter().iter().map(corner).collect()
}
