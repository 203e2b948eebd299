//! Polygons with texture coordinates, built from quads, boxes and rings.

use gouraud_testing::build::groff::{Corner, Face, Model, Polygons, Surface};

use crate::make_demo::craft::maths::{cos, sin};

pub type Point = [f64; 3];

/// A model under construction.
pub struct Shape {
    points: Vec<Point>,
    faces: Vec<Face>,
    surfaces: Vec<Surface>,
}

impl Shape {
    pub fn new(surfaces: Vec<Surface>) -> Self {
        Self { points: Vec::new(), faces: Vec::new(), surfaces }
    }

    /// Index of a point, which is stored once.
    fn point(&mut self, at: Point) -> u32 {
        let known = self.points.iter().position(|other| *other == at);
        let index = known.unwrap_or_else(|| {
            self.points.push(at);
            self.points.len() - 1
        });
        index as u32
    }

    /// Adds a convex polygon, counter-clockwise seen from its front, with a coordinate per corner.
    pub fn polygon(&mut self, corners: &[(Point, [f64; 2])], surface: u32) {
        let corners = corners.iter().map(|(at, uv)| Corner {
            point: self.point(*at),
            uv: uv.map(|v| v as f32),
            normal: None,
        });
        let corners = corners.collect();
        self.faces.push(Face { corners, surface, flags: 0 });
    }

    /// Adds a quad with the rectangle `[left, bottom, right, top]` of a texture.
    pub fn quad(&mut self, corners: [Point; 4], uv: [f64; 4], surface: u32) {
        let [left, bottom, right, top] = uv;
        let uvs = [[left, bottom], [right, bottom], [right, top], [left, top]];
        let all: Vec<_> = corners.into_iter().zip(uvs).collect();
        self.polygon(&all, surface);
    }

    /// Adds a quad that is visible from both sides.
    pub fn card(&mut self, corners: [Point; 4], uv: [f64; 4], surface: u32) {
        self.quad(corners, uv, surface);
        let [a, b, c, d] = corners;
        let [left, bottom, right, top] = uv;
        self.quad([b, a, d, c], [right, bottom, left, top], surface);
    }

    /// Adds a box between two corners; `scale` is the number of texture repeats per metre.
    pub fn cuboid(&mut self, low: Point, high: Point, scale: f64, surface: u32) {
        let [x0, y0, z0] = low;
        let [x1, y1, z1] = high;
        let (dx, dy, dz) = ((x1 - x0) * scale, (y1 - y0) * scale, (z1 - z0) * scale);
        let sides = [
            ([[x0, y0, z0], [x1, y0, z0], [x1, y0, z1], [x0, y0, z1]], [dx, dz]),
            ([[x1, y1, z0], [x0, y1, z0], [x0, y1, z1], [x1, y1, z1]], [dx, dz]),
            ([[x0, y1, z0], [x0, y0, z0], [x0, y0, z1], [x0, y1, z1]], [dy, dz]),
            ([[x1, y0, z0], [x1, y1, z0], [x1, y1, z1], [x1, y0, z1]], [dy, dz]),
            ([[x0, y0, z1], [x1, y0, z1], [x1, y1, z1], [x0, y1, z1]], [dx, dy]),
            ([[x0, y1, z0], [x1, y1, z0], [x1, y0, z0], [x0, y0, z0]], [dx, dy]),
        ];
        for (corners, [u, v]) in sides {
            self.quad(corners, [0.0, 0.0, u, v], surface);
        }
    }

    /// Adds a tube through rings of `sides` corners: centre and radius of each, from the bottom.
    pub fn tube(&mut self, rings: &[(Point, f64)], sides: u32, surface: u32) {
        let corner = |(centre, radius): (Point, f64), side: u32| {
            let turn = f64::from(side % sides) / f64::from(sides);
            [centre[0] + radius * cos(turn), centre[1] + radius * sin(turn), centre[2]]
        };
        for (level, pair) in rings.windows(2).enumerate() {
            for side in 0..sides {
                let corners = [
                    corner(pair[0], side),
                    corner(pair[0], side + 1),
                    corner(pair[1], side + 1),
                    corner(pair[1], side),
                ];
                let (u, v) = (f64::from(side) / f64::from(sides), level as f64 * 0.5);
                let right = u + 1.0 / f64::from(sides);
                self.quad(corners, [u, v, right, v + 0.5], surface);
            }
        }
    }

    pub fn model(self) -> Model {
        Model::Polygons(Polygons {
            points: self.points.into_iter().map(|at| at.map(|v| v as f32)).collect(),
            faces: self.faces,
            surfaces: self.surfaces,
            default_colour: 0x0080_8080,
        })
    }
}
