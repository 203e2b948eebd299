//! A scene as displayed, without a device.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use glam::{Mat4, Vec3};

use super::see_through::on_layer;
use crate::render::stamp;
use crate::render::view::Visibility;
use crate::scene::{Blend, DrawIds, Face, Mesh, NodeId, Posed, Scene};

/// Pose and visibility of a scene, on which the drawing order of its faces depends. Clones share all lists.
#[derive(Clone)]
pub struct PosedScene {
    scene: Arc<Scene>,
    ids: Arc<DrawIds>,
    posed: Arc<Posed>,
    visibility: Arc<Visibility>,
    lists: Arc<Lists>,
    /// Number of faces on the device; the others are not drawn.
    count: u32,
    version: u64,
}

/// Lists of the groups, created on first use.
type Lists = [OnceLock<Vec<Sorted>>; 3];

/// A face whose position in the drawing order depends on the view.
#[derive(Clone, Copy, Debug)]
pub struct Sorted {
    pub id: u32,
    pub node: NodeId,
    pub layer: u16,
    /// Average of the corners, in the mesh's space.
    pub centre: Vec3,
    pub blend: Option<Blend>,
}

/// Groups of faces to list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Transparent faces, except the sky.
    Semi,
    /// All faces except the sky.
    World,
    /// Faces of the sky.
    Sky,
}

impl std::fmt::Debug for PosedScene {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PosedScene({} with {} faces)", self.scene.name, self.count)
    }
}

impl PosedScene {
    /// The scene at rest, of which the first `count` faces are drawn.
    pub(super) fn new(scene: Arc<Scene>, count: u32) -> Self {
        let posed = Arc::new(Posed::at_rest(&scene));
        let (ids, visibility) = (Arc::new(scene.draw_ids()), Arc::default());
        Self { scene, ids, posed, visibility, lists: Arc::default(), count, version: stamp() }
    }

    pub(in crate::render) fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    pub(in crate::render) fn ids(&self) -> &Arc<DrawIds> {
        &self.ids
    }

    pub(in crate::render) fn posed(&self) -> &Arc<Posed> {
        &self.posed
    }

    pub(in crate::render) fn visibility(&self) -> &Visibility {
        &self.visibility
    }

    /// Current world transform of every node's mesh.
    pub(in crate::render) fn transforms(&self) -> &[Mat4] {
        self.posed.placed()
    }

    pub(in crate::render) fn count(&self) -> u32 {
        self.count
    }

    /// Number that changes with the pose and the visibility.
    pub fn version(&self) -> u64 {
        self.version
    }

    pub(super) fn set_pose(&mut self, posed: Arc<Posed>) {
        self.posed = posed;
        self.version = stamp();
    }

    /// Lists the faces again, after positions have moved.
    pub(super) fn list_again(&mut self) {
        self.lists = Arc::default();
    }

    pub(super) fn set_visibility(&mut self, visibility: Visibility) {
        self.visibility = Arc::new(visibility);
        self.version = stamp();
    }

    /// Visible faces of a group.
    pub(in crate::render) fn sorted(&self, group: Group) -> impl Iterator<Item = &Sorted> {
        let (scene, visibility) = (&self.scene, &self.visibility);
        let nodes: Vec<bool> = scene.nodes.ids().map(|node| visibility.node(scene, node)).collect();
        self.list(group).iter().filter(move |face| {
            nodes.get(face.node.index()) == Some(&true) && visibility.layer(face.layer)
        })
    }

    /// Faces of a group by draw id.
    pub(super) fn list(&self, group: Group) -> &[Sorted] {
        let list = match group {
            Group::Semi => &self.lists[0],
            Group::World => &self.lists[1],
            Group::Sky => &self.lists[2],
        };
        list.get_or_init(|| self.find(group))
    }

    fn find(&self, group: Group) -> Vec<Sorted> {
        let scene = &self.scene;
        let mut list = Vec::new();
        let mut next = 0u32;
        for (number, node) in scene.nodes.pairs() {
            let Some(mesh) = scene.mesh_of(node) else { continue };
            let positions = self.posed.positions(scene, node.mesh.unwrap_or_default());
            let node_in_sky = scene.is_sky(node.layer);
            for face in &mesh.faces {
                let id = next;
                next = next.saturating_add(1);
                let layer = face.layer;
                let Some(material) = scene.materials.get(face.material) else { continue };
                let blend = on_layer(scene, Cow::Borrowed(material), layer).blend;
                let sky = node_in_sky || scene.is_sky(layer);
                let wanted = match group {
                    Group::Semi => !sky && blend.is_some(),
                    Group::World => !sky,
                    Group::Sky => sky,
                };
                if wanted && id < self.count {
                    let centre = centre(mesh, positions, &face);
                    list.push(Sorted { id, node: number, layer, centre, blend });
                }
            }
        }
        list
    }
}

fn centre(mesh: &Mesh, positions: &[Vec3], face: &Face) -> Vec3 {
    let corners = &face.corners[..face.sides()];
    let position = |corner: &u32| {
        let vertex = mesh.billboard(*corner).map_or(*corner, |b| b.anchor);
        positions.get(vertex as usize).copied().unwrap_or_default()
    };
    corners.iter().map(position).sum::<Vec3>() / corners.len() as f32
}
