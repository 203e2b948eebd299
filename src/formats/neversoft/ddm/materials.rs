//! Creates each material once, with textures from the level's `.ddx` archive.

use std::collections::HashMap;
use std::sync::Arc;

use super::super::ddx::Ddx;
use super::super::hash::key;
use super::records::{Material, NO_TEXTURE, blend};
use crate::bytes::Source;
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::ms::dds::{self, Dds};
use crate::scene::{self, Blend, ColourScale, MaterialId, Scene, Surface, TextureId, UvSpace};

/// Texture archive of a level and the scene elements created from it.
pub(super) struct LevelMaterials {
    archive: Option<Arc<Loaded<Ddx>>>,
    textures: HashMap<String, Option<TextureId>>,
    materials: HashMap<(String, u32), MaterialId>,
    /// Names of textures that were not found, in order of request.
    pub missing: Vec<String>,
}

impl LevelMaterials {
    /// Opens the archive that has the name of `level`.
    pub fn beside(level: &Source, context: Context<'_>) -> Self {
        let stored = context.siblings.open(&format!("{}.ddx", level.stem())).ok();
        let archive = stored.and_then(|stored| Loaded::companion(&stored, context).ok());
        let (textures, materials) = (HashMap::new(), HashMap::new());
        Self { archive, textures, materials, missing: Vec::new() }
    }

    /// Returns the scene's material for a stored material, adding it if it is new.
    pub fn add(&mut self, scene: &mut Scene, stored: &Material) -> MaterialId {
        let texture = stored.texture.lossy();
        let known = (texture.to_ascii_lowercase(), stored.blend);
        if let Some(material) = self.materials.get(&known) {
            return *material;
        }
        let surface = self.surface(scene, &texture);
        let material = scene.materials.push(scene::Material {
            name: stored.name.lossy(),
            surface,
            uv: UvSpace::Fraction,
            tiled: true,
            blend: matches!(stored.blend, blend::ADD | blend::ADD_TOO).then_some(Blend::Add),
            // The winding of strips is not documented.
            double_sided: true,
            colour: ColourScale::Modulate255,
            gouraud: true,
            ..scene::Material::PLAIN
        });
        self.materials.insert(known, material);
        material
    }

    fn surface(&mut self, scene: &mut Scene, name: &str) -> Surface {
        if name.is_empty() || name.eq_ignore_ascii_case(NO_TEXTURE) {
            return Surface::Plain;
        }
        match self.texture(scene, name) {
            Some(texture) => Surface::Textured { texture, palette: None },
            None => Surface::Missing(Some(key(name.as_bytes()))),
        }
    }

    fn texture(&mut self, scene: &mut Scene, name: &str) -> Option<TextureId> {
        let lower = name.to_ascii_lowercase();
        if let Some(known) = self.textures.get(&lower) {
            return *known;
        }
        let made = self.open(name).map(|texture| scene.textures.push(texture));
        if made.is_none() {
            self.missing.push(name.to_owned());
        }
        self.textures.insert(lower, made);
        made
    }

    fn open(&self, name: &str) -> Option<scene::Texture> {
        let archive = &self.archive.as_ref()?.records;
        let source = archive.file(archive.find(name)?)?;
        let (file, _) = Loaded::<Dds>::open(&source).ok()?;
        let texture = dds::texture(&file, name.to_owned())?;
        Some(scene::Texture { id: key(name.as_bytes()), ..texture })
    }
}
