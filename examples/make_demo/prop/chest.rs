//! The shape of the chest.

use glam::{DVec3, dvec3};
use gouraud_testing::build::totem;

use super::sheets::Sheets;
use crate::make_demo::craft::maths::{cos, ease, sin};
use crate::make_demo::craft::noise::{smooth, unit};

/// Half the width, height of the box, half the depth, and how much it narrows towards its foot.
const HALF: f64 = 0.6;
const TOP: f64 = 0.5;
const DEEP: f64 = 0.4;
const NARROW: f64 = 0.92;
const WALL: f64 = 0.05;
/// Thickness of the iron fittings.
const IRON: f64 = 0.014;
/// Opening angle of the lid in turns, and its flatness compared with half a circle.
const OPEN: f64 = 0.2;
const FLAT: f64 = 0.8;

pub fn build() -> Sheets {
    let mut chest = Sheets::new();
    body(&mut chest);
    body_iron(&mut chest);
    lock(&mut chest);
    handle(&mut chest, -1.0);
    handle(&mut chest, 1.0);
    treasure(&mut chest);
    let first = chest.vertices();
    lid(&mut chest);
    chest.lid = first..chest.vertices();
    collision(&mut chest);
    chest
}

fn collision(chest: &mut Sheets) {
    let mesh = &mut chest.mesh;
    let half = [HALF as f32, DEEP as f32];
    mesh.cuboids.push(totem::cuboid([0.0; 3], half, TOP as f32));
    let middle = hinged(0.0, 0.05, DEEP);
    let base = [-HALF as f32, middle.y as f32, middle.z as f32];
    let width = 2.0 * HALF as f32;
    mesh.cylinders.push(totem::cylinder(base, [1.0, 0.0, 0.0], width, 0.36));
    mesh.spheres.push(totem::sphere([0.0, 0.46, 0.02], 0.24));
    mesh.spheres.push(totem::sphere([0.34, 0.04, 0.72], 0.1));
}

/// A point on the outside of the box at a height: `x` and `z` from −1 to 1.
fn outside(x: f64, y: f64, z: f64, out: f64) -> DVec3 {
    let share = NARROW + (1.0 - NARROW) * y / TOP;
    let far = |v: f64, half: f64| v * half * share + v.signum() * if v == 0.0 { 0.0 } else { out };
    dvec3(far(x, HALF), y, far(z, DEEP))
}

/// The four sides from the front, around to the right: `u` from left to right as x and z.
const SIDES: [fn(f64) -> [f64; 2]; 4] = [
    |u| [2.0 * u - 1.0, 1.0],
    |u| [1.0, 1.0 - 2.0 * u],
    |u| [1.0 - 2.0 * u, -1.0],
    |u| [-1.0, 2.0 * u - 1.0],
];

fn body(chest: &mut Sheets) {
    for (side, around) in SIDES.into_iter().enumerate() {
        let repeats = if side % 2 == 0 { 1.5 } else { 1.0 };
        let shift = side as f64 * 0.37;
        let wood = |u: f64, v: f64| [u * repeats + shift, v];
        let at = |u: f64, v: f64| {
            let [x, z] = around(u);
            outside(x, TOP * (1.0 - v), z, 0.0)
        };
        chest.sheet("WOOD.TMATERIAL", [2, 1], at, wood);
        // The inside has the opposite winding, down to the treasure.
        let inner = |u: f64, v: f64| {
            let [x, z] = around(1.0 - u);
            dvec3(x * (HALF - WALL), TOP - 0.3 * v, z * (DEEP - WALL))
        };
        chest.sheet("INSIDE.TMATERIAL", [1, 1], inner, |u, v| [u * repeats + shift, v * 0.6]);
        let rim = |u: f64, v: f64| {
            let [x, z] = around(u);
            dvec3(x * (HALF - WALL * (1.0 - v)), TOP, z * (DEEP - WALL * (1.0 - v)))
        };
        chest.sheet("INSIDE.TMATERIAL", [1, 1], rim, |u, v| [u * repeats, v * 0.08]);
    }
    let (x, z) = (HALF * NARROW, DEEP * NARROW);
    let right = DVec3::X * 2.0 * x;
    chest.flat("WOOD.TMATERIAL", dvec3(-x, 0.0, z), right, DVec3::Z * -2.0 * z, [1.5, 1.0]);
}

