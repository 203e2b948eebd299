//! Pillars, the remains of their beams, and crystals with their glow.

use glam::{DVec3, dvec3};
use gouraud::formats::Refusal;
use gouraud::formats::ff7::mesh::Mesh;

use super::stone::{CRYSTALS, Masonry, Stone, WHOLE, light};
use crate::make_demo::craft::canvas::{Rgb, rgb, scale};
use crate::make_demo::craft::maths::{cos, sin};
use crate::make_demo::craft::noise::hash;
use crate::make_demo::craft::space::around;

const PILLARS: usize = 10;
const AWAY: f64 = 1620.0;
/// Height of each pillar; the front two are stumps, so that they do not block the view.
const HEIGHTS: [f64; PILLARS] =
    [900.0, 900.0, 900.0, 520.0, 180.0, 120.0, 260.0, 640.0, 900.0, 900.0];

/// All objects; `true` for additive blending.
pub fn all() -> Result<Vec<(Mesh, bool)>, Refusal> {
    let mut parts = Vec::new();
    for (index, height) in HEIGHTS.into_iter().enumerate() {
        let (x, z) = place(index);
        parts.push((pillar(dvec3(x, 0.0, z), height, index as u64)?, false));
    }
    // Beams connect neighbouring pillars of full height.
    for (from, to) in [(8, 9), (9, 0), (0, 1), (1, 2)] {
        parts.push((beam(from, to)?, false));
    }
    parts.push((rubble()?, false));
    parts.push((crystals(1.0, rgb(0x0E5E7C), rgb(0xC8FFF8))?, false));
    parts.push((crystals(1.7, rgb(0x02161C), rgb(0x0C4450))?, true));
    Ok(parts)
}

/// The pillars are placed around the floor, the first and the last far behind.
fn place(index: usize) -> (f64, f64) {
    let turns = (index as f64 + 0.5) / PILLARS as f64;
    (AWAY * sin(turns), AWAY * cos(turns))
}

/// Four sides and the top of a box.
fn block(part: &mut Masonry, at: DVec3, half: [f64; 3], turns: f64, stone: Stone) {
    let (s, c) = (sin(turns), cos(turns));
    let turn = |x: f64, y: f64, z: f64| dvec3(x * c - z * s, y, x * s + z * c);
    for side in 0..4 {
        let (s, c) = (sin(f64::from(side) / 4.0).round(), cos(f64::from(side) / 4.0).round());
        let point = |a: f64, y: f64| {
            let x = (s + a * c) * half[0];
            let z = (c - a * s) * half[2];
            at + turn(x, y * half[1], z)
        };
        let points = [point(-1.0, -1.0), point(1.0, -1.0), point(-1.0, 1.0), point(1.0, 1.0)];
        let out = turn(s, 0.0, c);
        part.wall(&points, stone, out);
    }
    let point = |x: f64, z: f64, y: f64| at + turn(x * half[0], y * half[1], z * half[2]);
    for (y, out) in [(-1.0, DVec3::NEG_Y), (1.0, DVec3::Y)] {
        let points =
            [point(-1.0, -1.0, y), point(1.0, -1.0, y), point(-1.0, 1.0, y), point(1.0, 1.0, y)];
        part.quad(
            &points,
            &WHOLE,
            Stone::Slabs,
            out,
            light(at + dvec3(0.0, y * half[1], 0.0), out),
        );
    }
}

fn pillar(at: DVec3, height: f64, seed: u64) -> Result<Mesh, Refusal> {
    const SIDES: usize = 10;
    let mut part = Masonry::new();
    let turns = (seed as f64 + 0.5) / PILLARS as f64;
    block(&mut part, at + dvec3(0.0, -30.0, 0.0), [150.0, 30.0, 150.0], turns, Stone::Blocks);
    block(&mut part, at + dvec3(0.0, -76.0, 0.0), [122.0, 16.0, 122.0], turns, Stone::Frieze);
    let whole = height >= 900.0;
    let levels = ((height - 92.0) / 200.0).ceil().max(1.0) as usize;
    for level in 0..levels {
        let y = [level, level + 1].map(|l| 92.0 + (height - 92.0) * l as f64 / levels as f64);
        for (side, angle) in around(SIDES).enumerate() {
            let point = |s: usize, l: usize| {
                let radius = 96.0 - 14.0 * y[l] / 900.0;
                // A broken end is jagged.
                let jag = if !whole && level + 1 == levels && l == 1 {
                    (hash((side + s) as i64 % SIDES as i64, seed as i64, 431) & 0x7F) as f64
                } else {
                    0.0
                };
                at + dvec3(radius * cos(angle[s]), -(y[l] - jag), radius * sin(angle[s]))
            };
            let points = [point(0, 1), point(1, 1), point(0, 0), point(1, 0)];
            let middle = (angle[0] + angle[1]) / 2.0;
            let out = dvec3(cos(middle), 0.0, sin(middle));
            let face = (points[0] + points[3]) * 0.5;
            let across = [side % 2, side % 2 + 1].map(|s| s as f64 / 2.0);
            let texels = [[across[0], 0.0], [across[1], 0.0], [across[0], 1.0], [across[1], 1.0]];
            part.quad(&points, &texels, Stone::Drum, out, light(face, out));
            if !whole && level + 1 == levels {
                let centre = dvec3(at.x, face.y - 20.0, at.z);
                let tone = rgb(0x584C48);
                let three = [points[0], points[1], centre];
                part.paint(&three, &[tone, tone, scale(tone, 0.6)], DVec3::NEG_Y);
            }
        }
    }
    if whole {
        let cap = at + dvec3(0.0, -height - 24.0, 0.0);
        block(&mut part, cap, [126.0, 24.0, 126.0], turns, Stone::Frieze);
    }
    part.finish()
}

