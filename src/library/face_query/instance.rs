//! Placed meshes, and the properties of their faces in the scene.

use std::ops::Range;

use glam::{Mat4, Vec3};

use super::Subject;
use crate::ksy::Value;
use crate::scene::{Face, Mesh, Node, NodeId, Surface, Winding};

/// Number of faces that are tested at a time.
const PART: usize = 8192;

/// A mesh as placed by a node.
pub struct Instance<'a> {
    pub subject: &'a Subject<'a>,
    pub id: NodeId,
    pub node: &'a Node,
    /// Transform to the world.
    pub world: Mat4,
    pub mesh: &'a Mesh,
}

impl<'a> Instance<'a> {
    /// Ranges of faces, for several threads.
    pub fn parts<'i>(&'i self) -> impl Iterator<Item = (&'i Self, Range<usize>)> + use<'i, 'a> {
        let count = self.mesh.faces.len();
        (0..count).step_by(PART).map(move |first| (self, first..count.min(first + PART)))
    }

    /// Positions of the faces in a part for which `holds` is true.
    pub fn faces(&self, part: Range<usize>, mut holds: impl FnMut(&Face) -> bool) -> Vec<u32> {
        let faces = part.filter_map(|at| Some((u32::try_from(at).ok()?, self.mesh.faces.get(at)?)));
        faces.filter(|(_, face)| holds(face)).map(|(position, _)| position).collect()
    }

    /// Property of a face, by its path.
    pub fn property(&self, face: &Face, path: &str) -> Option<Value> {
        let text = |text: &str| Some(Value::Text(text.into()));
        let scene = self.subject.scene;
        match path {
            "area" => Some(Value::Float(self.area(face).into())),
            "corners" => Some(Value::Int(face.sides().try_into().ok()?)),
            "layer" => text(&scene.layers.get(usize::from(face.layer))?.name),
            "material.name" => text(&scene.materials.get(face.material)?.name),
            "model.name" => text(&self.mesh.name),
            "normal.x" => Some(Value::Float(self.normal(face)?.x.into())),
            "normal.y" => Some(Value::Float(self.normal(face)?.y.into())),
            "normal.z" => Some(Value::Float(self.normal(face)?.z.into())),
            "object.name" => text(&self.node.name),
            _ => self.texture_property(face, path.strip_prefix("texture.")?),
        }
    }

    /// Cross products of the edges of the triangles, in the world: twice their areas.
    fn cross_products(&self, face: &Face) -> impl Iterator<Item = Vec3> {
        face.triangles().iter().filter_map(|corners| {
            let position = |corner: usize| {
                let vertex = *face.corners.get(corner)?;
                let position = *self.mesh.positions.get(vertex as usize)?;
                Some(self.world.transform_point3(position))
            };
            let [a, b, c] = corners.map(position);
            Some((b? - a?).cross(c? - a?))
        })
    }

    fn area(&self, face: &Face) -> f32 {
        self.cross_products(face).map(|cross| cross.length() / 2.0).sum()
    }

    fn normal(&self, face: &Face) -> Option<Vec3> {
        let first = self.cross_products(face).next()?.normalize_or_zero();
        Some(if self.mesh.winding == Winding::Clockwise { -first } else { first })
    }

    fn texture_property(&self, face: &Face, name: &str) -> Option<Value> {
        let scene = self.subject.scene;
        let surface = scene.materials.get(face.material)?.surface;
        if name == "missing" {
            return Some(Value::Bool(matches!(surface, Surface::Missing(_))));
        }
        let Surface::Textured { texture, .. } = surface else { return None };
        let texture = scene.textures.get(texture)?;
        match name {
            "bits" => Some(Value::Int(texture.bits().into())),
            "height" => Some(Value::Int(texture.height.into())),
            "name" => Some(Value::Text(texture.name.as_str().into())),
            "width" => Some(Value::Int(texture.width.into())),
            _ => None,
        }
    }
}
