//! Lamps, benches, bins, a poster column, crates, fences; and invisible geometry.

use glam::{DVec3, dvec3};

use super::light::Lamp;
use super::shapes::{Column, Cuboid, Grid, faces, picture, shadow, sprite, tube};
use super::stage::{Look, Shade, Stage};
use super::terrace::HEIGHT;
use crate::make_demo::craft::canvas::rgb;
use crate::make_demo::craft::maths::{cos, sin};

/// Feet of the lamps, and the directions of their arms.
pub const LAMPS: [([f64; 3], [f64; 2]); 9] = [
    ([-1960.0, 281.0, 420.0], [1.0, 0.0]),
    ([-1960.0, 281.0, -420.0], [1.0, 0.0]),
    ([-1220.0, 0.0, 1520.0], [0.0, -1.0]),
    ([-180.0, 0.0, 1520.0], [0.0, -1.0]),
    ([1200.0, 0.0, 1520.0], [0.0, -1.0]),
    ([860.0, 0.0, -900.0], [-1.0, 0.0]),
    ([-560.0, 0.0, -560.0], [1.0, 0.0]),
    ([1940.0, HEIGHT, 260.0], [-1.0, 0.0]),
    ([1940.0, HEIGHT, -900.0], [-1.0, 0.0]),
];

const BENCHES: [([f64; 3], bool); 6] = [
    ([-1500.0, 0.0, 1440.0], false),
    ([-80.0, 0.0, 1440.0], false),
    ([720.0, 0.0, 1440.0], false),
    ([1640.0, HEIGHT, 600.0], false),
    ([980.0, 0.0, -1180.0], true),
    ([1900.0, HEIGHT, -520.0], true),
];

/// Strings of bulbs, from house fronts to lamps and on.
const STRINGS: [([f64; 3], [f64; 3]); 5] = [
    ([-330.0, 640.0, -1590.0], [-560.0, 352.0, -560.0]),
    ([130.0, 640.0, -1590.0], [-560.0, 352.0, -560.0]),
    ([400.0, 640.0, -1590.0], [860.0, 352.0, -900.0]),
    ([860.0, 352.0, -900.0], [1400.0, 432.0, -330.0]),
    ([-560.0, 352.0, -560.0], [-1899.0, 700.0, -1500.0]),
];

const IRON: Look = Look::plain([0.24, 0.24, 0.3]);

pub fn add(stage: &mut Stage<'_>) {
    for (foot, way) in LAMPS {
        lamp(stage, foot.into(), dvec3(way[0], 0.0, way[1]));
    }
    for (foot, along_z) in BENCHES {
        bench(stage, foot.into(), along_z);
    }
    poster_column(stage, dvec3(-560.0, 0.0, 1130.0));
    poster_column(stage, dvec3(700.0, 0.0, -1380.0));
    bollards(stage);
    crates(stage);
    fences(stage);
    bins(stage);
    for (from, to) in STRINGS {
        lights(stage, from.into(), to.into());
    }
    unseen(stage);
}

fn lamp(stage: &mut Stage<'_>, foot: DVec3, way: DVec3) {
    let mut panels = Column::new(foot, 30.0, 17.0, 10.0, 6).around(IRON, 1, [64.0; 2]);
    panels
        .extend(Column::new(foot + DVec3::Y * 30.0, 300.0, 7.0, 5.0, 6).around(IRON, 1, [64.0; 2]));
    let top = foot + DVec3::Y * 330.0;
    let head = top + way * 74.0 + DVec3::Y * 26.0;
    panels.extend(tube(&[top, top + way * 26.0 + DVec3::Y * 24.0, head], 4.0, 4, IRON));
    let shade = Column::new(head - DVec3::Y * 20.0, 22.0, 26.0, 10.0, 6);
    panels.extend(shade.around(IRON, 1, [64.0; 2]));
    panels.extend(shade.lid(IRON, 64.0));
    let bulb = Look::plain(rgb(0xFFF2CC)).shade(Shade::Flat);
    panels
        .extend(Column::new(head - DVec3::Y * 34.0, 14.0, 8.0, 18.0, 6).around(bulb, 1, [64.0; 2]));
    stage.add("lamp", panels);
    let glow = Look::new("glow").shade(Shade::Flat).tint([1.3, 1.16, 0.9]).blend(1).surface(1);
    let light = sprite(head - DVec3::Y * 124.0, 200.0, 62.0, 63, glow);
    stage.add("lamp_glow", vec![light]);
    // Its light on the ground.
    let pool = Look::new("glow").shade(Shade::Flat).tint([0.5, 0.42, 0.3]).blend(1).surface(1);
    if foot.y < 200.0 {
        let corner = dvec3(head.x - 210.0, foot.y, head.z - 210.0);
        let grid = Grid::new(2, 2, pool).texels(63.0, 63.0);
        stage.add("lamp_pool", grid.flat(corner, DVec3::X * 420.0, DVec3::Z * 420.0));
    }
    stage.light.lamp(Lamp { at: head - DVec3::Y * 40.0, colour: [0.8, 0.58, 0.32], reach: 620.0 });
    let post = Cuboid::standing(foot, dvec3(10.0, 340.0, 10.0));
    if foot.y < 200.0 {
        stage.add("lamp_shadow", shadow(post, foot.y, 6.0));
    }
}

