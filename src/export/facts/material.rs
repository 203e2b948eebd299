//! Render states for formats that cannot express them: in the extras of GLBs, and in JSON.

use serde::Serialize;

use super::surface_animation::{FadeFacts, FlipbookFacts};
use crate::scene::{Blend, ColourScale, Material, MaterialId, Scene, Shine, Surface, TextureId};

/// Render states of the faces of a material.
#[derive(Serialize)]
pub(in crate::export) struct MaterialFacts<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    blend: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blend_mode: Option<u32>,
    /// Opacity of the whole surface if it is blended with an alpha.
    #[serde(skip_serializing_if = "Option::is_none")]
    opacity: Option<f32>,
    /// Formula by which a corner colour `c` scales a texel.
    colour: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    texture: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    texture_id: Option<String>,
    /// The texture was not found in any open file.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    missing: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    tiled: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    gouraud: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    lit: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    subdivided: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    vanishes: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    shine: Option<ShineFacts<'a>>,
    /// Animation of the material's colour.
    #[serde(skip_serializing_if = "Option::is_none")]
    fade: Option<FadeFacts<'a>>,
    /// Pictures that the material displays in turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    flipbook: Option<FlipbookFacts<'a>>,
}

impl<'a> MaterialFacts<'a> {
    /// Facts of the material with this index.
    pub(in crate::export) fn new(scene: &'a Scene, index: MaterialId, material: &Material) -> Self {
        let (texture, id, missing) = match material.surface {
            Surface::Plain => (None, None, false),
            Surface::Textured { texture, .. } => {
                let texture = scene.textures.get(texture);
                (texture.map(|t| t.name.as_str()), texture.map(|t| t.id), texture.is_none())
            }
            Surface::Missing(id) => (None, id, true),
            Surface::Faulty(_) => (None, None, true),
        };
        Self {
            blend: material.blend.map(|blend| blend.formula()),
            blend_mode: material.blend.and_then(Blend::mode),
            opacity: material.blend.and_then(Blend::opacity),
            colour: match (material.surface, material.colour) {
                (Surface::Plain, _) => "c",
                (_, ColourScale::Modulate128) => "texel * c / 128",
                (_, ColourScale::Modulate255) => "texel * c / 255",
                (_, ColourScale::Raw) => "texel",
            },
            texture,
            texture_id: id.map(|id| format!("{id:08x}")),
            missing,
            tiled: material.tiled,
            gouraud: material.gouraud,
            lit: material.lit,
            subdivided: material.subdivided,
            vanishes: material.vanishes,
            shine: material.shine.map(|shine| ShineFacts::new(scene, shine)),
            fade: FadeFacts::of(scene, index),
            flipbook: FlipbookFacts::of(scene, index),
        }
    }
}

/// Reflection of the surroundings.
#[derive(Serialize)]
struct ShineFacts<'a> {
    /// Names of textures.
    #[serde(skip_serializing_if = "Option::is_none")]
    surroundings: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gloss: Option<&'a str>,
    amount: f32,
}

impl<'a> ShineFacts<'a> {
    fn new(scene: &'a Scene, shine: Shine) -> Self {
        let name = |id: TextureId| scene.textures.get(id).map(|texture| texture.name.as_str());
        Self {
            surroundings: name(shine.surroundings),
            gloss: shine.gloss.and_then(name),
            amount: shine.amount,
        }
    }
}
