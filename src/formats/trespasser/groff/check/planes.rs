//! Finds polygons of type 2 whose stored plane, vertex normals or hull do not match their points (format
//! document, section 4.5). All 8 133 polygons and 336 hulls of the 1998 demo level pass.

use std::collections::{BTreeMap, HashMap};

use glam::DVec3;

use super::super::grf::Point;
use super::super::grf::geometry::{Geometry2, Polygon};
use super::super::records::Groff;
use crate::bytes::Value;
use crate::formats::Report;

/// Cosine of the largest valid angle between a stored normal and the normal of its points: one
/// degree. The largest angle in the demo level is 0.37 degrees.
const LEAN: f64 = 0.999_847_7;
/// Cosine of the largest angle at which a vertex normal counts as the normal of its polygon.
const FLAT: f64 = 0.999_99;
/// Deviation of a normal's length from 1 that rounding does not explain.
const LENGTH: f64 = 1e-4;
/// Distance between a plane and its points, as a fraction of the model's radius. The largest one in the
/// demo level is 0.0015.
const OFF: f64 = 0.002;

/// Adds a note for every kind of difference in a model, and the computed values.
pub(in super::super) fn audit(groff: &Groff, report: &mut Report<'_>) {
    for (section, geometry) in groff.all::<Geometry2>() {
        let path = format!("sections[{section}]");
        planes(geometry, &path, report);
        if !is_enclosed(geometry) {
            let message = "the hull does not enclose the points of the model";
            report.note(format!("{path}.wrap"), message);
            report.rebuild(format!("{path}.wrap"));
        }
    }
}

/// The corners of the bounding box of a model, which are a valid hull.
pub(in super::super) fn hull(geometry: &Geometry2) -> Vec<Point> {
    let Some((low, high)) = bounds(&geometry.points) else { return Vec::new() };
    let side = |corner: u32, bit: u32, low: f32, high: f32| {
        if corner >> bit & 1 == 1 { high } else { low }
    };
    let corner = |corner| {
        let x = side(corner, 2, low.x, high.x);
        let y = side(corner, 1, low.y, high.y);
        Point::new(x, y, side(corner, 0, low.z, high.z))
    };
    (0..8).map(corner).collect()
}

fn bounds(points: &[Point]) -> Option<(Point, Point)> {
    let both = points.iter().map(|point| (*point, *point));
    both.reduce(|(low, high), (point, _)| {
        let low = Point::new(low.x.min(point.x), low.y.min(point.y), low.z.min(point.z));
        (low, Point::new(high.x.max(point.x), high.y.max(point.y), high.z.max(point.z)))
    })
}

/// `true` if the box of the hull encloses the points. A missing hull is valid.
fn is_enclosed(geometry: &Geometry2) -> bool {
    let wrap = geometry.wrap.as_deref().unwrap_or_default();
    let Some(((low, high), (inner_low, inner_high))) = bounds(wrap).zip(bounds(&geometry.points))
    else {
        return true;
    };
    let near = (1e-4 * radius(geometry)) as f32;
    let reaches =
        |outer: f32, inner: f32| outer <= inner + near || !(outer.is_finite() && inner.is_finite());
    let axis = |of: fn(&Point) -> f32| {
        reaches(of(&low), of(&inner_low)) && reaches(-of(&high), -of(&inner_high))
    };
    axis(|point| point.x) && axis(|point| point.y) && axis(|point| point.z)
}

fn vector(point: Point) -> DVec3 {
    DVec3::new(point.x.into(), point.y.into(), point.z.into())
}

/// Distance of the farthest point from the origin.
fn radius(geometry: &Geometry2) -> f64 {
    geometry.points.iter().map(|point| vector(*point).length()).fold(0.0, f64::max)
}

/// A polygon with the normal of its points.
struct Plane<'a> {
    polygon: &'a Polygon,
    corners: &'a [u32],
    points: Vec<DVec3>,
    /// Unit normal of the points.
    normal: DVec3,
}

impl<'a> Plane<'a> {
    /// The plane of a polygon; `None` if a corner does not exist, or if the polygon has no area or is not
    /// finite.
    fn of(geometry: &'a Geometry2, polygon: &'a Polygon) -> Option<Self> {
        let corners = geometry.corners(polygon)?;
        let point = |corner: &u32| {
            let vertex = geometry.vertices.get(*corner as usize)?;
            geometry.points.get(vertex.point as usize).copied().map(vector)
        };
        let points: Vec<DVec3> = corners.iter().map(point).collect::<Option<_>>()?;
        let first = *points.first()?;
        let edges = points.iter().zip(points.iter().cycle().skip(1));
        let area: DVec3 = edges.map(|(a, b)| (*a - first).cross(*b - first)).sum();
        let normal = area.try_normalize().filter(|normal| normal.is_finite())?;
        // Mirrored models may have the other side in front.
        let is_opposite = vector(polygon.normal).normalize_or_zero().dot(normal) < -LEAN;
        let normal = if is_opposite { -normal } else { normal };
        Some(Self { polygon, corners, points, normal })
    }

