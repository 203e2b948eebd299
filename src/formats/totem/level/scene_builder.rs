//! A scene under construction.

use std::collections::HashMap;

use glam::Mat4;

use super::clips::Clips;
use crate::bytes::{Problems, Source};
use crate::formats::totem::blank;
use crate::formats::totem::materials::SceneMaterials;
use crate::formats::totem::mesh::{self, Mesh};
use crate::formats::totem::node::Node as StoredNode;
use crate::formats::totem::resource::Resource;
use crate::formats::totem::resources::Resources;
use crate::formats::totem::surface::{self, Surface};
use crate::formats::totem::{class, resource_name};
use crate::scene::{
    FaceField, Helper, HelperShape, LayerKind, MeshId, Node, NodeId, Origin, Scene,
};

/// Transform of a resource that is displayed alone.
const ORIGIN: Mat4 = Mat4::IDENTITY;

/// The node that content is added to.
#[derive(Clone)]
pub struct At<'n> {
    pub node: NodeId,
    pub world: Mat4,
    /// The stored node with its file, if there is one.
    pub stored: Option<(&'n StoredNode, Source)>,
}

/// A scene under construction.
pub struct Stage<'a> {
    pub scene: Scene,
    pub looks: SceneMaterials<'a>,
    /// Meshes of resources, by name hash; `None` if they cannot be read.
    made: HashMap<u32, Option<MeshId>>,
    pub(super) clips: Clips,
    /// Number of positions of skins that were created per node.
    pub(super) skinned: usize,
    /// Size of the displayed file in bytes.
    pub(super) file_len: u64,
    pub(super) is_level: bool,
}

/// Layers of helpers. Some are hidden initially if there is other content.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    Volumes,
    Paths,
    Lights,
    Cameras,
    Fog,
    Particles,
    Missing,
    Collision,
    Bounds,
}

impl Mark {
    fn name(self) -> &'static str {
        match self {
            Self::Volumes => "Triggers",
            Self::Paths => "Paths",
            Self::Lights => "Lights",
            Self::Cameras => "Cameras",
            Self::Fog => "Fog",
            Self::Particles => "Particles",
            Self::Missing => "Missing",
            Self::Collision => "Collision shapes",
            Self::Bounds => "Bounds",
        }
    }

    /// `true` for layers that are visible when a level is opened.
    fn is_shown(self) -> bool {
        matches!(self, Self::Volumes | Self::Paths | Self::Lights | Self::Cameras | Self::Missing)
    }
}

impl<'a> Stage<'a> {
    pub fn new(source: &Source, resources: Resources<'a>) -> Self {
        let mut scene = blank::scene(source);
        scene.face_fields = mesh::face_fields(usize::MAX);
        let joint = FaceField { name: "joint", bits: 16, flags: Vec::new() };
        scene.face_fields.push(joint);
        Self {
            scene,
            looks: SceneMaterials::of(resources),
            made: HashMap::new(),
            clips: Clips::default(),
            skinned: 0,
            file_len: source.len(),
            is_level: false,
        }
    }

    /// Enables the lights of the level for faces that are added from now on.
    pub fn light_up(&mut self) {
        self.looks.is_lit = true;
        self.is_level = true;
    }

    /// Adds a node at the origin, for a resource that is displayed alone.
    pub fn alone(&mut self, origin: Origin) -> At<'static> {
        let name = self.scene.name.clone();
        let node = self.scene.nodes.push(Node { name, local: ORIGIN, origin, ..Node::default() });
        At { node, world: ORIGIN, stored: None }
    }

    /// Name of a resource without its class.
    pub fn name(&self, hash: u32) -> String {
        resource_name(&self.looks.resources.name(hash)).to_owned()
    }

    /// The mesh of a MESH or SURFACE; `None` if it is missing or has another class.
    pub fn mesh(&mut self, hash: u32, origin: &Origin) -> Option<MeshId> {
        if let Some(known) = self.made.get(&hash) {
            return *known;
        }
        let made = self.make_mesh(hash, origin);
        self.made.insert(hash, made);
        made
    }

    /// The mesh, as a separate copy.
    pub fn own_mesh(&mut self, hash: u32, origin: &Origin) -> Option<MeshId> {
        self.make_mesh(hash, origin)
    }

    fn make_mesh(&mut self, hash: u32, origin: &Origin) -> Option<MeshId> {
        let name = self.name(hash);
        let Some(found) = self.looks.resources.find(hash) else {
            self.looks.warn(origin, format!("mesh not found: {name}"));
            return None;
        };
        let made = match found.class {
            Some(class::SURFACE) => {
                let file = self.looks.resources.read::<Resource<Surface>>(&found.source);
                file.map(|file| surface::mesh(&mut self.scene, &mut self.looks, &file, &name))
            }
            Some(class::MESH) | None => {
                let file = self.looks.resources.read::<Mesh>(&found.source);
                file.map(|file| mesh::make_mesh(&mut self.scene, &mut self.looks, &file, &name))
            }
            Some(_) => {
                self.looks.warn(origin, format!("{name} is neither a mesh nor a surface"));
                return None;
            }
        };
        made.map_err(|error| self.looks.warn(origin, format!("{name} cannot be read: {error}")))
            .ok()
    }

    /// Attaches a mesh: to the node if that has none yet, otherwise to a new node below it.
    pub fn attach(&mut self, at: &At<'_>, mesh: MeshId) {
        if let Some(node) = self.scene.nodes.get_mut(at.node)
            && node.mesh.is_none()
        {
            node.mesh = Some(mesh);
            return;
        }
        let made = self.scene.meshes.get(mesh);
        let (name, origin) =
            made.map(|mesh| (mesh.name.clone(), mesh.origin.clone())).unwrap_or_default();
        let (parent, local) = (Some(at.node), Mat4::IDENTITY);
        self.scene.nodes.push(Node {
            name,
            parent,
            local,
            mesh: Some(mesh),
            origin,
            ..Node::default()
        });
    }

    /// Adds a helper in world space; ignored if it has numbers that are not finite.
    pub fn mark(&mut self, mark: Mark, name: String, shape: HelperShape, origin: Origin) {
        if !shape.points().iter().all(|point| point.is_finite()) {
            return;
        }
        let shown = !self.is_level || mark.is_shown();
        let layer = self.scene.layer(mark.name(), LayerKind::Helper, shown);
        self.scene.helpers.push(Helper { name, layer, shape, origin });
    }

    /// Completes the scene with the content that needs all other content.
    pub fn finish(mut self) -> (Scene, Problems) {
        let clips = std::mem::take(&mut self.clips);
        clips.finish(&mut self.scene, &mut self.looks);
        // Layers that would cover geometry are hidden if there is any.
        if self.scene.drawn_faces() > 0 {
            let is_aside = |name: &str| {
                [Mark::Collision, Mark::Bounds, Mark::Fog].iter().any(|mark| mark.name() == name)
            };
            let layers = self.scene.layers.iter_mut();
            layers.filter(|layer| is_aside(&layer.name)).for_each(|layer| layer.visible = false);
        }
        (self.scene, self.looks.problems)
    }
}
