//! The face with its expressions, the helmet and the goggles; they are attached to bones of the body.

use glam::{DVec3, dvec3};
use gouraud::formats::ssx::mpf::records::group_kind;
use gouraud_testing::build::mpf;
use gouraud_testing::build::mpf::Draft;

use super::skeleton::{BODY, HEAD, LOOK, NECK};
use super::solid::{Area, Corner, Ring, Solid, between, only};
use crate::make_demo::craft::maths::{cos, sin, step};

/// Centre of the head, between the ears.
const MIDDLE: DVec3 = dvec3(0.0, -10.0, 66.0);

/// Ids of the files that the models of a head belong to.
const FACE_ID: u16 = 10;
const HEAD_ID: u16 = 2;

const FACE: Area = Area { u: [0.0, 1.0], v: [1.0, 0.0] };
/// Areas of the `helm` texture.
const SHELL: Area = Area { u: [0.0, 1.0], v: [0.56, 0.0] };
const BAND: Area = Area { u: [0.0, 1.0], v: [0.70, 0.60] };
const LENS: Area = Area { u: [0.0, 1.0], v: [1.0, 0.74] };

/// Material indices of the head.
const SKIN: u32 = 0;
const HELMET: u32 = 1;

pub fn models() -> Vec<Draft> {
    let draft = |name: &str, file_id| Draft {
        name: name.to_owned(),
        file_id,
        materials: vec![mpf::material(b"head", None), mpf::material(b"helm", Some(b"hm_g"))],
        ..Draft::default()
    };
    let keys = EXPRESSIONS.len() as u16;
    let mut models = vec![Draft {
        surfaces: vec![face(28).surface(group_kind::MORPH, SKIN)],
        morph_keys: keys,
        ..draft("Face3000", FACE_ID)
    }];
    for (name, sides) in [("Head3000", 24), ("Head1500", 14)] {
        let helmet = helmet(sides);
        models.push(Draft {
            surfaces: vec![helmet.surface(group_kind::STANDARD, HELMET)],
            ..draft(name, HEAD_ID)
        });
    }
    models.push(Draft {
        surfaces: vec![face(14).surface(group_kind::STANDARD, SKIN)],
        ..draft("Face1500", FACE_ID)
    });
    models
}

/// Transforms from the head's own space (facing −y) to its direction of view.
fn placed(at: DVec3) -> DVec3 {
    let (c, s) = (cos(LOOK), sin(LOOK));
    MIDDLE + dvec3(at.x * c - at.y * s, at.x * s + at.y * c, at.z)
}

fn turned(mut solid: Solid) -> Solid {
    for corner in &mut solid.corners {
        let origin = placed(DVec3::ZERO);
        corner.moves.iter_mut().for_each(|moved| *moved = placed(*moved) - origin);
        corner.at = placed(corner.at);
    }
    solid
}

/// Height, half width, half depth, and offset of the centre to the back.
const PROFILE: [(f64, f64, f64, f64); 16] = [
    (-15.0, 6.2, 6.4, 2.0),
    (-11.5, 5.9, 6.1, 1.7),
    (-9.4, 5.6, 6.2, 1.3),
    (-8.2, 5.2, 7.4, -0.1),
    (-7.2, 5.6, 8.3, -0.5),
    (-5.8, 6.3, 8.8, -0.5),
    (-4.6, 6.8, 9.0, -0.4),
    (-3.6, 7.1, 9.1, -0.3),
    (-2.6, 7.3, 9.1, -0.2),
    (-1.4, 7.5, 9.2, -0.1),
    (0.0, 7.7, 9.3, 0.0),
    (1.6, 7.8, 9.4, 0.0),
    (3.4, 7.8, 9.5, 0.0),
    (5.4, 7.7, 9.5, 0.1),
    (7.6, 7.4, 9.2, 0.2),
    (9.6, 6.6, 8.4, 0.3),
];

fn face(sides: u32) -> Solid {
    let mut solid = Solid::default();
    let rings: Vec<Ring> = PROFILE
        .iter()
        .map(|(z, wide, deep, back)| {
            let share = step(-12.0, -8.0, *z);
            let follow = match share {
                s if s >= 1.0 => only(BODY, HEAD),
                s => between(NECK, HEAD, s),
            };
            Ring::level(dvec3(0.0, *back, *z), *wide, *deep, follow).squared(0.06)
        })
        .collect();
    solid.loft(&rings, sides, FACE);
    for corner in &mut solid.corners {
        corner.at += features(corner.at);
        corner.moves = EXPRESSIONS.iter().map(|expression| expression(corner.at)).collect();
    }
    turned(solid)
}

/// 1 in the centre of an area of the face, 0 at its edge and behind.
fn patch(at: DVec3, x: f64, z: f64, wide: f64, high: f64) -> f64 {
    let (dx, dz) = ((at.x - x) / wide, (at.z - z) / high);
    let rest = (1.0 - dx * dx - dz * dz).max(0.0);
    if at.y < 0.0 { rest * rest } else { 0.0 }
}

