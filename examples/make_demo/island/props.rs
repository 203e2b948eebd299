//! Plants and rocks: palms, rocks, flowers.

use gouraud_testing::build::groff::{
    InstanceTransform, Level, Model, Property, Surface, Triangles,
};

use super::land::{SEA, height};
use super::pictures::map;
use super::shapes::{Point, Shape};
use crate::make_demo::craft::maths::{cos, sin};
use crate::make_demo::craft::noise::unit;

/// A box of twelve triangles, like those of helpers.
pub fn helper_box(half: Point) -> Model {
    const SIDES: [[u32; 4]; 6] =
        [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];
    let points = (0..8u32).map(|bits| {
        let side = |axis: usize| if bits >> (2 - axis) & 1 == 1 { half[axis] } else { -half[axis] };
        [side(0) as f32, side(1) as f32, side(2) as f32]
    });
    Model::Triangles(Triangles {
        points: points.collect(),
        faces: SIDES.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect(),
        colour: [128; 3],
        ..Triangles::default()
    })
}

/// Centre of the trunk at a height of 0 to 1.
fn bend(t: f64) -> Point {
    [1.5 * t * t, 0.3 * sin(t * 0.5), 6.2 * t]
}

fn palm() -> Shape {
    let leaf = Surface::map(&map("Leaft2")).see_through(&map("Leafo8"));
    let mut shape = Shape::new(vec![Surface::map(&map("Barkt2")), leaf]);
    let rings: Vec<(Point, f64)> = (0..=6)
        .map(|level| {
            let t = f64::from(level) / 6.0;
            (bend(t), 0.27 - 0.13 * t + if level == 0 { 0.12 } else { 0.0 })
        })
        .collect();
    shape.tube(&rings, 6, 0);
    let top = bend(1.0);
    for frond in 0..9 {
        let turn = f64::from(frond) / 9.0 + 0.03 * unit(frond.into(), 0, 71);
        let lift = 0.9 - 0.5 * unit(frond.into(), 1, 71);
        add_frond(&mut shape, top, turn, lift, 3.1, 1);
    }
    shape
}

/// Adds a frond in three segments that bend down.
fn add_frond(shape: &mut Shape, from: Point, turn: f64, lift: f64, length: f64, surface: u32) {
    let (along, across) = ([cos(turn), sin(turn)], [-sin(turn), cos(turn)]);
    let place = |t: f64, side: f64| -> Point {
        let (out, half) = (length * t, 0.75 * side);
        // Up at first, then down.
        let up = length * (lift * t - 1.15 * t * t);
        let droop = 0.22 * side * side * t;
        [
            from[0] + along[0] * out + across[0] * half,
            from[1] + along[1] * out + across[1] * half,
            from[2] + up - droop,
        ]
    };
    for piece in 0..3 {
        let (a, b) = (f64::from(piece) / 3.0, f64::from(piece + 1) / 3.0);
        let corners = [place(a, -1.0), place(a, 1.0), place(b, 1.0), place(b, -1.0)];
        shape.card(corners, [0.0, a, 1.0, b], surface);
    }
}

/// The far level of detail of a palm: two crossed cards for the fronds on a three-sided trunk.
fn palm_from_afar() -> Shape {
    let leaf = Surface::map(&map("Leaft2")).see_through(&map("Leafo8"));
    let mut shape = Shape::new(vec![Surface::map(&map("Barkt2")), leaf]);
    shape.tube(&[(bend(0.0), 0.3), (bend(0.5), 0.2), (bend(1.0), 0.14)], 3, 0);
    for turn in 0..4 {
        add_frond(&mut shape, bend(1.0), f64::from(turn) / 4.0, 0.6, 3.1, 1);
    }
    shape
}

/// A sphere of eight triangles, each subdivided twice, with displaced vertices.
fn rock(seed: u64, squash: f64) -> Shape {
    let mut shape = Shape::new(vec![Surface::map(&map("Rockt2")).bumpy(&map("Rockb8"))]);
    let corners: [Point; 6] = [
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [-1.0, 0.0, 0.0],
        [0.0, -1.0, 0.0],
        [0.0, 0.0, 1.0],
        [0.0, 0.0, -1.0],
    ];
    for side in 0..4 {
        let (a, b) = (corners[side], corners[(side + 1) % 4]);
        split(&mut shape, [a, b, corners[4]], 2, seed, squash);
        split(&mut shape, [b, a, corners[5]], 2, seed, squash);
    }
    shape
}

fn split(shape: &mut Shape, [a, b, c]: [Point; 3], depth: u32, seed: u64, squash: f64) {
    if depth == 0 {
        let corner = |at: Point| {
            let key = |v: f64| (v * 512.0).round() as i64;
            let radius = 0.72 + 0.5 * unit(key(at[0]) + 7 * key(at[2]), key(at[1]), seed);
            let placed = [at[0] * radius, at[1] * radius, at[2] * radius * squash];
            (placed, [placed[0] * 0.5 + placed[2] * 0.2, placed[1] * 0.5 + placed[2] * 0.4])
        };
        return shape.polygon(&[corner(a), corner(b), corner(c)], 0);
    }
    let middle = |p: Point, q: Point| {
        let sum = [p[0] + q[0], p[1] + q[1], p[2] + q[2]];
        let length = (sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]).sqrt();
        sum.map(|v| v / length)
    };
    let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
    for piece in [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]] {
        split(shape, piece, depth - 1, seed, squash);
    }
}

