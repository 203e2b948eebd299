//! The houses in the north: bricks with windows, shops, awnings, roofs, a neon sign.

use glam::{DVec3, dvec3};

use super::letters;
use super::light::Lamp;
use super::shapes::{Column, Cuboid, Grid, picture, sprite, tube};
use super::stage::{Look, Movement, Panel, Shade, Stage};
use crate::make_demo::craft::canvas::{mix, rgb};
use crate::make_demo::craft::noise::unit;

/// Z of the house fronts; height of the shops.
const FRONT: f64 = -1600.0;
const BACK: f64 = -2160.0;
const SHOPS: f64 = 300.0;

struct House {
    west: f64,
    east: f64,
    height: f64,
    walls: &'static str,
    tint: [f64; 3],
    awning: &'static str,
    columns: i32,
    storeys: i32,
}

const HOUSES: [House; 3] = [
    House {
        west: -600.0,
        east: 420.0,
        height: 880.0,
        walls: "brick",
        tint: [1.0, 0.96, 0.94],
        awning: "awning",
        columns: 5,
        storeys: 3,
    },
    House {
        west: 420.0,
        east: 1240.0,
        height: 1250.0,
        walls: "brick_sand",
        tint: [1.0, 0.98, 0.96],
        awning: "awning_teal",
        columns: 4,
        storeys: 4,
    },
    House {
        west: 1240.0,
        east: 2000.0,
        height: 1000.0,
        walls: "brick",
        tint: [0.84, 0.72, 0.78],
        awning: "awning",
        columns: 4,
        storeys: 3,
    },
];

pub fn add(stage: &mut Stage<'_>) {
    for (number, house) in HOUSES.iter().enumerate() {
        walls(stage, house);
        front(stage, house, number as i64);
        roof(stage, house);
        let (low, high) = ([house.west, 0.0, BACK], [house.east, house.height, FRONT]);
        stage.light.block(low.into(), high.into());
    }
    rooftops(stage);
    neon(stage);
    let cloth = Grid::new(2, 6, Look::new("banner").double_sided()).texels(63.0, 126.0).tile(128.0);
    for (x, high) in [(-470.0, 800.0), (290.0, 800.0)] {
        hang_banner(stage, cloth, dvec3(x, high, FRONT + 16.0));
    }
}

fn walls(stage: &mut Stage<'_>, house: &House) {
    let look = Look::new(house.walls).tint(house.tint);
    let (low, high) = ([house.west, 0.0, BACK], [house.east, house.height, FRONT]);
    let block = Cuboid::between(low, high);
    for side in 0..4 {
        stage.add("house", block.side(side, look, 240.0, 28.0));
    }
    // A band above the shops and a cornice.
    let stone = Look::new("border").tint([1.1, 1.02, 0.94]);
    let mut bands = Vec::new();
    for (y, out, tall) in [(SHOPS, 14.0, 26.0), (house.height - 40.0, 24.0, 56.0)] {
        let band = Cuboid::between(
            [house.west + 2.0, y, BACK + 2.0],
            [house.east - 2.0, y + tall, FRONT + out],
        );
        bands.extend(band.side(0, stone, 260.0, 24.0));
        bands.extend(band.top(stone, 600.0, 24.0));
        bands.extend(band.bottom(stone, 600.0, 24.0));
        for side in [1, 3] {
            let edge = Cuboid::between([band.min.x, y, FRONT], band.max.to_array());
            bands.extend(edge.side(side, stone, 260.0, 24.0));
        }
    }
    stage.add("house_bands", bands);
}

fn front(stage: &mut Stage<'_>, house: &House, seed: i64) {
    let mut windows = Vec::new();
    let width = (house.east - house.west) / f64::from(house.columns);
    let storey = (house.height - SHOPS - 60.0) / f64::from(house.storeys);
    for row in 0..house.storeys {
        for column in 0..house.columns {
            let x = house.west + width * (f64::from(column) + 0.5);
            let y = SHOPS + 22.0 + storey * (f64::from(row) + 0.5);
            let lit = unit(column.into(), row.into(), 300 + seed as u64) > 0.52;
            windows.push(window(lit, dvec3(x, y, FRONT + 3.0), DVec3::X, storey));
        }
    }
    // The side that faces the street.
    if house.east >= 2000.0 || house.height > 1100.0 {
        let first = if house.height > 1100.0 { 3 } else { 0 };
        for row in first..house.storeys {
            for column in 0..2 {
                let z = FRONT - 150.0 - 250.0 * f64::from(column);
                let y = SHOPS + 22.0 + storey * (f64::from(row) + 0.5);
                let lit = unit(column.into(), row.into(), 320 + seed as u64) > 0.5;
                windows.push(window(lit, dvec3(house.east + 3.0, y, z), DVec3::NEG_Z, storey));
            }
        }
    }
    stage.add("house_windows", windows.concat());
    shops(stage, house);
}

