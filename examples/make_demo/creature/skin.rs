//! The texture: greys that three rows of colours turn into hide, belly and bronze.

use gouraud::bytes::Colour15;
use gouraud::formats::Refusal;
use gouraud::formats::ps1::tim::Tim;
use gouraud::formats::ps1::vram::{Depth, TexPage};
use gouraud_testing::build::tim;

use super::loft::Cloth;
use crate::make_demo::craft::canvas::{mix, rgb};
use crate::make_demo::craft::maths::{cos, ease};
use crate::make_demo::craft::noise::{cloudy, unit};

const SIDE: usize = 128;
const HALF: f64 = 64.0;

/// Texture page.
pub const PAGE: TexPage = TexPage(0x25);

const fn cloth(u: f64, v: f64, row: u16) -> Cloth {
    Cloth { u, v, w: HALF, h: HALF, row }
}

pub const SCALES: Cloth = cloth(0.0, 0.0, 0);
pub const BELLY: Cloth = cloth(64.0, 0.0, 1);
pub const ARMOUR: Cloth = cloth(0.0, 64.0, 2);
pub const STRIPES: Cloth = cloth(64.0, 64.0, 0);
/// Dark: soles and the inside of the mouth.
pub const SOLE: Cloth = Cloth { u: 0.0, v: 0.0, w: 6.0, h: 6.0, row: 1 };

/// Rounded scales in rows, each row half a scale further.
fn scales(x: f64, y: f64) -> f64 {
    let (w, h) = (16.0, 10.67);
    let lit = |row: f64| {
        let shift = if (row as i64).rem_euclid(2) == 0 { 0.0 } else { w / 2.0 };
        let dx = (x + shift).rem_euclid(w) - w / 2.0;
        let dy = y - row * h;
        let edge = (dx / (w * 0.56)).powi(2) + (dy / (h * 1.25)).powi(2);
        (dy >= 0.0 && edge < 1.0).then_some((dx, dy, edge))
    };
    let row = (y / h).floor();
    // The row above overlaps this one.
    let (dx, dy, edge) = lit(row - 1.0).or_else(|| lit(row)).unwrap_or((0.0, 0.0, 1.0));
    let bulge = 0.78 - 0.38 * dy / (h * 1.25) - 0.014 * dx.abs();
    let rim = if edge > 0.74 { -0.26 } else { 0.0 };
    bulge + rim + 0.16 * (cloudy(x, y, HALF, 4, 31) - 0.5)
}

/// Broad plates with a dark seam.
fn plates(x: f64, y: f64) -> f64 {
    let along = (y / 9.14).rem_euclid(1.0);
    let seam = if along < 0.14 { -0.34 } else { 0.0 };
    0.82 - 0.3 * ease(along) + seam + 0.22 * (cloudy(x, y, HALF, 3, 57) - 0.5)
}

/// Hammered metal with a rim, rivets and a chased wave.
fn metal(x: f64, y: f64) -> f64 {
    let edge = y.min(63.0 - y);
    let hammered = 0.5 + 0.4 * (cloudy(x, y, HALF, 8, 83) - 0.5);
    let wave = y - 32.0 - 7.0 * cos(x / 32.0);
    let chased = if wave.abs() < 1.6 {
        0.42
    } else if wave.abs() < 3.4 {
        -0.22
    } else {
        0.0
    };
    let (rx, ry) = (x.rem_euclid(16.0) - 8.0, edge - 9.0);
    let rivet = if rx * rx + ry * ry < 7.0 { 0.36 - 0.05 * (rx + ry) } else { 0.0 };
    let rim = if edge < 2.0 {
        0.4
    } else if edge < 4.0 {
        -0.26
    } else {
        0.0
    };
    hammered + chased + rivet + rim
}

/// Scales with tiger stripes, for the back and the tail.
fn stripes(x: f64, y: f64) -> f64 {
    let bend = 9.0 * (cloudy(x, y, HALF, 3, 11) - 0.5) + 5.0 * cos(x / 64.0);
    let band = ((y + bend) / 21.3).rem_euclid(1.0);
    let dark = ease((0.34 - (band - 0.5).abs() * 1.5).clamp(0.0, 0.2) * 5.0);
    scales(x, y) - 0.42 * dark * (1.0 - x / 90.0)
}

/// Index 1 to 15 for a brightness, dithered; 0 would be transparent.
fn index(x: usize, y: usize, grey: f64) -> u8 {
    let noise = unit(x as i64, y as i64, 5) - 0.5;
    (1.0 + (grey * 14.0 + 0.5 * noise).clamp(0.0, 14.0)).round() as u8
}

/// Fifteen colours along a ramp, after a transparent one.
fn ramp(stops: [u32; 4]) -> Vec<u16> {
    let colour = |i: usize| {
        let t = i as f64 / 14.0 * 3.0;
        let from = (t as usize).min(2);
        let mixed = mix(rgb(stops[from]), rgb(stops[from + 1]), t - from as f64);
        Colour15::new(mixed.map(|c| (c * 31.0).round() as u8), true).0
    };
    std::iter::once(0).chain((0..15).map(colour)).collect()
}

pub fn picture() -> Result<Tim, Refusal> {
    let texel = |i: usize| {
        let (x, y) = (i % SIDE, i / SIDE);
        let (u, v) = ((x % 64) as f64, (y % 64) as f64);
        let grey = match (x < 64, y < 64) {
            (true, true) => scales(u, v),
            (false, true) => plates(u, v),
            (true, false) => metal(u, v),
            (false, false) => stripes(u, v),
        };
        index(x, y, grey)
    };
    let indices: Vec<u8> = (0..SIDE * SIDE).map(texel).collect();
    let palettes = [
        ramp([0x0B2230, 0x125C66, 0x2FA59A, 0xA6EBCB]),
        ramp([0x3B2417, 0x8F6238, 0xDDB878, 0xFFF3CC]),
        ramp([0x1F130F, 0x6B3A1D, 0xC98A35, 0xFFE9A0]),
    ];
    tim::indexed(Depth::Four, (320, 0), SIDE as u16, &indices, (0, 480), &palettes)
}
