//! Clouds over the island, seen from below: a tiling texture on an instance of the sky's class.

use gouraud::formats::trespasser::pid::Palette;
use gouraud::formats::trespasser::texture_id;
use gouraud_testing::build::groff::{InstanceTransform, Level, Property, Surface};
use gouraud_testing::build::pid::{self, Image, ImagePixels};

use super::land::SEA;
use super::pictures::map;
use super::shapes::Shape;
use crate::make_demo::craft::canvas::{Rgb, mix};
use crate::make_demo::craft::maths::step;
use crate::make_demo::craft::noise::{smooth, unit};

/// The only size that the engine supports.
const SIZE: i64 = 256;
/// Size of the engine's table of faded colours.
const COLOURS: usize = 128;

/// Adds the instance, and the square that names its texture.
pub fn add(level: &mut Level) {
    let mut shape = Shape::new(vec![Surface::map(&map("Skyt2"))]);
    let corners = [[-1.0, -1.0, 0.0], [-1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [1.0, -1.0, 0.0]];
    shape.quad(corners, [0.0, 0.0, 1.0, 1.0], 0);
    let model = level.model("Sky", shape.model());
    let properties = vec![
        ("Class", Property::text("CSky")),
        ("MipMap", Property::Bool(false)),
        ("SkyFlatColour", Property::Int(0)),
    ];
    let group = level.values("Sky", properties);
    level.instance("Sky", model, InstanceTransform::at(0.0, 0.0, SEA as f32 + 60.0), group);
}

/// The texture with palette `number`, and that palette. Index 0 is not transparent in a sky, although the
/// directory marks it as transparent.
pub fn picture(number: u32) -> (Palette, Image) {
    let texels = clouds();
    let mut colours: Vec<[u8; 3]> = texels.iter().map(|texel| texel.map(|c| c as u8)).collect();
    let palette = median_cut(&mut colours);
    let index = |texel: &Rgb| {
        let square = |d: f64| d * d;
        let away = |colour: &Rgb| (0..3).map(|i| square(colour[i] - texel[i])).sum::<f64>();
        let all = palette.iter().enumerate();
        all.min_by(|a, b| away(a.1).total_cmp(&away(b.1))).map_or(0, |(at, _)| at as u8)
    };
    let image = Image {
        id: texture_id(&map("Skyt2"), "", 1.0),
        width: SIZE as u32,
        height: SIZE as u32,
        pixels: ImagePixels::Indices(texels.iter().map(index).collect()),
        palette: Some(number),
        holes: true,
        mips: false,
        fill: [110, 148, 204],
        occlusion: 0,
    };
    let stored = palette.iter().map(|[r, g, b]| [*b as u8, *g as u8, *r as u8, 0]);
    (pid::palette(stored.collect()), image)
}

/// Median cut: boxes are split at their median, the most populated one first.
fn median_cut(colours: &mut [[u8; 3]]) -> Vec<Rgb> {
    let spread = |part: &[[u8; 3]]| {
        let range = |i: usize| {
            let low = part.iter().map(|c| c[i]).min().unwrap_or(0);
            part.iter().map(|c| c[i]).max().unwrap_or(0) - low
        };
        (0..3).map(|i| (range(i), i)).max().unwrap_or((0, 0))
    };
    let mut parts = vec![colours];
    while parts.len() < COLOURS {
        let weight = |part: &&mut [[u8; 3]]| u64::from(spread(part).0).pow(3) * part.len() as u64;
        let Some(at) = (0..parts.len()).max_by_key(|at| weight(&parts[*at])) else { break };
        let part = parts.swap_remove(at);
        let axis = spread(part).1;
        part.sort_unstable_by_key(|colour| (colour[axis], *colour));
        let (low, high) = part.split_at_mut(part.len() / 2);
        parts.extend([low, high]);
    }
    let mean = |part: &&mut [[u8; 3]]| {
        [0, 1, 2].map(|i| {
            let sum: u64 = part.iter().map(|colour| u64::from(colour[i])).sum();
            (sum as f64 / part.len().max(1) as f64).round()
        })
    };
    parts.iter().map(mean).collect()
}

/// Octaves of noise that tile the texture, from `cells` cells; `folded` makes bulges of them.
fn octaves((x, y): (f64, f64), cells: i64, count: u64, seed: u64, folded: bool) -> f64 {
    let (mut sum, mut weight, mut total, mut period) = (0.0, 1.0, 0.0, cells);
    for octave in 0..count {
        let scale = period as f64 / SIZE as f64;
        let n = smooth(x * scale, y * scale, period, seed + octave);
        sum += weight * if folded { 1.0 - (2.0 * n - 1.0).abs() } else { n };
        total += weight;
        weight *= 0.55;
        period *= 2;
    }
    sum / total
}

/// A part of a cloud: position and radius.
struct Heap {
    at: [f64; 2],
    reach: [f64; 2],
}

impl Heap {
    /// Several parts in most cells of an irregular grid.
    fn all() -> Vec<Heap> {
        let mut all = Vec::new();
        for cloud in 0..25i64 {
            let dice = |throw: i64| unit(cloud, throw, 305);
            let cell = SIZE as f64 / 5.0;
            let corner = [(cloud % 5) as f64 * cell, (cloud / 5) as f64 * cell];
            let centre = [corner[0] + 50.0 * dice(0), corner[1] + 50.0 * dice(1)];
            let size = 9.0 + 30.0 * dice(2) * dice(2);
            let parts = if dice(3) < 0.12 { 0 } else { 4 };
            all.extend((0..parts).map(|part| {
                let dice = |throw: i64| unit(cloud * 8 + part, throw, 306);
                let off = [(dice(0) - 0.5) * 1.9 * size, (dice(1) - 0.5) * 0.9 * size];
                Heap {
                    at: [centre[0] + off[0], centre[1] + off[1]],
                    reach: [size * (0.55 + 0.5 * dice(2)), size * (0.4 + 0.35 * dice(3))],
                }
            }));
        }
        all
    }

    fn thickness(&self, at: [f64; 2]) -> f64 {
        let across = |i: usize| {
            let whole = SIZE as f64;
            let d = (at[i] - self.at[i]).rem_euclid(whole);
            d.min(whole - d) / self.reach[i]
        };
        let (x, y) = (across(0), across(1));
        let inside = (1.0 - x * x - y * y).max(0.0);
        inside * inside
    }
}

/// Thickness of the clouds; below 0 the sky is clear.
fn thickness(heaps: &[Heap], x: f64, y: f64) -> f64 {
    let bend = |seed| 16.0 * (octaves((x, y), 10, 4, seed, false) - 0.5);
    let at = [x + bend(201), y + bend(211)];
    let heap: f64 = heaps.iter().map(|heap| heap.thickness(at)).sum();
    let puffs = octaves((at[0], at[1]), 20, 4, 231, true) - 0.62;
    let frayed = octaves((x, y), 16, 5, 241, false) - 0.5;
    1.15 * heap.min(1.2) + 0.6 * puffs * step(0.0, 0.35, heap) + 1.1 * frayed - 0.26
}

fn clouds() -> Vec<Rgb> {
    let heaps = Heap::all();
    let place = |at: i64| (at % SIZE, at / SIZE);
    let all: Vec<f64> =
        (0..SIZE * SIZE).map(place).map(|(x, y)| thickness(&heaps, x as f64, y as f64)).collect();
    let thick = |x: i64, y: i64| {
        let index = y.rem_euclid(SIZE) * SIZE + x.rem_euclid(SIZE);
        all[index as usize]
    };
    let texel = |(x, y): (i64, i64)| {
        let (at, here) = ((x as f64, y as f64), thick(x, y));
        // Slopes towards the low sun are bright, thick clouds are dark.
        let rise = |(a, b): (i64, i64)| here.max(0.0) - thick(x - a, y - b).max(0.0);
        let rise = [(1, 0), (2, 1), (4, 2), (7, 4)].map(rise).iter().sum::<f64>() / 4.0;
        let lit = (0.78 + 1.5 * rise - 0.3 * step(0.25, 1.1, here)).clamp(0.0, 1.0);
        let cloud = mix([138.0, 146.0, 180.0], [255.0, 249.0, 238.0], lit);
        let depth = step(0.3, 0.75, octaves(at, 3, 5, 251, false));
        let blue = mix([48.0, 102.0, 178.0], [104.0, 154.0, 212.0], depth);
        let veil = 0.22 * step(0.5, 0.8, octaves((at.0, at.1 * 2.0), 4, 5, 261, false));
        let behind = mix(blue, [226.0, 232.0, 242.0], veil);
        mix(behind, cloud, step(-0.08, 0.34, here)).map(f64::round)
    };
    (0..SIZE * SIZE).map(place).map(texel).collect()
}
