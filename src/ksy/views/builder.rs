//! A scene that is being built.

use super::axes::Axes;
use super::entry::Entry;
use super::materials::Materials;
use super::media::Pictures;
use super::walk::{Element, Walk};
use crate::scene::{LayerKind, Scene};

/// Maximum number of elements of one kind in a scene.
const MAX_ELEMENTS: usize = 1 << 20;

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
    pub fn new(axes: Axes, stem: &str) -> Self {
        let mut scene = Scene { name: stem.to_owned(), ..Scene::default() };
        scene.layer("Drawn", LayerKind::Drawn, true);
        let (materials, pictures) = (Materials::default(), Pictures::default());
        Self { scene, axes, materials, pictures, faces: 0, positions: 0 }
    }

    /// Reports a problem and returns `false` if no further element of a kind is allowed.
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
