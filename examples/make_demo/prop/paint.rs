//! The bitmaps of the chest.

use gouraud::bytes::{Colour15, ColourWord};
use gouraud::codec::gx::Coding;
use gouraud::formats::totem::Platform;
use gouraud::formats::totem::bitmap::{Bitmap, opacity};
use gouraud_testing::build::totem;

use crate::make_demo::craft::canvas::{Canvas, Rgb, byte, mix, rgb, scale, texels};
use crate::make_demo::craft::maths::{ease, length, step};
use crate::make_demo::craft::noise::{cloudy, smooth, unit};

/// Names and bitmaps: both kinds of indices, both kinds of 16-bit colours, and 32 bits.
pub fn bitmaps(platform: Platform) -> Vec<(&'static str, Bitmap)> {
    vec![
        ("WOOD.TBITMAP", indexed(platform, &wood(), 16, ColourWord::Rgb565)),
        ("IRON.TBITMAP", indexed(platform, &iron(), 16, ColourWord::Rgb5A3)),
        ("GOLD.TBITMAP", indexed(platform, &gold(), 128, ColourWord::Rgb5A3)),
        ("FACET.TBITMAP", facet(platform)),
    ]
}

fn indexed(platform: Platform, canvas: &Canvas, colours: usize, palette: ColourWord) -> Bitmap {
    let picture = canvas.reduced(colours, if colours == 16 { 1.5 } else { 0.5 });
    let size = (u32::from(picture.width), u32::from(picture.height));
    let colours: Vec<[u8; 4]> = picture
        .colours
        .iter()
        .map(|word| {
            let [r, g, b] = Colour15(*word).rgb8();
            [r, g, b, 255]
        })
        .collect();
    totem::indexed_bitmap(platform, size, &picture.indices, &colours, palette)
}

/// Four planks, one above the other, with a joint in each and nails next to it.
fn wood() -> Canvas {
    const SIDE: f64 = 128.0;
    const PLANK: f64 = 32.0;
    Canvas::new(128, 128, |x, y| {
        let plank = (y / PLANK).floor();
        let row = plank as i64;
        let within = y - plank * PLANK;
        let joint = (unit(row, 0, 11) * SIDE).floor();
        let from_joint = (x - joint).rem_euclid(SIDE);
        // Each plank has a different grain.
        let tone = 0.86 + 0.26 * unit(row, 1, 11);
        let wave = 3.0 * smooth(x / 16.0, plank * 3.0, 8, 12);
        let grain = smooth(x / 32.0, (within + wave) * 0.9 + plank * 40.0, 4096, 13);
        let fine = cloudy(x, y * 4.0 % SIDE, SIDE, 16, 14);
        let base = mix(rgb(0x6B_3F20), rgb(0xA8_6E3C), 0.65 * grain + 0.35 * fine);
        let edge = within.min(PLANK - 1.0 - within);
        let gap = step(0.0, 3.0, edge + 0.6) * step(0.0, 2.5, from_joint.min(SIDE - from_joint));
        let lit = if within < 3.0 { 1.0 + 0.12 * (1.0 - within / 3.0) } else { 1.0 };
        let nails = [6.0, SIDE - 6.0].into_iter().flat_map(|nx| [8.0, 23.0].map(|ny| (nx, ny)));
        let nail =
            nails.map(|(nx, ny)| length(from_joint - nx, within - ny)).fold(f64::MAX, f64::min);
        let colour = scale(base, tone * lit * (0.3 + 0.7 * gap));
        mix(rgb(0x2C_2522), colour, step(1.2, 2.6, nail))
    })
}

/// Hammered iron with a rivet in the centre of each half.
fn iron() -> Canvas {
    Canvas::new(64, 64, |x, y| {
        let beaten = cloudy(x, y, 64.0, 6, 21);
        let base = mix(rgb(0x2A_2D33), rgb(0x6A_7078), beaten * 1.1);
        let rust = step(0.62, 0.85, cloudy(x, y, 64.0, 3, 22));
        let base = mix(base, rgb(0x5A_3A2A), 0.45 * rust);
        let (dx, dy) = ((x % 32.0) - 15.5, (y % 32.0) - 15.5);
        let far = length(dx, dy);
        let dome = ease(1.0 - far / 7.5);
        let shine = step(0.0, 4.0, 4.0 - length(dx + 2.2, dy + 2.4));
        let rivet: Rgb =
            mix(mix(rgb(0x3C_4046), rgb(0x84_8A92), dome), rgb(0xC8_CED4), 0.8 * shine);
        let ring = step(6.2, 8.6, far);
        mix(rivet, scale(base, 0.55 + 0.45 * step(7.0, 11.0, far)), ring)
    })
}

/// Overlapping coins: the highest one is visible.
fn gold() -> Canvas {
    const SIDE: f64 = 64.0;
    const RADIUS: f64 = 13.0;
    let coins: Vec<(f64, f64)> = (0..26)
        .map(|i| match i {
            // The coin that single coins use is on top.
            25 => (16.0, 16.0),
            _ => (unit(i, 0, 31) * SIDE, unit(i, 1, 31) * SIDE),
        })
        .collect();
    Canvas::new(64, 64, |x, y| {
        let near = |a: f64, b: f64| (a - b + SIDE * 1.5).rem_euclid(SIDE) - SIDE * 0.5;
        let found = coins.iter().enumerate().rev().find_map(|(i, (cx, cy))| {
            let (dx, dy) = (near(x, *cx), near(y, *cy));
            let far = length(dx, dy);
            (far < RADIUS).then_some((i, dx, dy, far))
        });
        let Some((i, dx, dy, far)) = found else { return rgb(0x6A_4208) };
        let tone = 0.85 + 0.2 * unit(i as i64, 2, 31);
        // Light comes from the upper left; the rim is raised.
        let slope = -(dx + dy) / (RADIUS * 1.42);
        let rim = step(RADIUS - 3.4, RADIUS - 2.4, far) * (1.0 - step(RADIUS - 1.0, RADIUS, far));
        let crown = (dx.abs() + dy.abs() - 4.6).abs();
        let mark = 1.0 - step(0.6, 1.8, crown);
        let face = mix(rgb(0xB8_7A14), rgb(0xF2_C440), 0.55 + 0.3 * slope);
        let raised = mix(face, mix(rgb(0x9A_6410), rgb(0xFF_F0A0), 0.5 + 0.5 * slope), rim);
        let marked = mix(raised, rgb(0x8C_5A0C), 0.6 * mark);
        scale(marked, tone * (0.55 + 0.45 * step(0.0, 2.0, RADIUS - far)))
    })
}

/// A gleam that is clearer in the centre.
fn facet(platform: Platform) -> Bitmap {
    let colours = texels(16, 16, |x, y| {
        let gleam = step(3.0, 9.0, 12.0 - (x - 4.0).abs() - (y - 3.0).abs());
        let white = byte(0.62 + 0.38 * gleam);
        [white, white, white, byte(0.78 + 0.22 * gleam)]
    });
    let mut bitmap = totem::direct_bitmap(platform, (16, 16), &colours, Coding::Rgba8);
    bitmap.header.opacity = opacity::BLENDED;
    bitmap
}