/// A wire that sags, with a bulb every hundred units.
fn lights(stage: &mut Stage<'_>, from: DVec3, to: DVec3) {
    let count = ((to - from).length() / 100.0).round();
    let at = |i: f64| {
        let t = i / count;
        from.lerp(to, t) - DVec3::Y * 360.0 * t * (1.0 - t)
    };
    let path: Vec<DVec3> = (0..=count as i32).map(|i| at(f64::from(i))).collect();
    let mut panels = tube(&path, 2.0, 3, IRON);
    let mut glows = Vec::new();
    for (number, place) in path.iter().enumerate().skip(1).take(count as usize - 1) {
        let hue = [[1.0, 0.86, 0.56], [1.0, 0.66, 0.42], [1.0, 0.8, 0.7]][number % 3];
        let bulb = Cuboid::standing(*place - DVec3::Y * 14.0, DVec3::splat(10.0));
        let shine = Look::plain(hue).shade(Shade::Flat).surface(1);
        panels.extend(bulb.sides(shine, 100.0, 32.0));
        let glow = Look::new("glow").shade(Shade::Flat).tint(hue).blend(1).surface(1);
        glows.push(sprite(*place - DVec3::Y * 41.0, 64.0, 20.0, 63, glow));
    }
    stage.add("string", panels);
    stage.add("string_glow", glows);
}

fn bench(stage: &mut Stage<'_>, foot: DVec3, along_z: bool) {
    let wood = Look::new("wood").tint([1.05, 0.95, 0.85]);
    let size = |long: f64, y: f64, deep: f64| {
        if along_z { dvec3(deep, y, long) } else { dvec3(long, y, deep) }
    };
    let seat = Cuboid::standing(foot + DVec3::Y * 40.0, size(180.0, 8.0, 48.0));
    let mut panels = seat.all(wood, 200.0, 32.0);
    for end in [-66.0, 66.0] {
        let offset = if along_z { DVec3::Z * end } else { DVec3::X * end };
        let leg = Cuboid::standing(foot + offset, size(10.0, 40.0, 40.0));
        panels.extend(leg.sides(IRON, 200.0, 32.0));
    }
    stage.add("bench", panels);
    stage.add(
        "bench_shadow",
        shadow(Cuboid { min: seat.min - DVec3::Y * 40.0, ..seat }, foot.y, 8.0),
    );
}

fn poster_column(stage: &mut Stage<'_>, foot: DVec3) {
    let stone = Look::new("border");
    let mut panels = Column::new(foot, 30.0, 62.0, 58.0, 12).around(stone, 1, [192.0, 24.0]);
    let body = Column::new(foot + DVec3::Y * 30.0, 210.0, 52.0, 52.0, 12);
    for (i, name) in
        ["poster_sun", "poster_jam", "poster_sun", "poster_jam"].into_iter().enumerate()
    {
        let grid = Grid::new(3, 1, Look::new(name)).texels(63.0, 63.0);
        panels.extend(grid.on(|u, v| body.at((i as f64 + u) / 4.0, v)));
    }
    let dome = Column::new(foot + DVec3::Y * 240.0, 50.0, 66.0, 0.0, 12);
    panels.extend(dome.around(Look::plain(rgb(0x3E6A5A)), 2, [64.0; 2]));
    stage.add("poster_column", panels);
    let block = Cuboid::standing(foot, dvec3(96.0, 270.0, 96.0));
    stage.add("column_shadow", shadow(block, 0.0, 20.0));
}

/// Untextured, without gouraud shading: one flat colour per face.
fn bollards(stage: &mut Stage<'_>) {
    let mut panels = Vec::new();
    for i in 0..7 {
        let foot = dvec3(1960.0, 0.0, 780.0 + 120.0 * f64::from(i));
        let faces =
            Column::new(foot, 62.0, 15.0, 13.0, 6).around(Look::plain([0.5; 3]), 1, [64.0; 2]);
        for (side, mut face) in faces.into_iter().enumerate() {
            let bright = [0.62, 0.44, 0.3, 0.28, 0.5, 0.78][side % 6];
            face.look =
                Look::plain([bright * 1.05, bright * 0.86, bright * 0.78]).shade(Shade::Flat);
            panels.push(face);
        }
        let top = Column::new(foot, 62.0, 15.0, 13.0, 6);
        panels.extend(top.lid(Look::plain(rgb(0xD8B07A)).shade(Shade::Flat), 64.0));
    }
    stage.add("bollards", panels);
}

