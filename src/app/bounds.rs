//! Boxes around what is drawn.

use glam::{Mat4, Vec3};

use crate::scene::{Element, HelperShape, LayerKind, Scene};

/// Grows from nothing; [`Extent::finish`] gives a unit box when nothing was added.
#[derive(Clone, Copy, Debug)]
pub struct Extent(Option<(Vec3, Vec3)>);

impl Extent {
    pub const EMPTY: Extent = Extent(None);

    pub fn add(&mut self, point: Vec3) {
        if point.is_finite() {
            let (min, max) = self.0.unwrap_or((point, point));
            self.0 = Some((min.min(point), max.max(point)));
        }
    }

    pub fn get(self) -> Option<(Vec3, Vec3)> {
        self.0
    }
}

/// The box around the faces the scene shows at first; around all of them when it shows none.
pub fn of_scene(scene: &Scene, world: &[Mat4]) -> (Vec3, Vec3) {
    let mut drawn = Extent::EMPTY;
    let mut all = Extent::EMPTY;
    for (node, transform) in scene.nodes.iter().zip(world) {
        let Some(mesh) = scene.mesh_of(node) else { continue };
        for face in &mesh.faces {
            let layer = scene.layers.get(usize::from(face.layer));
            let shown = layer.is_none_or(|l| l.visible && l.kind != LayerKind::Sky);
            for corner in face.corners.iter().take(face.sides()) {
                let Some(at) = mesh.positions.get(*corner as usize) else { continue };
                let at = transform.transform_point3(*at);
                all.add(at);
                if shown {
                    drawn.add(at);
                }
            }
        }
    }
    for helper in &scene.helpers {
        points_of(&helper.shape, &mut |p| all.add(p));
    }
    drawn.get().or(all.get()).unwrap_or((Vec3::splat(-0.5), Vec3::splat(0.5)))
}

/// The box around one element, in world space.
pub fn of_element(scene: &Scene, world: &[Mat4], element: Element) -> Option<(Vec3, Vec3)> {
    let mut extent = Extent::EMPTY;
    let mut mesh_at = |mesh: u32, transform: &Mat4, face: Option<u32>| {
        let Some(mesh) = scene.meshes.get(mesh as usize) else { return };
        let faces = match face {
            Some(face) => mesh.faces.get(face as usize..face as usize + 1).unwrap_or(&[]),
            None => &mesh.faces,
        };
        for face in faces {
            for corner in face.corners.iter().take(face.sides()) {
                if let Some(at) = mesh.positions.get(*corner as usize) {
                    extent.add(transform.transform_point3(*at));
                }
            }
        }
    };
    match element {
        Element::Node(node) => {
            // With everything below it: parents come before their children.
            let mut below = vec![false; scene.nodes.len()];
            for (i, at) in scene.nodes.iter().enumerate() {
                let inside = i == node as usize
                    || at.parent.is_some_and(|p| below.get(p as usize).copied().unwrap_or(false));
                if let Some(flag) = below.get_mut(i) {
                    *flag = inside;
                }
                if let (true, Some(mesh), Some(transform)) = (inside, at.mesh, world.get(i)) {
                    mesh_at(mesh, transform, None);
                }
            }
        }
        Element::Mesh(mesh) => {
            for (node, transform) in scene.nodes.iter().zip(world) {
                if node.mesh == Some(mesh) {
                    mesh_at(mesh, transform, None);
                }
            }
        }
        Element::Face(face) => {
            let node = scene.nodes.get(face.node as usize)?;
            mesh_at(node.mesh?, world.get(face.node as usize)?, Some(face.face));
        }
        Element::Vertex { mesh, vertex } => {
            let position = *scene.meshes.get(mesh as usize)?.positions.get(vertex as usize)?;
            for (node, transform) in scene.nodes.iter().zip(world) {
                if node.mesh == Some(mesh) {
                    extent.add(transform.transform_point3(position));
                }
            }
        }
        Element::Helper(helper) => {
            points_of(&scene.helpers.get(helper as usize)?.shape, &mut |p| extent.add(p));
        }
        _ => {}
    }
    extent.get()
}

fn points_of(shape: &HelperShape, f: &mut dyn FnMut(Vec3)) {
    match shape {
        HelperShape::Point { at, .. } => f(*at),
        HelperShape::Line(points) => points.iter().copied().for_each(f),
        HelperShape::Box { min, max } | HelperShape::Grid { min, max, .. } => {
            f(*min);
            f(*max);
        }
    }
}
