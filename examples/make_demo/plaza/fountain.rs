//! The fountain in the centre, with a G that demonstrates gouraud shading.

use glam::{DVec3, dvec3};
use gouraud_testing::build::psx::Motion;

use super::light::Lamp;
use super::shapes::{Column, Grid, annulus, tube};
use super::stage::{Look, Movement, Panel, Shade, Stage};
use crate::make_demo::craft::canvas::rgb;
use crate::make_demo::craft::maths::{cos, sin};

pub const MIDDLE: DVec3 = dvec3(330.0, 0.0, -330.0);
const INNER: f64 = 320.0;
const OUTER: f64 = 376.0;
const RIM: f64 = 58.0;
const SURFACE: f64 = 44.0;

pub fn add(stage: &mut Stage<'_>) {
    basin(stage);
    water(stage);
    pedestal(stage);
    letter(stage);
    stage.light.block(MIDDLE - dvec3(300.0, 0.0, 300.0), MIDDLE + dvec3(300.0, RIM - 8.0, 300.0));
    // Lamps under water.
    stage.light.lamp(Lamp {
        at: MIDDLE + DVec3::Y * 30.0,
        colour: [0.25, 0.75, 0.85],
        reach: 520.0,
    });
}

fn basin(stage: &mut Stage<'_>) {
    let stone = Look::new("border");
    let mut panels =
        Column::new(MIDDLE, RIM, OUTER, OUTER - 10.0, 20).around(stone, 1, [640.0, 32.0]);
    let top = MIDDLE + DVec3::Y * RIM;
    let rim = Grid::new(20, 1, stone.tint([1.08, 1.05, 1.02])).texels(640.0, 32.0);
    panels.extend(annulus(top, INNER, OUTER - 10.0, rim));
    let inside = Grid::new(20, 1, Look::new("tiles")).texels(640.0, 32.0);
    panels.extend(inside.on(|u, v| {
        let (x, z) = (-cos(u) * INNER, -sin(u) * INNER);
        MIDDLE + dvec3(x, RIM * (1.0 - v), z)
    }));
    let floor = Grid::new(20, 2, Look::new("tiles_rose")).texels(480.0, 120.0);
    panels.extend(annulus(MIDDLE + DVec3::Y * 6.0, 40.0, INNER, floor));
    stage.add("fountain", panels);
    // A ring of darker stone in the pavement, and the shadow under the rim.
    let ring = Grid::new(24, 1, Look::new("border").tint([0.8, 0.76, 0.78])).texels(768.0, 32.0);
    stage.add("fountain_ring", annulus(MIDDLE + DVec3::Y * 2.0, OUTER, OUTER + 90.0, ring));
    let dark = Look::plain([0.0; 3])
        .shade(Shade::Corners([[0.0; 3], [0.0; 3], [0.3, 0.24, 0.2], [0.3, 0.24, 0.2]]))
        .blend(2)
        .surface(1);
    stage.add(
        "fountain_dark",
        annulus(MIDDLE + DVec3::Y * 2.0, OUTER, OUTER + 60.0, Grid::new(24, 1, dark)),
    );
}

