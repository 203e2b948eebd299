//! Snowboards: a separate one in two prints, and one under the rider's feet.

use glam::{DVec3, dvec3};
use gouraud::formats::ssx::mpf::records::{IkPoint, group_kind};
use gouraud_testing::build::mpf;
use gouraud_testing::build::mpf::Draft;

use super::skeleton::{BOARD, LEFT, RIGHT, joint, stance, vector};
use super::solid::{Area, Corner, Ring, Solid, only};
use crate::make_demo::craft::maths::{cos, sin, step};

/// Half the board's length and width, and its thickness.
const LONG: f64 = 77.0;
const WIDE: f64 = 14.2;
const THICK: f64 = 1.3;

/// Areas of the texture: the upper half shows the top, the lower the base.
const TOP: Area = Area { u: [0.0, 1.0], v: [0.0, 0.46] };
const BASE: Area = Area { u: [0.0, 1.0], v: [0.50, 0.96] };
const EDGE: [f64; 2] = [0.5, 0.985];

/// Material indices.
const COMET: u32 = 0;
const PINE: u32 = 1;
const BINDINGS: u32 = 2;

/// Position of the feet along the board.
const STANCE: f64 = 28.0;
/// The top of the board under the boots.
const SOLE: f64 = -74.0;

pub fn models() -> Vec<Draft> {
    let draft =
        |name: &str, columns, material, goofy| draft(name, columns, material, goofy, DVec3::ZERO);
    let mut models = vec![
        draft("Comet3000", 26, COMET, false),
        draft("Comet3000Goofy", 26, COMET, true),
        draft("Comet1500", 14, COMET, false),
        draft("Pine3000", 26, PINE, false),
        draft("Pine3000Goofy", 26, PINE, true),
    ];
    let shadow = board(8, false, DVec3::ZERO);
    models.push(Draft {
        surfaces: vec![shadow.surface(group_kind::SHADOW, 0)],
        ..draft("CometShdw", 8, COMET, false)
    });
    models
}

/// The board under the rider.
pub fn ridden() -> Draft {
    let below = dvec3(0.0, joint(LEFT.foot).y - 5.0, SOLE);
    draft("Comet3000", 26, COMET, false, below)
}

fn draft(name: &str, columns: u32, material: u32, goofy: bool, at: DVec3) -> Draft {
    let bone = mpf::bone("board", 0, None, vector(at));
    let foot = |x: f64| IkPoint { position: vector(at + dvec3(x, 0.0, 0.0)), unknown_0c: 0 };
    let mut surfaces = vec![board(columns, goofy, at).surface(group_kind::STANDARD, material)];
    surfaces.push(bindings(goofy, at).surface(group_kind::STANDARD, BINDINGS));
    Draft {
        name: name.to_owned(),
        file_id: BOARD.into(),
        materials: vec![
            mpf::material(b"bord", Some(b"bd_g")),
            mpf::material(b"pine", Some(b"bd_g")),
            mpf::material(b"bind", None),
        ],
        bones: vec![bone],
        ik_points: vec![foot(STANCE), foot(-STANCE)],
        surfaces,
        ..Draft::default()
    }
}

/// Half the width at a position along the board, −1 to 1: round ends and a waist.
fn half_width(along: f64) -> f64 {
    let waist = WIDE - 2.2 * (1.0 - along * along);
    // The ends are rounded over the last fifth.
    let end = ((along.abs() - 0.78) / 0.22).max(0.0);
    waist * (1.0 - end * end).max(0.0).sqrt()
}

/// Nose and tail rise.
fn height(along: f64) -> f64 {
    let end = ((along.abs() - 0.72) / 0.28).max(0.0);
    end * end * 10.5 + (1.0 - along * along) * 0.5
}

