//! Builds materials: texture, reflection, and shadow state.

use std::collections::HashMap;

use super::textures::{SceneTexture, Textures};

use crate::formats::ssx::mpf::records;
use crate::scene::{
    Blend, ColourScale, List, Material, MaterialId, Scene, Shine, Surface, UvSpace,
};

/// The textures of a stored material.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Covering {
    main: Option<[u8; 4]>,
    gloss: Option<[u8; 4]>,
    environment: Option<[u8; 4]>,
    /// The bits of the factor, so that it can be hashed.
    factor: u32,
}

impl Covering {
    pub fn of(material: &records::Material) -> Self {
        Self {
            main: material.main(),
            gloss: material.gloss(),
            environment: material.environment(),
            factor: material.factor.to_bits(),
        }
    }
}

/// Materials created so far.
pub struct Materials {
    textures: Textures,
    known: HashMap<(Covering, bool), MaterialId>,
    list: List<Material>,
}

impl Materials {
    pub fn new(textures: Textures) -> Self {
        Self { textures, known: HashMap::new(), list: List::default() }
    }

    /// The material of faces with these textures.
    pub fn of(&mut self, covering: Covering, shadow: bool) -> MaterialId {
        let next = self.list.next_id();
        let index = *self.known.entry((covering, shadow)).or_insert(next);
        if index == next {
            self.list.push(self.make(covering, shadow));
        }
        index
    }

    fn make(&self, covering: Covering, shadow: bool) -> Material {
        let name = covering.main;
        let found = name.map(|name| self.textures.find(name));
        let surface = match (found, name) {
            (Some(Some(SceneTexture { texture, .. })), _) => {
                Surface::Textured { texture, palette: None }
            }
            (_, Some(name)) => Surface::Missing(Some(u32::from_le_bytes(name))),
            (_, None) => Surface::Plain,
        };
        let translucent = found.flatten().is_some_and(|found| found.translucent);
        let text = name.map(|name| super::super::records::text(&name));
        Material {
            name: text.unwrap_or_else(|| (if shadow { "shadow" } else { "plain" }).to_owned()),
            surface,
            uv: UvSpace::Fraction,
            // The coordinates are in 0 to 1.
            tiled: true,
            // The graphics unit blends everything, which only matters for translucent textures.
            blend: translucent.then_some(Blend::TEXELS),
            double_sided: shadow,
            colour: ColourScale::Modulate255,
            gouraud: true,
            lit: !shadow,
            shine: self.shine(covering),
            ..Material::PLAIN
        }
    }

    /// The environment is reflected according to the factor where the gloss is bright (ssx-mpf 3).
    fn shine(&self, covering: Covering) -> Option<Shine> {
        let amount = f32::from_bits(covering.factor).clamp(0.0, 1.0);
        let name = covering.environment.filter(|_| amount > 0.0)?;
        let surroundings = self.textures.find(name)?.texture;
        let gloss = covering.gloss.and_then(|name| self.textures.find(name));
        Some(Shine { surroundings, gloss: gloss.map(|found| found.texture), amount })
    }

    /// Moves the materials and textures into the scene.
    pub fn finish(self, scene: &mut Scene) {
        scene.textures = self.textures.list;
        scene.materials = self.list;
    }
}
