//! The textures of the island.

use gouraud::formats::trespasser::pid::Pid;
use gouraud_testing::build::pid;
use gouraud_testing::build::pid::Image;

use super::fire;
use super::land::{HALF, cover};
use super::ramps::{Ramps, embossed, indexed, see_through};
use super::sky;
use crate::make_demo::craft::maths::{length, sin, step};
use crate::make_demo::craft::noise::{cloudy, smooth, unit};

/// The full name of a bitmap.
pub fn map(name: &str) -> String {
    format!(r"Map\island\{name}.bmp")
}

/// Sand, grass, rock, and trodden earth.
fn ground_ramps() -> Ramps {
    Ramps::new(
        48,
        &[
            ([124.0, 98.0, 66.0], [246.0, 222.0, 168.0]),
            ([38.0, 58.0, 22.0], [142.0, 164.0, 66.0]),
            ([62.0, 56.0, 54.0], [176.0, 164.0, 148.0]),
            ([104.0, 76.0, 48.0], [206.0, 166.0, 112.0]),
        ],
    )
}

/// Rock and wood: 63 colours, the maximum for textures with a bump map.
fn relief_ramps() -> Ramps {
    Ramps::new(
        31,
        &[([70.0, 62.0, 60.0], [206.0, 192.0, 172.0]), ([82.0, 50.0, 26.0], [214.0, 160.0, 98.0])],
    )
}

/// Bark, leaves, straw, boards, and a sail.
fn plant_ramps() -> Ramps {
    Ramps::new(
        48,
        &[
            ([66.0, 46.0, 32.0], [176.0, 140.0, 100.0]),
            ([22.0, 54.0, 18.0], [152.0, 186.0, 62.0]),
            ([96.0, 70.0, 30.0], [230.0, 196.0, 116.0]),
            ([70.0, 46.0, 30.0], [196.0, 152.0, 104.0]),
            ([150.0, 30.0, 34.0], [250.0, 236.0, 214.0]),
        ],
    )
}

/// The directory, and the pixel file.
pub fn pack() -> (Pid, Vec<u8>) {
    let (ground, relief, plants) = (ground_ramps(), relief_ramps(), plant_ramps());
    let mut images = ground_images(&ground);
    images.extend(relief_images(&relief));
    images.extend(plant_images(&plants));
    images.push(sea());
    let flames = fire::ramps();
    images.extend(fire::images(3, &flames));
    let mut palettes = [&ground, &relief, &plants, &flames].map(Ramps::palette).to_vec();
    let (colours, clouds) = sky::picture(4);
    palettes.push(colours);
    images.push(clouds);
    pid::build(palettes, &images)
}

fn ground_images(ramps: &Ramps) -> Vec<Image> {
    let mut base = indexed((&map("Groundt2"), ""), 256, (0, ramps), |x, y| {
        let metres = 2.0 * HALF / 256.0;
        // The top row is the far end.
        let (ramp, brightness) = cover(x * metres - HALF, HALF - (y + 1.0) * metres);
        ramps.index(ramp, brightness)
    });
    base.mips = false;
    let path = indexed((&map("Patht2"), ""), 64, (0, ramps), |x, y| {
        let (dx, dy) = (x / 32.0 - 1.0, y / 32.0 - 1.0);
        let edge = 0.55 + 0.5 * (cloudy(x, y, 64.0, 4, 31) - 0.3);
        if length(dx, dy) > edge + 0.12 * unit(x as i64, y as i64, 32) {
            return 0;
        }
        let pebble = unit(x as i64 / 2, y as i64 / 2, 33);
        ramps.index(3, 0.3 + 0.45 * cloudy(x, y, 64.0, 8, 34) + 0.2 * pebble)
    });
    vec![base, path]
}

fn relief_images(ramps: &Ramps) -> Vec<Image> {
    let cracks = |x: f64, y: f64| {
        let (x, y) = (x.rem_euclid(64.0), y.rem_euclid(64.0));
        (cloudy(x, y, 64.0, 6, 41) - 0.5).abs() * 2.0
    };
    let rock = embossed(
        (&map("Rockt2"), &map("Rockb8")),
        64,
        (1, ramps),
        |x, y| (0, 0.22 + 0.7 * cracks(x, y) + 0.25 * (unit(x as i64, y as i64, 42) - 0.5)),
        move |x, y| 2.4 * cracks(x, y),
    );
    // A frame of boards around boards, each slightly higher in the middle.
    let board = |x: f64, y: f64| {
        let (x, y) = (x.rem_euclid(64.0), y.rem_euclid(64.0));
        let frame = x.min(63.0 - x).min(y).min(63.0 - y);
        let diagonal = u8::from((x - y).abs() < 5.0);
        match (frame < 8.0, diagonal) {
            (true, _) => 1.6 * step(0.0, 2.0, frame) * (1.0 - step(6.5, 8.0, frame)) + 1.0,
            (_, 1) => 1.3,
            _ => 0.6 * step(0.0, 2.0, x.rem_euclid(12.0)),
        }
    };
    let grain = |x: f64, y: f64, seed| smooth(x / 2.0, y / 9.0, 512, seed);
    let crate_side = embossed(
        (&map("Cratet2"), &map("Crateb8")),
        64,
        (1, ramps),
        |x, y| {
            let worn = grain(x, y, 43) * 0.3 + unit(x as i64, y as i64, 44) * 0.12;
            (1, 0.12 + 0.26 * board(x, y) + worn)
        },
        move |x, y| 0.8 * board(x, y),
    );
    vec![rock, crate_side]
}

