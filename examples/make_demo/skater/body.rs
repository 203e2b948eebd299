//! Models of the skater: hoodie, beanie, wide jeans, and a board.

use glam::{DVec3, dvec3};
use gouraud::formats::neversoft::hash::model_name;
use gouraud_testing::build::psx::Builder;

use super::rig::{ARMS, BOARD, CHEST, HEAD, JOINTS, LEGS, PELVIS, at};
use super::shape::{Rgb, Ring, Seam, Shape, level, ring, sewn};

const SKIN: Rgb = [0.93, 0.66, 0.50];
const HOODIE: Rgb = [0.16, 0.56, 0.58];
const STRIPE: Rgb = [0.95, 0.90, 0.78];
const CUFF: Rgb = [0.10, 0.38, 0.42];
const JEANS: Rgb = [0.27, 0.32, 0.50];
const HEM: Rgb = [0.38, 0.44, 0.62];
const BEANIE: Rgb = [0.92, 0.58, 0.14];
const FOLD: Rgb = [0.74, 0.42, 0.08];
const DARK: Rgb = [0.16, 0.11, 0.10];
const HAIR: Rgb = [0.36, 0.20, 0.10];
const SHOE: Rgb = [0.78, 0.16, 0.15];
const SOLE: Rgb = [0.98, 0.96, 0.92];
const GRIP: Rgb = [0.17, 0.17, 0.19];
const WOOD: Rgb = [0.90, 0.64, 0.34];
const PAINT: Rgb = [0.86, 0.20, 0.30];
const METAL: Rgb = [0.66, 0.68, 0.72];
const WHEEL: Rgb = [0.98, 0.92, 0.62];

