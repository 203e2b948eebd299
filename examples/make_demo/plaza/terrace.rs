//! The raised terrace in the east, with stairs, hubbas and a bank.

use glam::{DVec3, dvec3};

use super::shapes::{Cuboid, Grid, faces, shadow};
use super::stage::{Look, Panel, Stage};

pub const HEIGHT: f64 = 150.0;
const WEST: f64 = 1150.0;
const STEPS: i32 = 6;
const TREAD: f64 = 45.0;

pub fn add(stage: &mut Stage<'_>) {
    let pave = Look::new("pave").tint([1.04, 0.97, 0.9]);
    for (z0, z1) in [(-1600.0, -850.0), (-850.0, -100.0), (-100.0, 700.0)] {
        let corner = dvec3(WEST, HEIGHT, z0);
        let (right, down) = (DVec3::X * 850.0, DVec3::Z * (z1 - z0));
        stage.add("terrace", faces(pave, 125.0, 32.0, corner, right, down));
    }
    let stone = Look::new("border");
    let mut walls = Vec::new();
    // Seen from the west, north is left.
    for (z0, z1) in [(-1600.0, -500.0), (200.0, 700.0)] {
        let corner = dvec3(WEST, HEIGHT, z0);
        let (right, down) = (DVec3::Z * (z1 - z0), DVec3::NEG_Y * HEIGHT);
        walls.extend(faces(stone, 150.0, 32.0, corner, right, down));
    }
    let corner = dvec3(WEST, HEIGHT, 700.0);
    walls.extend(faces(stone, 150.0, 32.0, corner, DVec3::X * 850.0, DVec3::NEG_Y * HEIGHT));
    let corner = dvec3(2000.0, HEIGHT, 700.0);
    let down = DVec3::NEG_Y * (HEIGHT + 18.0);
    walls.extend(faces(stone, 200.0, 32.0, corner, DVec3::NEG_Z * 2300.0, down));
    stage.add("terrace_walls", walls);
    stairs(stage);
    for z in [-520.0, 220.0] {
        hubba(stage, z);
    }
    bank(stage);
    stage.light.block(dvec3(WEST, 0.0, -1600.0), dvec3(2000.0, HEIGHT, 700.0));
}

fn stairs(stage: &mut Stage<'_>) {
    let stone = Look::new("border");
    let rise = HEIGHT / f64::from(STEPS);
    let mut panels = Vec::new();
    for step in 0..STEPS {
        let x = WEST - TREAD * f64::from(STEPS - step);
        let y = rise * f64::from(step + 1);
        let width = DVec3::Z * 700.0;
        let riser = dvec3(x, y, -500.0);
        panels.extend(faces(stone, 120.0, 32.0, riser, width, DVec3::NEG_Y * rise));
        if step + 1 < STEPS {
            let tread = dvec3(x, y, -500.0);
            let light = stone.tint([1.1, 1.06, 1.02]);
            panels.extend(faces(light, 120.0, 32.0, tread, DVec3::X * TREAD, width));
        }
    }
    stage.add("stairs", panels);
}

/// A ledge that descends along the stairs.
fn hubba(stage: &mut Stage<'_>, z: f64) {
    const HALF: f64 = 28.0;
    const OVER: f64 = 44.0;
    let (top, low) = (WEST + 60.0, WEST - TREAD * f64::from(STEPS) - 40.0);
    let height = |u: f64| {
        // Level, down, level.
        let x = low + (top - low) * u;
        let down =
            ((x - (WEST - TREAD * f64::from(STEPS))) / (TREAD * f64::from(STEPS))).clamp(0.0, 1.0);
        (x, HEIGHT * down + OVER)
    };
    let look = Look::new("border").tint([0.94, 0.94, 1.0]);
    let grid = Grid::new(6, 1, look).texels(192.0, 40.0);
    let mut panels: Vec<Panel> = grid.on(|u, v| {
        let (x, y) = height(u);
        dvec3(x, y, z - HALF + 2.0 * HALF * v)
    });
    panels.extend(grid.on(|u, v| {
        let (x, y) = height(u);
        dvec3(x, y * (1.0 - v), z + HALF)
    }));
    panels.extend(grid.on(|u, v| {
        let (x, y) = height(1.0 - u);
        dvec3(x, y * (1.0 - v), z - HALF)
    }));
    let end = Grid::new(1, 1, look).texels(32.0, 32.0);
    panels.extend(end.flat(dvec3(low, OVER, z - HALF), DVec3::Z * 2.0 * HALF, DVec3::NEG_Y * OVER));
    stage.add("hubba", panels);
}

/// A slope up to the terrace, south of the stairs.
fn bank(stage: &mut Stage<'_>) {
    let (x0, z0, z1) = (790.0, 330.0, 650.0);
    let look = Look::new("concrete").surface(0x0002).subdivided();
    let grid = Grid::new(3, 3, look).texels(104.0, 104.0);
    let mut panels = grid.on(|u, v| {
        let along = dvec3(x0, 0.0, 0.0).lerp(dvec3(WEST, HEIGHT, 0.0), u);
        dvec3(along.x, along.y, z0 + (z1 - z0) * v)
    });
    let side = Grid::new(3, 1, look).texels(104.0, 48.0);
    let wedge = |u: f64, v: f64, z: f64| {
        let y = HEIGHT * u * (1.0 - v);
        dvec3(x0 + (WEST - x0) * u, y, z)
    };
    panels.extend(side.on(|u, v| wedge(u, v, z1)));
    panels.extend(side.on(|u, v| wedge(1.0 - u, v, z0)));
    stage.add("bank", panels);
    let block = Cuboid::between([1020.0, 0.0, z0], [WEST, 90.0, z1]);
    stage.add("bank_shadow", shadow(block, 0.0, 20.0));
}
