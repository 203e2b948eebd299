//! Maps edited texture coordinates back to the fields that store them: those of vertices (type 2), or of
//! a geometry's mapping (type 1). Faces share them.

use glam::Vec2;

use super::super::body::Body;
use super::super::directory::section_index;
use super::super::grf::geometry::{Geometry1, Geometry2};
use super::super::grf::material::Mapping1;
use super::super::grf::object::Object;
use super::super::grf::region::{Instance, Region};
use super::super::read::Parsed;
use super::super::records::Groff;
use super::facts::FactsOfGroups;
use super::mesh::sound;
use crate::formats::write_back::{Fields, coordinate, nothing, numbers};
use crate::formats::{EditResult, Refusal};

/// Path and stored value of a coordinate.
type StoredCoordinate = (String, [f32; 2]);

/// The fields of the coordinates at the corners of a face; each corner is a vertex of the mesh.
pub fn coordinates(
    file: &Parsed,
    facts: &FactsOfGroups,
    path: &str,
    corners: &[(u32, Vec2)],
) -> EditResult<Fields> {
    let none = || nothing(path, "texture coordinates");
    let section = path.split_once('.').and_then(|(section, _)| numbers(section, ["sections"]));
    let [section] = section.ok_or_else(none)?;
    if is_laid(&file.groff, facts, section) {
        let why = "is laid on the ground: edit u and v of its vertices instead";
        return Err(Refusal(format!("{path} {why}")));
    }
    let body = file.groff.sections.get(section).map(|section| &section.body);
    let mut fields = Fields::new();
    for (vertex, to) in corners {
        let found = match (body, face_of(path)) {
            (Some(Body::Geometry1(geometry)), Some(("faces", face))) => {
                let (at, mapping) = mapping_of(&file.groff, path, section)?;
                of_triangle(geometry, mapping, face, *vertex)
                    .map(|(index, stored)| (format!("sections[{at}].points[{index}]"), stored))
            }
            (Some(Body::Geometry2(geometry)), Some(("polygons", polygon))) => {
                of_polygon(geometry, polygon, *vertex).map(|(index, stored)| {
                    (format!("sections[{section}].vertices[{index}]"), stored)
                })
            }
            _ => None,
        };
        let (at, stored): StoredCoordinate = found.ok_or_else(none)?;
        let [u, v] = stored;
        fields.extend(coordinate(&at, [".u", ".v"], (stored, sound(u, v)), *to)?);
    }
    Ok(fields)
}

/// `true` if a geometry is that of a terrain piece.
fn is_laid(groff: &Groff, facts: &FactsOfGroups, geometry: usize) -> bool {
    let shows = |instance: &&Instance| {
        let object = groff.get::<Object>(instance.place.object);
        object.is_some_and(|object| section_index(object.geometry) == Some(geometry))
    };
    let regions = groff.all::<Region>().flat_map(|(_, region)| &region.instances);
    let mut showing = regions.filter(shows);
    showing.any(|instance| {
        facts.of(instance.values.id).is_some_and(|facts| facts.is_class("CTerrainObj"))
    })
}

/// The list and the index in `sections[3].polygons[7]`.
fn face_of(path: &str) -> Option<(&str, usize)> {
    let (_, face) = path.split_once('.')?;
    let (list, _) = face.split_once('[')?;
    numbers(face, [list]).map(|[number]| (list, number))
}

/// Finds the corner of a polygon at a point: its vertex and coordinate.
fn of_polygon(geometry: &Geometry2, polygon: usize, point: u32) -> Option<(u32, [f32; 2])> {
    let corners = geometry.corners(geometry.polygons.get(polygon)?)?;
    corners.iter().find_map(|corner| {
        let vertex = geometry.vertices.get(*corner as usize)?;
        (vertex.point == point).then_some((*corner, [vertex.u, vertex.v]))
    })
}

/// Finds the corner of a triangle at a vertex: its mapping point and coordinate.
fn of_triangle(
    geometry: &Geometry1,
    mapping: &Mapping1,
    face: usize,
    vertex: u32,
) -> Option<(u32, [f32; 2])> {
    let corners = geometry.faces.get(face)?.corners();
    let corner = corners.iter().position(|corner| *corner == vertex)?;
    let point = *mapping.faces.get(face)?.corners().get(corner)?;
    let stored = mapping.points.get(point as usize)?;
    Some((point, [stored.u, stored.v]))
}

/// The mapping of a geometry and its section, found through the models that use both.
fn mapping_of<'a>(
    groff: &'a Groff,
    path: &str,
    geometry: usize,
) -> EditResult<(usize, &'a Mapping1)> {
    let shows = |object: &&Object| section_index(object.geometry) == Some(geometry);
    let objects = groff.all::<Object>().map(|(_, object)| object).filter(shows);
    let mut found = objects.filter_map(|object| {
        let mapping = groff.get::<Mapping1>(object.mapping)?;
        Some((section_index(object.mapping)?, mapping)).filter(|_| !mapping.points.is_empty())
    });
    let first = found.next().ok_or_else(|| nothing(path, "separate texture coordinates"))?;
    match found.find(|(other, _)| *other != first.0) {
        Some((other, _)) => {
            let first = first.0;
            let why = format!("is mapped by sections[{first}] and by sections[{other}]");
            Err(Refusal(format!("{path} {why}: edit their points instead")))
        }
        None => Ok(first),
    }
}
