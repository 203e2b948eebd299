//! Evening light, baked into corner colours.

use std::collections::HashMap;

use glam::{DVec3, dvec3};

use crate::make_demo::craft::canvas::Rgb;
use crate::make_demo::craft::maths::{cos, sin};

/// Direction to the sun: low in the south-west, behind the viewer's left shoulder.
pub const TO_SUN: DVec3 = dvec3(-0.62, 0.5, 0.6);
const SUN: Rgb = [1.18, 0.79, 0.42];
/// Ambient light from above, from the sides, from the ground.
const SKY: Rgb = [0.37, 0.39, 0.60];
const HORIZON: Rgb = [0.44, 0.36, 0.42];
const BOUNCE: Rgb = [0.34, 0.26, 0.22];

/// A box that blocks light.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    pub min: DVec3,
    pub max: DVec3,
}

/// A lamp that is lit.
#[derive(Clone, Copy, Debug)]
pub struct Lamp {
    pub at: DVec3,
    pub colour: Rgb,
    pub reach: f64,
}

#[derive(Default)]
pub struct Light {
    blocks: Vec<Block>,
    lamps: Vec<Lamp>,
    known: HashMap<[i64; 6], Rgb>,
}

impl Light {
    pub fn block(&mut self, min: DVec3, max: DVec3) {
        self.blocks.push(Block { min, max });
    }

    pub fn lamp(&mut self, lamp: Lamp) {
        self.lamps.push(lamp);
    }

    /// Light at a point of a surface; 1 leaves a texture unchanged.
    pub fn at(&mut self, point: DVec3, normal: DVec3) -> Rgb {
        let whole = |v: DVec3, by: f64| (v * by).round().to_array().map(|c| c as i64);
        let ([a, b, c], [d, e, f]) = (whole(point, 1.0), whole(normal, 64.0));
        if let Some(known) = self.known.get(&[a, b, c, d, e, f]) {
            return *known;
        }
        let start = point + normal * 3.0;
        let near: Vec<Block> = self.blocks.iter().filter(|b| !b.holds(start)).copied().collect();
        let open = openness(start, normal, &near);
        let sun = sunshine(start, normal, &near);
        let up = normal.y;
        let mut sum = [0, 1, 2].map(|c| {
            let vertical = if up > 0.0 { SKY[c] } else { BOUNCE[c] };
            let ambient = HORIZON[c] + (vertical - HORIZON[c]) * up.abs();
            ambient * (0.35 + 0.65 * open) + SUN[c] * sun
        });
        for lamp in &self.lamps {
            let way = lamp.at - start;
            let distance = way.length();
            if distance >= lamp.reach {
                continue;
            }
            let facing = (normal.dot(way) / distance.max(1.0)).max(0.0) * 0.85 + 0.15;
            let fade = 1.0 - distance / lamp.reach * (distance / lamp.reach);
            sum = [0, 1, 2].map(|c| sum[c] + lamp.colour[c] * facing * fade * fade);
        }
        self.known.insert([a, b, c, d, e, f], sum);
        sum
    }
}

impl Block {
    fn holds(&self, p: DVec3) -> bool {
        p.cmpge(self.min).all() && p.cmple(self.max).all()
    }

    /// `true` if the ray from `start` hits the box within `reach`.
    fn stops(&self, start: DVec3, way: DVec3, reach: f64) -> bool {
        let (mut near, mut far) = (0.0f64, reach);
        for axis in 0..3 {
            let (from, step) = (start[axis], way[axis]);
            if step.abs() < 1e-9 {
                if from < self.min[axis] || from > self.max[axis] {
                    return false;
                }
                continue;
            }
            let (a, b) = ((self.min[axis] - from) / step, (self.max[axis] - from) / step);
            near = near.max(a.min(b));
            far = far.min(a.max(b));
        }
        near < far
    }
}

/// Visible fraction of the sun's disc, times the cosine.
fn sunshine(start: DVec3, normal: DVec3, blocks: &[Block]) -> f64 {
    let sun = TO_SUN.normalize();
    let facing = normal.dot(sun);
    if facing <= 0.0 {
        return 0.0;
    }
    let (side, top) = axes(sun);
    let seen = (0..8).filter(|ray| {
        let turn = f64::from(*ray) / 8.0;
        let way = (sun + (side * cos(turn) + top * sin(turn)) * 0.06).normalize();
        !blocks.iter().any(|block| block.stops(start, way, 6000.0))
    });
    facing * seen.count() as f64 / 8.0
}

/// Fraction of the sky above a surface that is not hidden by something near.
fn openness(start: DVec3, normal: DVec3, blocks: &[Block]) -> f64 {
    let (side, top) = axes(normal);
    let open = (0..12).filter(|ray| {
        let (turn, lean) = (f64::from(*ray) / 6.0, if *ray < 6 { 0.55 } else { 1.3 });
        let way = (normal + (side * cos(turn) + top * sin(turn)) * lean).normalize();
        !blocks.iter().any(|block| block.stops(start, way, 420.0))
    });
    open.count() as f64 / 12.0
}

/// Two directions perpendicular to `v` and to each other.
fn axes(v: DVec3) -> (DVec3, DVec3) {
    let other = if v.y.abs() > 0.9 { DVec3::X } else { DVec3::Y };
    let side = v.cross(other).normalize();
    (side, side.cross(v))
}
