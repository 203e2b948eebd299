//! The glaive: a shaft along z, a crystal blade at −z. Painted, not textured, as weapons are.

use glam::dvec3;
use gouraud::formats::Refusal;
use gouraud::formats::ff7::battle::model::Model;
use gouraud::formats::ps1::vram::TexPage;
use gouraud_testing::build::ff7::battle::weapon;

use super::body::{CRYSTAL, GLOW};
use super::loft::Shape;
use crate::make_demo::craft::canvas::Rgb;
use crate::make_demo::craft::maths::{cos, sin};
use crate::make_demo::craft::space::{around, rotation, strip};

const WOOD: [Rgb; 2] = [[0.24, 0.13, 0.08], [0.52, 0.32, 0.18]];
const GOLD: [Rgb; 2] = [[0.52, 0.34, 0.10], [1.0, 0.84, 0.42]];

pub fn model() -> Result<Model, Refusal> {
    // Held upright: −z is up.
    let mut shape = Shape::new(TexPage(0x20), rotation([-90.0, 0.0, 0.0]));
    rod(&mut shape, [(176.0, 8.0), (-250.0, 8.0)], WOOD);
    rod(&mut shape, [(190.0, 9.0), (166.0, 14.0)], GOLD);
    rod(&mut shape, [(30.0, 11.0), (-34.0, 11.0)], [[0.10, 0.20, 0.22], [0.24, 0.44, 0.44]]);
    rod(&mut shape, [(-206.0, 9.0), (-226.0, 20.0)], GOLD);
    rod(&mut shape, [(-226.0, 20.0), (-252.0, 9.0)], GOLD);
    shape.spike([0.0, 0.0, 184.0], [0.0, 0.0, 232.0], 12.0, 6, GOLD, false);
    blade(&mut shape);
    Ok(weapon(-25, shape.finish()?))
}

/// A painted rod between two depths, with a radius at each.
fn rod(shape: &mut Shape, [(from, wide), (to, narrow)]: [(f64, f64); 2], [dark, bright]: [Rgb; 2]) {
    const SIDES: usize = 6;
    for turns in around(SIDES) {
        let ring = |radius: f64, z: f64| {
            move |turns: f64| dvec3(radius * cos(turns), radius * sin(turns), z)
        };
        let middle = (turns[0] + turns[1]) / 2.0;
        let out = dvec3(cos(middle), sin(middle), 0.0);
        let points = strip(turns, ring(wide, from), ring(narrow, to));
        shape.paint(&points, &[dark, bright, dark, bright], out, false);
    }
}

/// A crescent of crystal with a spike, both sides, and its glow.
fn blade(shape: &mut Shape) {
    let edge = [(-236.0, 16.0), (-258.0, 66.0), (-310.0, 84.0), (-372.0, 66.0), (-440.0, 8.0)];
    let back = [(-236.0, -8.0), (-270.0, 10.0), (-318.0, 20.0), (-366.0, 16.0), (-440.0, 8.0)];
    for side in [-1.0, 1.0] {
        for i in 0..edge.len() - 1 {
            let rim = |i: usize| dvec3(0.0, edge[i].1, edge[i].0);
            let spine = |i: usize| {
                let thick = if i + 1 < edge.len() { 10.0 } else { 0.0 };
                dvec3(side * thick, back[i].1, back[i].0)
            };
            let points = [rim(i), rim(i + 1), spine(i), spine(i + 1)];
            let colours = [CRYSTAL[1], CRYSTAL[1], CRYSTAL[0], CRYSTAL[0]];
            if i + 2 < edge.len() {
                shape.paint(&points, &colours, dvec3(side, 0.35, -0.2), false);
            } else {
                let three = [points[0], points[1], points[2]];
                shape.paint(
                    &three,
                    &[colours[0], colours[1], colours[2]],
                    dvec3(side, 0.35, -0.2),
                    false,
                );
            }
            let behind = |i: usize| dvec3(0.0, back[i].1 - 14.0, back[i].0);
            let points = [spine(i), spine(i + 1), behind(i), behind(i + 1)];
            let colours = [CRYSTAL[0], CRYSTAL[0], CRYSTAL[1], CRYSTAL[0]];
            shape.paint(&points, &colours, dvec3(side, -0.5, 0.0), false);
        }
    }
    shape.shard([0.0, -6.0, -252.0], [0.0, -72.0, -300.0], 13.0, CRYSTAL, false);
    glow(shape, &edge);
}

/// The glow around the edge, on both sides.
fn glow(shape: &mut Shape, edge: &[(f64, f64); 5]) {
    let dark = [0.0; 3];
    for side in [-1.0, 1.0] {
        for pair in edge.windows(2) {
            let at = |i: usize, far: f64| dvec3(side, pair[i].1 + far, pair[i].0 - 0.2 * far);
            let points = [at(0, -4.0), at(1, -4.0), at(0, 32.0), at(1, 32.0)];
            shape.paint(&points, &[GLOW[1], GLOW[1], dark, dark], dvec3(side, 0.0, 0.0), true);
        }
    }
}
