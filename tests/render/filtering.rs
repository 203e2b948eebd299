//! Filtering of distant textures: a pixel has the average of the texels that it covers.

use gouraud::render::Effects;
use gouraud::scene::*;
use image::RgbaImage;

use crate::common::{options, picture};
use crate::scene_builder::{SceneBuilder, canvas_camera, rect, textured};

/// Texels along the side of the texture, and pixels of the picture.
const SIDE: u32 = 64;
const PIXELS: u32 = 16;

const SHARP: Effects = Effects { filtered: false, ..Effects::CLEAN };

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// With mipmaps.
    Rgba,
    /// The palette is applied in the shader.
    Indexed,
    Direct,
}

/// A texture of `SIDE` texels each way over `pixels` of the picture; `texel` returns whether a texel is
/// light, `None` for a hole.
fn draw(
    kind: Kind,
    pixels: u32,
    effects: Effects,
    texel: impl Fn(u32, u32) -> Option<bool>,
) -> RgbaImage {
    let mut builder = SceneBuilder::new();
    let all = (0..SIDE * SIDE).map(|i| texel(i % SIDE, i / SIDE));
    let (texture, palette) = match kind {
        Kind::Rgba => {
            let colour = |light| match light {
                None => [0, 255, 0, 0],
                Some(true) => [255, 255, 255, 255],
                Some(false) => [0, 0, 0, 255],
            };
            (builder.rgba(SIDE, &all.map(colour).collect::<Vec<_>>()), None)
        }
        Kind::Indexed => {
            let index = |light: Option<bool>| light.map_or(0, |light| 1 + u8::from(light));
            let indices: Vec<u8> = all.map(index).collect();
            let palette = builder.palette(&[0, 0x8000, 0x7FFF]);
            (builder.indexed(SIDE, TexelFormat::Indexed8, &indices), Some(palette))
        }
        Kind::Direct => {
            let word =
                |light: Option<bool>| light.map_or(0, |light| if light { 0x7FFF } else { 0x8000 });
            (builder.direct(SIDE, &all.map(word).collect::<Vec<_>>()), None)
        }
    };
    let look =
        Material { uv: UvSpace::Fraction, colour: ColourScale::Raw, ..textured(texture, palette) };
    let size = pixels as i32;
    let uvs = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]];
    builder.face(look, &rect(0, 0, size, size).corners(0.0), [[128; 3]; 4], uvs);
    picture(&builder.build(), (pixels, pixels), &canvas_camera(pixels, pixels), &options(effects))
}

/// Darkest and lightest grey.
fn range(image: &RgbaImage) -> (u8, u8) {
    let greys: Vec<u8> = image.pixels().map(|pixel| pixel.0[0]).collect();
    (greys.iter().copied().min().unwrap(), greys.iter().copied().max().unwrap())
}

const ALL: [Kind; 3] = [Kind::Rgba, Kind::Indexed, Kind::Direct];

#[test]
fn averages_distant_textures() {
    for kind in ALL {
        // Stripes of two texels, so that one pixel covers four texels.
        let stripes = |x: u32, _: u32| Some((x / 2).is_multiple_of(2));
        let (dark, light) = range(&draw(kind, PIXELS, Effects::CLEAN, stripes));
        assert!(dark >= 120 && light <= 136, "{kind:?}: {dark} to {light}");
        // Uneven stripes, whose position in the pixel varies: all have less contrast than without
        // filtering.
        let uneven = |x: u32, y: u32| Some((x * 5 + y * 3) % 11 < 5);
        let (dark, light) = range(&draw(kind, PIXELS, Effects::CLEAN, uneven));
        assert!(light - dark < 110, "{kind:?}: {dark} to {light}");
        assert_eq!(range(&draw(kind, PIXELS, SHARP, uneven)), (0, 255), "{kind:?}");
    }
}

#[test]
fn uses_mipmaps_at_larger_distances() {
    // One pixel covers 16 texels each way, and all of them count.
    let noise = |x: u32, y: u32| Some(((x * 7) ^ (y * 13)) % 5 < 2);
    let shown = draw(Kind::Rgba, 4, Effects::CLEAN, noise);
    for (x, y, pixel) in shown.enumerate_pixels() {
        let block = (0..256).filter(|i| noise(x * 16 + i % 16, y * 16 + i / 16) == Some(true));
        let mean = block.count() as i32 * 255 / 256;
        let found = i32::from(pixel.0[0]);
        assert!((found - mean).abs() <= 2, "{found} instead of {mean} at {x}, {y}");
    }
}

#[test]
fn keeps_square_texels_nearby() {
    let noise = |x: u32, y: u32| Some(((x * 7) ^ (y * 13)) % 5 < 2);
    for kind in ALL {
        let near = draw(kind, SIDE * 3, Effects::CLEAN, noise);
        assert_eq!(near, draw(kind, SIDE * 3, SHARP, noise), "{kind:?}");
        assert_eq!(range(&near), (0, 255));
    }
}

#[test]
fn holes_do_not_bleed_colour() {
    for kind in ALL {
        let leaves = |x: u32, y: u32| (x / 3 + y / 3).is_multiple_of(2).then_some(true);
        let shown = draw(kind, PIXELS, Effects::CLEAN, leaves);
        let colours: Vec<[u8; 3]> = shown.pixels().map(|p| [p.0[0], p.0[1], p.0[2]]).collect();
        assert!(colours.iter().all(|c| *c == [255; 3] || *c == [0; 3]), "{kind:?}");
        assert!(colours.contains(&[255; 3]) && colours.contains(&[0; 3]));
    }
}

#[test]
fn clamped_textures_do_not_wrap_at_the_edge() {
    for kind in ALL {
        let halves = draw(kind, PIXELS, Effects::CLEAN, |x, _| Some(x < SIDE / 2));
        let row: Vec<u8> = (0..PIXELS).map(|x| halves.get_pixel(x, 7).0[0]).collect();
        assert_eq!((row[0], row[PIXELS as usize - 1]), (255, 0), "{kind:?}: {row:?}");
    }
}

#[test]
fn ps1_style_does_not_filter() {
    let stripes = |x: u32, _: u32| Some(x.is_multiple_of(3));
    for kind in ALL {
        let colours = range(&draw(kind, PIXELS, Effects::PS1, stripes));
        assert_eq!(colours, (0, 255), "{kind:?}");
    }
}
