//! Pavement, streets, lawn, and the edge of the world.

use glam::{DVec3, dvec3};

use super::ramps::{BOWL, BOWL_RADIUS};
use super::shapes::{Cuboid, Grid, faces};
use super::stage::{Look, Shade, Stage};
use crate::make_demo::craft::canvas::{Rgb, rgb};
use crate::make_demo::craft::maths::{cos, sin};

/// Texels per hundred units.
const FINE: f64 = 32.0;
/// The level of the street.
const STREET: f64 = -18.0;
/// Ends of the streets, and centre of their round corner.
const EAST: f64 = 2340.0;
const SOUTH: f64 = 1950.0;
const CORNER: DVec3 = dvec3(1690.0, STREET, 1300.0);
/// The underside of the slab.
const BELOW: f64 = -160.0;

pub fn add(stage: &mut Stage<'_>) {
    let pave = Look::new("pave").subdivided();
    // West to east and north to south, around ramps and terrace.
    let pieces = [
        [-2000.0, 800.0, 1150.0, 1600.0],
        [-1600.0, -1000.0, 1150.0, 800.0],
        [-1400.0, -1200.0, -700.0, -1000.0],
        [-700.0, -1600.0, 1150.0, -1000.0],
        [1150.0, 700.0, 2000.0, 1600.0],
    ];
    for [x0, z0, x1, z1] in pieces {
        // Square blocks, so that each object is small.
        let blocks = |from: f64, to: f64| {
            let count = ((to - from) / 1000.0).ceil();
            let side = (to - from) / count;
            (0..count as i32)
                .map(move |i| (from + side * f64::from(i), from + side * f64::from(i + 1)))
        };
        for (a, b) in blocks(x0, x1) {
            for (c, d) in blocks(z0, z1) {
                stage.add("pavement", level(pave, 125.0, [a, c, b, d], 0.0));
            }
        }
    }
    // The flat floor of the bowl.
    let floor = Grid::new(4, 1, Look::new("tiles")).texels(100.0, 64.0);
    stage.add(
        "bowl_floor",
        floor.on(|u, v| {
            let turn = u / 4.0;
            BOWL + dvec3(-cos(turn), 0.0, -sin(turn)) * BOWL_RADIUS * (1.0 - v)
        }),
    );
    streets(stage);
    lawn(stage);
    edge(stage);
}

/// A horizontal rectangle from [x0, z0] to [x1, z1].
fn level(look: Look, cell: f64, [x0, z0, x1, z1]: [f64; 4], y: f64) -> Vec<super::stage::Panel> {
    let (right, down) = (DVec3::X * (x1 - x0), DVec3::Z * (z1 - z0));
    faces(look, cell, FINE, dvec3(x0, y, z0), right, down)
}

fn streets(stage: &mut Stage<'_>) {
    let asphalt = Look::new("asphalt").surface(0x0400);
    stage.add("street_south", level(asphalt, 250.0, [-2260.0, 1600.0, CORNER.x, SOUTH], STREET));
    stage.add("street_east", level(asphalt, 250.0, [2000.0, -2190.0, EAST, CORNER.z], STREET));
    let round = Grid::new(6, 2, asphalt).texels(300.0, 192.0);
    stage.add(
        "street_corner",
        round.on(|u, v| {
            let out = dvec3(cos(u / 4.0), 0.0, sin(u / 4.0));
            CORNER + out * (EAST - CORNER.x) * (1.0 - v)
        }),
    );
    let kerb = Look::new("border");
    let (corner, down) = (dvec3(-2260.0, 0.0, 1600.0), DVec3::Y * STREET);
    let mut kerbs = faces(kerb, 400.0, FINE, corner, DVec3::X * 4260.0, down);
    let corner = dvec3(2000.0, 0.0, 1600.0);
    kerbs.extend(faces(kerb, 400.0, FINE, corner, DVec3::NEG_Z * 3200.0, down));
    stage.add("kerbs", kerbs);
    // Lane markings: one flat colour, no texture.
    let paint = Look::plain(rgb(0xE8C45A)).shade(Shade::Flat).surface(1);
    let mut marks = Vec::new();
    for i in 0..10 {
        let x = -2160.0 + 400.0 * f64::from(i);
        marks.extend(level(paint, 400.0, [x, 1768.0, x + 190.0, 1782.0], STREET));
    }
    for i in 0..9 {
        let z = -2100.0 + 400.0 * f64::from(i);
        marks.extend(level(paint, 400.0, [2163.0, z, 2177.0, z + 190.0], STREET));
    }
    // A crossing.
    let white = Look::plain(rgb(0xD8CCB8)).shade(Shade::Flat).surface(1);
    for i in 0..6 {
        let z = 1626.0 + 54.0 * f64::from(i);
        marks.extend(level(white, 400.0, [-340.0, z, 20.0, z + 30.0], STREET));
    }
    stage.add("street_marks", marks);
}

fn lawn(stage: &mut Stage<'_>) {
    let grass = Look::new("grass").surface(0x0100);
    let mut lawn = level(grass, 200.0, [-2260.0, -2190.0, -2140.0, 800.0], 0.0);
    lawn.extend(level(grass, 200.0, [-2260.0, 800.0, -2000.0, 1600.0], 0.0));
    lawn.extend(level(grass, 200.0, [-2140.0, -2190.0, -600.0, -1740.0], 0.0));
    stage.add("lawn", lawn);
}

/// The slab below everything, fading out downwards.
fn edge(stage: &mut Stage<'_>) {
    let (light, dark): (Rgb, Rgb) = (rgb(0x6A5668), rgb(0x2A2240));
    let fade = Look::plain([1.0; 3]).shade(Shade::Corners([light, light, dark, dark]));
    let side = |from: [f64; 2], right: DVec3| {
        let corner = dvec3(from[0], STREET, from[1]);
        faces(fade, 1200.0, FINE, corner, right, DVec3::Y * (BELOW - STREET))
    };
    let mut sides = side([-2260.0, SOUTH], DVec3::X * (CORNER.x + 2260.0));
    sides.extend(side([EAST, CORNER.z], DVec3::NEG_Z * (CORNER.z + 2190.0)));
    sides.extend(side([EAST, -2190.0], DVec3::NEG_X * (EAST + 2260.0)));
    sides.extend(side([-2260.0, -2190.0], DVec3::Z * (SOUTH + 2190.0)));
    sides.extend(Grid::new(6, 1, fade).on(|u, v| {
        let out = dvec3(sin(u / 4.0), 0.0, cos(u / 4.0)) * (EAST - CORNER.x);
        CORNER + out + DVec3::Y * (BELOW - STREET) * v
    }));
    // The lawn is higher than the street.
    let bank = Look::plain(rgb(0x4A4A38));
    let rise = Cuboid::between([-2260.0, STREET, -2190.0], [2000.0, 0.0, 1600.0]);
    sides.extend(rise.side(2, bank, 1200.0, FINE));
    sides.extend(rise.side(3, bank, 1200.0, FINE));
    stage.add("edge", sides);
}
