//! Transparent surfaces: the sea, deeper and bluer further out, and the smoke of the fire.

use gouraud_testing::build::groff::{InstanceTransform, Level, Property, Surface};

use super::land::{HALF, SEA, height, square};
use super::pictures::map;
use super::shapes::Shape;
use crate::make_demo::craft::maths::{cos, sin};

/// Heights of the layers that darken the water under its surface.
const DEEP: [f64; 6] = [1.74, 1.48, 1.22, 0.9, 0.55, 0.15];
/// Alpha colour of the deep water, which the level defines, and that of the smoke, which it does not.
const DEEP_COLOUR: i32 = 0;
const SMOKE_COLOUR: i32 = 11;

/// Adds the sea around the island, and the smoke.
pub fn add(level: &mut Level) {
    sea(level);
    smoke(level);
}

fn sea(level: &mut Level) {
    let text = Property::text;
    let water = level.model("Sea", square(HALF, 1.0, Surface::flat(67, 99, 107)).model());
    let group = level.values(
        "Sea",
        vec![("Class", text("CEntityWater")), ("ResolutionRatio", Property::Float(1.0))],
    );
    let at = |height: f64| InstanceTransform::at(0.0, 0.0, height as f32);
    level.instance("Sea", water, at(SEA), group);

    let mark = level.model("Settings-00", square(0.5, 1.0, Surface::flat(12, 104, 146)).model());
    let group = level.values(
        "Settings-00",
        vec![
            ("Class", text("Settings")),
            ("AlphaChannel", Property::Int(DEEP_COLOUR)),
            ("R", Property::Int(12)),
            ("G", Property::Int(104)),
            ("B", Property::Int(146)),
            ("Alpha", Property::Float(0.16)),
        ],
    );
    level.instance("Settings-00", mark, InstanceTransform::at(0.0, 0.0, 30.0), group);

    let deep = level.model("Deep-00", square(HALF, 1.0, Surface::flat(12, 104, 146)).model());
    let colour = ("AlphaChannel", Property::Int(DEEP_COLOUR));
    let group = level.values("Deep-00", vec![("Class", text("CInstance")), colour]);
    for (index, height) in DEEP.iter().enumerate() {
        level.instance(&format!("Deep-{index:02}"), deep, at(*height), group);
    }

    let crests = level.model("Crests", square(HALF, 7.0, Surface::map(&map("Seat2"))).model());
    let group =
        level.values("Crests", vec![("Class", text("CInstance")), ("Unlit", Property::Bool(true))]);
    level.instance("Crests", crests, at(SEA + 0.03), group);
}

/// Puffs that grow and drift as they rise, and always face the viewer.
fn smoke(level: &mut Level) {
    let mut shape = Shape::new(vec![Surface::flat(255, 255, 255)]);
    for puff in 0..10 {
        let age = f64::from(puff);
        let (radius, up) = (0.16 + 0.075 * age, 1.05 + 0.36 * age);
        let aside = 0.16 * sin(age / 7.0) + 0.012 * age * age;
        // The fronts face Y.
        let corner = |at: i32| {
            let turn = -f64::from(at) / 10.0;
            ([aside + radius * cos(turn), 0.0, up + 0.8 * radius * sin(turn)], [0.0; 2])
        };
        shape.polygon(&(0..10).map(corner).collect::<Vec<_>>(), 0);
    }
    let model = level.model("Smoke", shape.model());
    let group = level.values(
        "Smoke",
        vec![
            ("Class", Property::text("CInstance")),
            ("AlphaChannel", Property::Int(SMOKE_COLOUR)),
            ("AlwaysFace", Property::Bool(true)),
        ],
    );
    level.instance(
        "Smoke",
        model,
        InstanceTransform::at(3.5, -6.5, height(0.0, -6.0) as f32),
        group,
    );
}