/// Nose, mouth, chin, and cheeks.
fn features(at: DVec3) -> DVec3 {
    let nose = patch(at, 0.0, -1.4, 2.3, 2.2) * 1.9 + patch(at, 0.0, 0.8, 1.7, 3.4) * 1.1;
    let lips = patch(at, 0.0, -4.6, 3.4, 0.9) * 0.35 - patch(at, 0.0, -3.6, 3.0, 0.5) * 0.3;
    let chin = patch(at, 0.0, -7.4, 3.0, 1.6) * 0.8 - patch(at, 0.0, -5.9, 3.2, 0.8) * 0.3;
    let cheeks = (patch(at, 4.4, -1.2, 3.0, 2.4) + patch(at, -4.4, -1.2, 3.0, 2.4)) * 0.4;
    dvec3(0.0, -(nose + lips + chin + cheeks), -patch(at, 0.0, -1.6, 2.0, 1.6) * 0.4)
}

/// Displacement of a point of the face by each morph target.
const EXPRESSIONS: [fn(DVec3) -> DVec3; 4] = [smile, open, pout, puff];

/// The corners of the mouth go out and up, the cheeks rise.
fn smile(at: DVec3) -> DVec3 {
    let side = at.x.signum();
    let corner = patch(at, side * 2.9, -4.6, 2.4, 2.0);
    let cheek = patch(at, side * 4.6, -1.6, 3.0, 2.6);
    dvec3(
        side * (corner * 1.1 + cheek * 0.3),
        -cheek * 0.5 + corner * 0.4,
        corner * 1.3 + cheek * 0.7,
    )
}

/// The jaw drops.
fn open(at: DVec3) -> DVec3 {
    let low = step(-4.0, -5.2, at.z) * step(3.0, -3.0, at.y) * step(-10.5, -8.5, at.z);
    dvec3(0.0, low * 0.7, -low * 2.4)
}

/// The lips come forward and together.
fn pout(at: DVec3) -> DVec3 {
    let lips = patch(at, 0.0, -4.4, 3.6, 1.8);
    dvec3(-at.x * lips * 0.35, -lips * 1.3, lips * 0.2)
}

/// Air in both cheeks.
fn puff(at: DVec3) -> DVec3 {
    let side = at.x.signum();
    let cheek = patch(at, side * 4.8, -4.2, 3.6, 3.4);
    dvec3(side * cheek * 1.6, -cheek * 0.8, 0.0)
}

/// Shell, strap and goggles.
fn helmet(sides: u32) -> Solid {
    let mut solid = Solid::default();
    let ring = |z: f64, wide: f64, deep: f64, back: f64| {
        Ring::level(dvec3(0.0, back, z), wide, deep, only(BODY, HEAD))
    };
    let shell = [
        ring(3.0, 7.9, 9.4, 0.9),
        ring(2.0, 9.0, 10.6, 1.1),
        ring(3.2, 9.5, 11.2, 1.0),
        ring(6.5, 9.7, 11.4, 0.7),
        ring(9.5, 9.6, 11.3, 0.4),
        ring(12.5, 8.9, 10.5, 0.3),
        ring(15.0, 7.4, 8.9, 0.3),
        ring(16.9, 5.0, 6.2, 0.3),
        ring(17.9, 2.4, 3.0, 0.3),
        ring(18.1, 0.05, 0.05, 0.3),
    ];
    solid.loft(&shell, sides, SHELL);
    // The front is cut out for the face: its lower edge rises to the brow.
    for corner in &mut solid.corners {
        let front = step(2.0, -6.0, corner.at.y);
        let low = step(9.0, 3.0, corner.at.z);
        corner.at.z += front * low * 5.6;
        corner.at.y -= front * low * 0.5;
    }
    let band = [
        ring(4.4, 9.9, 11.7, 0.8),
        ring(4.6, 10.2, 12.0, 0.8),
        ring(7.4, 10.3, 12.1, 0.6),
        ring(7.6, 9.9, 11.7, 0.6),
    ];
    let strap_from = solid.corners.len();
    solid.loft(&band, sides, BAND);
    // The strap ends at the goggles.
    for corner in &mut solid.corners[strap_from..] {
        let front = step(-2.0, -8.5, corner.at.y);
        corner.at.y += front * 2.6;
        corner.at.z -= front * 1.4;
    }
    goggles(&mut solid, sides);
    turned(solid)
}

/// A bulging lens in a frame, around the front of the face.
fn goggles(solid: &mut Solid, sides: u32) {
    // Across: from the rider's right to the left, in turns about the vertical.
    let columns = sides * 2 / 3;
    // Offset outwards, and height; the first and the last two are the frame.
    let profile = [
        (-0.9, -0.6),
        (1.2, -0.2),
        (1.5, 0.35),
        (1.9, 1.2),
        (2.2, 3.0),
        (2.1, 4.8),
        (1.6, 5.8),
        (1.2, 6.3),
        (-0.9, 6.6),
    ];
    solid.sheet(columns + 1, 9, |part, row| {
        let (out, high) = profile[(row * 8.0) as usize];
        let turn = (part - 0.5) * 0.48;
        // At both ends the frame comes in to the strap.
        let end = step(0.86, 1.0, (part * 2.0 - 1.0).abs());
        let out = out * (1.0 - end * 0.5) - end * 1.2;
        let nose = step(0.14, 0.0, (part - 0.5).abs()) * step(3.5, 0.0, high);
        let high = 0.2 + (high - 3.0) * (1.0 - end * 0.45) + 3.0 + nose * 1.7;
        let at = dvec3(sin(turn) * (8.2 + out), -cos(turn) * (9.4 + out), high);
        Corner::new(at, LENS.at(part, row), only(BODY, HEAD))
    });
}
