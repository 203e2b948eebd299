//! Trees in planters, and hedges.

use glam::{DVec3, dvec3};

use super::light::TO_SUN;
use super::shapes::{Column, Cuboid, Grid, picture, shadow};
use super::stage::{Look, Panel, Shade, Stage};
use super::terrace::HEIGHT;
use crate::make_demo::craft::maths::{cos, sin};
use crate::make_demo::craft::noise::unit;

/// Foot, height of the trunk, width of the crown, and `true` for autumn colours.
const TREES: [([f64; 3], f64, f64, bool); 8] = [
    ([-1780.0, 0.0, 1380.0], 250.0, 210.0, false),
    ([-700.0, 0.0, 1440.0], 230.0, 190.0, true),
    ([300.0, 0.0, 1440.0], 250.0, 200.0, false),
    ([960.0, 0.0, 1440.0], 220.0, 180.0, true),
    ([1440.0, 0.0, 1430.0], 250.0, 200.0, false),
    ([1330.0, HEIGHT, 560.0], 220.0, 180.0, true),
    ([1330.0, HEIGHT, -1200.0], 230.0, 180.0, false),
    ([-420.0, 0.0, -1420.0], 220.0, 170.0, true),
];

pub fn add(stage: &mut Stage<'_>) {
    for (number, (foot, trunk, crown, autumn)) in TREES.into_iter().enumerate() {
        tree(stage, number as i64, foot.into(), trunk, crown, autumn);
    }
    for (x0, x1) in [(-1560.0, -1000.0), (-400.0, 60.0), (540.0, 860.0), (1560.0, 1880.0)] {
        hedge(stage, x0, x1);
    }
}

fn tree(stage: &mut Stage<'_>, seed: i64, foot: DVec3, trunk: f64, crown: f64, autumn: bool) {
    let stone = Look::new("border");
    let planter = Cuboid::standing(foot, dvec3(190.0, 46.0, 190.0));
    let mut panels = planter.sides(stone, 200.0, 34.0);
    // A stone rim around grass.
    let rim = Cuboid::standing(foot, dvec3(150.0, 46.0, 150.0));
    let border = Grid::new(1, 1, stone.tint([1.08, 1.04, 1.0])).texels(64.0, 8.0);
    let ring = |c: Cuboid| {
        let y = c.max.y;
        [
            dvec3(c.min.x, y, c.min.z),
            dvec3(c.max.x, y, c.min.z),
            dvec3(c.max.x, y, c.max.z),
            dvec3(c.min.x, y, c.max.z),
        ]
    };
    let (outer, inner) = (ring(planter), ring(rim));
    for i in 0..4 {
        let next = (i + 1) % 4;
        panels.extend(
            border.on(|u, v| outer[i].lerp(outer[next], u).lerp(inner[i].lerp(inner[next], u), v)),
        );
    }
    let soil = Cuboid { max: rim.max - DVec3::Y * 6.0, ..rim };
    panels.extend(soil.top(Look::new("grass"), 80.0, 40.0));
    let bark = Look::new("bark");
    let lean = dvec3(unit(seed, 0, 401) - 0.5, 0.0, unit(seed, 1, 401) - 0.5) * 30.0;
    let stem = Column::new(foot + DVec3::Y * 36.0, trunk, 20.0, 12.0, 6);
    panels.extend(stem.around(bark, 2, [64.0, 96.0]).into_iter().map(|mut panel| {
        for corner in &mut panel.corners {
            *corner += lean * ((corner.y - foot.y) / trunk);
        }
        panel
    }));
    stage.add("tree", panels);
    let name = if autumn { "leaves_autumn" } else { "leaves" };
    let middle = foot + DVec3::Y * (trunk + 36.0 + crown * 0.42) + lean;
    stage.add("leaves", leaves(seed, name, middle, crown));
    stage.add("planter_shadow", shadow(planter, foot.y, 12.0));
    stage.add("tree_shadow", blob(foot, middle, crown));
}

/// Boughs: leaf textures, upright and horizontal, around the crown's centre; brighter towards the sun.
fn leaves(seed: i64, name: &'static str, middle: DVec3, crown: f64) -> Vec<Panel> {
    let sun = TO_SUN.normalize();
    let mut panels = Vec::new();
    for i in 0..16 {
        let turn = f64::from(i) * 0.382 + unit(seed, i.into(), 411) * 0.1;
        let level = f64::from(i % 4);
        let out = crown * (0.5 - 0.09 * level) * (0.7 + 0.4 * unit(seed, i.into(), 412));
        let rise = crown * (-0.34 + 0.27 * level);
        let centre = middle + dvec3(cos(turn) * out, rise, sin(turn) * out);
        let size = crown * (0.46 + 0.16 * unit(seed, i.into(), 413));
        // Faces outwards, some more upwards.
        let tilt = 0.25 + 0.6 * unit(seed, i.into(), 414);
        let front = dvec3(cos(turn), tilt, sin(turn)).normalize();
        let right = DVec3::Y.cross(front).normalize();
        let up = front.cross(right);
        // Its corners are lit like a round crown.
        let colour = |corner: DVec3| {
            let round = (corner - middle).normalize_or_zero();
            let facing = round.dot(sun).max(0.0);
            let sky = 0.5 + 0.5 * round.y;
            [0, 1, 2].map(|c| {
                let base = [0.34, 0.34, 0.42][c] + [0.2, 0.2, 0.26][c] * sky;
                base + [1.0, 0.72, 0.4][c] * facing
            })
        };
        let corners = [
            centre - right * size + up * size,
            centre + right * size + up * size,
            centre - right * size - up * size,
            centre + right * size - up * size,
        ];
        let look =
            Look::new(name).shade(Shade::Corners(corners.map(colour))).double_sided().surface(1);
        let (right, down) = (right * size * 2.0, up * size * -2.0);
        panels.extend(picture(look, 64.0, corners[0], right, down));
    }
    panels
}

/// The crown's shadow, dappled, stretched away from the sun.
fn blob(foot: DVec3, middle: DVec3, crown: f64) -> Vec<Panel> {
    let fall = (middle.y - foot.y) / TO_SUN.y;
    let centre = dvec3(middle.x - TO_SUN.x * fall, foot.y, middle.z - TO_SUN.z * fall);
    let along = dvec3(-TO_SUN.x, 0.0, -TO_SUN.z).normalize();
    let across = dvec3(-along.z, 0.0, along.x);
    let look = Look::new("blob").shade(Shade::Flat).tint([1.0; 3]).blend(2).surface(1);
    let (long, wide) = (crown * 1.45, crown * 0.95);
    let corner = centre + along * long - across * wide;
    Grid::new(2, 2, look).texels(63.0, 63.0).flat(corner, across * wide * 2.0, along * long * -2.0)
}

fn hedge(stage: &mut Stage<'_>, x0: f64, x1: f64) {
    let trough = Cuboid::between([x0, 0.0, 1500.0], [x1, 40.0, 1580.0]);
    let mut panels = trough.all(Look::new("border"), 160.0, 34.0);
    let green = Cuboid::between([x0 + 10.0, 40.0, 1508.0], [x1 - 10.0, 112.0, 1572.0]);
    panels.extend(green.all(Look::new("hedge"), 120.0, 48.0));
    stage.add("hedge", panels);
    stage.add("hedge_shadow", shadow(Cuboid { max: green.max, ..trough }, 0.0, 18.0));
}
