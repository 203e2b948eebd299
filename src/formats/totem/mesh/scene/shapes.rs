//! Collision shapes as helpers.

use glam::Vec3;

use super::super::MeshFile;
use super::super::records::{Cuboid, Cylinder, Sphere};
use crate::bytes::{Shaped, Span};
use crate::scene::{Helper, HelperShape, LayerKind, Origin, Scene};

/// Adds the shapes that are made of finite numbers, on a layer of their own. It starts hidden where
/// there is something that they would cover.
pub(super) fn add(scene: &mut Scene, file: &MeshFile) {
    let MeshFile { mesh, places, .. } = file;
    let is_alone = scene.drawn_faces() == 0;
    let mut add = |name: &str, array: &str, shape: HelperShape, at: u64, len: usize, i: usize| {
        let layer = scene.layer("Collision shapes", LayerKind::Helper, is_alone);
        let span = Span::new(file.source.id(), at + (i * len) as u64, len as u64);
        scene.helpers.push(Helper {
            name: format!("{name} {i}"),
            layer,
            shape,
            origin: Origin::new(span, format!("{array}[{i}]")),
        });
    };
    for (i, shape) in mesh.spheres.iter().enumerate() {
        if let Some(shape) = sphere(shape) {
            add("sphere", "spheres", shape, places.spheres, Sphere::SIZE, i);
        }
    }
    for (i, shape) in mesh.cuboids.iter().enumerate() {
        if let Some(shape) = cuboid(shape) {
            add("cuboid", "cuboids", shape, places.cuboids, Cuboid::SIZE, i);
        }
    }
    for (i, shape) in mesh.cylinders.iter().enumerate() {
        if let Some(shape) = cylinder(shape) {
            add("cylinder", "cylinders", shape, places.cylinders, Cylinder::SIZE, i);
        }
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
