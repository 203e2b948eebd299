//! Small pictures of what is flat: textures, palettes.

use image::{Rgba, RgbaImage, imageops};

use super::SIDE;
use crate::app::model::texels::{self, Look};
use crate::scene::{Palette, Scene, TextureId};

/// Colours in a row, and at most so many rows of them.
const ROW: usize = 16;

/// A texture in the middle of a square of nothing.
pub fn texture(scene: &Scene, texture: TextureId) -> Option<RgbaImage> {
    let texture = scene.textures.get(texture)?;
    let palette = texture.palette.and_then(|palette| scene.palettes.get(palette));
    let words = palette.map(Palette::loaded);
    let texels = texels::decode(&*texture.pixels, texture.width, Look::Colours);
    let size = [texture.width as usize, texture.height as usize];
    let most = SIDE as usize;
    let picture =
        texels::picture(&texels, size, texture.format, words.as_deref(), Look::Colours, most);
    let [width, height] = picture.size.map(|side| u32::try_from(side).unwrap_or(0));
    let bytes = picture.pixels.iter().flat_map(|pixel| pixel.to_srgba_unmultiplied()).collect();
    let picture = RgbaImage::from_raw(width, height, bytes)?;
    Some(in_the_middle(&picture, texture.width.max(texture.height)))
}

/// Colours side by side; those that are holes are clear. `None` without any.
pub fn swatches(colours: impl Iterator<Item = Option<[u8; 3]>>) -> Option<RgbaImage> {
    let colours: Vec<Option<[u8; 3]>> = colours.take(ROW * ROW).collect();
    let side = |length: usize| u32::try_from(length).ok();
    let (width, height) = (side(colours.len().min(ROW))?, side(colours.len().div_ceil(ROW))?);
    let mut picture = RgbaImage::new(width, height);
    for (pixel, colour) in picture.pixels_mut().zip(&colours) {
        if let Some([r, g, b]) = colour {
            *pixel = Rgba([*r, *g, *b, u8::MAX]);
        }
    }
    (!colours.is_empty()).then(|| in_the_middle(&picture, width.max(height)))
}

/// A picture in a square of nothing. Small ones grow by whole factors: texels stay square.
fn in_the_middle(picture: &RgbaImage, longest: u32) -> RgbaImage {
    let factor = (SIDE / longest.max(1)).max(1);
    let [width, height] =
        [picture.width(), picture.height()].map(|side| side.saturating_mul(factor).min(SIDE));
    let picture = imageops::resize(picture, width, height, imageops::FilterType::Nearest);
    let mut square = RgbaImage::new(SIDE, SIDE);
    let middle = |side: u32| i64::from((SIDE - side.min(SIDE)) / 2);
    imageops::replace(&mut square, &picture, middle(width), middle(height));
    square
}
