//! Tubes through rings of points, lit in the rest pose.

use glam::{DVec3, dvec3};
use gouraud_testing::build::psx::{Builder, Corner, Polygon};

use super::rig;
use crate::make_demo::craft::maths::{cos, sin};
use crate::make_demo::craft::space::facing;

pub type Rgb = [f64; 3];

/// Connection of a ring with the neighbouring bone.
#[derive(Clone, Copy, PartialEq)]
pub enum Seam {
    None,
    /// The child's ring is stitched to this one.
    Given,
    /// The ring is this bone's [`Seam::Given`] one.
    Taken(usize),
}

#[derive(Clone, Copy)]
pub struct Vertex {
    pub at: DVec3,
    normal: DVec3,
    seam: Seam,
}

pub type Ring = Vec<Vertex>;

/// Points around `centre`: `across` and `ahead` are the half axes, `square` moves the corners between
/// them outwards.
pub fn ring(
    centre: impl Into<DVec3>,
    across: impl Into<DVec3>,
    ahead: impl Into<DVec3>,
    sides: usize,
    square: f64,
) -> Ring {
    let (centre, across, ahead) = (centre.into(), across.into(), ahead.into());
    let point = |index: usize| {
        let turns = (index as f64 + 0.5) / sides as f64;
        let (c, s) = (cos(turns), sin(turns));
        let out = 1.0 + square * (2.0 * s * c).abs();
        let at = centre + (across * (c * out) + ahead * (s * out));
        let normal = (across.normalize() * c + ahead.normalize() * s).normalize();
        Vertex { at, normal, seam: Seam::None }
    };
    (0..sides).map(point).collect()
}

/// A horizontal ring.
pub fn level(y: f64, rx: f64, rz: f64, z: f64, sides: usize) -> Ring {
    ring([0.0, y, z], [rx, 0.0, 0.0], [0.0, 0.0, rz], sides, 0.1)
}

pub fn sewn(mut ring: Ring, seam: Seam) -> Ring {
    ring.iter_mut().for_each(|vertex| vertex.seam = seam);
    ring
}

/// The polygons of one bone.
pub struct Shape<'a> {
    builder: &'a Builder,
    bone: usize,
    pub polygons: Vec<Polygon>,
    /// Applies to faces that are added afterwards.
    pub double_sided: bool,
}

impl<'a> Shape<'a> {
    pub fn new(builder: &'a Builder, bone: usize) -> Self {
        Self { builder, bone, polygons: Vec::new(), double_sided: false }
    }

    fn corner(&self, vertex: &Vertex) -> Corner {
        let whole = rig::sixteenths(vertex.at);
        let within = |bone: usize| {
            let home = rig::home(bone);
            [0, 1, 2].map(|axis| (whole[axis] - home[axis]) as i16)
        };
        let at = within(self.bone);
        match vertex.seam {
            Seam::None => Corner::At(at),
            Seam::Given => Corner::Source(at),
            Seam::Taken(from) => match self.builder.source(from as u16, within(from)) {
                Some(source) => Corner::Stitched { source, at },
                None => Corner::At(at),
            },
        }
    }

    /// Adds a quad in strip order, or a triangle, whose front faces `out`.
    pub fn face(&mut self, vertices: &[Vertex], out: DVec3, colour: Rgb) {
        let points: Vec<DVec3> = vertices.iter().map(|vertex| vertex.at).collect();
        let order = facing(&points, out);
        let corners: Vec<Corner> = order.iter().map(|i| self.corner(&vertices[*i])).collect();
        let mut colours = [[0; 3]; 4];
        for (to, index) in colours.iter_mut().zip(order) {
            *to = lit(colour, vertices[*index].normal);
        }
        let polygon = match corners.as_slice() {
            [a, b, c, d] => Polygon::quad_of([*a, *b, *c, *d]),
            [a, b, c, ..] => Polygon::triangle_of([*a, *b, *c]),
            _ => return,
        };
        let polygon = polygon.gouraud(colours);
        self.polygons.push(if self.double_sided { polygon.double_sided() } else { polygon });
    }

    /// Adds points with one normal.
    pub fn plate<P: Into<DVec3> + Copy>(
        &mut self,
        points: &[P],
        out: impl Into<DVec3>,
        colour: Rgb,
    ) {
        let out = out.into();
        let vertex =
            |at: &P| Vertex { at: (*at).into(), normal: out.normalize(), seam: Seam::None };
        let vertices: Vec<Vertex> = points.iter().map(vertex).collect();
        self.face(&vertices, out, colour);
    }

    /// Joins rings, with a colour per gap.
    pub fn tube(&mut self, rings: &[Ring], colours: &[Rgb]) {
        self.tube_by(rings, |gap, _| colours[gap]);
    }

    /// Joins rings; `colour` is called with the gap and the normal of a quad.
    pub fn tube_by(&mut self, rings: &[Ring], colour: impl Fn(usize, DVec3) -> Rgb) {
        for (gap, pair) in rings.windows(2).enumerate() {
            let sides = pair[0].len();
            for side in 0..sides {
                let next = (side + 1) % sides;
                let quad = [pair[0][side], pair[0][next], pair[1][side], pair[1][next]];
                let out = (quad[0].normal + quad[1].normal) + (quad[2].normal + quad[3].normal);
                self.face(&quad, out, colour(gap, out.normalize()));
            }
        }
    }

    /// Closes a ring of an even number of points with quads.
    pub fn cap(&mut self, ring: &Ring, out: impl Into<DVec3>, colour: Rgb) {
        let out = out.into();
        let sides = ring.len();
        for i in 0..sides / 2 - 1 {
            let pick = |index: usize| Vertex { normal: out.normalize(), ..ring[index % sides] };
            let quad = [pick(sides - i), pick(1 + i), pick(sides - i - 1), pick(2 + i)];
            self.face(&quad, out, colour);
        }
    }

    /// A ring at the fraction `at` of a line, with the half axes `radius`.
    pub fn limb(&self, from: DVec3, to: DVec3, at: f64, radius: [f64; 2], sides: usize) -> Ring {
        let along = to - from;
        let across = along.cross(DVec3::Z).normalize();
        let ahead = across.cross(along).normalize();
        let centre = from + along * at;
        ring(centre, across * radius[0], ahead * radius[1], sides, 0.0)
    }
}

/// Sunlight from above, the left and the front, plus light from the sky and the ground.
fn lit([r, g, b]: Rgb, normal: DVec3) -> [u8; 3] {
    let sun = normal.dot(dvec3(-0.45, 0.75, 0.6).normalize()).max(0.0);
    let sky = 0.5 + 0.5 * normal[1];
    let light = [
        0.46 + 0.68 * sun + 0.14 * sky,
        0.45 + 0.62 * sun + 0.18 * sky,
        0.48 + 0.48 * sun + 0.26 * sky,
    ];
    let channel = |colour: f64, light: f64| (colour * light * 255.0).clamp(0.0, 255.0) as u8;
    [channel(r, light[0]), channel(g, light[1]), channel(b, light[2])]
}
