//! Sizes of faces that are subdivided when they are large on the screen.

use glam::Vec3;

use crate::render::view::Bounds;
use crate::scene::{Mesh, Scene};

/// Faces of a mesh that may be subdivided, in its space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Subdivided {
    /// Centre of their bounding sphere.
    pub centre: Vec3,
    /// Radius of the bounding sphere.
    pub radius: f32,
    /// Longest side of the faces; infinite if corners are animated.
    pub longest: f32,
}

impl Subdivided {
    /// `None` if no face may be subdivided.
    pub fn of(scene: &Scene, mesh: &Mesh) -> Option<Self> {
        let cut = |material| scene.materials.get(material).is_some_and(|m| m.subdivided);
        if !mesh.faces.materials().any(cut) {
            return None;
        }
        let (mut all, mut longest) = (Vec::new(), 0.0f32);
        for face in mesh.faces.iter().filter(|face| cut(face.material)) {
            let at = |corner: &usize| {
                let vertex = *face.corners.get(*corner)?;
                mesh.positions.get(vertex as usize).copied()
            };
            let around: Vec<Vec3> = face.perimeter().iter().filter_map(at).collect();
            let next = around.iter().cycle().skip(1);
            let sides = around.iter().zip(next).map(|(a, b)| a.distance(*b));
            longest = sides.fold(longest, f32::max);
            all.extend(around);
        }
        let bounds = Bounds::of(all)?;
        let moves = mesh.skin.is_some() || !mesh.billboards.is_empty() || !mesh.morphs.is_empty();
        let longest = if moves { f32::INFINITY } else { longest };
        Some(Self { centre: bounds.centre(), radius: bounds.radius(), longest })
    }
}
