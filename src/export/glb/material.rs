//! Render states as glTF materials.

use std::collections::HashMap;

use gltf_json::extensions::material::{Material as Extensions, Unlit};
use gltf_json::image::{Image, MimeType};
use gltf_json::material::{
    AlphaCutoff, AlphaMode, Material as GltfMaterial, NormalTexture, PbrBaseColorFactor,
    PbrMetallicRoughness, StrengthFactor,
};
use gltf_json::texture::{Info, MagFilter, MinFilter, Sampler, Texture as GltfTexture};
use gltf_json::validation::Checked::Valid;
use gltf_json::{Index, Root};
use serde::Serialize;

use super::{Document, extras, name, next_index};
use crate::export::blending::{Alpha, ExportedMaterial};
use crate::export::facts::MaterialFacts;
use crate::export::picture::{PictureKey, Pictures, normal_map, with_stp_alpha};
use crate::export::shape::{MaterialUse, with_layer};
use crate::scene::{Scene, TextureId};

/// Materials and textures written so far.
pub(super) struct Materials<'a> {
    pictures: &'a Pictures<'a>,
    made: HashMap<MaterialUse, Index<GltfMaterial>>,
    /// Textures by picture, and by the alpha of its STP texels if it differs from the default.
    textures: HashMap<(PictureKey, Option<u8>), Option<Index<GltfTexture>>>,
    /// Normal maps by texture.
    reliefs: HashMap<TextureId, Option<Index<GltfTexture>>>,
    unlit: bool,
}

/// Render states that glTF cannot express.
#[derive(Serialize)]
struct Extras<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    layer: Option<&'a str>,
    #[serde(flatten)]
    facts: MaterialFacts<'a>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    invisible: bool,
}

impl<'a> Extras<'a> {
    fn new(scene: &'a Scene, look: &ExportedMaterial<'a>) -> Self {
        let layer = look.usage.layer.and_then(|layer| scene.layers.get(usize::from(layer)));
        Self {
            layer: layer.map(|layer| layer.name.as_str()),
            facts: MaterialFacts::new(scene, look.usage.material, look.material),
            invisible: look.invisible,
        }
    }
}

impl<'a> Materials<'a> {
    pub(super) fn new(pictures: &'a Pictures<'a>) -> Self {
        Self {
            pictures,
            made: HashMap::new(),
            textures: HashMap::new(),
            reliefs: HashMap::new(),
            unlit: false,
        }
    }

    pub(super) fn exported(&self, scene: &'a Scene, usage: MaterialUse) -> ExportedMaterial<'a> {
        ExportedMaterial::new(scene, self.pictures, usage)
    }

    /// Lists the extensions in use.
    pub(super) fn finish(&self, root: &mut Root) {
        if self.unlit {
            root.extensions_used.push("KHR_materials_unlit".to_owned());
        }
    }
}

impl Document<'_> {
    /// The glTF material of an appearance; created if it is new.
    pub(super) fn material(&mut self, look: &ExportedMaterial<'_>) -> Index<GltfMaterial> {
        if let Some(index) = self.materials.made.get(&look.usage) {
            return *index;
        }
        let texture = look.picture.and_then(|(key, _)| {
            let stp_alpha = match look.alpha {
                Alpha::Stp(alpha) => Some((alpha * 255.0).round() as u8),
                _ => None,
            };
            self.texture(key, stp_alpha)
        });
        let (mode, cutoff) = match look.alpha {
            Alpha::Opaque => (AlphaMode::Opaque, None),
            Alpha::Mask => (AlphaMode::Mask, Some(AlphaCutoff(0.5))),
            Alpha::Picture(_) | Alpha::Even(_) | Alpha::Stp(_) => (AlphaMode::Blend, None),
        };
        // Stored colours already include lighting, unless the engine computes it from normals.
        let unlit = !look.material.lit;
        self.materials.unlit |= unlit;
        let relief = look.picture.filter(|_| !unlit).and_then(|(key, _)| self.relief(key));
        let index = next_index(&self.root.materials);
        self.root.materials.push(GltfMaterial {
            name: name(&with_layer(self.scene, &look.material.name, look.usage.layer)),
            alpha_mode: Valid(mode),
            alpha_cutoff: cutoff,
            double_sided: look.material.double_sided || look.usage.both_sides,
            pbr_metallic_roughness: PbrMetallicRoughness {
                base_color_factor: PbrBaseColorFactor([1.0, 1.0, 1.0, look.alpha.factor()]),
                base_color_texture: texture.map(|index| Info {
                    index,
                    tex_coord: 0,
                    extensions: None,
                    extras: None,
                }),
                metallic_factor: StrengthFactor(0.0),
                ..PbrMetallicRoughness::default()
            },
            normal_texture: relief.map(|index| NormalTexture {
                index,
                scale: 1.0,
                tex_coord: 0,
                extensions: None,
                extras: None,
            }),
            extensions: unlit.then_some(Extensions { unlit: Some(Unlit {}) }),
            extras: extras(&Extras::new(self.scene, look)),
            ..GltfMaterial::default()
        });
        self.materials.made.insert(look.usage, index);
        index
    }

    fn texture(&mut self, key: PictureKey, stp_alpha: Option<u8>) -> Option<Index<GltfTexture>> {
        if let Some(index) = self.materials.textures.get(&(key, stp_alpha)) {
            return *index;
        }
        let png = match stp_alpha {
            None => self.materials.pictures.get(key).ok().map(|picture| picture.png.clone()),
            Some(alpha) => with_stp_alpha(self.scene, key, alpha).ok(),
        };
        let index = png.map(|png| self.add_texture(key, png));
        self.materials.textures.insert((key, stp_alpha), index);
        index
    }

    /// Normal map of a texture with a height map.
    fn relief(&mut self, key: PictureKey) -> Option<Index<GltfTexture>> {
        if let Some(index) = self.materials.reliefs.get(&key.texture) {
            return *index;
        }
        let texture = self.scene.textures.get(key.texture);
        let index = texture.and_then(normal_map).map(|png| self.add_texture(key, png));
        self.materials.reliefs.insert(key.texture, index);
        index
    }

    fn add_texture(&mut self, key: PictureKey, png: Vec<u8>) -> Index<GltfTexture> {
        let texture = self.scene.textures.get(key.texture);
        if self.root.samplers.is_empty() {
            self.root.samplers.push(Sampler {
                mag_filter: Some(Valid(MagFilter::Nearest)),
                min_filter: Some(Valid(MinFilter::Nearest)),
                ..Sampler::default()
            });
        }
        let source = next_index(&self.root.images);
        self.root.images.push(Image {
            buffer_view: Some(self.buffer.picture(png)),
            mime_type: Some(MimeType("image/png".to_owned())),
            name: texture.and_then(|texture| name(&texture.name)),
            uri: None,
            extensions: None,
            extras: None,
        });
        let index = next_index(&self.root.textures);
        self.root.textures.push(GltfTexture {
            sampler: Some(Index::new(0)),
            source,
            name: None,
            extensions: None,
            extras: None,
        });
        index
    }
}