fn crates(stage: &mut Stage<'_>) {
    let mut panels = Vec::new();
    for (x, y, z, size) in [
        (980.0, 0.0, 880.0, 90.0),
        (1078.0, 0.0, 856.0, 84.0),
        (1020.0, 90.0, 868.0, 72.0),
        (1400.0, HEIGHT, -1480.0, 90.0),
    ] {
        let cube = Cuboid::standing(dvec3(x, y, z), DVec3::splat(size));
        for side in 0..4 {
            panels.extend(one(cube, side));
        }
        let corner = dvec3(cube.min.x, cube.max.y, cube.min.z);
        let (right, down) = (DVec3::X * size, DVec3::Z * size);
        panels.extend(picture(Look::new("crate"), 64.0, corner, right, down));
        stage.light.block(cube.min, cube.max);
    }
    stage.add("crates", panels);
    let pile = Cuboid::between([935.0, 0.0, 814.0], [1120.0, 120.0, 925.0]);
    stage.add("crates_shadow", shadow(pile, 0.0, 16.0));
}

/// One side of a crate with the whole texture.
fn one(cube: Cuboid, side: usize) -> Vec<super::stage::Panel> {
    let mut panels = cube.side(side, Look::new("crate"), 1000.0, 10.0);
    for panel in &mut panels {
        panel.uv = [[0, 0], [63, 0], [0, 63], [63, 63]];
    }
    panels
}

/// Wire fence with transparent texels, between posts, along the eastern street.
fn fences(stage: &mut Stage<'_>) {
    let wire = Look::new("fence").double_sided();
    let mut panels = Vec::new();
    let (x, top) = (1990.0, 150.0);
    for i in 0..6 {
        let z = 600.0 - 200.0 * f64::from(i);
        let corner = dvec3(x, HEIGHT + top, z);
        panels.extend(faces(wire, 200.0, 40.0, corner, DVec3::NEG_Z * 200.0, DVec3::NEG_Y * top));
        let post = [corner + DVec3::Y * 8.0, corner - DVec3::Y * top];
        panels.extend(tube(&post, 5.0, 4, IRON));
    }
    let bar = [dvec3(x, HEIGHT + top, 600.0), dvec3(x, HEIGHT + top, -600.0)];
    panels.extend(tube(&bar, 4.0, 4, IRON));
    stage.add("fence", panels);
}

fn bins(stage: &mut Stage<'_>) {
    for (x, y, z) in [(-1360.0, 0.0, 1440.0), (1120.0, 0.0, 1440.0), (1120.0, 0.0, -720.0)] {
        let foot = dvec3(x, y, z);
        let bin = Column::new(foot, 74.0, 26.0, 31.0, 8);
        let mut panels = bin.around(Look::new("metal").tint([0.6, 0.8, 0.7]), 1, [128.0, 48.0]);
        panels.extend(
            Column::new(foot + DVec3::Y * 62.0, 2.0, 28.0, 28.0, 8)
                .lid(Look::plain([0.1; 3]), 64.0),
        );
        stage.add("bin", panels);
        let block = Cuboid::standing(foot, dvec3(46.0, 74.0, 46.0));
        stage.add("bin_shadow", shadow(block, 0.0, 12.0));
    }
}

/// Invisible walls around the plaza, and trigger zones.
fn unseen(stage: &mut Stage<'_>) {
    let wall = Look::invisible(0x0100);
    let mut panels = Vec::new();
    let high = DVec3::NEG_Y * 900.0;
    for (corner, right) in [
        ([2000.0, 900.0, -1600.0], DVec3::Z * 3200.0),
        ([2000.0, 900.0, 1600.0], DVec3::NEG_X * 4000.0),
        ([-2000.0, 900.0, 1600.0], DVec3::NEG_Z * 800.0),
    ] {
        panels.extend(faces(wall, 800.0, 8.0, corner.into(), right, high));
    }
    stage.add("wall_unseen", panels);
    // A gap over the stairs, one over the funbox, a camera zone at the bowl.
    for (name, low, high, surface) in [
        ("gap_stairs", [880.0, 150.0, -500.0], [1150.0, 420.0, 200.0], 0x0009),
        ("gap_funbox", [-600.0, 130.0, 490.0], [-100.0, 380.0, 760.0], 0x0009),
        ("zone_bowl", [-1900.0, 0.0, -1500.0], [-1400.0, 420.0, -1000.0], 0x0001),
    ] {
        let zone = Cuboid::between(low, high);
        stage.add(name, zone.all(Look::invisible(surface), 1000.0, 8.0));
    }
    // The curve of the quarter-pipe again, as coarse collision geometry for the wheels.
    let vert = Grid::new(1, 3, Look::invisible(0x0040));
    stage.add(
        "quarter_collision",
        vert.on(|u, v| {
            let turn = 0.24 * (1.0 - v);
            let (run, height) = (300.0 * sin(turn), 300.0 - 300.0 * cos(turn));
            dvec3(-1598.0 - run, height + 2.0, 800.0 - 1800.0 * u)
        }),
    );
}
