//! Bounds of the visible scene.

use glam::Vec3;

use super::visibility::Visibility;
use crate::scene::{Face, NO_CORNER, NodeId, Posed, Scene};

/// An axis-aligned box in world space.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// Minimum X, Y and Z.
    pub min: Vec3,
    /// Maximum X, Y and Z.
    pub max: Vec3,
}

impl Bounds {
    /// Bounding box of the finite points; `None` without any.
    pub fn of(points: impl IntoIterator<Item = Vec3>) -> Option<Self> {
        let mut points = points.into_iter().filter(|p| p.is_finite());
        let first = points.next()?;
        Some(points.fold(Self { min: first, max: first }, |b, p| Self {
            min: b.min.min(p),
            max: b.max.max(p),
        }))
    }

    /// Centre of the box.
    pub fn centre(&self) -> Vec3 {
        (self.min + self.max) * 0.5
    }

    /// `true` if a point is inside the box or on its surface.
    pub fn holds(&self, point: Vec3) -> bool {
        point.cmpge(self.min).all() && point.cmple(self.max).all()
    }

    /// Half the diagonal.
    pub fn radius(&self) -> f32 {
        (self.max - self.min).length() * 0.5
    }

    /// Corners of the box; bits 0, 1, 2 of the index select the maximum X, Y, Z.
    pub fn corners(&self) -> [Vec3; 8] {
        std::array::from_fn(|i| {
            Vec3::new(
                if i & 1 == 0 { self.min.x } else { self.max.x },
                if i & 2 == 0 { self.min.y } else { self.max.y },
                if i & 4 == 0 { self.min.z } else { self.max.z },
            )
        })
    }
}

/// World position of every corner of every visible face, except the sky. If no face is visible, the
/// points of the visible helpers.
pub fn drawn_points(scene: &Scene, visibility: &Visibility) -> Vec<Vec3> {
    posed_points(scene, visibility, &Posed::at_rest(scene))
}

/// Same as [`drawn_points`], in a pose.
pub fn posed_points(scene: &Scene, visibility: &Visibility, posed: &Posed) -> Vec<Vec3> {
    let mut points = Vec::new();
    for (index, node) in scene.nodes.pairs() {
        if visibility.node(scene, index) && !scene.is_sky(node.layer) {
            add_mesh(scene, index, posed, visibility, &mut points);
        }
    }
    if points.is_empty() {
        for (_, helper) in scene.helpers.pairs().filter(|(at, _)| visibility.helper(scene, *at)) {
            points.extend(helper.shape.points());
        }
    }
    points
}

/// Bounding box of each visible node in a pose, except the sky.
pub fn placed_bounds(scene: &Scene, visibility: &Visibility, posed: &Posed) -> Vec<Bounds> {
    let mut points = Vec::new();
    let nodes = scene
        .nodes
        .pairs()
        .filter(|(index, node)| visibility.node(scene, *index) && !scene.is_sky(node.layer));
    let boxes = nodes.filter_map(|(index, _)| {
        points.clear();
        add_mesh(scene, index, posed, visibility, &mut points);
        Bounds::of(points.iter().copied())
    });
    boxes.collect()
}

/// Bounding box of the visible scene.
pub fn drawn_bounds(scene: &Scene, visibility: &Visibility) -> Option<Bounds> {
    Bounds::of(drawn_points(scene, visibility))
}

/// Adds the corners of a node's faces.
fn add_mesh(scene: &Scene, node: NodeId, posed: &Posed, shown: &Visibility, out: &mut Vec<Vec3>) {
    let index = scene.nodes.get(node).and_then(|node| node.mesh);
    let mesh = index.and_then(|index| Some((index, scene.meshes.get(index)?)));
    let (Some((index, mesh)), Some(transform)) = (mesh, posed.placed().get(node.index())) else {
        return;
    };
    // Each position once, even if several faces share it.
    let mut used = vec![false; mesh.positions.len()];
    for face in &mesh.faces {
        if shown.layer(face.layer) && !scene.is_sky(face.layer) {
            for corner in corners(&face) {
                let anchor = mesh.billboard(corner).map_or(corner, |b| b.anchor);
                if let Some(used) = used.get_mut(anchor as usize) {
                    *used = true;
                }
            }
        }
    }
    let points = posed.positions(scene, index).iter().zip(&used).filter(|(_, used)| **used);
    out.extend(points.map(|(p, _)| transform.transform_point3(*p)));
}

fn corners(face: &Face) -> impl Iterator<Item = u32> {
    face.corners.into_iter().filter(|c| *c != NO_CORNER)
}
