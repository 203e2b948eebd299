//! Indexes of faces, vertices and materials that lead nowhere.

use super::super::body::Body;
use super::super::grf::Point;
use super::super::grf::geometry::{Geometry1, Geometry2, Polygon, Vertex};
use super::super::grf::material::{Mapping1, Material};
use super::super::records::{kind, section_index};
use super::{Check, is_finite};
use crate::bytes::{Severity, Shaped};

impl Check<'_> {
    fn points(&mut self, index: usize, at: u64, name: &str, points: &[Point]) {
        for (number, point) in points.iter().enumerate().filter(|(_, point)| !is_finite(point)) {
            let span = (at + 12 * number as u64, 12);
            let message = format_args!("({}, {}, {}) is no place", point.x, point.y, point.z);
            let field = format_args!("{name}[{number}]");
            self.say(Severity::Error, index, span, field, message);
        }
    }

    pub(super) fn triangles(&mut self, index: usize, geometry: &Geometry1) {
        let start = geometry.header_size();
        self.points(index, start, "vertices", &geometry.vertices);
        let vertices = geometry.vertices.len();
        let start = start + 12 * vertices as u64;
        for (number, face) in geometry.faces.iter().enumerate() {
            let largest = face.corners().into_iter().max().unwrap_or(0);
            if largest as usize >= vertices {
                let span = (start + 12 * number as u64, 12);
                let message = format_args!("a corner is vertex {largest} of {vertices}");
                let field = format_args!("faces[{number}]");
                self.say(Severity::Error, index, span, field, message);
            }
        }
        let (normals, faces) = (geometry.corner_normals.len(), geometry.faces.len());
        if normals != 3 * faces {
            let message = format_args!("{normals} normals for the corners of {faces} faces");
            let field = format_args!("corner_normals");
            self.say(Severity::Warning, index, (0, 0), field, message);
        }
    }

    pub(super) fn polygons(&mut self, index: usize, geometry: &Geometry2) {
        self.handle(index, 0, "material", geometry.material, kind::MATERIAL);
        let start = geometry.header_size();
        self.points(index, start, "points", &geometry.points);
        let start = start + 12 * geometry.points.len() as u64;
        for (number, vertex) in geometry.vertices.iter().enumerate() {
            if vertex.point as usize >= geometry.points.len() {
                let span = (start + (number * Vertex::SIZE) as u64, 4);
                let (point, points) = (vertex.point, geometry.points.len());
                let message = format_args!("point {point} of {points}");
                let field = format_args!("vertices[{number}].point");
                self.say(Severity::Error, index, span, field, message);
            }
        }
        let start = start + (geometry.vertices.len() * Vertex::SIZE) as u64;
        let start = start + 4 * geometry.references.len() as u64;
        let surfaces = self.slots(geometry.material);
        for (number, polygon) in geometry.polygons.iter().enumerate() {
            let at = start + (number * Polygon::SIZE) as u64;
            if geometry.corners(polygon).is_none() {
                let (first, count) = (polygon.first, polygon.corner_count);
                let message = format_args!(
                    "corners {first} to {first} + {count} are not all vertices of the model"
                );
                let field = format_args!("polygons[{number}]");
                self.say(Severity::Error, index, (at, 8), field, message);
            } else if polygon.corner_count < 3 {
                let message = format_args!("{} corners make no face", polygon.corner_count);
                let field = format_args!("polygons[{number}].corner_count");
                self.say(Severity::Warning, index, (at, 4), field, message);
            }
            if polygon.surface as usize > surfaces {
                let message = format_args!("surface {} of {surfaces}", polygon.surface);
                let field = format_args!("polygons[{number}].surface");
                self.say(Severity::Warning, index, (at + 24, 4), field, message);
            }
        }
    }

    /// Number of slots of the material with this handle.
    fn slots(&self, handle: u32) -> usize {
        let section = section_index(handle).and_then(|at| self.file.sections.get(at));
        match section.map(|section| &section.body) {
            Some(Body::Material(material)) => material.len(),
            _ => 0,
        }
    }

    pub(super) fn mapping(&mut self, index: usize, mapping: &Mapping1) {
        self.handle(index, 0, "material", mapping.material, kind::MATERIAL);
        let (points, surfaces) = (mapping.points.len(), self.slots(mapping.material));
        let start = 12 + 8 * points as u64;
        for (number, (face, surface)) in mapping.faces.iter().zip(&mapping.surfaces).enumerate() {
            let largest = face.corners().into_iter().max().unwrap_or(0);
            // Untextured models have none, and faces of zeros.
            if points > 0 && largest as usize >= points {
                let span = (start + 12 * number as u64, 12);
                let message = format_args!("a corner is point {largest} of {points}");
                let field = format_args!("faces[{number}]");
                self.say(Severity::Error, index, span, field, message);
            }
            if *surface as usize > surfaces {
                let span = (start + 12 * mapping.faces.len() as u64 + 4 * number as u64, 4);
                let message = format_args!("surface {surface} of {surfaces}");
                let field = format_args!("surfaces[{number}]");
                self.say(Severity::Warning, index, span, field, message);
            }
        }
    }

    pub(super) fn material(&mut self, index: usize, material: &Material) {
        let lists = [
            ("colour_maps", &material.colour_maps),
            ("opacity_maps", &material.opacity_maps),
            ("bump_maps", &material.bump_maps),
        ];
        let mut at = 4;
        for (name, list) in lists {
            for (number, handle) in list.iter().enumerate() {
                if *handle != 0 && !self.texts.has(*handle) {
                    let message = format_args!("the name {handle:#x} is not in the names");
                    let field = format_args!("{name}[{number}]");
                    self.say(Severity::Warning, index, (at, 4), field, message);
                }
                at += 4;
            }
        }
    }
}
