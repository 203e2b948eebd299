//! A glass kiosk on the terrace: panes with each blend mode.

use glam::{DVec3, dvec3};

use super::light::Lamp;
use super::shapes::{Cuboid, Grid, picture, shadow, slopes, tube};
use super::stage::{Look, Shade, Stage};
use super::terrace::HEIGHT;
use crate::make_demo::craft::canvas::rgb;

const FOOT: DVec3 = dvec3(1610.0, HEIGHT, -180.0);
const WIDE: f64 = 440.0;
const DEEP: f64 = 300.0;
const TALL: f64 = 250.0;

/// Tint of a pane in each mode: average, glow, darken, faint glow.
const TINTS: [[f64; 3]; 4] = [[1.2, 1.5, 1.7], [0.5, 0.9, 0.7], [0.7, 1.3, 1.5], [1.9, 1.5, 0.9]];

pub fn add(stage: &mut Stage<'_>) {
    let room = Cuboid::standing(FOOT, dvec3(WIDE, TALL, DEEP));
    let base = Cuboid::standing(FOOT, dvec3(WIDE + 60.0, 14.0, DEEP + 60.0));
    let mut panels = base.all(Look::new("border"), 160.0, 32.0);
    let floor = Cuboid::standing(FOOT, dvec3(WIDE, 16.0, DEEP));
    panels.extend(floor.top(Look::new("tiles_rose"), 150.0, 40.0));
    // Posts, and a counter inside.
    let metal = Look::plain(rgb(0x5A4636));
    for x in [room.min.x, room.max.x] {
        for z in [room.min.z, room.max.z] {
            let post = Cuboid::standing(dvec3(x, HEIGHT, z), dvec3(16.0, TALL, 16.0));
            panels.extend(post.sides(metal, 400.0, 32.0));
        }
    }
    let counter = Cuboid::standing(FOOT + dvec3(0.0, 14.0, -40.0), dvec3(260.0, 96.0, 70.0));
    panels.extend(counter.all(Look::new("wood").tint([1.2, 1.05, 0.9]), 140.0, 48.0));
    for (x, hue) in [
        (-90.0, 0xE8603C),
        (-40.0, 0xE8C84A),
        (10.0, 0x58B868),
        (60.0, 0x4A90D8),
        (105.0, 0xB86AC8),
    ] {
        let jar = Cuboid::standing(FOOT + dvec3(x, 110.0, -36.0), dvec3(30.0, 44.0, 30.0));
        panels.extend(jar.all(Look::plain(rgb(hue)).shade(Shade::Flat), 400.0, 32.0));
    }
    stage.add("kiosk", panels);
    roof(stage);
    panes(stage, room);
    stage.add(
        "kiosk_shadow",
        shadow(Cuboid { max: room.max + DVec3::Y * 20.0, ..room }, HEIGHT, 22.0),
    );
    stage.light.lamp(Lamp { at: FOOT + DVec3::Y * 200.0, colour: [1.0, 0.78, 0.46], reach: 520.0 });
}

fn roof(stage: &mut Stage<'_>) {
    let eaves = FOOT + DVec3::Y * TALL;
    let plate = Cuboid::standing(eaves, dvec3(WIDE + 90.0, 18.0, DEEP + 90.0));
    let trim = Look::plain(rgb(0xD8A24A));
    let mut panels = plate.sides(trim, 300.0, 32.0);
    panels.extend(plate.bottom(Look::new("wood"), 200.0, 32.0));
    let base = Cuboid { min: dvec3(plate.min.x, plate.max.y, plate.min.z), max: plate.max };
    let ridge = Cuboid::standing(eaves + DVec3::Y * 18.0, dvec3(WIDE * 0.4, 70.0, 40.0));
    let tiles = Look::new("metal").tint([0.62, 0.9, 0.82]);
    panels.extend(slopes(base, ridge, Grid::new(4, 2, tiles).texels(256.0, 96.0)));
    panels.extend(ridge.top(tiles, 200.0, 32.0));
    // A lamp that hangs from it.
    let lamp = eaves - DVec3::Y * 60.0;
    panels.extend(tube(&[eaves, lamp], 3.0, 3, Look::plain([0.3; 3])));
    let bulb = Cuboid::standing(lamp - DVec3::Y * 18.0, dvec3(26.0, 20.0, 26.0));
    panels.extend(bulb.all(Look::plain(rgb(0xFFE8B0)).shade(Shade::Flat), 100.0, 32.0));
    panels.extend(bulb.bottom(Look::plain(rgb(0xFFF4D0)).shade(Shade::Flat), 100.0, 32.0));
    stage.add("kiosk_roof", panels);
}

/// Four panes on each long side, three on the others, with alternating modes.
fn panes(stage: &mut Stage<'_>, room: Cuboid) {
    let (a, b) = (room.min, room.max);
    let sides = [
        (dvec3(a.x, b.y, b.z), DVec3::X * WIDE, 4, 0),
        (dvec3(b.x, b.y, b.z), DVec3::NEG_Z * DEEP, 3, 1),
        (dvec3(b.x, b.y, a.z), DVec3::NEG_X * WIDE, 4, 2),
        (dvec3(a.x, b.y, a.z), DVec3::Z * DEEP, 3, 3),
    ];
    let down = DVec3::NEG_Y * (TALL - 16.0);
    let mut panes = Vec::new();
    for (corner, right, count, first) in sides {
        for pane in 0..count {
            let mode = (first + pane) % 4;
            let look = Look::new("glass")
                .tint(TINTS[mode])
                .shade(Shade::Flat)
                .blend(mode as u16)
                .double_sided()
                .surface(0x0100);
            let step = right / count as f64;
            panes.extend(picture(look, 64.0, corner + step * pane as f64, step, down));
        }
    }
    stage.add("kiosk_glass", panes);
}