fn window(lit: bool, middle: DVec3, right: DVec3, storey: f64) -> Vec<Panel> {
    let (half, tall) = (58.0, (storey * 0.68).min(150.0));
    let look = if lit {
        Look::new("window_lit").shade(Shade::Flat).tint([0.98, 0.94, 0.9])
    } else {
        Look::new("window")
    };
    let corner = middle - right * half + DVec3::Y * tall / 2.0;
    picture(look.surface(1), 64.0, corner, right * half * 2.0, DVec3::NEG_Y * tall)
}

fn shops(stage: &mut Stage<'_>, house: &House) {
    let ground = if house.west >= 1240.0 { super::terrace::HEIGHT } else { 0.0 };
    let high = if ground > 0.0 { SHOPS + 90.0 - ground } else { SHOPS };
    let count = if house.columns > 4 { 2 } else { 1 };
    let width = (house.east - house.west) / f64::from(count);
    let mut panels = Vec::new();
    for shop in 0..count {
        let middle = house.west + width * (f64::from(shop) + 0.5);
        let wide = (width - 80.0).min(460.0);
        let left = middle - wide / 2.0;
        let look = Look::new("shop").shade(Shade::Flat).tint([0.95, 0.9, 0.84]);
        let grid = Grid::new(2, 1, look).texels(127.0, 63.0).tile(256.0);
        panels.extend(grid.flat(
            dvec3(left, ground + high - 40.0, FRONT + 4.0),
            DVec3::X * wide,
            DVec3::NEG_Y * (high - 40.0),
        ));
        let cloth = Look::new(house.awning).double_sided().surface(1);
        let pieces = (wide / 60.0).round();
        for piece in 0..pieces as i32 {
            let step = wide / pieces;
            let x = left + step * f64::from(piece);
            let top = dvec3(x, ground + high - 20.0, FRONT + 6.0);
            let down = dvec3(0.0, -64.0, 118.0);
            panels.extend(picture(cloth, 32.0, top, DVec3::X * step, down));
        }
        stage.light.lamp(Lamp {
            at: dvec3(middle, ground + 120.0, FRONT + 160.0),
            colour: [0.62, 0.44, 0.22],
            reach: 480.0,
        });
    }
    stage.add("shops", panels);
}

fn roof(stage: &mut Stage<'_>, house: &House) {
    let top =
        Cuboid::between([house.west, house.height, BACK], [house.east, house.height + 1.0, FRONT]);
    let mut panels = top.top(Look::new("roof"), 260.0, 24.0);
    // A parapet all around.
    let look = Look::new(house.walls).tint(house.tint);
    let stone = Look::new("border").tint([1.06, 1.0, 0.94]);
    let (a, b) = (top.min, top.max);
    let high = house.height + 54.0;
    for wall in [
        Cuboid::between([a.x, a.y, b.z - 26.0], [b.x, high, b.z]),
        Cuboid::between([a.x, a.y, a.z], [b.x, high, a.z + 26.0]),
        Cuboid::between([a.x, a.y, a.z + 26.0], [a.x + 26.0, high, b.z - 26.0]),
        Cuboid::between([b.x - 26.0, a.y, a.z + 26.0], [b.x, high, b.z - 26.0]),
    ] {
        panels.extend(wall.sides(look, 300.0, 28.0));
        panels.extend(wall.top(stone, 400.0, 24.0));
    }
    stage.add("roof", panels);
}

/// A water tank, ventilation, a billboard.
fn rooftops(stage: &mut Stage<'_>) {
    let foot = dvec3(-250.0, 880.0, -1930.0);
    let wood = Look::new("wood").tint([0.9, 0.8, 0.74]);
    let tank = Column::new(foot + DVec3::Y * 90.0, 170.0, 96.0, 90.0, 12);
    let mut panels = tank.around(wood, 2, [384.0, 96.0]);
    let cone = Column::new(foot + DVec3::Y * 260.0, 74.0, 104.0, 0.0, 12);
    panels.extend(cone.around(Look::new("metal").tint([0.7, 0.6, 0.6]), 1, [256.0, 48.0]));
    for (x, z) in [(-60.0, -60.0), (60.0, -60.0), (-60.0, 60.0), (60.0, 60.0)] {
        let leg = foot + dvec3(x, 0.0, z);
        panels.extend(tube(&[leg + DVec3::Y * 92.0, leg], 7.0, 4, Look::plain([0.4, 0.34, 0.36])));
    }
    stage.add("water_tank", panels);
    stage.light.block(foot + dvec3(-90.0, 90.0, -90.0), foot + dvec3(90.0, 300.0, 90.0));
    let metal = Look::new("metal");
    let mut boxes = Vec::new();
    for (x, y, z, w, h) in [
        (120.0, 880.0, -1900.0, 150.0, 84.0),
        (260.0, 880.0, -2020.0, 100.0, 60.0),
        (620.0, 1250.0, -1990.0, 170.0, 110.0),
        (1040.0, 1250.0, -1840.0, 120.0, 80.0),
        (1500.0, 1000.0, -1980.0, 190.0, 96.0),
    ] {
        let unit = Cuboid::standing(dvec3(x, y, z), dvec3(w, h, w * 0.8));
        boxes.extend(unit.all(metal, 200.0, 40.0));
        stage.light.block(unit.min, unit.max);
    }
    stage.add("roof_units", boxes);
    // A bare mast, red lamp on top.
    let mast = dvec3(820.0, 1250.0, -2040.0);
    let pole = Look::plain([0.62, 0.3, 0.3]);
    let mut panels = tube(&[mast + DVec3::Y * 230.0, mast], 5.0, 4, pole);
    for (y, half) in [(110.0, 56.0), (160.0, 42.0), (200.0, 28.0)] {
        let middle = mast + DVec3::Y * y;
        panels.extend(tube(&[middle - DVec3::X * half, middle + DVec3::X * half], 3.0, 3, pole));
    }
    stage.add("mast", panels);
    let red = stage.pulse(&[[200, 20, 16], [40, 4, 4]], 45, 10);
    let glow = Look::new("glow").shade(Shade::Pulse([red; 4])).blend(1).surface(1);
    let top = mast + DVec3::Y * 192.0;
    stage.add("mast_light", vec![sprite(top, 80.0, 25.0, 63, glow)]);
}