/// Adds a strip of iron across `path` (0 to 1), from one side to the other, raised by
/// [`IRON`]: `at(side, along, out)`.
fn band(chest: &mut Sheets, pieces: usize, repeats: f64, at: impl Fn(f64, f64, f64) -> DVec3) {
    let face = |u: f64, v: f64| at(u, v, IRON);
    chest.sheet("IRON.TMATERIAL", [1, pieces], face, |u, v| [u * 0.5, v * repeats]);
    let left = |u: f64, v: f64| at(0.0, v, IRON * u);
    chest.sheet("IRON.TMATERIAL", [1, pieces], left, |u, v| [u * 0.05, v * repeats]);
    let right = |u: f64, v: f64| at(1.0, v, IRON * (1.0 - u));
    chest.sheet("IRON.TMATERIAL", [1, pieces], right, |u, v| [u * 0.05, v * repeats]);
}

/// Positions of the bands around the chest, as fractions of its half width, and their width.
const BANDS: [f64; 2] = [-0.62, 0.62];
const BROAD: f64 = 0.15;

fn body_iron(chest: &mut Sheets) {
    for middle in BANDS {
        for front in [1.0, -1.0] {
            band(chest, 1, 2.5, |u, v, out| {
                let x = middle + front * BROAD * (u - 0.5);
                let place = outside(x, TOP * (1.0 - v), front, 0.0);
                place + DVec3::Z * front * out
            });
        }
    }
    // Frames around the foot and the rim, their ends overlapping at the corners.
    for (low, high) in [(0.0, 0.07), (TOP - 0.07, TOP)] {
        for (side, around) in SIDES.into_iter().enumerate() {
            let repeats = if side % 2 == 0 { 7.5 } else { 5.0 };
            let at = |u: f64, v: f64| {
                let [x, z] = around(u);
                outside(x, high + (low - high) * v, z, IRON * 1.25)
            };
            chest.sheet("IRON.TMATERIAL", [1, 1], at, |u, v| [u * repeats, v * 0.5]);
            for (height, up) in [(high, true), (low, false)] {
                let edge = |u: f64, v: f64| {
                    let [x, z] = around(u);
                    let out = IRON * 1.25 * if up { v } else { 1.0 - v };
                    outside(x, height, z, out)
                };
                chest.sheet("IRON.TMATERIAL", [1, 1], edge, |u, v| [u * repeats, v * 0.05]);
            }
        }
    }
}

fn lock(chest: &mut Sheets) {
    let front = DEEP + IRON;
    chest.plate("BRASS.TMATERIAL", dvec3(-0.1, 0.26, front - 0.04), dvec3(0.1, 0.47, front + 0.03));
    let hole = |x: f64, y: f64| (dvec3(x, y, front + 0.032), [0.0; 2]);
    let ring: Vec<_> = (0..8)
        .map(|i| {
            let turn = f64::from(i) / 8.0;
            hole(0.026 * cos(turn), 0.39 + 0.026 * sin(turn))
        })
        .collect();
    chest.polygon("KEYHOLE.TMATERIAL", &ring, DVec3::Z);
    let slot = [(-0.011, 0.38), (-0.02, 0.31), (0.02, 0.31), (0.011, 0.38)];
    let slot: Vec<_> = slot.map(|(x, y)| hole(x, y)).to_vec();
    chest.polygon("KEYHOLE.TMATERIAL", &slot, DVec3::Z);
}

