//! Textures that are far away: a pixel has the average of what it covers.

use gouraud::render::Effects;
use gouraud::scene::*;
use image::RgbaImage;

use crate::scenes::{SceneBuilder, canvas_camera, rect, textured};
use crate::studio::{options, picture};

/// Texels along the side of the texture, and pixels of the picture.
const SIDE: u32 = 64;
const PIXELS: u32 = 16;

const SHARP: Effects = Effects { filtered: false, ..Effects::CLEAN };

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// With smaller versions behind it.
    Rgba,
    /// Colours are only known in the shader.
    Indexed,
    Direct,
}

/// A texture of `SIDE` texels each way over `pixels` of the picture; `texel` says which are light,
/// `None` is a hole.
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
fn what_is_far_away_is_averaged() {
    for kind in ALL {
        // Stripes of two texels: one pixel covers four.
        let stripes = |x: u32, _: u32| Some((x / 2).is_multiple_of(2));
        let (dark, light) = range(&draw(kind, PIXELS, Effects::CLEAN, stripes));
        assert!(dark >= 120 && light <= 136, "{kind:?}: {dark} to {light}");
        // Uneven ones, so that their place in the pixel changes: all is less stark than it was.
        let uneven = |x: u32, y: u32| Some((x * 5 + y * 3) % 11 < 5);
        let (dark, light) = range(&draw(kind, PIXELS, Effects::CLEAN, uneven));
        assert!(light - dark < 110, "{kind:?}: {dark} to {light}");
        assert_eq!(range(&draw(kind, PIXELS, SHARP, uneven)), (0, 255), "{kind:?}");
    }
}

#[test]
fn farther_still_takes_the_smaller_versions() {
    // One pixel covers 16 texels each way: all of them count.
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
fn what_is_near_keeps_its_square_texels() {
    let noise = |x: u32, y: u32| Some(((x * 7) ^ (y * 13)) % 5 < 2);
    for kind in ALL {
        let near = draw(kind, SIDE * 3, Effects::CLEAN, noise);
        assert_eq!(near, draw(kind, SIDE * 3, SHARP, noise), "{kind:?}");
        assert_eq!(range(&near), (0, 255));
    }
}

#[test]
fn holes_give_no_colour_to_what_is_around_them() {
    for kind in ALL {
        let leaves = |x: u32, y: u32| (x / 3 + y / 3).is_multiple_of(2).then_some(true);
        let shown = draw(kind, PIXELS, Effects::CLEAN, leaves);
        let colours: Vec<[u8; 3]> = shown.pixels().map(|p| [p.0[0], p.0[1], p.0[2]]).collect();
        assert!(colours.iter().all(|c| *c == [255; 3] || *c == [0; 3]), "{kind:?}");
        assert!(colours.contains(&[255; 3]) && colours.contains(&[0; 3]));
    }
}

#[test]
fn a_texture_that_does_not_repeat_takes_nothing_from_its_other_side() {
    for kind in ALL {
        let halves = draw(kind, PIXELS, Effects::CLEAN, |x, _| Some(x < SIDE / 2));
        let row: Vec<u8> = (0..PIXELS).map(|x| halves.get_pixel(x, 7).0[0]).collect();
        assert_eq!((row[0], row[PIXELS as usize - 1]), (255, 0), "{kind:?}: {row:?}");
    }
}

#[test]
fn the_playstation_filters_nothing() {
    let stripes = |x: u32, _: u32| Some(x.is_multiple_of(3));
    for kind in ALL {
        let colours = range(&draw(kind, PIXELS, Effects::PS1, stripes));
        assert_eq!(colours, (0, 255), "{kind:?}");
    }
}
