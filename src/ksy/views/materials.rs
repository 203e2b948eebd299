//! Materials of faces.

use std::collections::HashMap;

use super::entry::Entry;
use super::media::Pictures;
use super::values::Missing;
use super::walk::{Element, Walk};
use crate::scene::{
    Blend, ColourScale, Material, MaterialId, Scene, Surface, TexelFormat, UvSpace,
};

/// Properties of faces that determine their material: there is one for each combination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct MaterialKey {
    pub surface: Surface,
    pub uv: UvSpace,
    pub scale: ColourScale,
    pub lit: bool,
    pub gouraud: bool,
    pub double_sided: bool,
    pub blend: Option<BlendMode>,
}

/// Number of a blend mode, or an opacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum BlendMode {
    Mode(u32),
    Alpha(u32),
}

impl MaterialKey {
    /// Properties of the faces of an element, without those of its corners.
    pub fn read(
        pictures: (&mut Scene, &mut Pictures),
        walk: &mut Walk<'_>,
        faces: &Entry,
        face: &Element,
    ) -> Self {
        let scale = match walk.word(faces, "scale-colour", face).as_deref() {
            Some("128") => ColourScale::Modulate128,
            Some("off") => ColourScale::Raw,
            _ => ColourScale::Modulate255,
        };
        let blend = walk.word(faces, "blend", face).and_then(|word| match &*word {
            "average" => Some(BlendMode::Mode(0)),
            "add" => Some(BlendMode::Mode(1)),
            "subtract" => Some(BlendMode::Mode(2)),
            "add-quarter" => Some(BlendMode::Mode(3)),
            "alpha" => {
                let opacity = walk.number(faces, "opacity", face).unwrap_or(1.0);
                Some(BlendMode::Alpha((opacity.clamp(0.0, 1.0) as f32).to_bits()))
            }
            _ => None,
        });
        Self {
            surface: surface(pictures, walk, faces, face),
            uv: UvSpace::Fraction,
            scale,
            lit: false,
            gouraud: false,
            double_sided: walk.flag(faces, "double-sided", face) == Some(true),
            blend,
        }
    }

    fn material(&self, scene: &Scene) -> Material {
        let texture = match self.surface {
            Surface::Textured { texture, .. } => scene.textures.get(texture),
            _ => None,
        };
        let name = match (self.surface, texture) {
            (_, Some(texture)) => texture.name.clone(),
            (Surface::Plain, _) => "coloured".to_owned(),
            _ => "no texture".to_owned(),
        };
        // 15-bit texels contain a bit that states if they are blended.
        let states_blending = texture.is_some_and(|texture| {
            texture.palette.is_some() || texture.format == TexelFormat::Direct15
        });
        let blend = self.blend.map(|blend| match blend {
            BlendMode::Mode(mode) => Blend::from_mode(mode),
            BlendMode::Alpha(bits) => Blend::Alpha(f32::from_bits(bits)),
        });
        Material {
            name,
            surface: self.surface,
            uv: self.uv,
            tiled: self.surface != Surface::Plain,
            blend,
            blends_all: matches!(self.blend, Some(BlendMode::Mode(_))) && !states_blending,
            double_sided: self.double_sided,
            colour: self.scale,
            gouraud: self.gouraud,
            lit: self.lit,
            ..Material::PLAIN
        }
    }
}

/// Texture of a face; an index or name that does not exist is reported.
fn surface(
    (scene, pictures): (&mut Scene, &mut Pictures),
    walk: &mut Walk<'_>,
    faces: &Entry,
    face: &Element,
) -> Surface {
    let Pictures { pictures: list, palettes, .. } = &*pictures;
    let picture = walk.reference(faces, "texture", face, list, Pictures::picture_name);
    let picture = match picture {
        Ok(Some(picture)) => picture,
        Ok(None) => return Surface::Plain,
        Err(Missing) => return Surface::Missing(None),
    };
    let palette = walk.reference(faces, "palette", face, palettes, Pictures::palette_name);
    let found = pictures.surface(scene, picture, palette.ok().flatten());
    found.unwrap_or(Surface::Missing(None))
}

/// The materials of a scene, each created once.
#[derive(Default)]
pub(super) struct Materials(HashMap<MaterialKey, MaterialId>);

impl Materials {
    pub fn get(&mut self, scene: &mut Scene, look: MaterialKey) -> MaterialId {
        match self.0.get(&look) {
            Some(known) => *known,
            None => {
                let id = scene.materials.push(look.material(scene));
                self.0.insert(look, id);
                id
            }
        }
    }
}