/// From pillar to pillar, on their caps.
fn beam(from: usize, to: usize) -> Result<Mesh, Refusal> {
    let mut part = Masonry::new();
    let ((ax, az), (bx, bz)) = (place(from), place(to));
    let (dx, dz) = (bx - ax, bz - az);
    let length = (dx * dx + dz * dz).sqrt();
    let (s, c) = (dz / length, dx / length);
    let (half, tall) = ([length / 2.0 + 38.0, 62.0, 84.0], 900.0 + 48.0 + 62.0);
    let middle = dvec3((ax + bx) / 2.0, -tall, (az + bz) / 2.0);
    let point = |x: f64, y: f64, z: f64| middle + dvec3(x * c - z * s, y, x * s + z * c);
    // Three segments, so that the ornament is not stretched.
    const PIECES: usize = 3;
    for piece in 0..PIECES {
        let x = [piece, piece + 1].map(|p| (2.0 * p as f64 / PIECES as f64 - 1.0) * half[0]);
        // Heights and depths of the upper and the lower edge: front, back, top, underside.
        let faces = [
            (dvec3(-s, 0.0, c), [(-1.0, 1.0), (1.0, 1.0)]),
            (dvec3(s, 0.0, -c), [(-1.0, -1.0), (1.0, -1.0)]),
            (DVec3::NEG_Y, [(-1.0, -1.0), (-1.0, 1.0)]),
            (DVec3::Y, [(1.0, -1.0), (1.0, 1.0)]),
        ];
        for (out, edges) in faces {
            let [upper, lower] = edges.map(|(y, z)| x.map(|x| point(x, y * half[1], z * half[2])));
            let points = [upper[0], upper[1], lower[0], lower[1]];
            part.wall(&points, Stone::Frieze, out);
        }
    }
    part.finish()
}

/// Fallen drums and blocks by the stumps.
fn rubble() -> Result<Mesh, Refusal> {
    let mut part = Masonry::new();
    let stones = [
        ([-1240.0, 560.0], 86.0, 0.06),
        ([-1060.0, 420.0], 52.0, 0.17),
        ([1320.0, 420.0], 74.0, 0.11),
        ([1180.0, 640.0], 46.0, 0.02),
        ([520.0, 1430.0], 66.0, 0.21),
        ([-330.0, 1500.0], 48.0, 0.09),
    ];
    for ([x, z], size, turns) in stones {
        let half = [size, size * 0.62, size * 0.8];
        block(&mut part, dvec3(x, -half[1], z), half, turns, Stone::Blocks);
    }
    part.finish()
}

/// Clusters of crystals, scaled by `size`.
fn crystals(size: f64, dark: Rgb, bright: Rgb) -> Result<Mesh, Refusal> {
    let mut part = Masonry::new();
    for (cluster, [x, z]) in CRYSTALS.into_iter().enumerate() {
        for stone in 0..5i64 {
            let chance =
                |salt: u64| (hash(stone, cluster as i64, 441 + salt) & 0xFFFF) as f64 / 65535.0;
            let turns = (stone as f64 + 0.6 * chance(0)) / 5.0;
            let lean = if stone == 0 { 0.1 } else { 0.35 + 0.3 * chance(1) };
            let length = if stone == 0 { 330.0 } else { 130.0 + 130.0 * chance(2) };
            let radius = (26.0 + 16.0 * chance(3)) * size * if stone == 0 { 1.5 } else { 1.0 };
            let foot = dvec3(x + 46.0 * cos(turns), 10.0, z + 46.0 * sin(turns));
            let along = dvec3(lean * cos(turns), -1.0, lean * sin(turns));
            shard(&mut part, foot, along, length * (0.8 + 0.2 * size), radius, [dark, bright]);
        }
    }
    part.finish()
}

/// Six sides that widen, then meet in a point.
fn shard(
    part: &mut Masonry,
    foot: DVec3,
    along: DVec3,
    length: f64,
    radius: f64,
    [dark, bright]: [Rgb; 2],
) {
    const SIDES: usize = 6;
    let tip = foot + along * length;
    for side in 0..SIDES {
        let at = |s: usize, share: f64, wide: f64| {
            let turns = (side + s) as f64 / SIDES as f64;
            let ring = dvec3(radius * wide * cos(turns), 0.0, radius * wide * sin(turns));
            (foot + along * (length * share)) + ring
        };
        let middle = (side as f64 + 0.5) / SIDES as f64;
        let out = dvec3(cos(middle), 0.0, sin(middle));
        // One side glints.
        let glint = if side % 3 == 1 { 1.0 } else { 0.72 };
        let (low, mid, top) = (dark, scale(bright, 0.62 * glint), scale(bright, glint));
        let body = [at(0, 0.66, 1.0), at(1, 0.66, 1.0), at(0, 0.0, 0.7), at(1, 0.0, 0.7)];
        part.paint(&body, &[mid, scale(mid, 0.8), low, low], out);
        part.paint(&[at(0, 0.66, 1.0), at(1, 0.66, 1.0), tip], &[mid, scale(mid, 0.8), top], out);
    }
}
