//! Scenes with only some faces.

use std::collections::{BTreeMap, BTreeSet};

use super::{Mesh, MeshId, Scene};

impl Scene {
    /// A scene with these faces of its meshes, and those meshes that are `whole`, with their materials
    /// and textures. Meshes keep their numbers; there are no instances. A mesh with only some of its
    /// faces is named after them.
    pub fn of_faces(
        &self,
        faces: &BTreeMap<MeshId, BTreeSet<u32>>,
        whole: &BTreeSet<MeshId>,
    ) -> Scene {
        let meshes = self.meshes.pairs().map(|(id, mesh)| match faces.get(&id) {
            _ if whole.contains(&id) => mesh.clone(),
            Some(faces) => mesh.of_faces(faces),
            None => Mesh::default(),
        });
        Scene {
            name: self.name.clone(),
            style: self.style,
            metres_per_unit: self.metres_per_unit,
            layers: self.layers.clone(),
            meshes: meshes.collect(),
            materials: self.materials.clone(),
            textures: self.textures.clone(),
            palettes: self.palettes.clone(),
            colour_tables: self.colour_tables.clone(),
            face_fields: self.face_fields.clone(),
            value_names: self.value_names.clone(),
            tables: self.tables.clone(),
            sounds: self.sounds.clone(),
            animations: self.animations.clone(),
            films: self.films.clone(),
            ..Scene::default()
        }
    }
}

impl Mesh {
    /// The mesh with these of its faces, by their index in the list.
    fn of_faces(&self, chosen: &BTreeSet<u32>) -> Mesh {
        let at = || chosen.iter().filter_map(|face| usize::try_from(*face).ok());
        let faces = at().filter_map(|face| self.faces.get(face)).collect();
        let values = self.face_values.iter();
        let face_values =
            values.map(|values| at().filter_map(|face| values.get(face)).collect()).collect();
        let stored = chosen.first().and_then(|face| self.faces.get(*face as usize));
        let name = match (chosen.len(), stored) {
            (1, Some(face)) => format!("{} face {}", self.name, face.index),
            (count, _) => format!("{} {count} faces", self.name),
        };
        // Texture animations refer to face numbers, which are no longer valid.
        Mesh {
            name: name.trim().to_owned(),
            faces,
            face_values,
            uv_animations: Vec::new(),
            ..self.clone()
        }
    }
}