/// The deck: top, base, and the edge between them.
fn board(columns: u32, goofy: bool, origin: DVec3) -> Solid {
    let mut solid = Solid::default();
    let corner = |along: f64, across: f64, down: f64, uv: [f64; 2]| {
        let at = dvec3(along * LONG, across * half_width(along), height(along) - down);
        Corner::new(origin + at, uv, only(BOARD, 0))
    };
    let in_area = |area: Area, along: f64, across: f64| {
        let nose = if goofy { -along } else { along };
        // The print is as wide as the board at its widest.
        let side = across * half_width(along) / WIDE;
        area.at(nose * 0.5 + 0.5, side * 0.5 + 0.5)
    };
    // Closer together where the board bends.
    let along = |column: u32| sin((f64::from(column) / f64::from(columns) - 0.5) * 0.5) * 0.9999;
    let sides = [-1.0, -0.94, 0.0, 0.94, 1.0];
    let row = |down: f64, area: Area, across: f64| -> Vec<Corner> {
        let corners = (0..=columns).map(|column| {
            let along = along(column);
            corner(along, across, down, in_area(area, along, across))
        });
        corners.collect()
    };
    let top: Vec<Vec<Corner>> = sides.iter().map(|side| row(0.0, TOP, *side)).collect();
    let base: Vec<Vec<Corner>> = sides.iter().rev().map(|side| row(THICK, BASE, *side)).collect();
    solid.grid(&top);
    solid.grid(&base);
    for across in [-1.0, 1.0] {
        let edge = |down: f64| -> Vec<Corner> {
            let mut row = row(down, BASE, across);
            row.iter_mut().for_each(|corner| corner.uv = EDGE);
            row
        };
        let rows = if across < 0.0 { [edge(THICK), edge(0.0)] } else { [edge(0.0), edge(THICK)] };
        solid.grid(&rows);
    }
    solid
}

/// Two plates with highbacks and straps.
fn bindings(goofy: bool, origin: DVec3) -> Solid {
    let mut solid = Solid::default();
    for (x, foot) in [(STANCE, LEFT), (-STANCE, RIGHT)] {
        let outwards = if foot.foot == LEFT.foot { 0.22 } else { -0.22 };
        let outwards = if goofy { -outwards } else { outwards };
        let axes @ [forward, across] = stance(outwards);
        let ring = |z: f64, ahead: f64, wide: f64, long: f64| {
            let centre = origin + dvec3(x, 0.0, z) + forward * ahead;
            Ring::foot(centre, axes, [long, wide], 0.5, only(BOARD, 0))
        };
        let plate = Area { u: [0.0, 1.0], v: [1.0, 0.6] };
        let rings = [
            ring(0.2, 0.0, 8.0, 13.0),
            ring(1.6, 0.0, 8.0, 13.0),
            ring(2.0, 0.0, 7.4, 12.4),
            ring(2.0, 0.0, 0.1, 0.1),
        ];
        solid.loft(&rings, 12, plate);
        highback(&mut solid, origin + dvec3(x, 0.0, 0.0), forward, across);
        for (ahead, high) in [(7.0, 6.6), (-1.5, 11.0)] {
            strap(&mut solid, origin + dvec3(x, 0.0, 0.0) + forward * ahead, forward, across, high);
        }
    }
    solid
}

/// The support behind the calf: a curved sheet, seen from both sides.
fn highback(solid: &mut Solid, foot: DVec3, forward: DVec3, across: DVec3) {
    // The outside has the opposite winding.
    for (thick, outside) in [(0.0, false), (0.8, true)] {
        solid.sheet(7, 5, |along, part| {
            let share = if outside { 1.0 - along } else { along };
            let narrow = 1.0 - 0.35 * step(0.5, 1.0, part);
            let turn = (share - 0.5) * 0.42;
            let out = across * (sin(turn) * (8.0 + thick) * narrow);
            let behind = forward * -(cos(turn) * (9.0 + thick) + 1.5 - part * 2.0);
            let at = foot + out + behind + dvec3(0.0, 0.0, 1.5 + part * 21.0);
            Corner::new(at, [share, 0.55 - part * 0.5], only(BOARD, 0))
        });
    }
}

/// A strap over the boot.
fn strap(solid: &mut Solid, foot: DVec3, forward: DVec3, across: DVec3, high: f64) {
    let row = |ahead: f64, lift: f64| -> Vec<Corner> {
        (0..9u32)
            .map(|column| {
                let part = f64::from(column) / 8.0;
                let turn = part * 0.5 - 0.25;
                let up = dvec3(0.0, 0.0, 1.0 + cos(turn) * (high + lift));
                let at = foot + forward * ahead + across * (sin(turn) * (8.4 + lift)) + up;
                let uv = [part, 0.58];
                Corner::new(at, uv, only(BOARD, 0))
            })
            .collect()
    };
    solid.grid(&[row(2.4, 0.0), row(2.2, 0.7), row(-2.2, 0.7), row(-2.4, 0.0)]);
}
