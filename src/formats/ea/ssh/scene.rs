//! Builds textures and palettes of images.

use super::Sheet;
use super::palette::Palette;
use super::pixels;
use crate::formats::Loaded;
use crate::scene::{LayerKind, Scene, Texture};

pub(super) fn build(file: &Loaded<Sheet>) -> Scene {
    let mut scene = Scene { name: file.source.stem().to_owned(), ..Scene::default() };
    scene.layer("Drawn", LayerKind::Drawn, true);
    for (index, image) in file.records.images.iter().enumerate() {
        let Some(texture) = file.texture(index) else { continue };
        let name = texture.name.clone();
        let id = scene.textures.push(texture);
        let palette = pixels::is_indexed(image).then(|| Palette::of(image, &file.source)).flatten();
        let table = palette.and_then(|found| found.table(image, (&file.source, index), &name, id));
        if let Some(table) = table {
            scene.colour_tables.push(table);
        }
    }
    scene
}

impl Loaded<Sheet> {
    /// Texture of image `index`.
    pub fn texture(&self, index: usize) -> Option<Texture> {
        pixels::texture(self.records.images.get(index)?, &self.source, index)
    }
}
