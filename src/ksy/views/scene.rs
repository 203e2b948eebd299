//! Builds the scene of a file.

use super::axes::Axes;
use super::builder::SceneBuilder;
use super::entry::Entry;
use super::helpers;
use super::walk::{Element, Walk};
use crate::bytes::{Problems, SourceId};
use crate::ksy::memory::View;
use crate::ksy::reader::{MAX_STEPS, Reader};
use crate::scene::{Light, Scene};

/// Builds the scene of a file, whose name without its extension is `stem`, by the key `-gouraud` of its
/// description. `None` if the description has no such key.
pub fn scene(reader: &mut Reader, source: SourceId, stem: &str) -> Option<(Scene, Problems)> {
    let description = reader.description.clone();
    let file = description.views.as_ref()?;
    reader.allow_steps(MAX_STEPS);
    let root = Element::root(reader);
    let mut walk = Walk::new(reader, View::Scene, source, stem);
    let axes = Axes::of(&mut walk, file, &root);
    let mut builder = SceneBuilder::new(axes, stem);
    builder.build(&mut walk, file, &root);
    Some((builder.scene, walk.finish()))
}

impl SceneBuilder {
    fn build(&mut self, walk: &mut Walk<'_>, file: &Entry, root: &Element) {
        let unit = walk.number(file, "unit", root).map(|unit| unit as f32);
        self.scene.metres_per_unit = unit.filter(|unit| unit.is_finite() && *unit > 0.0);
        self.pictures = walk.pictures(file, &mut self.scene);
        self.face_fields(file.entries("meshes"));
        for entry in file.entries("meshes") {
            self.meshes(walk, entry, root);
        }
        self.pictures.add_other_palettes(&mut self.scene);
        walk.sounds(file, &mut self.scene);
        self.nodes(walk, file.entries("nodes"), root);
        for (key, layer, shape) in helpers::KINDS {
            for entry in file.entries(key) {
                self.helpers(walk, entry, root, (layer, shape));
            }
        }
        for entry in file.entries("tables") {
            self.table(walk, entry, root);
        }
        for entry in file.entries("texts") {
            self.text(walk, entry, root);
        }
        if self.scene.materials.iter().any(|material| material.lit) {
            self.scene.light = Some(Light::daylight());
        }
        self.scene.shrink_to_fit();
    }
}
