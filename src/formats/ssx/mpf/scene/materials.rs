//! Render states: a texture, or none, and whether it is a shadow's.

use std::collections::HashMap;

use super::textures::{Found, Textures};

use crate::scene::{Blend, ColourScale, List, Material, MaterialId, Scene, Surface, UvSpace};

/// Render states met so far.
pub struct Materials {
    textures: Textures,
    known: HashMap<(Option<[u8; 4]>, bool), MaterialId>,
    list: List<Material>,
}

impl Materials {
    pub fn new(textures: Textures) -> Self {
        Self { textures, known: HashMap::new(), list: List::default() }
    }

    /// The state of faces that are covered by the texture with this name.
    pub fn of(&mut self, name: Option<[u8; 4]>, shadow: bool) -> MaterialId {
        let next = self.list.next_id();
        let index = *self.known.entry((name, shadow)).or_insert(next);
        if index == next {
            self.list.push(self.make(name, shadow));
        }
        index
    }

    fn make(&self, name: Option<[u8; 4]>, shadow: bool) -> Material {
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
            ..Material::PLAIN
        }
    }

    /// Gives the scene its materials and textures.
    pub fn finish(self, scene: &mut Scene) {
        scene.textures = self.textures.list;
        scene.materials = self.list;
    }
}
