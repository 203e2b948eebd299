//! Placed meshes, and the properties of their faces in the scene.

use std::ops::Range;

use glam::{Mat4, Vec3};

use super::Subject;
use crate::ksy::Value;
use crate::scene::{Face, Mesh, Node, NodeId, Surface};

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
    pub fn parts(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let count = self.mesh.faces.len();
        (0..count).step_by(PART).map(move |first| first..count.min(first + PART))
    }

    /// Positions of the faces in a part for which `holds` is true, given the position and the face.
    pub fn faces(
        &self,
        part: Range<usize>,
        mut holds: impl FnMut(usize, &Face) -> bool,
    ) -> Vec<u32> {
        let faces = part.filter_map(|at| Some((at, self.mesh.faces.get(at)?)));
        let found = faces.filter(|(at, face)| holds(*at, face));
        found.filter_map(|(at, _)| u32::try_from(at).ok()).collect()
    }

    /// Property of a face, by its path.
    pub fn property(&self, face: &Face, path: &str) -> Option<Value> {
        let text = |text: &str| Some(Value::Text(text.into()));
        let scene = self.subject.scene;
        match path {
            "area" => Some(Value::Float(self.mesh.area(face, &self.world).into())),
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

    fn normal(&self, face: &Face) -> Option<Vec3> {
        self.mesh.face_normal(face, &self.world)
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