/// A ring that hangs on the right (1) or left (−1) side.
fn handle(chest: &mut Sheets, side: f64) {
    let middle = dvec3(side * (HALF * 0.985 + 0.02), 0.31, 0.0);
    chest.sheet(
        "IRON.TMATERIAL",
        [4, 7],
        |u, v| {
            // Round the tube, and along the lower half of the ring.
            let (turn, along) = (u * side, 0.5 + 0.5 * v);
            let (out, across) = (0.019 * cos(turn), 0.019 * sin(turn));
            let radius = 0.12 + across;
            middle + dvec3(side * (out + 0.01), radius * sin(along), radius * cos(along))
        },
        |u, v| [u * 0.3, v * 2.0],
    );
    for end in [-1.0, 1.0] {
        let at = dvec3(side * (HALF * 0.97), 0.31, end * 0.12);
        let far = side * 0.045;
        let (low, high) = (at - dvec3(0.0, 0.035, 0.035), at + dvec3(far, 0.035, 0.035));
        let (low, high) = (low.min(high), low.max(high));
        let size = high - low;
        let x = if side > 0.0 { high.x } else { low.x };
        let (right, start) = (DVec3::Z * -side * size.z, if side > 0.0 { high.z } else { low.z });
        let down = DVec3::Y * -size.y;
        chest.flat("BRASS.TMATERIAL", dvec3(x, high.y, start), right, down, [1.0; 2]);
        let inward = DVec3::X * -far;
        let rim = [(0.0, down), (1.0, -down)];
        for (share, along) in rim {
            // The edges that face forward and back.
            let from = dvec3(x, high.y, start) + (right + down) * share;
            chest.flat("BRASS.TMATERIAL", from + inward, -inward, along, [1.0; 2]);
        }
        let top = dvec3(x, high.y, start);
        chest.flat("BRASS.TMATERIAL", top + inward, right, -inward, [1.0; 2]);
        chest.flat("BRASS.TMATERIAL", top + down, right, inward, [1.0; 2]);
    }
}

/// A point of the lid: `turn` from 0 (front) over 0.25 (top) to 0.5 (hinge), at a radius.
fn on_lid(turn: f64, x: f64, radius: f64) -> DVec3 {
    let (forward, up) = (radius * cos(turn) + DEEP, radius * sin(turn) * FLAT);
    hinged(x, up, forward)
}

/// Position in the open lid of a point of the closed one (above its rim, in front of the hinge).
fn hinged(x: f64, up: f64, forward: f64) -> DVec3 {
    let (s, c) = (sin(OPEN), cos(OPEN));
    dvec3(x, TOP + 0.012 + forward * s + up * c, forward * c - up * s - DEEP)
}

/// Segments of the lid's arch.
const ARCH: usize = 8;

fn lid(chest: &mut Sheets) {
    let inner = DEEP - WALL;
    let arch = |radius: f64, half: f64| {
        move |u: f64, v: f64| on_lid(0.5 * (1.0 - v), half * (2.0 * u - 1.0), radius)
    };
    chest.sheet("WOOD.TMATERIAL", [2, ARCH], arch(DEEP, HALF), |u, v| [u * 1.5, v * 2.0 + 0.1]);
    // From inside, left and right are swapped.
    let below = arch(inner, HALF - WALL);
    let lining = |u: f64, v: f64| [u * 1.5, v * 2.0];
    chest.sheet("INSIDE.TMATERIAL", [1, ARCH], |u, v| below(1.0 - u, v), lining);
    for side in [-1.0, 1.0] {
        let cap = |radius: f64, x: f64, out: f64| {
            move |u: f64, v: f64| {
                let turn = 0.5 * if out > 0.0 { u } else { 1.0 - u };
                let rim = on_lid(turn, x, radius);
                let foot = hinged(x, 0.0, DEEP + radius * cos(turn));
                rim.lerp(foot, v)
            }
        };
        // Planks are horizontal.
        let wood = |out: f64| {
            move |u: f64, v: f64| {
                let turn = 0.5 * if out > 0.0 { u } else { 1.0 - u };
                [0.5 + 0.5 * cos(turn), 0.5 - 0.48 * sin(turn) * (1.0 - v)]
            }
        };
        chest.sheet("WOOD.TMATERIAL", [ARCH, 1], cap(DEEP, side * HALF, side), wood(side));
        let x = side * (HALF - WALL);
        chest.sheet("INSIDE.TMATERIAL", [ARCH, 1], cap(inner, x, -side), wood(-side));
    }
    lid_rim(chest, inner);
    lid_iron(chest);
}

