//! Builds models from faces, with either type of geometry.

use super::Names;
use crate::build::count;
use glam::Vec3;
use gouraud::formats::trespasser::groff::body::Body;
use gouraud::formats::trespasser::groff::directory::{kind, section_handle};
use gouraud::formats::trespasser::groff::grf::geometry::{Geometry1, Geometry2, Polygon, Vertex};
use gouraud::formats::trespasser::groff::grf::material::{
    FlatColour, Mapping1, Mapping2, Material,
};
use gouraud::formats::trespasser::groff::grf::object::Object;
use gouraud::formats::trespasser::groff::grf::region::Version;
use gouraud::formats::trespasser::groff::grf::{Point, TexturePoint, Triangle};

/// Surface of faces: names of bitmaps, empty for none, and a colour for surfaces without a bitmap.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    pub colour_map: String,
    pub opacity_map: String,
    pub bump_map: String,
    pub colour: [u8; 3],
}

impl Surface {
    pub fn flat(red: u8, green: u8, blue: u8) -> Self {
        let none = String::new;
        Self {
            colour_map: none(),
            opacity_map: none(),
            bump_map: none(),
            colour: [red, green, blue],
        }
    }

    pub fn map(name: &str) -> Self {
        Self { colour_map: name.to_owned(), ..Self::flat(0x80, 0x80, 0x80) }
    }

    pub fn see_through(self, opacity_map: &str) -> Self {
        Self { opacity_map: opacity_map.to_owned(), ..self }
    }

    pub fn bumpy(self, bump_map: &str) -> Self {
        Self { bump_map: bump_map.to_owned(), ..self }
    }
}

/// A corner of a polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    pub point: u32,
    pub uv: [f32; 2],
    /// `None` uses the polygon's own normal.
    pub normal: Option<[f32; 3]>,
}

/// A convex polygon, counter-clockwise as seen from its front.
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    pub corners: Vec<Corner>,
    pub surface: u32,
    pub flags: u32,
}

/// A model of type 2.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polygons {
    pub points: Vec<[f32; 3]>,
    pub faces: Vec<Face>,
    /// Empty: everything has the default colour.
    pub surfaces: Vec<Surface>,
    pub default_colour: u32,
}

/// A model of type 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Triangles {
    pub points: Vec<[f32; 3]>,
    pub faces: Vec<[u32; 3]>,
    pub colour: [u8; 3],
    /// Empty: there is no mapping.
    pub surfaces: Vec<Surface>,
    /// Texture coordinates of each face's corners, and its surface.
    pub mapping: Vec<([[f32; 2]; 3], u32)>,
}

/// A model of either type.
#[derive(Clone, Debug, PartialEq)]
pub enum Model {
    Polygons(Polygons),
    Triangles(Triangles),
}

fn point(p: [f32; 3]) -> Point {
    Point::new(p[0], p[1], p[2])
}

/// Corners of the bounding box.
fn wrap(points: &[[f32; 3]]) -> Vec<Point> {
    let all = || points.iter().map(|p| Vec3::from_array(*p));
    let low = all().reduce(Vec3::min).unwrap_or_default();
    let high = all().reduce(Vec3::max).unwrap_or_default();
    let corner = |bits: u32| {
        let pick = |bit: u32, low: f32, high: f32| if bits >> bit & 1 == 1 { high } else { low };
        Point::new(pick(0, low.x, high.x), pick(1, low.y, high.y), pick(2, low.z, high.z))
    };
    (0..8).map(corner).collect()
}

/// Unit normal of a polygon: the sum over its edges, so that no single corner decides.
fn normal(points: &[Vec3]) -> Vec3 {
    let mut sum = Vec3::ZERO;
    for (index, from) in points.iter().enumerate() {
        let to = points.get((index + 1) % points.len()).unwrap_or(from);
        sum += from.cross(*to);
    }
    sum.try_normalize().unwrap_or(Vec3::Z)
}