fn add_model(builder: &mut Builder, bone: usize, make: impl Fn(&mut Shape<'_>)) {
    let mut shape = Shape::new(builder, bone);
    make(&mut shape);
    let polygons = shape.polygons;
    builder.model(model_name(JOINTS[bone].name.as_bytes()), &polygons);
}

/// Adds the models in the order of the bones.
pub fn add_all(builder: &mut Builder) {
    add_model(builder, PELVIS, pelvis);
    add_model(builder, CHEST, chest);
    add_model(builder, HEAD, head);
    for [arm, fore, hand] in ARMS {
        add_model(builder, arm, |shape| upper_arm(shape, arm, fore));
        add_model(builder, fore, |shape| fore_arm(shape, arm, fore, hand));
        add_model(builder, hand, |shape| palm(shape, fore, hand));
    }
    for [thigh, shin, foot] in LEGS {
        add_model(builder, thigh, |shape| upper_leg(shape, thigh, shin));
        add_model(builder, shin, |shape| lower_leg(shape, thigh, shin, foot));
        add_model(builder, foot, |shape| shoe(shape, foot));
    }
    add_model(builder, BOARD, board);
}

fn waist() -> Ring {
    level(109.0, 15.0, 10.5, 0.0, 8)
}

fn pelvis(shape: &mut Shape<'_>) {
    let rings = [
        level(84.0, 7.0, 6.5, 0.0, 8),
        level(94.0, 17.0, 11.5, 0.0, 8),
        level(101.0, 16.5, 11.5, 0.0, 8),
        sewn(waist(), Seam::Given),
    ];
    shape.tube(&rings, &[JEANS, JEANS, CUFF]);
    shape.cap(&rings[0], [0.0, -1.0, 0.0], JEANS);
}

fn neck() -> Ring {
    level(152.5, 6.0, 5.8, 0.6, 8)
}

fn chest(shape: &mut Shape<'_>) {
    let rings = [
        sewn(waist(), Seam::Taken(PELVIS)),
        level(121.0, 16.5, 11.0, 0.0, 8),
        level(128.0, 17.5, 12.0, 0.3, 8),
        level(141.0, 18.0, 11.8, 0.0, 8),
        level(148.5, 11.5, 9.0, -0.5, 8),
        sewn(neck(), Seam::Given),
    ];
    shape.tube(&rings, &[HOODIE, STRIPE, HOODIE, HOODIE, CUFF]);
    // The pocket, and the hood on the back.
    let z = 11.6;
    shape.plate(
        &[
            [-4.6, 118.5, z - 0.2],
            [4.6, 118.5, z - 0.2],
            [-6.6, 111.5, z - 0.4],
            [6.6, 111.5, z - 0.4],
        ],
        [0.0, 0.0, 1.0],
        CUFF,
    );
    let hood = [-11.0, 0.0, 11.0].map(|x: f64| {
        let deep = if x == 0.0 { 1.0 } else { 0.45 };
        let centre = [x, 145.0 - 2.0 * deep, -9.5 - 2.0 * deep];
        ring(centre, [0.0, 0.0, 4.5 * deep], [0.0, 6.0 * deep, 0.0], 6, 0.0)
    });
    shape.tube(&hood, &[HOODIE, HOODIE]);
}

/// Front surface of the face.
fn face(x: f64, y: f64) -> DVec3 {
    let wide = 8.9 - 0.02 * (y - 164.0) * (y - 164.0);
    let part = (x / wide).clamp(-1.0, 1.0);
    dvec3(x, y, 2.2 + 9.4 * (1.0 - part * part).sqrt())
}

fn head(shape: &mut Shape<'_>) {
    let rings = [
        sewn(neck(), Seam::Taken(CHEST)),
        level(157.0, 6.6, 7.6, 2.6, 8),
        level(163.0, 8.6, 9.3, 2.0, 8),
        level(170.0, 8.8, 9.4, 1.2, 8),
    ];
    // Hair below the beanie, at the back.
    let paint = |gap: usize, out: DVec3| if gap == 2 && out[2] < -0.5 { HAIR } else { SKIN };
    shape.tube_by(&rings, paint);
    let cap = [
        level(168.6, 9.7, 10.4, 1.2, 8),
        level(173.0, 9.8, 10.5, 0.8, 8),
        level(177.5, 8.6, 9.2, 0.0, 8),
        level(181.0, 4.6, 5.0, -0.8, 8),
    ];
    shape.tube(&cap, &[FOLD, BEANIE, BEANIE]);
    shape.cap(&cap[3], [0.0, 1.0, 0.0], BEANIE);
    shape.cap(&cap[0], [0.0, -1.0, 0.0], FOLD);
    for side in [-1.0, 1.0] {
        let patch = |inner: f64, outer: f64, top: f64, bottom: f64, out: f64| {
            [(inner, top), (outer, top), (inner, bottom), (outer, bottom)]
                .map(|(x, y)| face(side * x, y) + DVec3::Z * out)
        };
        let ahead = [side * 0.3, 0.0, 1.0];
        shape.plate(&patch(1.9, 5.0, 166.2, 163.4, 0.15), ahead, SOLE);
        shape.plate(&patch(2.7, 4.1, 166.2, 163.4, 0.4), ahead, DARK);
        shape.plate(&patch(1.6, 5.4, 168.5, 167.7, 0.4), ahead, HAIR);
        let tip = dvec3(0.0, 161.2, 13.9);
        let (root, wing) = (face(0.0, 165.5), face(side * 1.7, 160.8));
        shape.plate(&[root, tip, wing], [side, 0.2, 0.4], SKIN);
    }
    let (tip, low) = (dvec3(0.0, 161.2, 13.9), [0.0, -1.0, 0.3]);
    shape.plate(&[face(-1.7, 160.8), face(1.7, 160.8), tip], low, SKIN);
    let mouth = [(-2.4, 158.9), (2.8, 159.3), (-2.2, 158.1), (2.6, 158.3)];
    let mouth = mouth.map(|(x, y)| face(x, y) + DVec3::Z * 0.1);
    shape.plate(&mouth, [0.0, 0.0, 1.0], [0.55, 0.22, 0.20]);
}

fn elbow(shape: &Shape<'_>, arm: usize, fore: usize) -> Ring {
    shape.limb(at(arm), at(fore), 1.0, [5.4, 5.4], 6)
}

fn upper_arm(shape: &mut Shape<'_>, arm: usize, fore: usize) {
    let rings = [
        shape.limb(at(arm), at(fore), -0.24, [3.0, 4.4], 6),
        shape.limb(at(arm), at(fore), 0.08, [6.2, 7.0], 6),
        sewn(elbow(shape, arm, fore), Seam::Given),
    ];
    shape.tube(&rings, &[HOODIE, HOODIE]);
    shape.cap(&rings[0], at(arm) - at(fore), HOODIE);
}

fn fore_arm(shape: &mut Shape<'_>, arm: usize, fore: usize, hand: usize) {
    let rings = [
        sewn(elbow(shape, arm, fore), Seam::Taken(arm)),
        shape.limb(at(fore), at(hand), 0.75, [5.0, 5.0], 6),
        shape.limb(at(fore), at(hand), 0.98, [4.0, 4.0], 6),
    ];
    // Behind a joint that is bent far, its inner side becomes visible.
    shape.double_sided = true;
    shape.tube(&rings[..2], &[HOODIE]);
    shape.double_sided = false;
    shape.tube(&rings[1..], &[CUFF]);
    shape.cap(&rings[2], at(hand) - at(fore), CUFF);
}

fn palm(shape: &mut Shape<'_>, fore: usize, hand: usize) {
    let tip = at(hand) + (at(hand) - at(fore)) * 0.5;
    let rings = [
        shape.limb(at(hand), tip, -0.1, [2.4, 3.0], 6),
        shape.limb(at(hand), tip, 0.45, [2.6, 4.4], 6),
        shape.limb(at(hand), tip, 1.05, [1.6, 3.0], 6),
    ];
    shape.tube(&rings, &[SKIN, SKIN]);
    shape.cap(&rings[2], at(hand) - at(fore), SKIN);
}

fn knee(shape: &Shape<'_>, thigh: usize, shin: usize) -> Ring {
    shape.limb(at(thigh), at(shin), 1.0, [7.0, 7.4], 6)
}

fn upper_leg(shape: &mut Shape<'_>, thigh: usize, shin: usize) {
    let rings = [
        shape.limb(at(thigh), at(shin), -0.12, [6.5, 8.0], 6),
        shape.limb(at(thigh), at(shin), 0.2, [9.2, 9.6], 6),
        sewn(knee(shape, thigh, shin), Seam::Given),
    ];
    shape.tube(&rings, &[JEANS, JEANS]);
}

fn lower_leg(shape: &mut Shape<'_>, thigh: usize, shin: usize, foot: usize) {
    let rings = [
        sewn(knee(shape, thigh, shin), Seam::Taken(thigh)),
        shape.limb(at(shin), at(foot), 0.45, [7.2, 7.2], 6),
        shape.limb(at(shin), at(foot), 0.92, [7.6, 7.6], 6),
        shape.limb(at(shin), at(foot), 1.06, [7.6, 7.6], 6),
    ];
    shape.double_sided = true;
    shape.tube(&rings[..2], &[JEANS]);
    shape.double_sided = false;
    shape.tube(&rings[1..], &[JEANS, HEM]);
    shape.cap(&rings[3], [0.0, -1.0, 0.0], DARK);
}

/// From heel to toe; the sole is a separate layer.
fn shoe(shape: &mut Shape<'_>, foot: usize) {
    let DVec3 { x, z, .. } = at(foot);
    let outline = |y: f64, grow: f64| -> Ring {
        let centre = [x, y, z + 4.5];
        ring(centre, [5.2 + grow, 0.0, 0.0], [0.0, 0.0, 12.5 + grow], 6, 0.0)
    };
    let rings = [outline(11.4, 0.4), outline(13.4, 0.6)];
    shape.tube(&rings, &[SOLE]);
    shape.cap(&rings[0], [0.0, -1.0, 0.0], DARK);
    let top = ring([x, 20.0, z - 0.5], [4.2, 0.0, 0.0], [0.0, 0.0, 6.4], 6, 0.0);
    shape.tube(&[outline(13.4, 0.0), top.clone()], &[SHOE]);
    shape.cap(&top, [0.0, 1.0, 0.0], SHOE);
}

/// Along x: height and half width of the deck.
const DECK: [(f64, f64, f64); 6] = [
    (-40.0, 16.5, 5.5),
    (-27.0, 10.6, 10.0),
    (-10.0, 10.4, 10.2),
    (10.0, 10.4, 10.2),
    (27.0, 10.6, 10.0),
    (40.0, 16.5, 5.5),
];

fn board(shape: &mut Shape<'_>) {
    for (index, pair) in DECK.windows(2).enumerate() {
        let ((x0, y0, w0), (x1, y1, w1)) = (pair[0], pair[1]);
        let layer = |down: f64| {
            [[x0, y0 - down, -w0], [x1, y1 - down, -w1], [x0, y0 - down, w0], [x1, y1 - down, w1]]
        };
        let slope = [y0 - y1, x1 - x0, 0.0];
        shape.plate(&layer(0.0), slope, GRIP);
        let below = if index == 2 { STRIPE } else { PAINT };
        shape.plate(&layer(1.4), -DVec3::from(slope), below);
        for side in [-1.0, 1.0] {
            let edge = |down: f64| [[x0, y0 - down, side * w0], [x1, y1 - down, side * w1]];
            let ([a, b], [c, d]) = (edge(0.0), edge(1.4));
            shape.plate(&[a, b, c, d], [0.0, 0.0, side], WOOD);
        }
    }
    for (x, y, w) in [DECK[0], DECK[5]] {
        let end = [[x, y, -w], [x, y, w], [x, y - 1.4, -w], [x, y - 1.4, w]];
        shape.plate(&end, [x, 0.0, 0.0], WOOD);
    }
    for x in [-21.0, 21.0] {
        for side in [-1.0, 1.0] {
            let foot = x + side * 3.0;
            let axle = [[x, 9.2, -5.0], [x, 9.2, 5.0], [foot, 3.6, -5.2], [foot, 3.6, 5.2]];
            shape.plate(&axle, [side, -0.4, 0.0], METAL);
            let end =
                [[x, 9.2, side * 5.0], [x - 3.0, 3.6, side * 5.2], [x + 3.0, 3.6, side * 5.2]];
            shape.plate(&end, [0.0, 0.0, side], METAL);
        }
        for side in [-1.0, 1.0] {
            let disc = |z: f64| ring([x, 3.1, side * z], [3.1, 0.0, 0.0], [0.0, 3.1, 0.0], 6, 0.0);
            let (inner, outer) = (disc(5.2), disc(9.4));
            shape.tube(&[inner, outer.clone()], &[WHEEL]);
            shape.cap(&outer, [0.0, 0.0, side], WHEEL);
        }
    }
}
