//! Pictures of files without a scene: all textures in rows, or a frame of a video.

use image::imageops::{self, FilterType};
use image::{Rgba, RgbaImage};
use rayon::prelude::*;

use crate::export::texture_picture;
use crate::scene::{Id, Scene, TextureId, Video, VideoFrame};

/// Gap between textures in pixels, if there is room.
const GAP: u32 = 4;

/// Draws all textures of a scene on a picture of this size, each in its own cell, enlarged by integer
/// factors or reduced to fit. Transparent texels show the background. Also returns messages about
/// textures that could not be decoded.
pub fn draw(scene: &Scene, size: (u32, u32), background: [u8; 3]) -> (RgbaImage, Vec<String>) {
    let [r, g, b] = background;
    let mut picture = RgbaImage::from_pixel(size.0, size.1, Rgba([r, g, b, 255]));
    let count = u32::try_from(scene.textures.len()).unwrap_or(u32::MAX).max(1);
    let (columns, cell) = grid(size, count);
    let gap = GAP.min(cell / 8);
    let side = cell - gap;
    let small =
        |texture: TextureId| Some(fit(&texture_picture(scene, texture).ok()?, (side, side)));
    let made: Vec<_> = (0..count).into_par_iter().map(|at| (at, small(Id::new(at)))).collect();
    let rows = count.div_ceil(columns);
    let margin = |side: u32, cells: u32| side.saturating_sub(cells.saturating_mul(cell)) / 2;
    let corner = (margin(size.0, columns), margin(size.1, rows));
    let mut notes = Vec::new();
    for (at, texture) in made {
        let Some(texture) = texture else {
            let stored = scene.textures.get(Id::new(at));
            let name = stored.map_or("", |stored| stored.name.as_str());
            notes.push(format!("texture {at} {name:?} cannot be decoded"));
            continue;
        };
        let middle = |start: u32, cells: u32, side: u32| {
            let start = start.saturating_add(cells.saturating_mul(cell));
            i64::from(start) + i64::from(cell.saturating_sub(side) / 2)
        };
        let x = middle(corner.0, at % columns, texture.width());
        let y = middle(corner.1, at / columns, texture.height());
        imageops::overlay(&mut picture, &texture, x, y);
    }
    (picture, notes)
}

/// Number of columns, and the largest possible side of a cell.
pub fn grid((width, height): (u32, u32), count: u32) -> (u32, u32) {
    let cell = |columns: u32| (width / columns).min(height / count.div_ceil(columns));
    let best = (1..=count.min(width.max(1))).max_by_key(|columns| cell(*columns)).unwrap_or(1);
    // Among equally good layouts, uses the fewest columns, so that the rows are full.
    let columns = (1..=best).find(|columns| cell(*columns) == cell(best)).unwrap_or(best);
    (columns, cell(columns).max(1))
}

/// Draws a frame of a video with its repeated rows: at its own size, or centred in a picture of the
/// requested size.
pub fn frame(
    film: &Video,
    still: &VideoFrame,
    size: Option<(u32, u32)>,
    background: [u8; 3],
) -> RgbaImage {
    let [r, g, b] = background;
    let size = size.unwrap_or((film.width, film.shown_height()));
    let mut picture = RgbaImage::from_pixel(size.0, size.1, Rgba([r, g, b, 255]));
    let pixels = still.rgba(film.rows).into_flattened();
    if let Some(still) = RgbaImage::from_raw(film.width, film.shown_height(), pixels) {
        let still = fit(&still, size);
        let middle = |side: u32, own: u32| i64::from(side.saturating_sub(own) / 2);
        let at = (middle(size.0, still.width()), middle(size.1, still.height()));
        imageops::overlay(&mut picture, &still, at.0, at.1);
    }
    picture
}

/// Scales a texture to fit into a rectangle; enlarged texels stay square.
pub fn fit(texture: &RgbaImage, most: (u32, u32)) -> RgbaImage {
    let (width, height) = (texture.width().max(1), texture.height().max(1));
    let (wide, high, filter) = match (most.0 / width).min(most.1 / height) {
        0 => {
            // Scales by the side that exceeds the rectangle most.
            let is_wide =
                u64::from(width) * u64::from(most.1) > u64::from(height) * u64::from(most.0);
            let (side, longest) = if is_wide { (most.0, width) } else { (most.1, height) };
            let scaled = |length: u32| {
                let scaled = u64::from(length) * u64::from(side) / u64::from(longest);
                u32::try_from(scaled).unwrap_or(side).max(1)
            };
            (scaled(width), scaled(height), FilterType::Triangle)
        }
        factor => (width * factor, height * factor, FilterType::Nearest),
    };
    imageops::resize(texture, wide, high, filter)
}
