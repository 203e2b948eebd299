//! Three sky layers: the glow of dusk, stars with a moon, mountains.

use std::f64::consts::TAU;

use glam::{DVec3, dvec3};
use gouraud::formats::Refusal;
use gouraud::formats::ff7::mesh::Mesh;

use super::stone::Masonry;
use crate::make_demo::craft::canvas::{Rgb, mix, rgb, scale};
use crate::make_demo::craft::maths::{cos, sin};
use crate::make_demo::craft::noise::hash;
use crate::make_demo::craft::space::{self, around, strip};

const SIDES: usize = 20;
/// The depth of the sea of clouds below.
const HAZE: Rgb = [0.10, 0.09, 0.16];

/// A direction by turns around and above the horizon.
fn towards(around: f64, above: f64) -> DVec3 {
    dvec3(sin(around) * cos(above), -sin(above), -cos(around) * cos(above))
}

/// 1 in the direction of the sunset, 0 opposite.
fn west(around: f64) -> f64 {
    0.5 + 0.5 * cos(around - 0.63)
}

/// The colour of the sky in a direction, in degrees above the horizon.
fn colour(around: f64, degrees: f64) -> Rgb {
    let stops: [(f64, Rgb, Rgb); 8] = [
        (-90.0, HAZE, HAZE),
        (-36.0, rgb(0x5A3C58), rgb(0x2C2846)),
        (-9.0, rgb(0xC07A78), rgb(0x4A4070)),
        (0.0, rgb(0xF2A25C), rgb(0x6A5078)),
        (7.0, rgb(0xD8687A), rgb(0x4C4274)),
        (18.0, rgb(0x86508C), rgb(0x34346A)),
        (42.0, rgb(0x3A3474), rgb(0x1E2252)),
        (90.0, rgb(0x141838), rgb(0x141838)),
    ];
    let after = stops.iter().position(|(at, ..)| *at >= degrees).unwrap_or(stops.len() - 1).max(1);
    let (low, high) = (stops[after - 1], stops[after]);
    let t = (degrees - low.0) / (high.0 - low.0);
    let [sunny, shady] = [mix(low.1, high.1, t), mix(low.2, high.2, t)];
    mix(shady, sunny, west(around) * west(around))
}

pub fn dome() -> Result<Mesh, Refusal> {
    let mut part = Masonry::new();
    let levels = [-90.0, -36.0, -9.0, 0.0, 4.0, 10.0, 20.0, 36.0, 60.0, 90.0];
    for pair in levels.windows(2) {
        for turns in around(SIDES) {
            let corners = [(0, 1), (1, 1), (0, 0), (1, 0)].map(|(s, l)| (turns[s], pair[l]));
            let point = |(around, degrees): (f64, f64)| towards(around, degrees / 360.0) * 28000.0;
            let (points, colours) =
                (corners.map(point), corners.map(|(around, degrees)| colour(around, degrees)));
            let out = towards((turns[0] + turns[1]) / 2.0, 0.05) * -1.0;
            if pair[1] >= 90.0 {
                part.paint(
                    &[points[0], points[2], points[3]],
                    &[colours[0], colours[2], colours[3]],
                    out,
                );
            } else {
                part.paint(&points, &colours, out);
            }
        }
    }
    part.finish()
}

pub fn stars() -> Result<Mesh, Refusal> {
    let mut part = Masonry::new();
    for star in 0..90i64 {
        let chance = |salt: u64| (hash(star, 7, 501 + salt) & 0xFFFF) as f64 / 65535.0;
        let (around, above) = (chance(0), 0.04 + 0.19 * chance(1));
        let dim = 0.35 + 0.65 * chance(2);
        let size = 40.0 + 70.0 * chance(3) * dim;
        let tone = scale(mix(rgb(0xFFE9C8), rgb(0xC8D8FF), chance(4)), dim);
        diamond(&mut part, towards(around, above), 24000.0, size, tone);
    }
    moon(&mut part);
    part.finish()
}

/// Right and up as seen in a direction.
fn screen(way: DVec3) -> (DVec3, DVec3) {
    let side = way.cross(DVec3::Y).normalize();
    (side, side.cross(way))
}

