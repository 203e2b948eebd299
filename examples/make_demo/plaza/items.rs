//! The bank of pickups: letters of bent tube, a tape, coins and a gem. Their models have the names that
//! the engine looks up.

use glam::{DVec3, dvec3};
use gouraud::formats::Refusal;
use gouraud::formats::neversoft::psx::records::Version;
use gouraud_testing::build::psx::{Builder, Polygon};

use super::letters::segments;
use super::light::TO_SUN;
use super::shapes::{Column, Cuboid, tube};
use super::stage::{Look, Panel, turned};
use crate::make_demo::craft::canvas::{Rgb, rgb};

/// Names of the models.
const LETTERS: [(&str, u32); 5] = [
    ("S", 0x311D_55D4),
    ("K", 0x2328_A71C),
    ("A", 0x2EBF_22CA),
    ("T", 0x3452_4351),
    ("E", 0x29B6_8A16),
];
const TAPE: u32 = 0x7C1B_2C4A;
const BONUS: u32 = 0x6F0F_6B9F;
const COINS: [(u32, f64); 3] = [(0x694E_D947, 34.0), (0x260F_4F80, 18.0), (0xCC4E_141F, 26.0)];

/// Units per step of the letters' grid.
const STEP: f64 = 15.0;
const PLAIN: Look = Look::plain([1.0; 3]);

pub fn file() -> Result<Vec<u8>, Refusal> {
    let mut builder = Builder::new(Version::V4);
    let mut add = |name, panels: &[Panel], colour| {
        let polygons: Vec<Polygon> = panels.iter().map(|panel| painted(panel, colour)).collect();
        let model = builder.model(name, &polygons);
        // Placed by the triggers.
        builder.object(model, [0; 3]);
    };
    for (letter, name) in LETTERS {
        add(name, &bent(letter), rgb(0xFFC23C));
    }
    let tape = Cuboid::standing(DVec3::Y * -24.0, dvec3(76.0, 48.0, 16.0));
    add(TAPE, &tape.all(PLAIN, 100.0, 32.0), rgb(0x4A4C5E));
    let mut stone = Column::new(DVec3::ZERO, 34.0, 26.0, 0.5, 6).around(PLAIN, 1, [32.0; 2]);
    stone.extend(Column::new(DVec3::Y * -34.0, 34.0, 0.5, 26.0, 6).around(PLAIN, 1, [32.0; 2]));
    add(BONUS, &stone, rgb(0xE85CA8));
    for (name, radius) in COINS {
        let coin = Column::new(DVec3::Y * -5.0, 10.0, radius, radius, 10);
        let mut panels = coin.around(PLAIN, 1, [32.0; 2]);
        panels.extend(coin.lid(PLAIN, 32.0));
        add(name, &panels, rgb(0x7CD67A));
    }
    builder.finish()?.write()
}

/// A letter centred at the origin.
fn bent(letter: &str) -> Vec<Panel> {
    let at = |[x, y]: [f64; 2]| dvec3((x - 2.0) * STEP, (y - 3.0) * STEP, 0.0);
    let pieces = segments(letter).into_iter();
    pieces.flat_map(|[from, to]| tube(&[at(from), at(to)], 7.0, 4, PLAIN)).collect()
}

/// In one colour, darker on the side away from the sun; double-sided, since tubes are open.
fn painted(panel: &Panel, colour: Rgb) -> Polygon {
    let corners: Vec<[i16; 3]> = panel.corners.iter().map(|corner| turned(*corner)).collect();
    let polygon = match corners.as_slice() {
        [a, b, c, d] => Polygon::quad([*a, *b, *c, *d]),
        [a, b, c, ..] => Polygon::triangle([*a, *b, *c]),
        _ => unreachable!("a panel has three or four corners"),
    };
    let normal: DVec3 = panel.normals.iter().copied().sum();
    let light = 0.62 + 0.38 * normal.normalize_or_zero().dot(TO_SUN.normalize()).max(0.0);
    let byte = |c: f64| (c * light * 255.0).round().clamp(0.0, 255.0) as u8;
    polygon.flat(colour.map(byte)).double_sided().surface(1)
}