fn water(stage: &mut Stage<'_>) {
    let look = Look::new("water").tint([0.8, 0.96, 1.0]).blend(0).surface(1);
    let grid = Grid::new(20, 3, look).texels(640.0, 96.0);
    let panels = annulus(MIDDLE + DVec3::Y * SURFACE, 44.0, INNER, grid);
    let motion = Motion { u_speed: 96, v_speed: 192, frequency: 900 };
    let wave = |uv: [u8; 2]| [(3, uv[1] / 8), (3, uv[0] / 8)];
    stage.add_moving("fountain_water", panels, Movement { motion, wave });
    // Sheets of water that fall from the bowl, added at a quarter.
    let sheet = Look::new("spray").shade(Shade::Flat).tint([1.3, 1.6, 1.8]).blend(3).double_sided();
    let bowl = MIDDLE + DVec3::Y * SURFACE;
    let column = Column::new(bowl, 104.0, 168.0, 120.0, 16);
    let grid = Grid::new(16, 1, sheet.surface(1)).texels(256.0, 63.0).tile(32.0);
    let panels = grid.on(|u, v| column.at(u, v));
    let motion = Motion { u_speed: 0, v_speed: -1400, frequency: 0 };
    stage.add_moving("fountain_sheet", panels, Movement { motion, wave: |_| [(0, 0), (0, 0)] });
    // Foam where they meet the pool.
    let foam = Look::plain([0.3, 0.34, 0.36])
        .shade(Shade::Corners([[0.0; 3], [0.0; 3], [0.34, 0.38, 0.4], [0.34, 0.38, 0.4]]))
        .blend(1)
        .surface(1);
    stage
        .add("fountain_foam", annulus(bowl + DVec3::Y * 2.0, 160.0, 216.0, Grid::new(16, 1, foam)));
}

fn pedestal(stage: &mut Stage<'_>) {
    let stone = Look::new("border");
    let mut panels = Column::new(MIDDLE, 120.0, 58.0, 44.0, 10).around(stone, 1, [128.0, 48.0]);
    let bowl = Column::new(MIDDLE + DVec3::Y * 112.0, 36.0, 50.0, 122.0, 16);
    panels.extend(bowl.around(stone, 1, [256.0, 24.0]));
    panels.extend(bowl.lid(Look::new("tiles"), 64.0));
    panels.extend(Column::new(MIDDLE + DVec3::Y * 148.0, 40.0, 34.0, 26.0, 8).around(
        stone,
        1,
        [96.0, 20.0],
    ));
    stage.add("fountain_pedestal", panels);
}

/// The letter, without a texture: smooth by its corner colours only, with a coarser level of detail.
fn letter(stage: &mut Stage<'_>) {
    let gold = Look::plain(rgb(0xD8963C)).gloss(0.7);
    let near = letter_panels(gold, 22, 10);
    let far = letter_panels(gold, 9, 5);
    stage.add_detailed("letter_g", near, far);
}

fn letter_panels(look: Look, pieces: usize, sides: usize) -> Vec<Panel> {
    let centre = MIDDLE + DVec3::Y * 318.0;
    // Faces the south-east.
    let right = dvec3(0.88, 0.0, -0.475).normalize();
    let at = |turn: f64, radius: f64| centre + (right * cos(turn) + DVec3::Y * sin(turn)) * radius;
    let arc: Vec<DVec3> =
        (0..=pieces).map(|i| at(0.115 + 0.885 * i as f64 / pieces as f64, 128.0)).collect();
    let mut panels = tube(&arc, 32.0, sides, look);
    panels.extend(tube(&[at(0.0, 142.0), at(0.0, 90.0), at(0.0, 30.0)], 30.0, sides, look));
    // Caps, pointing along the ends.
    for (from, to) in [
        (arc[1], arc[0]),
        (at(0.0, 90.0), at(0.0, 30.0)),
        (at(0.0, 90.0), at(0.0, 142.0)),
        (arc[pieces - 1], arc[pieces]),
    ] {
        let radius = if to == arc[0] || to == arc[pieces] { 32.0 } else { 30.0 };
        panels.extend(cap(from, to, radius, sides, look));
    }
    panels
}

/// A rounded end.
fn cap(from: DVec3, to: DVec3, radius: f64, sides: usize, look: Look) -> Vec<Panel> {
    let way = (to - from).normalize();
    let other = if way.y.abs() > 0.9 { DVec3::X } else { DVec3::Y };
    let side = way.cross(other).normalize();
    let top = side.cross(way);
    Grid::new(sides, 2, look).on(|u, v| {
        let bend = 0.25 * v;
        let ring = (side * cos(u) + top * sin(u)) * cos(bend) * radius;
        to + ring + way * sin(bend) * radius * 0.6
    })
}