impl Model {
    /// The sections of a model; `first` is the index of the first one.
    pub(super) fn sections(
        &self,
        name: &str,
        first: usize,
        version: Version,
        names: &mut Names,
    ) -> Vec<(String, u32, Body)> {
        let surfaces = match self {
            Model::Polygons(model) => &model.surfaces,
            Model::Triangles(model) => &model.surfaces,
        };
        let has_mapping = !surfaces.is_empty();
        let material = if has_mapping { section_handle(first + 3) } else { 0 };
        let object = Object {
            name: names.handle(name),
            geometry: section_handle(first + 1),
            mapping: if has_mapping { section_handle(first + 2) } else { 0 },
            ..Object::default()
        };
        let (geometry, mapping) = match self {
            Model::Polygons(model) => {
                let mapping = Body::Mapping2(Mapping2 { material });
                (Body::Geometry2(model.geometry(material, version)), mapping)
            }
            Model::Triangles(model) => {
                let mapping = Body::Mapping1(model.mapping(material));
                (Body::Geometry1(model.geometry(version)), mapping)
            }
        };
        let mut sections = vec![
            (name.to_owned(), kind::OBJECT, Body::Object(object)),
            (".geometry".to_owned(), kind::GEOMETRY, geometry),
        ];
        if has_mapping {
            let material = Body::Material(materials(surfaces, version, names));
            sections.push((".mapping".to_owned(), kind::MAPPING, mapping));
            sections.push((".material".to_owned(), kind::MATERIAL, material));
        }
        sections
    }
}

fn materials(surfaces: &[Surface], version: Version, names: &mut Names) -> Material {
    let mut maps = |of: fn(&Surface) -> &str| {
        surfaces.iter().map(|surface| names.handle(of(surface))).collect()
    };
    let colours = surfaces.iter().map(|surface| {
        let [red, green, blue] = surface.colour.map(u32::from);
        FlatColour { red, green, blue }
    });
    Material {
        colour_maps: maps(|surface| &surface.colour_map),
        opacity_maps: maps(|surface| &surface.opacity_map),
        bump_maps: maps(|surface| &surface.bump_map),
        colours: version.has_colours().then(|| colours.collect()),
        factors: [50, 50, 50, 100, 0],
    }
}

impl Polygons {
    fn geometry(&self, material: u32, version: Version) -> Geometry2 {
        let mut geometry = Geometry2 {
            material,
            needs_default: u32::from(self.surfaces.is_empty()),
            default_colour: self.default_colour,
            pivot: version.has_pivot().then(Point::default),
            points: self.points.iter().copied().map(point).collect(),
            wrap: version.has_wrap().then(|| wrap(&self.points)),
            ..Geometry2::default()
        };
        for face in &self.faces {
            let place = |corner: &Corner| {
                let at = self.points.get(corner.point as usize).copied().unwrap_or_default();
                Vec3::from_array(at)
            };
            let corners: Vec<Vec3> = face.corners.iter().map(place).collect();
            let flat = normal(&corners);
            geometry.polygons.push(Polygon {
                corner_count: count(corners.len()),
                first: count(geometry.references.len()),
                normal: point(flat.to_array()),
                distance: -corners.first().map_or(0.0, |corner| corner.dot(flat)),
                surface: face.surface,
                flags: face.flags,
                ..Polygon::default()
            });
            for corner in &face.corners {
                let [u, v] = corner.uv;
                let normal = point(corner.normal.unwrap_or(flat.to_array()));
                let vertex =
                    Vertex { point: corner.point, normal, u, v, has_normal: 1, unknown_1c: 0 };
                let known = geometry.vertices.iter().position(|other| *other == vertex);
                let index = known.unwrap_or_else(|| {
                    geometry.vertices.push(vertex);
                    geometry.vertices.len() - 1
                });
                geometry.references.push(count(index));
            }
        }
        geometry
    }
}

impl Triangles {
    fn geometry(&self, version: Version) -> Geometry1 {
        let corner = |index: u32| {
            Vec3::from_array(self.points.get(index as usize).copied().unwrap_or_default())
        };
        let normals: Vec<Point> =
            self.faces.iter().map(|face| point(normal(&face.map(corner)).to_array())).collect();
        Geometry1 {
            pivot: version.has_pivot().then(Point::default),
            colour: self.colour.map(u32::from),
            vertices: self.points.iter().copied().map(point).collect(),
            faces: self.faces.iter().map(|[a, b, c]| Triangle::new(*a, *b, *c)).collect(),
            corner_normals: normals.iter().flat_map(|normal| [*normal; 3]).collect(),
            face_normals: normals,
            wrap: version.has_wrap().then(|| wrap(&self.points)),
        }
    }

    fn mapping(&self, material: u32) -> Mapping1 {
        let mut mapping = Mapping1 { material, ..Mapping1::default() };
        for (corners, surface) in &self.mapping {
            let first = count(mapping.points.len());
            mapping.points.extend(corners.map(|[u, v]| TexturePoint { u, v }));
            mapping.faces.push(Triangle::new(first, first + 1, first + 2));
            mapping.surfaces.push(*surface);
        }
        mapping
    }
}
