//! Summary of several faces: common values, and counts of differing ones.

use std::collections::BTreeMap;

use super::facts::{self, Tally};
use crate::app::model::view::colour_by::{match_criteria, similar};
use crate::app::model::{DocScene, Like};
use crate::scene::{Face, FaceRef, MaterialId, Surface, TextureId};

/// Counts over the selected faces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Faces in drawing order.
    pub faces: Vec<FaceRef>,
    /// Values of each face field of the scene.
    pub fields: Vec<Tally>,
    /// Number of faces by description, such as `textured gouraud quad`.
    pub looks: BTreeMap<String, usize>,
    /// Textures, most frequent first.
    pub textures: Vec<(TextureId, usize)>,
    /// Number of faces whose texture is missing.
    pub missing: usize,
    pub materials: BTreeMap<MaterialId, usize>,
    /// Criteria for similar faces, each with its name and the number of faces that match.
    pub likes: Vec<(String, Like, usize)>,
}

impl Summary {
    pub fn of(scene: &DocScene, faces: Vec<FaceRef>) -> Self {
        let fields = scene.scene.face_fields.len();
        let mut summary = Self { fields: vec![Tally::new(); fields], ..Self::default() };
        // One description per material and shape rather than per face.
        type Shape = (MaterialId, usize, Option<u32>);
        let mut looks: BTreeMap<Shape, (Face, usize)> = BTreeMap::new();
        for at in &faces {
            let Some((mesh, face)) = scene.face(*at) else { continue };
            for (index, tally) in summary.fields.iter_mut().enumerate() {
                if let Some(value) = facts::value(mesh, index, at.face) {
                    *tally.entry(value).or_default() += 1;
                }
            }
            *summary.materials.entry(face.material).or_default() += 1;
            let corners = facts::stored_corners(&scene.scene, mesh, at.face);
            let shape = (face.material, face.sides(), corners);
            looks.entry(shape).or_insert((face, 0)).1 += 1;
        }
        for ((material, _, corners), (face, count)) in looks {
            if let Some(material) = scene.scene.materials.get(material) {
                let look = facts::in_words(&face, corners, material);
                *summary.looks.entry(look).or_default() += count;
            }
        }
        summary.count_textures(scene);
        summary.faces = faces;
        summary.find_likes(scene);
        summary
    }

    fn count_textures(&mut self, scene: &DocScene) {
        let mut textures = BTreeMap::new();
        for (material, count) in &self.materials {
            match scene.scene.materials.get(*material).map(|m| m.surface) {
                Some(Surface::Textured { texture, .. }) => {
                    *textures.entry(texture).or_default() += count;
                }
                Some(Surface::Missing(_)) => self.missing += count,
                _ => {}
            }
        }
        self.textures = textures.into_iter().collect();
        self.textures.sort_by_key(|(index, count)| (std::cmp::Reverse(*count), *index));
    }

    fn find_likes(&mut self, scene: &DocScene) {
        let materials = self.materials.keys();
        let materials = materials.filter_map(|index| scene.scene.materials.get(*index));
        // Some faces may have no texture or palette: the material with most of them has all criteria.
        let all = match_criteria(
            scene,
            materials.max_by_key(|material| match material.surface {
                Surface::Textured { palette, .. } => 1 + u8::from(palette.is_some()),
                _ => 0,
            }),
        );
        let count = |like| similar(scene, &self.faces, like).len();
        self.likes = all.into_iter().map(|(name, like)| (name, like, count(like))).collect();
    }

    /// Descriptions with counts, most frequent first: `textured flat quad ×12, plain flat triangle ×3`.
    pub fn looks_in_words(&self) -> Vec<(String, usize)> {
        let mut looks: Vec<_> = self.looks.iter().map(|(name, n)| (name.clone(), *n)).collect();
        looks.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        looks
    }
}