/// PLAZA in neon tubes with their glow.
fn neon(stage: &mut Stage<'_>) {
    const SIZE: f64 = 25.0;
    let (x, y, z) = (500.0, 985.0, FRONT + 30.0);
    let rose = stage.pulse(&[[255, 70, 150], [255, 120, 180], [190, 30, 100]], 40, 0);
    let dim = stage.pulse(&[[110, 20, 58], [132, 34, 74], [74, 8, 36]], 40, 0);
    let board = Cuboid::between([x - 50.0, y - 44.0, FRONT], [x + 716.0, y + 194.0, FRONT + 16.0]);
    let dark = Look::plain(rgb(0x2A2236));
    let mut panels = board.all(dark, 800.0, 32.0);
    let frame = Look::plain(rgb(0xC89A5A));
    let (a, b) = (board.min, board.max);
    let rim = [[a.x, a.y], [b.x, a.y], [b.x, b.y], [a.x, b.y], [a.x, a.y]];
    for pair in rim.windows(2) {
        let ends = [pair[0], pair[1]].map(|[x, y]| dvec3(x, y, b.z));
        panels.extend(tube(&ends, 7.0, 4, frame));
    }
    stage.add("sign_board", panels);
    let light = Look::plain([1.0; 3]).shade(Shade::Pulse([rose; 4])).surface(1);
    let mut tubes = Vec::new();
    for [from, to] in letters::segments("PLAZA") {
        let place = |p: [f64; 2]| dvec3(x + p[0] * SIZE, y + p[1] * SIZE, z);
        let (from, to) = (place(from), place(to));
        let way = (to - from).normalize();
        let side = dvec3(-way.y, way.x, 0.0) * 7.0;
        let (from, to) = (from - way * 5.0, to + way * 5.0);
        tubes.extend(Grid::new(1, 1, light).flat(from + side, to - from, side * -2.0));
    }
    stage.add("sign_tubes", tubes);
    let glow = Look::new("halo").shade(Shade::Pulse([dim; 4])).blend(1).surface(1);
    let mut halo = Vec::new();
    for letter in 0..5 {
        let middle = x + SIZE * (letters::ADVANCE * f64::from(letter) + 2.0);
        let corner = dvec3(middle - 170.0, y + 75.0 + 190.0, z + 6.0);
        let (right, down) = (DVec3::X * 340.0, DVec3::NEG_Y * 380.0);
        halo.extend(picture(glow, 32.0, corner, right, down));
    }
    stage.add("sign_glow", halo);
    stage.light.lamp(Lamp {
        at: dvec3(x + 330.0, y + 60.0, FRONT + 120.0),
        colour: mix([1.0, 0.2, 0.55], [1.0; 3], 0.1),
        reach: 620.0,
    });
}

/// Cloth on a bar; its lower end swings.
fn hang_banner(stage: &mut Stage<'_>, cloth: Grid, top: DVec3) {
    let panels = cloth.flat(top - DVec3::X * 70.0, DVec3::X * 140.0, DVec3::NEG_Y * 280.0);
    let motion = gouraud_testing::build::psx::Motion { u_speed: 0, v_speed: 0, frequency: 1024 };
    let wave = |uv: [u8; 2]| [(uv[1] / 32, uv[1] / 12), (uv[1] / 64, uv[0] / 16)];
    stage.add_moving("banner", panels, Movement { motion, wave });
    let bar = [top - DVec3::X * 84.0, top + DVec3::X * 84.0];
    let mut panels = tube(&bar, 6.0, 5, Look::plain(rgb(0xC8A05A)));
    let wall = Look::plain([0.5, 0.46, 0.44]);
    for end in [bar[0] + DVec3::X * 14.0, bar[1] - DVec3::X * 14.0] {
        panels.extend(tube(&[end, dvec3(end.x, end.y, FRONT)], 4.0, 4, wall));
    }
    stage.add("banner_bar", panels);
}
