//! Pictures of a texture in two scenes, and of its differing texels.

use image::{Rgba, RgbaImage};

use super::scene_digest::ElementPair;
use crate::export::texture_picture;
use crate::scene::{Palette, Scene, TextureId};

/// Pictures of a texture in two scenes.
#[derive(Clone, Default)]
pub struct TexturePictures {
    /// The texture of each scene: `None` if only the other scene has it, or the reason why it cannot be decoded.
    pub sides: [Option<Result<RgbaImage, String>>; 2],
    /// The differing pixels in red, and the others as shades of grey; `None` if there are not two pictures of the same
    /// size.
    pub difference: Option<RgbaImage>,
}

impl TexturePictures {
    /// Decodes a texture of both scenes. Slow.
    pub fn of(scenes: [&Scene; 2], (a, b): ElementPair<TextureId>) -> Self {
        let [first, second] = scenes;
        let side =
            |scene: &Scene, texture: Option<TextureId>| Some(texture_picture(scene, texture?));
        let sides = [side(first, a), side(second, b)];
        let difference = match &sides {
            [Some(Ok(a)), Some(Ok(b))] if a.dimensions() == b.dimensions() => Some(differing(a, b)),
            _ => None,
        };
        Self { sides, difference }
    }
}

fn differing(a: &RgbaImage, b: &RgbaImage) -> RgbaImage {
    RgbaImage::from_fn(a.width(), a.height(), |x, y| {
        let (one, two) = (a.get_pixel(x, y), b.get_pixel(x, y));
        let Rgba([red, green, blue, _]) = *one;
        let grey = ((u16::from(red) + u16::from(green) + u16::from(blue)) / 3 / 2) as u8;
        if one == two {
            Rgba([grey, grey, grey, 255])
        } else {
            Rgba([255, grey / 2, grey / 2, 255])
        }
    })
}

/// `true` if a pixel of [`TexturePictures::difference`] marks a difference.
pub fn is_differing_pixel(Rgba([red, green, _, _]): &Rgba<u8>) -> bool {
    red != green
}

/// Reduces a picture to one pixel for each block of `step` × `step`: the first preferred one, otherwise the first.
pub fn reduced_picture(
    picture: &RgbaImage,
    step: u32,
    is_preferred: impl Fn(&Rgba<u8>) -> bool,
) -> RgbaImage {
    let (width, height) = picture.dimensions();
    let step = step.max(1);
    RgbaImage::from_fn(width.div_ceil(step), height.div_ceil(step), |x, y| {
        let (left, top) = (x * step, y * step);
        let rows = top..height.min(top + step);
        let mut block = rows.flat_map(|y| (left..width.min(left + step)).map(move |x| (x, y)));
        let pixel = |(x, y)| *picture.get_pixel(x, y);
        block
            .find(|(x, y)| is_preferred(picture.get_pixel(*x, *y)))
            .map_or(pixel((left, top)), pixel)
    })
}

/// `true` if an entry of two palettes differs, or if only one of them has it.
pub fn is_changed_entry(a: Option<&Palette>, b: Option<&Palette>, entry: usize) -> bool {
    let word = |palette: Option<&Palette>| palette?.stored.get(entry).copied();
    word(a) != word(b)
}
