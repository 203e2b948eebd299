//! Thumbnails that need no 3D rendering: textures, palettes, waveforms.

use image::{Rgba, RgbaImage, imageops};

use super::SIDE;
use crate::app::model::view::texels::{self, TextureView};
use crate::audio::Clip;
use crate::scene::{Palette, Scene, TextureId, Video};

/// Share of the height that the loudest sample takes.
const WAVE: f32 = 0.6;
/// Maximum number of frames that are decoded for the thumbnail of a video.
const FROM_START: u32 = 96;
/// Colours per row, and maximum number of rows.
const ROW: usize = 16;

/// A texture in the centre of a transparent square.
pub fn texture(scene: &Scene, texture: TextureId) -> Option<RgbaImage> {
    let texture = scene.textures.get(texture)?;
    let palette = texture.palette.and_then(|palette| scene.palettes.get(palette));
    let words = palette.map(Palette::loaded);
    let texels = texels::decode(&*texture.pixels, texture.width, TextureView::Colours);
    let size = [texture.width as usize, texture.height as usize];
    let most = SIDE as usize;
    let picture = texels::picture(
        &texels,
        size,
        texture.format,
        words.as_deref(),
        TextureView::Colours,
        most,
    );
    let [width, height] = picture.size.map(|side| u32::try_from(side).unwrap_or(0));
    let bytes = picture.pixels.iter().flat_map(|pixel| pixel.to_srgba_unmultiplied()).collect();
    let picture = RgbaImage::from_raw(width, height, bytes)?;
    Some(in_the_middle(&picture, texture.width.max(texture.height)))
}

/// A video frame that is likely to show something, since many videos start in black.
pub fn film(film: &Video) -> Option<RgbaImage> {
    let still = film.still((film.frames / 3).min(FROM_START));
    let (width, height) = (film.width, film.shown_height());
    let picture = RgbaImage::from_raw(width, height, still.rgba(film.rows).into_flattened())?;
    let longest = width.max(height).max(1);
    let small = |side: u32| (side * SIDE / longest).max(1);
    let fits = longest <= SIDE;
    let picture = match fits {
        true => picture,
        false => {
            let filter = imageops::FilterType::Triangle;
            imageops::resize(&picture, small(width), small(height), filter)
        }
    };
    Some(in_the_middle(&picture, longest.min(SIDE)))
}

/// Colours side by side; holes are transparent. `None` without any.
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

/// The waveform of a sound in white, for the window to tint, scaled to its loudest sample.
pub fn wave(clip: &Clip) -> RgbaImage {
    let mut picture = RgbaImage::new(SIDE, SIDE);
    let bounds = |x: u32| {
        // Short sounds are stretched to the full width.
        let at = |x: u32| clip.frames().saturating_mul(x as usize) / SIDE as usize;
        let start = at(x).min(clip.frames().saturating_sub(1));
        let some = clip.stretch(start..at(x + 1).max(start + 1));
        some.iter().fold((0, 0), |(low, high), sample| (*sample.min(&low), *sample.max(&high)))
    };
    let all: Vec<(i16, i16)> = (0..SIDE).map(bounds).collect();
    let sizes = all.iter().flat_map(|(low, high)| [low.unsigned_abs(), high.unsigned_abs()]);
    let loudest = sizes.max().unwrap_or(0).max(1);
    let middle = (SIDE / 2) as f32;
    let height = |sample: i16| middle * WAVE * f32::from(sample) / f32::from(loudest);
    for (x, (low, high)) in (0..SIDE).zip(all) {
        for y in 0..SIDE {
            let up = middle - y as f32;
            if (height(low) - 0.5..=height(high) + 0.5).contains(&up) {
                picture.put_pixel(x, y, Rgba([u8::MAX; 4]));
            }
        }
    }
    picture
}

/// A picture centred in a transparent square. Small ones are enlarged by whole factors, so that texels
/// stay square.
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