    /// `true` if the stored normal is not a unit vector perpendicular to the polygon.
    fn leans(&self) -> bool {
        let stored = vector(self.polygon.normal);
        let is_unit = (stored.length() - 1.0).abs() <= LENGTH;
        !(is_unit && stored.dot(self.normal) >= LEAN)
    }

    /// The normal that is used: the stored one, or that of the points, as it would be stored.
    fn used(&self) -> Point {
        if self.leans() { stored(self.normal) } else { self.polygon.normal }
    }

    /// The least and the largest distance of a point from the plane with the stored distance.
    fn distances(&self, normal: DVec3) -> (f64, f64) {
        let all = self.points.iter().map(|point| normal.dot(*point));
        let (low, high) = all.fold((f64::MAX, f64::MIN), |(l, h), at| (l.min(at), h.max(at)));
        let distance = f64::from(self.polygon.distance);
        (low + distance, high + distance)
    }

    /// The distance of the plane through the first corner.
    fn distance(&self) -> f32 {
        let first = self.points.first().copied().unwrap_or_default();
        -vector(self.used()).dot(first) as f32
    }
}

fn stored(v: DVec3) -> Point {
    let v = v.as_vec3();
    Point::new(v.x, v.y, v.z)
}

fn planes(geometry: &Geometry2, path: &str, report: &mut Report<'_>) {
    let near = (OFF * radius(geometry)).max(1e-6);
    let planes = geometry.polygons.iter().enumerate();
    let planes: Vec<(usize, Plane<'_>)> =
        planes.filter_map(|(number, one)| Some((number, Plane::of(geometry, one)?))).collect();
    let (mut leaning, mut off) = (Vec::new(), Vec::new());
    let mut turned: BTreeMap<u32, usize> = BTreeMap::new();
    for (index, (number, plane)) in planes.iter().enumerate() {
        let field = format!("{path}.polygons[{number}]");
        let (low, high) = plane.distances(vector(plane.used()));
        if !(low <= near && high >= -near) {
            report.compute(format!("{field}.distance"), Value::Float(plane.distance().into()));
            off.push(format!("{field}.distance"));
        }
        if plane.leans() {
            compute(report, &format!("{field}.normal"), plane.used());
            leaning.push(format!("{field}.normal"));
            // If the distance is that of the points, only the normal was changed.
            let (low, high) = plane.distances(plane.normal);
            if !(low >= -near && high <= near) {
                plane.corners.iter().for_each(|vertex| _ = turned.entry(*vertex).or_insert(index));
            }
        }
    }
    let severity = crate::bytes::Severity::Note;
    report.first(severity, leaning, "the normal is not the unit normal of the polygon");
    report.first(severity, off, "no point of the polygon is on its plane");
    vertices(geometry, (&planes, turned), path, report);
}

fn compute(report: &mut Report<'_>, path: &str, Point { x, y, z }: Point) {
    for (axis, value) in [("x", x), ("y", y), ("z", z)] {
        report.compute(format!("{path}.{axis}"), Value::Float(value.into()));
    }
}

/// Checks the length of vertex normals, and turns those of polygons whose points have moved: with their
/// polygon if they were parallel to its stored normal, otherwise to the mean of the planes at their point.
fn vertices(
    geometry: &Geometry2,
    (planes, turned): (&[(usize, Plane<'_>)], BTreeMap<u32, usize>),
    path: &str,
    report: &mut Report<'_>,
) {
    let vertex = |index: u32| geometry.vertices.get(index as usize);
    let mut sums: HashMap<u32, DVec3> = HashMap::new();
    let mut used: BTreeMap<u32, usize> = BTreeMap::new();
    for (index, (_, plane)) in planes.iter().enumerate() {
        for corner in plane.corners {
            used.entry(*corner).or_insert(index);
            if let Some(vertex) = vertex(*corner) {
                *sums.entry(vertex.point).or_default() += plane.normal;
            }
        }
    }
    let mut wrong = Vec::new();
    for (index, plane) in used {
        let Some(vertex) = vertex(index) else { continue };
        let normal = vector(vertex.normal);
        let is_unit = (normal.length() - 1.0).abs() <= LENGTH;
        let plane = turned.get(&index).copied().unwrap_or(plane);
        if is_unit && !turned.contains_key(&index) {
            continue;
        }
        let Some((_, plane)) = planes.get(plane) else { continue };
        let was = vector(plane.polygon.normal).normalize_or_zero();
        let mean = sums.get(&vertex.point).and_then(|sum| sum.try_normalize());
        let to = match normal.try_normalize().filter(|normal| normal.is_finite()) {
            Some(normal) if !turned.contains_key(&index) => normal,
            Some(normal) if normal.dot(was) < FLAT => mean.unwrap_or(plane.normal),
            _ => plane.normal,
        };
        let field = format!("{path}.vertices[{index}].normal");
        let to = stored(to);
        if to != vertex.normal {
            compute(report, &field, to);
            wrong.push(field);
        }
    }
    let message =
        "the normal of the vertex was not rotated with its polygon, or is not of unit length";
    report.first(crate::bytes::Severity::Note, wrong, message);
}