fn plant_images(ramps: &Ramps) -> Vec<Image> {
    let name = |name: &str| map(name);
    let bark = indexed((&name("Barkt2"), ""), 32, (2, ramps), |x, y| {
        let ring = 0.5 + 0.5 * sin(y / 8.0);
        ramps.index(0, 0.2 + 0.5 * ring + 0.3 * unit(x as i64, y as i64 / 2, 51))
    });
    let leaf = indexed((&name("Leaft2"), ""), 64, (2, ramps), |x, y| {
        // A frond: ribs that lean outwards from the middle.
        let (from_rib, along) = ((x - 31.5).abs() / 31.5, 1.0 - y / 63.0);
        let width =
            (0.25 + 0.75 * sin(along * 0.42 + 0.04)).min(1.0) * (1.0 - 0.55 * along * along);
        let tooth = ((along * 15.0 + from_rib * 3.0).rem_euclid(1.0) - 0.5).abs() * 2.0;
        if from_rib < 0.05 {
            return ramps.index(1, 0.8);
        }
        if from_rib > width || tooth < 0.3 + 0.4 * from_rib {
            return 0;
        }
        ramps.index(1, 0.75 - 0.45 * from_rib + 0.2 * (tooth - 0.5) + 0.15 * along)
    });
    let flower = indexed((&name("Flowert2"), ""), 32, (2, ramps), |x, y| {
        let blossom = [(8.0, 7.0), (20.0, 4.0), (25.0, 13.0)];
        for (bx, by) in blossom {
            let d = length(x - bx, y - by);
            if d < 4.2 {
                return ramps.index(4, if d < 1.5 { 0.95 } else { 0.15 + 0.1 * d });
            }
        }
        let stem = blossom.iter().any(|(bx, by)| {
            let t = (y - by) / (31.0 - by);
            (0.0..=1.0).contains(&t) && (x - (bx + (15.5 - bx) * t)).abs() < 1.1
        });
        let blade = y > 15.0 && (x * 0.55 + y * 0.3).rem_euclid(4.0) < 1.5;
        if stem || (blade && (x - 15.5).abs() < 13.0 * (y - 12.0) / 20.0) {
            return ramps.index(1, 0.35 + 0.4 * unit(x as i64, 0, 52));
        }
        0
    });
    let thatch = indexed((&name("Thatcht2"), ""), 64, (2, ramps), |x, y| {
        let row = (y / 16.0).floor();
        let within = (y / 16.0).rem_euclid(1.0);
        let straw = unit((x + row * 7.0) as i64, row as i64, 53);
        ramps.index(2, 0.15 + 0.45 * straw + 0.4 * within - 0.25 * step(0.85, 1.0, within))
    });
    let planks = indexed((&name("Plankst2"), ""), 64, (2, ramps), |x, y| {
        let board = (x / 10.66).floor() as i64;
        let seam = (x / 10.66).rem_euclid(1.0);
        let worn = smooth(x / 1.5, y / 14.0 + board as f64 * 3.0, 512, 54);
        let dark = if seam < 0.1 { 0.4 } else { 0.0 };
        ramps.index(3, 0.3 + 0.35 * worn + 0.25 * unit(board, 0, 55) - dark)
    });
    let cloth = indexed((&name("Clotht2"), ""), 32, (2, ramps), |x, y| {
        let stripe = ((x / 8.0).floor() as i64).rem_euclid(2) == 0;
        let fold = 0.08 * sin(y / 21.0 + x / 32.0);
        ramps.index(4, if stripe { 0.12 + fold } else { 0.86 + fold })
    });
    vec![bark, leaf, flower, thatch, planks, cloth]
}

/// A net of light where ripples meet, and transparent texels between.
fn sea() -> Image {
    see_through(&map("Seat2"), 128, |x, y| {
        let line = |cells, seed, width: f64| {
            let off = (cloudy(x, y, 128.0, cells, seed) - 0.5).abs();
            1.0 - step(0.0, width, off)
        };
        let light = line(7, 61, 0.1) * (0.4 + 0.6 * cloudy(x, y, 128.0, 3, 62));
        let fine = line(12, 63, 0.08) * 0.5;
        [(4.6 * light.max(fine)).round() as u16, 11, 14, 15]
    })
}