/// The edge of the lid that closes on the box, seen from below.
fn lid_rim(chest: &mut Sheets, inner: f64) {
    let wide = HALF - WALL;
    // Corners of the outer and inner edge, counter-clockwise seen from below.
    let outer = [(-HALF, 2.0 * DEEP), (-HALF, 0.0), (HALF, 0.0), (HALF, 2.0 * DEEP)];
    let low = DEEP - inner;
    let edge = [(-wide, DEEP + inner), (-wide, low), (wide, low), (wide, DEEP + inner)];
    for i in 0..4 {
        let j = (i + 1) % 4;
        let at = |(x, forward): (f64, f64)| hinged(x, 0.0, forward);
        let (a, b, c, d) = (at(outer[i]), at(outer[j]), at(edge[i]), at(edge[j]));
        let surface = |u: f64, v: f64| a.lerp(b, u).lerp(c.lerp(d, u), v);
        let flipped = |u: f64, v: f64| surface(1.0 - u, v);
        chest.sheet("INSIDE.TMATERIAL", [1, 1], flipped, |u, v| [u * 1.2, v * 0.08]);
    }
}

fn lid_iron(chest: &mut Sheets) {
    for middle in BANDS {
        band(chest, ARCH, 5.5, |u, v, out| {
            let x = (middle + BROAD * (u - 0.5)) * HALF;
            on_lid(0.5 * (1.0 - v), x, DEEP + out)
        });
    }
    for (left, right) in [(-HALF, -HALF + 0.06), (HALF - 0.06, HALF)] {
        band(chest, ARCH, 5.5, |u, v, out| {
            on_lid(0.5 * (1.0 - v), left + (right - left) * u, DEEP + out)
        });
    }
    // The hasp hangs from the front edge.
    let hasp = |u: f64, v: f64, out: f64| {
        let up = 0.06 - 0.16 * v;
        hinged(0.075 * (2.0 * u - 1.0), up, 2.0 * DEEP + 0.03 + out)
    };
    let face = |u: f64, v: f64| hasp(u, v, 0.0);
    chest.sheet("BRASS.TMATERIAL", [1, 1], face, |u, v| [u, v]);
    chest.sheet("BRASS.TMATERIAL", [1, 1], |u, v| hasp(1.0 - u, v, -0.025), |u, v| [u, v]);
    for side in [0.0, 1.0] {
        let at = |u: f64, v: f64| hasp(side, v, -0.025 * if side == 0.0 { 1.0 - u } else { u });
        chest.sheet("BRASS.TMATERIAL", [1, 1], at, |u, v| [u, v]);
    }
}

/// Height of the gold.
fn heap(x: f64, z: f64) -> f64 {
    let far = ((x / 0.5) * (x / 0.5) + (z / 0.36) * (z / 0.36)).sqrt();
    let bumps = smooth(x * 9.0 + 40.0, z * 9.0 + 40.0, 512, 5) - 0.5;
    0.37 + 0.2 * ease(1.0 - far * 0.85) + 0.035 * bumps
}

