//! Builds the scene of a file.

use super::axes::Axes;
use super::entry::Entry;
use super::helpers;
use super::materials::Materials;
use super::media::Pictures;
use super::report::Reports;
use super::walk::{Element, Walk};
use crate::bytes::{Problems, SourceId};
use crate::ksy::reader::{MAX_STEPS, Reader};
use crate::scene::{LayerKind, Light, Scene};

/// Maximum number of elements of one kind in a scene.
const MAX_ELEMENTS: usize = 1 << 20;

/// Builds the scene of a file, whose name without its extension is `stem`, by the key `-gouraud` of its
/// description. `None` if the description has no such key.
pub fn scene(reader: &mut Reader, source: SourceId, stem: &str) -> Option<(Scene, Problems)> {
    let description = reader.description.clone();
    let file = description.views.as_ref()?;
    reader.allow_steps(MAX_STEPS);
    let root = Element::root(reader);
    let mut walk = Walk { reader, source, stem, reports: Reports::default() };
    let axes = Axes::of(&mut walk, file, &root);
    let mut builder = SceneBuilder::new(axes, stem);
    builder.build(&mut walk, file, &root);
    Some((builder.scene, walk.reports.finish()))
}

/// A scene that is being built.
pub(super) struct SceneBuilder {
    pub scene: Scene,
    pub axes: Axes,
    pub materials: Materials,
    pub pictures: Pictures,
    /// Number of faces of all meshes.
    pub faces: usize,
    /// Number of positions of all meshes.
    pub positions: usize,
}

impl SceneBuilder {
    fn new(axes: Axes, stem: &str) -> Self {
        let mut scene = Scene { name: stem.to_owned(), ..Scene::default() };
        scene.layer("Drawn", LayerKind::Drawn, true);
        let (materials, pictures) = (Materials::default(), Pictures::default());
        Self { scene, axes, materials, pictures, faces: 0, positions: 0 }
    }

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

    /// `false`, and a problem, if there are as many elements of one kind as allowed.
    pub fn has_room(&self, walk: &mut Walk<'_>, entry: &Entry, at: &Element, count: usize) -> bool {
        if count >= MAX_ELEMENTS {
            walk.limit(entry, at, format!("expected at most {MAX_ELEMENTS} {}", entry.kind.name));
        }
        count < MAX_ELEMENTS
    }

    /// Red, green and blue.
    pub fn colour(
        &self,
        walk: &mut Walk<'_>,
        entry: &Entry,
        key: &str,
        at: &Element,
    ) -> Option<[u8; 3]> {
        let mut channels = Vec::new();
        walk.numbers(entry, key, at, &mut channels).then(|| rgb(&channels)).flatten()
    }
}

/// Red, green and blue of three or four numbers from 0 to 255.
pub(super) fn rgb(channels: &[f64]) -> Option<[u8; 3]> {
    let channel = |value: &f64| value.round().clamp(0.0, 255.0) as u8;
    match channels {
        [r, g, b] | [r, g, b, _] if [r, g, b].iter().all(|value| value.is_finite()) => {
            Some([r, g, b].map(channel))
        }
        _ => None,
    }
}