fn flower() -> Shape {
    let surface = Surface::map(&map("Flowert2")).see_through(&map("Flowero8"));
    let mut shape = Shape::new(vec![surface]);
    for [x, y] in [[0.45, 0.0], [0.0, 0.45]] {
        let corners = [[-x, -y, 0.0], [x, y, 0.0], [x, y, 0.8], [-x, -y, 0.8]];
        shape.card(corners, [0.0, 0.0, 1.0, 1.0], 0);
    }
    shape
}

/// Random positions that `keep` accepts, by height and position.
fn places(seed: u64, tries: i64, keep: impl Fn(f64, f64, f64) -> bool) -> Vec<[f64; 3]> {
    let spot = |at: i64| {
        let (x, y) = (unit(at, 0, seed) * 112.0 - 56.0, unit(at, 1, seed) * 112.0 - 56.0);
        [x, y, height(x, y)]
    };
    let is_free = |[x, y, _]: &[f64; 3]| {
        let path = (x - 6.0) * (x - 6.0) < 36.0 && (-44.0..-4.0).contains(y);
        let village = x * x + (y + 8.0) * (y + 8.0) < 130.0;
        !path && !village
    };
    (0..tries).map(spot).filter(|at| is_free(at) && keep(at[0], at[1], at[2])).collect()
}

/// Rounds to three digits, so that files are the same on every machine.
fn rounded(v: f64) -> f32 {
    ((v * 64.0).round() / 64.0) as f32
}

fn put(level: &mut Level, stem: &str, model: usize, group: u32, seed: u64, spots: &[[f64; 3]]) {
    for (index, [x, y, z]) in spots.iter().enumerate() {
        let number = index as i64;
        let turn = rounded(unit(number, 2, seed) * 6.2);
        let scale = rounded(0.8 + 0.5 * unit(number, 3, seed));
        let place = InstanceTransform::at(rounded(*x), rounded(*y), rounded(*z - 0.1));
        let place = place.turned(0.0, 0.0, turn).scaled(scale);
        level.instance(&format!("{stem}-{index:02}"), model, place, group);
    }
}

pub fn add(level: &mut Level) {
    let text = Property::text;
    let palms = level.model("Palm-00", palm().model());
    let far = level.model("PalmFar", palm_from_afar().model());
    let trunk = level.model("$PalmTrunk", helper_box([0.35, 0.35, 3.0]));
    let group = level.values(
        "Palm-00",
        vec![
            ("Class", text("CInstance")),
            ("Detail1", text("PalmFar")),
            ("A01", Property::Float(60.0)),
            ("Model00", text("$PalmTrunk")),
            ("SoundMaterial", text("WOOD")),
            ("Tangible", Property::Bool(true)),
            ("Shadow", Property::Bool(true)),
        ],
    );
    let mut spots = vec![[13.0, -31.0, height(13.0, -31.0)]];
    spots.extend(places(81, 190, |x, y, z| {
        z > SEA + 0.8 && z < SEA + 5.0 && unit(x as i64 / 9, y as i64 / 9, 82) > 0.3
    }));
    put(level, "Palm", palms, group, 83, &spots);
    // Both are next to the first palm; only their position relative to it matters.
    let [x, y, z] = spots[0].map(rounded);
    level.instance("PalmFar", far, InstanceTransform::at(x, y, z - 0.1), 0);
    level.instance("$PalmTrunk", trunk, InstanceTransform::at(x + 0.5, y, z + 2.9), 0);

    let group = level.values(
        "Rock-00",
        vec![
            ("Class", text("CInstance")),
            ("SoundMaterial", text("STONE")),
            ("Density", Property::Float(2.6)),
            ("Planted", Property::Bool(true)),
        ],
    );
    let rocks = level.model("Rock-00", rock(91, 0.75).model());
    put(level, "Rock", rocks, group, 92, &places(93, 60, |_, _, z| z > SEA - 0.6));
    let cliffs = level.model("Cliff-00", rock(94, 1.5).model());
    let spots = [[-30.0, 22.0], [-26.0, 30.0], [-14.0, 27.0], [-35.0, 12.0], [24.0, 33.0]];
    for (index, [x, y]) in spots.into_iter().enumerate() {
        let number = index as i64;
        let place = InstanceTransform::at(x as f32, y as f32, rounded(height(x, y)))
            .turned(0.0, 0.0, rounded(unit(number, 0, 95) * 6.2))
            .scaled(rounded(2.2 + 1.4 * unit(number, 1, 95)));
        level.instance(&format!("Cliff-{index:02}"), cliffs, place, group);
    }
    let flowers = level.model("Flower-00", flower().model());
    let group = level.values(
        "Flower-00",
        vec![("Class", text("CInstance")), ("Tangible", Property::Bool(false))],
    );
    let spots = places(96, 150, |x, y, z| {
        z > SEA + 2.2 && z < 9.0 && unit(x as i64 / 12, y as i64 / 12, 97) > 0.45
    });
    put(level, "Flower", flowers, group, 98, &spots);
}