fn diamond(part: &mut Masonry, way: DVec3, far: f64, size: f64, tone: Rgb) {
    let (side, up) = screen(way);
    let at = |a: f64, b: f64| way * far + (side * (a * size) + up * (b * size));
    let points = [at(0.0, 1.0), at(1.0, 0.0), at(-1.0, 0.0), at(0.0, -1.0)];
    part.paint(&points, &[tone; 4], way * -1.0);
}

/// A full moon with a halo that melts into the sky.
fn moon(part: &mut Masonry) {
    const EDGE: usize = 14;
    let (around, above) = (0.47, 0.062);
    let way = towards(around, above);
    let (side, up) = screen(way);
    let at = |turns: f64, radius: f64| {
        let (s, c) = (sin(turns), cos(turns));
        way * 23000.0 + (side * (radius * c) + up * (radius * s))
    };
    let sky = |turns: f64, radius: f64| {
        let degrees = above * 360.0 + sin(turns) * radius / 23000.0 * 57.3;
        colour(around + cos(turns) * radius / 23000.0 / TAU, degrees)
    };
    for turns in space::around(EDGE) {
        let glow = |t: f64| mix(sky(t, 1700.0), rgb(0xFFE8D0), 0.45);
        let ring = strip(turns, |t| at(t, 3300.0), |t| at(t, 1650.0));
        let tones = strip(turns, |t| sky(t, 3300.0), glow);
        part.paint(&ring, &tones, way * -1.0);
        let tone = |t: f64| mix(rgb(0xFFF4E0), rgb(0xE8B8A0), 0.5 + 0.5 * sin(t + 0.6));
        let disc = [at(0.0, 0.0), at(turns[0], 1700.0), at(turns[1], 1700.0)];
        part.paint(&disc, &[rgb(0xFFF2DC), tone(turns[0]), tone(turns[1])], way * -1.0);
    }
}

/// Two ranges: far and pale, near and dark.
pub fn mountains() -> Result<Mesh, Refusal> {
    let mut part = Masonry::new();
    range(&mut part, 22000.0, 3300.0, 0.36, 601);
    range(&mut part, 19000.0, 1700.0, 0.76, 602);
    part.finish()
}

/// Peaks with a bright and a dark flank each, and spurs between them.
fn range(part: &mut Masonry, far: f64, highest: f64, depth: f64, seed: u64) {
    const PEAKS: usize = 22;
    let chance = |peak: usize, salt: u64| {
        (hash((peak % PEAKS) as i64, salt as i64, seed) & 0xFFFF) as f64 / 65535.0
    };
    let ground = |around: f64, up: f64| {
        let DVec3 { x, z, .. } = towards(around, 0.0);
        dvec3(x * far, -up, z * far)
    };
    for peak in 0..PEAKS {
        let middle = (peak as f64 + 0.5 + 0.5 * (chance(peak, 1) - 0.5)) / PEAKS as f64;
        let height = highest * (0.45 + 0.55 * chance(peak, 2));
        let reach = (1.0 + 0.7 * chance(peak, 3)) / PEAKS as f64;
        let tone = |around: f64, degrees: f64| mix(colour(around, degrees), rgb(0x1A1730), depth);
        // Light comes from the west.
        let sunny = sin(0.63 - middle) > 0.0;
        let spur = middle + reach * 0.24 * (chance(peak, 4) - 0.5);
        for (side, lit) in [(-1.0, !sunny), (1.0, sunny)] {
            let foot = middle + side * reach;
            let bright = if lit { 1.25 } else { 0.78 };
            let points = [ground(middle, height), ground(foot, -200.0), ground(spur, -200.0)];
            let top = scale(tone(middle, 12.0), bright);
            let colours = [top, tone(foot, 2.0), scale(tone(spur, 2.0), 0.5 + 0.5 * bright)];
            let out = towards(middle, 0.0) * -1.0;
            part.paint(&points, &colours, out);
        }
    }
    // The area below the peaks, down to the clouds.
    for turns in around(SIDES) {
        let points = strip(turns, |t| ground(t, 120.0), |t| ground(t, -0.158 * far));
        let tone = |t: f64| mix(colour(t, 2.0), rgb(0x1A1730), depth);
        let colours = strip(turns, tone, |t| colour(t, -9.0));
        let out = towards((turns[0] + turns[1]) / 2.0, 0.0) * -1.0;
        part.paint(&points, &colours, out);
    }
}
