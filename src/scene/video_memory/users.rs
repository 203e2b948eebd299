//! Faces and textures that use the textures and palettes of a scene.

use std::collections::BTreeMap;

use crate::scene::{Element, MeshId, NodeId, Scene, Surface, TextureId};

/// Faces of a model that use a texture or palette.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelUse {
    /// The model.
    pub mesh: MeshId,
    /// The first node that places the model.
    pub node: Option<NodeId>,
    /// Indices of the faces.
    pub faces: Vec<u32>,
}

/// Users of each texture and palette.
#[derive(Clone, Debug, Default)]
pub struct MemoryUsers {
    models: BTreeMap<Element, Vec<ModelUse>>,
    textures: BTreeMap<Element, Vec<TextureId>>,
}

impl MemoryUsers {
    /// Finds the users of all textures and palettes, including those of animated materials.
    pub fn of(scene: &Scene) -> Self {
        let mut used: Vec<Vec<Element>> =
            scene.materials.iter().map(|material| material.elements().collect()).collect();
        for book in &scene.flipbooks {
            let Some(used) = used.get_mut(book.material.index()) else { continue };
            used.extend(book.frames.iter().flat_map(|frame| frame.surface.elements()));
        }
        for elements in &mut used {
            elements.sort_unstable();
            elements.dedup();
        }
        // The first node of a mesh comes last here and replaces the others.
        let nodes: BTreeMap<MeshId, NodeId> =
            scene.nodes.pairs().rev().filter_map(|(id, node)| Some((node.mesh?, id))).collect();
        let mut users = Self::default();
        for (mesh, geometry) in scene.meshes.pairs() {
            let mut using: BTreeMap<Element, Vec<u32>> = BTreeMap::new();
            for (face, material) in (0..).zip(geometry.faces.materials()) {
                for element in used.get(material.index()).into_iter().flatten() {
                    using.entry(*element).or_default().push(face);
                }
            }
            let node = nodes.get(&mesh).copied();
            for (element, faces) in using {
                users.models.entry(element).or_default().push(ModelUse { mesh, node, faces });
            }
        }
        users.pair(scene);
        users
    }

    /// Adds the textures of each palette: those that own it, and those that faces draw with it.
    fn pair(&mut self, scene: &Scene) {
        let own = scene.textures.pairs().map(|(id, texture)| (id, texture.palette));
        let frames = scene.flipbooks.iter().flat_map(|book| &book.frames);
        let surfaces = scene.materials.iter().map(|material| material.surface);
        let drawn = surfaces.chain(frames.map(|frame| frame.surface));
        let drawn = drawn.filter_map(|surface| match surface {
            Surface::Textured { texture, palette } => Some((texture, palette)),
            _ => None,
        });
        for (texture, palette) in own.chain(drawn) {
            let Some(palette) = palette else { continue };
            let textures = self.textures.entry(Element::Palette(palette)).or_default();
            textures.push(texture);
        }
        for textures in self.textures.values_mut() {
            textures.sort_unstable();
            textures.dedup();
        }
    }

    /// Models with faces that use a texture or palette.
    pub fn models(&self, element: Element) -> &[ModelUse] {
        self.models.get(&element).map_or(&[], Vec::as_slice)
    }

    /// Textures that use a palette.
    pub fn textures(&self, palette: Element) -> &[TextureId] {
        self.textures.get(&palette).map_or(&[], Vec::as_slice)
    }

    /// Number of faces that use a texture or palette; those of a model that is placed twice count once.
    pub fn faces(&self, element: Element) -> u64 {
        self.models(element).iter().map(|user| user.faces.len() as u64).sum()
    }
}
