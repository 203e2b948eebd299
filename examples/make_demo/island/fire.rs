//! The fire: logs, and flames with four pictures in turn.

use gouraud_testing::build::groff::{Property, Surface};
use gouraud_testing::build::pid::Image;

use super::pictures::map;
use super::ramps::{Ramps, indexed};
use super::shapes::Shape;
use crate::make_demo::craft::maths::sin;
use crate::make_demo::craft::noise::unit;

const FRAMES: usize = 4;

fn flame(frame: usize) -> String {
    format!("Flame{frame}t2")
}

pub fn ramps() -> Ramps {
    Ramps::new(48, &[([150.0, 22.0, 6.0], [255.0, 238.0, 150.0])])
}

/// Images of the flames, which use the palette with this number.
pub fn images(palette: u32, ramps: &Ramps) -> Vec<Image> {
    let image = |frame: usize| {
        indexed((&map(&flame(frame)), ""), 32, (palette, ramps), |x, y| {
            let up = 1.0 - y / 31.0;
            let middle = 15.5 + 5.0 * up * sin(frame as f64 / FRAMES as f64 + 0.6 * up);
            let flicker = 0.8 + 0.4 * unit(y as i64 / 3, frame as i64, 57);
            let half = 13.0 * (1.0 - up) * (0.5 + 1.1 * up) * flicker;
            let aside = (x - middle).abs() / half.max(0.01);
            if aside > 1.0 { 0 } else { ramps.index(0, 1.0 - 0.5 * aside - 0.4 * up) }
        })
    };
    (0..FRAMES).map(image).collect()
}

pub fn shape() -> Shape {
    let surfaces = vec![Surface::map(&map("Barkt2")), Surface::map(&map(&flame(0)))];
    let mut shape = Shape::new(surfaces);
    for log in 0..3 {
        let lift = f64::from(log) * 0.1;
        let (x, y) = ([0.6, 0.1, 0.35][log as usize], [0.1, 0.6, 0.35][log as usize]);
        shape.cuboid([-x, -y, 0.05 + lift], [x, y, 0.2 + lift], 0.9, 0);
    }
    for [x, y] in [[0.4, 0.0], [0.0, 0.4]] {
        let corners = [[-x, -y, 0.25], [x, y, 0.25], [x, y, 1.35], [-x, -y, 1.35]];
        shape.card(corners, [0.0, 0.0, 1.0, 1.0], 1);
    }
    shape
}

/// Only the second surface is animated.
pub fn properties() -> Vec<(String, Property)> {
    let frame =
        |frame: usize| (format!("Anim{frame:02}"), Property::Text(format!("{}.bmp", flame(frame))));
    let mut all: Vec<(String, Property)> = vec![
        ("Class".to_owned(), Property::text("CInstance")),
        ("Unlit".to_owned(), Property::Bool(true)),
        ("AnimSubMaterial".to_owned(), Property::Int(2)),
        ("Interval".to_owned(), Property::Float(0.125)),
    ];
    all.extend((0..FRAMES).map(frame));
    all
}