fn treasure(chest: &mut Sheets) {
    let (wide, deep) = (HALF - WALL, DEEP - WALL);
    let at = |u: f64, v: f64| {
        let (x, z) = (wide * (2.0 * u - 1.0), deep * (2.0 * v - 1.0));
        dvec3(x, heap(x, z), z)
    };
    chest.sheet("GOLD.TMATERIAL", [11, 7], at, |u, v| [u * 4.0, v * 2.6]);
    for i in 0..15 {
        let (x, z) = (0.9 * (unit(i, 0, 3) - 0.5), 0.52 * (unit(i, 1, 3) - 0.5));
        let lean = dvec3(unit(i, 2, 3) - 0.5, 1.2, unit(i, 3, 3) - 0.5).normalize();
        coin(chest, dvec3(x, heap(x, z) + 0.012, z), lean);
    }
    // Coins in front of the chest; one leans against it.
    for (x, z) in [(0.3, 0.62), (0.4, 0.74), (-0.28, 0.58), (0.06, 0.8), (0.36, 0.66)] {
        let high = if x == 0.36 { 0.024 } else { 0.0 };
        let lean = if x == 0.36 { dvec3(0.1, 1.0, 0.12).normalize() } else { DVec3::Y };
        coin(chest, dvec3(x, high, z), lean);
    }
    coin(chest, dvec3(-0.36, 0.055, DEEP + 0.02), dvec3(0.1, 0.45, 0.9).normalize());
    gem(chest, "RUBY.TMATERIAL", dvec3(0.1, heap(0.1, 0.2) + 0.045, 0.2), 0.06);
    gem(chest, "SAPPHIRE.TMATERIAL", dvec3(-0.24, heap(-0.24, 0.14) + 0.045, 0.14), 0.055);
    gem(chest, "RUBY.TMATERIAL", dvec3(0.2, 0.05, 0.7), 0.05);
}

/// A coin at a position, its upper side towards `up`.
fn coin(chest: &mut Sheets, foot: DVec3, up: DVec3) {
    const SIDES: usize = 8;
    let right = up.cross(DVec3::Z).normalize_or(DVec3::X);
    let front = right.cross(up);
    let (radius, thick) = (0.055, 0.014);
    let at =
        |turn: f64, high: f64| foot + up * high + (right * cos(turn) - front * sin(turn)) * radius;
    let rim = |i: usize| i as f64 / SIDES as f64;
    let face: Vec<_> = (0..SIDES)
        .map(|i| {
            let turn = rim(i);
            // Texture of a single coin.
            (at(turn, thick), [0.25 + 0.2 * cos(turn), 0.25 + 0.2 * sin(turn)])
        })
        .collect();
    chest.polygon("GOLD.TMATERIAL", &face, up);
    let side = |u: f64, v: f64| at(u, thick * (1.0 - v));
    chest.sheet("GOLD.TMATERIAL", [SIDES, 1], side, |_, v| [0.25, 0.02 + 0.04 * v]);
}

/// A cut gem: a point below, a belt, a smaller table on top.
fn gem(chest: &mut Sheets, material: &str, middle: DVec3, size: f64) {
    const SIDES: usize = 6;
    let ring = |i: usize, radius: f64, high: f64| {
        let turn = (i % SIDES) as f64 / SIDES as f64;
        middle + dvec3(radius * cos(turn), high, -radius * sin(turn)) * size
    };
    let facet = |points: &[DVec3], chest: &mut Sheets| {
        let normal = (points[1] - points[0]).cross(points[2] - points[0]).normalize_or(DVec3::Y);
        let uvs = [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]];
        let corners: Vec<_> = points.iter().copied().zip(uvs).collect();
        chest.polygon(material, &corners, normal);
    };
    for i in 0..SIDES {
        let (a, b) = (ring(i, 1.0, 0.0), ring(i + 1, 1.0, 0.0));
        let (c, d) = (ring(i + 1, 0.6, 0.45), ring(i, 0.6, 0.45));
        facet(&[a, b, c, d], chest);
        facet(&[middle - DVec3::Y * size, b, a], chest);
    }
    let table: Vec<_> = (0..SIDES).map(|i| (ring(i, 0.6, 0.45), [0.5, 0.2])).collect();
    chest.polygon(material, &table, DVec3::Y);
}
