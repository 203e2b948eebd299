//! Render states: a texture, or none, what it reflects, and whether it is a shadow's.

use std::collections::HashMap;

use super::textures::{Found, Textures};

use crate::formats::ssx::mpf::records;
use crate::scene::{
    Blend, ColourScale, List, Material, MaterialId, Scene, Shine, Surface, UvSpace,
};

/// What a stored material says of its textures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Covering {
    main: Option<[u8; 4]>,
    gloss: Option<[u8; 4]>,
    environment: Option<[u8; 4]>,
    /// The bits of the factor.
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

/// Render states met so far.
pub struct Materials {
    textures: Textures,
    known: HashMap<(Covering, bool), MaterialId>,
    list: List<Material>,
}

impl Materials {
    pub fn new(textures: Textures) -> Self {
        Self { textures, known: HashMap::new(), list: List::default() }
    }

    /// The state of faces that are covered so.
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
            (Some(Some(Found { texture, .. })), _) => Surface::Textured { texture, palette: None },
            (_, Some(name)) => Surface::Missing(Some(u32::from_le_bytes(name))),
            (_, None) => Surface::Plain,
        };
        let translucent = found.flatten().is_some_and(|found| found.translucent);
        let text = name.map(|name| super::super::records::text(&name));
        Material {
            name: text.unwrap_or_else(|| (if shadow { "shadow" } else { "plain" }).to_owned()),
            surface,
            uv: UvSpace::Fraction,
            // The coordinates lie in 0 to 1.
            tiled: true,
            // The graphics unit blends everything; it only shows where a texture lets through.
            blend: translucent.then_some(Blend::TEXELS),
            double_sided: shadow,
            colour: ColourScale::Modulate255,
            gouraud: true,
            lit: !shadow,
            shine: self.shine(covering),
            ..Material::PLAIN
        }
    }

    /// Surroundings come back as the factor says, where the gloss is bright (ssx-mpf 3).
    fn shine(&self, covering: Covering) -> Option<Shine> {
        let amount = f32::from_bits(covering.factor).clamp(0.0, 1.0);
        let name = covering.environment.filter(|_| amount > 0.0)?;
        let surroundings = self.textures.find(name)?.texture;
        let gloss = covering.gloss.and_then(|name| self.textures.find(name));
        Some(Shine { surroundings, gloss: gloss.map(|found| found.texture), amount })
    }

    /// Gives the scene its materials and textures.
    pub fn finish(self, scene: &mut Scene) {
        scene.textures = self.textures.list;
        scene.materials = self.list;
    }
}
