//! The ground: heights, the terrain file, materials.

use gouraud::formats::trespasser::wtd::{QUANTISATION, Wtd};
use gouraud_testing::build::groff::{InstanceTransform, Level, Property, Surface};

use super::pictures::map;
use super::shapes::Shape;
use crate::make_demo::craft::maths::step;
use crate::make_demo::craft::noise::{smooth, unit};

/// Half the side of the square.
pub const HALF: f64 = 64.0;
/// Height of the sea.
pub const SEA: f64 = 2.0;
/// Metres between samples.
const STEP: f64 = 2.0;

/// A round hill.
fn hill(x: f64, y: f64, at: [f64; 2], height: f64, width: f64) -> f64 {
    let d = ((x - at[0]) * (x - at[0]) + (y - at[1]) * (y - at[1])) / (width * width);
    height / ((1.0 + d) * (1.0 + d))
}

/// Height of the ground at a position.
pub fn height(x: f64, y: f64) -> f64 {
    let distance = (x * x + y * y).sqrt() / HALF;
    let coast = smooth(x / 18.0 + 40.0, y / 18.0 + 40.0, 512, 11) - 0.5;
    let shape = 1.0 - step(0.35, 0.92, distance + 0.32 * coast);
    let bumps = smooth(x / 9.0 + 90.0, y / 9.0 + 90.0, 512, 12)
        + 0.5 * smooth(x / 4.0 + 90.0, y / 4.0 + 90.0, 512, 13);
    let hills = hill(x, y, [-22.0, 20.0], 17.0, 20.0) + hill(x, y, [20.0, 30.0], 6.0, 14.0);
    // A bay in the south, where the jetty is.
    let bay = hill(x, y, [8.0, -52.0], 4.5, 14.0);
    let ground = shape * (3.6 + 1.1 * bumps + hills) - bay * shape;
    // The village is on level ground.
    let flat = 1.0 - step(6.0, 16.0, (x * x + (y + 8.0) * (y + 8.0)).sqrt());
    let ground = ground + (4.6 - ground) * flat;
    ground.max(0.0)
}

/// The terrain file's records.
pub fn terrain() -> Result<Wtd, String> {
    let steps = (2.0 * HALF / STEP) as i64;
    let place = |step: i64| step as f64 * STEP - HALF;
    let points: Vec<[f64; 3]> = (0..=steps)
        .flat_map(|y| (0..=steps).map(move |x| (place(x), place(y))))
        .map(|(x, y)| [x, y, (height(x, y) * 64.0).floor() / 64.0])
        .collect();
    Wtd::of_points(&points, QUANTISATION)
}

/// Material of the ground (sand, grass, rock), and its brightness, 0 to 1.
pub fn cover(x: f64, y: f64) -> (usize, f64) {
    let here = height(x, y);
    let slope = [(1.0, 0.0), (0.0, 1.0)]
        .iter()
        .map(|(dx, dy)| (height(x + dx, y + dy) - height(x - dx, y - dy)).abs() / 2.0)
        .fold(0.0, f64::max);
    let (cell_x, cell_y) = ((x * 4.0).floor() as i64, (y * 4.0).floor() as i64);
    let grain = unit(cell_x, cell_y, 21);
    let patch = smooth(x / 3.0 + 70.0, y / 3.0 + 70.0, 512, 22);
    let edge = (grain - 0.5) * 0.7 + (patch - 0.5) * 1.4;
    if slope + edge * 0.3 > 0.85 {
        (2, 0.35 + 0.3 * patch + 0.3 * grain)
    } else if here + edge > SEA + 1.7 {
        (1, 0.25 + 0.45 * patch + 0.25 * grain)
    } else {
        // Wet and darker below the sea.
        let wet = step(SEA - 1.6, SEA + 0.5, here);
        (0, (0.3 + 0.5 * wet) * (0.8 + 0.2 * patch) + 0.15 * grain)
    }
}

/// A flat square.
pub fn square(half: f64, repeat: f64, surface: Surface) -> Shape {
    let mut shape = Shape::new(vec![surface]);
    let corners = [[-half, -half, 0.0], [half, -half, 0.0], [half, half, 0.0], [-half, half, 0.0]];
    shape.quad(corners, [0.0, 0.0, repeat, repeat], 0);
    shape
}

/// Adds the terrain, and segments of a path on it.
pub fn add(level: &mut Level) {
    let text = Property::text;
    let ground = level.model("Ground", square(HALF, 1.0, Surface::map(&map("Groundt2"))).model());
    let group = level.values(
        "Ground",
        vec![
            ("Class", text("TerrainPlacement")),
            ("File", text("island")),
            ("MipMap", Property::Bool(false)),
        ],
    );
    level.instance("Ground", ground, InstanceTransform::at(0.0, 0.0, 0.0), group);

    let surface = Surface::map(&map("Patht2")).see_through(&map("Patho8"));
    let path = level.model("TrnObj_Path-00", square(4.0, 1.0, surface).model());
    let group = level.values(
        "TrnObj_Path-00",
        vec![
            ("Class", text("CTerrainObj")),
            ("Height", Property::Int(2)),
            ("SoundMaterial", text("TERRAIN")),
        ],
    );
    // From the jetty to the hut, and on to the fire.
    let places = [(8.0, -36.0, 0.2), (7.4, -30.5, 1.1), (5.9, -25.2, 2.3), (4.2, -20.0, 0.7)];
    let more = [(3.1, -14.6, 1.7), (1.2, -9.8, 2.9), (-3.4, -7.2, 0.4)];
    for (index, (x, y, turn)) in places.iter().chain(&more).enumerate() {
        let place = InstanceTransform::at(*x, *y, 0.0).turned(0.0, 0.0, *turn);
        level.instance(&format!("TrnObj_Path-{index:02}"), path, place, group);
    }
}
