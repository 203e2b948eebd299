//! Checks that indices of faces, vertices and materials are in range.

use super::super::directory::kind;
use super::super::grf::geometry::{Geometry1, Geometry2};
use super::super::grf::material::{Mapping1, Material};
use super::super::grf::{Point, Triangle};
use super::{Check, is_finite};
use crate::bytes::Severity;

impl Check<'_, '_> {
    fn points(&mut self, name: &str, points: &[Point]) {
        for (number, point) in points.iter().enumerate().filter(|(_, point)| !is_finite(point)) {
            let message =
                format_args!("position ({}, {}, {}) is not finite", point.x, point.y, point.z);
            self.error(format_args!("{name}[{number}]"), message);
        }
    }

    /// Reports faces with a corner outside the `count` vertices or points.
    fn corners(&mut self, faces: &[Triangle], what: &str, count: usize) {
        for (number, face) in faces.iter().enumerate() {
            let largest = face.corners().into_iter().max().unwrap_or(0);
            if largest as usize >= count {
                let message = format_args!("a corner is {what} {largest} of {count}");
                self.error(format_args!("faces[{number}]"), message);
            }
        }
    }

    pub(super) fn triangles(&mut self, geometry: &Geometry1) {
        self.points("vertices", &geometry.vertices);
        self.corners(&geometry.faces, "vertex", geometry.vertices.len());
        let (normals, faces) = (geometry.corner_normals.len(), geometry.faces.len());
        if normals != 3 * faces {
            let message = format_args!("{normals} normals for the corners of {faces} faces");
            self.warning("corner_normals", message);
        }
    }

    pub(super) fn polygons(&mut self, geometry: &Geometry2) {
        self.handle("material", geometry.material, kind::MATERIAL);
        self.points("points", &geometry.points);
        let points = geometry.points.len();
        for (number, vertex) in geometry.vertices.iter().enumerate() {
            if vertex.point as usize >= points {
                let message = format_args!("point {} of {points}", vertex.point);
                self.error(format_args!("vertices[{number}].point"), message);
            }
        }
        let surfaces = self.slots(geometry.material);
        for (number, polygon) in geometry.polygons.iter().enumerate() {
            let field = format!("polygons[{number}]");
            if geometry.corners(polygon).is_none() {
                let (first, count) = (polygon.first, polygon.corner_count);
                let message = format_args!(
                    "corners {first} to {first} + {count} are not all vertices of the model"
                );
                self.error(&field, message);
            } else if polygon.corner_count < 3 {
                let message =
                    format_args!("a face needs at least 3 corners, found {}", polygon.corner_count);
                self.warning(format_args!("{field}.corner_count"), message);
            }
            self.surface(format_args!("{field}.surface"), polygon.surface, surfaces);
        }
    }

    /// Checks an index into a material of `count` slots; `count` itself selects the default colour.
    fn surface(&mut self, field: std::fmt::Arguments<'_>, surface: u32, count: usize) {
        if surface as usize > count {
            self.warning(field, format_args!("surface {surface} of {count}"));
        }
    }

    /// Number of slots of the material with this handle.
    fn slots(&self, handle: u32) -> usize {
        self.groff().get(handle).map_or(0, Material::len)
    }

    pub(super) fn mapping(&mut self, mapping: &Mapping1) {
        self.handle("material", mapping.material, kind::MATERIAL);
        // Untextured models have no points, and faces of zeros.
        if !mapping.points.is_empty() {
            self.corners(&mapping.faces, "point", mapping.points.len());
        }
        let surfaces = self.slots(mapping.material);
        for (number, surface) in mapping.surfaces.iter().enumerate() {
            self.surface(format_args!("surfaces[{number}]"), *surface, surfaces);
        }
    }

    pub(super) fn material(&mut self, material: &Material) {
        let lists = [
            ("colour_maps", &material.colour_maps),
            ("opacity_maps", &material.opacity_maps),
            ("bump_maps", &material.bump_maps),
        ];
        for (name, list) in lists {
            for (number, handle) in list.iter().enumerate().filter(|(_, handle)| **handle != 0) {
                self.name(Severity::Warning, format_args!("{name}[{number}]"), *handle);
            }
        }
    }
}
