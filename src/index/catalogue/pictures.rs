//! Pictures of assets: textures, palettes and models.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use image::RgbaImage;

use super::Painter;
use crate::bytes::Colour15;
use crate::export::texture_picture;
use crate::index::facts::{Asset, FileFacts, MAX_TEXELS};
use crate::scene::{Element, MeshId, Scene};

/// Larger textures are reduced to this side.
const MAX_SIDE: u32 = 512;

/// Pictures of the textures and palettes of a file.
pub(super) fn textures(facts: &FileFacts, scene: &Scene) -> Vec<(usize, RgbaImage)> {
    let picture = |(at, asset): (usize, &Asset)| match asset.element {
        Element::Texture(id) if is_shown(asset) => {
            Some((at, small(texture_picture(scene, id).ok()?)))
        }
        Element::Palette(id) => Some((at, swatches(&scene.palettes.get(id)?.loaded())?)),
        _ => None,
    };
    facts.assets.iter().enumerate().filter_map(picture).collect()
}

/// `true` if a texture is small enough to be decoded.
fn is_shown(texture: &Asset) -> bool {
    let texels = texture.size.map(|[width, height, _]| u64::from(width) * u64::from(height));
    texels.is_some_and(|texels| texels <= MAX_TEXELS)
}

/// Draws colours in rows of sixteen; transparent colours stay clear.
fn swatches(words: &[u16]) -> Option<RgbaImage> {
    const ROW: usize = 16;
    let count = words.len().min(ROW * ROW);
    let size = |length: usize| u32::try_from(length).ok();
    let mut picture = RgbaImage::new(size(count.min(ROW))?, size(count.div_ceil(ROW))?);
    for (pixel, word) in picture.pixels_mut().zip(words) {
        if *word != 0 {
            let [r, g, b] = Colour15(*word).rgb8();
            *pixel = image::Rgba([r, g, b, u8::MAX]);
        }
    }
    (count > 0).then_some(picture)
}

/// Reduces a picture that is too large for a page.
fn small(picture: RgbaImage) -> RgbaImage {
    let longest = picture.width().max(picture.height());
    if longest <= MAX_SIDE {
        return picture;
    }
    let side = |side: u32| {
        let side = u64::from(side) * u64::from(MAX_SIDE) / u64::from(longest);
        u32::try_from(side).unwrap_or(MAX_SIDE).max(1)
    };
    image::imageops::thumbnail(&picture, side(picture.width()), side(picture.height()))
}

/// Pictures of the models of a file.
pub(super) fn models(
    facts: &FileFacts,
    scene: &Arc<Scene>,
    painter: &mut dyn Painter,
) -> Vec<(usize, RgbaImage)> {
    let mesh = |(at, asset): (usize, &Asset)| match asset.element {
        Element::Mesh(id) => Some((at, id)),
        _ => None,
    };
    let (numbers, meshes): (Vec<usize>, Vec<MeshId>) =
        facts.assets.iter().enumerate().filter_map(mesh).unzip();
    if meshes.is_empty() {
        return Vec::new();
    }
    // A crash while drawing one file must not end the catalogue of thousands.
    let painted = catch_unwind(AssertUnwindSafe(|| painter.paint(scene, &meshes)));
    let painted = numbers.into_iter().zip(painted.unwrap_or_default());
    painted.filter_map(|(at, picture)| Some((at, picture?))).collect()
}
