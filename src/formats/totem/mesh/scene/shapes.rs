//! Collision shapes as helpers.

use glam::Vec3;

use super::super::records::{Cuboid, Cylinder, Mesh, Sphere};
use crate::formats::Loaded;
use crate::scene::{Helper, HelperShape, LayerKind, Scene, hull};

/// Adds the shapes with finite numbers on a separate layer. It is hidden initially if it would cover
/// geometry.
pub(super) fn add(scene: &mut Scene, file: &Loaded<Mesh>) {
    let mesh = &file.records;
    let is_alone = scene.drawn_faces() == 0;
    let mut add = |name: &str, index: usize, shape: Option<HelperShape>| {
        let Some(shape) = shape else { return };
        let layer = scene.layer("Collision shapes", LayerKind::Helper, is_alone);
        let origin = file.origin(format!("{name}s[{index}]"));
        scene.helpers.push(Helper { name: format!("{name} {index}"), layer, shape, origin });
    };
    for (index, shape) in mesh.spheres.iter().enumerate() {
        add("sphere", index, sphere(shape));
    }
    for (index, shape) in mesh.cuboids.iter().enumerate() {
        add("cuboid", index, cuboid(shape));
    }
    for (index, shape) in mesh.cylinders.iter().enumerate() {
        add("cylinder", index, cylinder(shape));
    }
}

/// Maximum number of points of a hull; further ones are ignored.
const MAX_POINTS: usize = 1 << 12;

/// Adds the convex hull of a mesh that has flag 4 and no shapes, on an initially hidden layer. The hull
/// is not stored; it is computed from the vertices.
pub(super) fn add_hull(scene: &mut Scene, file: &Loaded<Mesh>) {
    let mesh = &file.records;
    let has_shapes =
        !(mesh.spheres.is_empty() && mesh.cuboids.is_empty() && mesh.cylinders.is_empty());
    if !mesh.header.has_groups() || has_shapes {
        return;
    }
    let points = mesh.vertices.iter().map(|at| Vec3::from(*at)).filter(|at| at.is_finite());
    let line = hull::outline(&points.take(MAX_POINTS).collect::<Vec<_>>());
    if line.len() > 1 {
        let layer = scene.layer("Hull", LayerKind::Helper, false);
        let of = match mesh.vertices.len() {
            0..=MAX_POINTS => "all vertices".to_owned(),
            more => format!("the first {MAX_POINTS} of {more} vertices"),
        };
        let name = format!("hull, computed from {of}");
        let (shape, origin) = (HelperShape::Line(line), file.origin("header"));
        scene.helpers.push(Helper { name, layer, shape, origin });
    }
}

/// Adds the bounding sphere and box of the header, on an initially hidden layer.
pub(super) fn add_bounds(scene: &mut Scene, file: &Loaded<Mesh>) {
    for (name, shape) in file.records.header.bounds(file.records.platform.endian) {
        let layer = scene.layer("Bounds", LayerKind::Helper, false);
        let (name, origin) = (name.to_owned(), file.origin("header"));
        scene.helpers.push(Helper { name, layer, shape, origin });
    }
}

fn sphere(stored: &Sphere) -> Option<HelperShape> {
    let centre = Vec3::from(stored.centre);
    let radius = stored.radius;
    (centre.is_finite() && radius.is_finite()).then_some(HelperShape::Sphere { centre, radius })
}

/// The image of the box with x and z from −1 to 1 and y from 0 to 1.
fn cuboid(stored: &Cuboid) -> Option<HelperShape> {
    let m = &stored.transform;
    let row = |i: usize| Vec3::new(m[i], m[i + 1], m[i + 2]);
    let half_axes = [row(0), row(4) * 0.5, row(8)];
    let centre = row(12) + half_axes[1];
    let finite = centre.is_finite() && half_axes.iter().all(|axis| axis.is_finite());
    finite.then_some(HelperShape::Cuboid { centre, half_axes })
}

fn cylinder(stored: &Cylinder) -> Option<HelperShape> {
    let (base, radius) = (Vec3::from(stored.base), stored.radius);
    let axis = Vec3::from(stored.axis) * stored.height;
    let finite = base.is_finite() && axis.is_finite() && radius.is_finite();
    finite.then_some(HelperShape::Cylinder { base, axis, radius })
}
