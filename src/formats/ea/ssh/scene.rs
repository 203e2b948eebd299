//! Images as textures.

use super::Sheet;
use super::pixels;
use crate::bytes::Span;
use crate::formats::Loaded;
use crate::scene::{LayerKind, Origin, Scene, Texture};

pub(super) fn build(file: &Loaded<Sheet>) -> Scene {
    let mut scene = Scene { name: file.source.stem().to_owned(), ..Scene::default() };
    scene.layer("Drawn", LayerKind::Drawn, true);
    let images = 0..file.records.images.len();
    scene.textures = images.filter_map(|index| file.texture(index)).collect();
    scene
}

impl Loaded<Sheet> {
    /// The texture of image `index`.
    pub fn texture(&self, index: usize) -> Option<Texture> {
        let image = self.records.images.get(index).filter(|_| self.records.is_understood())?;
        let mut texture = pixels::texture(image, &self.source)?;
        let span = Span::new(self.source.id(), image.start, image.end.saturating_sub(image.start));
        texture.origin = Origin::new(span, format!("images[{index}]"));
        Some(texture)
    }
}
