//! What of a scene stands somewhere of its own, and can be asked to stand elsewhere.

use glam::{Mat4, Vec3};

use super::{Element, ElementState, HelperId, MeshId, NodeId, Origin, Scene};

/// Something that stands somewhere by a record of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// What it is.
    pub what: PlacementTarget,
    /// Bytes and field path of the record.
    pub origin: Origin,
    /// From the space in which it is stored to the world.
    pub parent: Mat4,
    /// Where it stands in that space; of a vertex only the place counts.
    pub local: Mat4,
}

/// What it is that stands somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlacementTarget {
    /// An instance, a group, or a bone.
    Node(NodeId),
    /// A point, or a shape that explains.
    Helper(HelperId),
    /// A vertex, as the first node that shows its mesh places it.
    Vertex {
        /// Its mesh.
        mesh: MeshId,
        /// Index among the positions.
        vertex: u32,
        /// The node that shows it.
        node: Option<NodeId>,
    },
}

impl Scene {
    /// What moves with an element: of a face its object, of a helper the node that the same record
    /// places, if there is one. `world` are the transforms of all nodes.
    pub fn standing(&self, element: Element, world: &[Mat4]) -> Option<Placement> {
        match element {
            Element::Vertex { mesh, vertex } => self.standing_vertex(mesh, vertex, world),
            Element::Face(face) => self.standing(Element::Node(face.node), world),
            Element::Node(_) | Element::Helper(_) | Element::Bone { .. } | Element::Row { .. } => {
                let origin = self.origin(element).filter(|origin| !origin.path.is_empty())?;
                // Where several show one record, the first stands where it says.
                let node = self.nodes.find(|node| node.origin == origin);
                node.and_then(|node| self.standing_node(node, origin.clone(), world))
                    .or_else(|| self.standing_helper(origin))
            }
            _ => None,
        }
    }

    fn standing_node(&self, id: NodeId, origin: Origin, world: &[Mat4]) -> Option<Placement> {
        let node = self.nodes.get(id)?;
        let parent = node.parent.and_then(|parent| world.get(parent.index())).copied();
        let parent = parent.unwrap_or(Mat4::IDENTITY);
        Some(Placement { what: PlacementTarget::Node(id), origin, parent, local: node.local })
    }

    fn standing_helper(&self, origin: Origin) -> Option<Placement> {
        let id = self.helpers.find(|helper| helper.origin == origin)?;
        let local = self.helpers.get(id)?.shape.transform();
        Some(Placement { what: PlacementTarget::Helper(id), origin, parent: Mat4::IDENTITY, local })
    }

    fn standing_vertex(&self, mesh: MeshId, vertex: u32, world: &[Mat4]) -> Option<Placement> {
        let at = *self.meshes.get(mesh)?.positions.get(vertex as usize)?;
        let origin = self.origin(Element::Vertex { mesh, vertex })?;
        let node = self.nodes.find(|node| node.mesh == Some(mesh));
        let parent = node.and_then(|node| world.get(node.index())).copied();
        Some(Placement {
            what: PlacementTarget::Vertex { mesh, vertex, node },
            origin,
            parent: parent.unwrap_or(Mat4::IDENTITY),
            local: Mat4::from_translation(at),
        })
    }
}

impl Placement {
    /// The node that it is, if it is one.
    pub fn node(&self) -> Option<NodeId> {
        match self.what {
            PlacementTarget::Node(node) => Some(node),
            _ => None,
        }
    }

    /// Whether it is something by itself, not a part of a model.
    pub fn is_object(&self) -> bool {
        !matches!(self.what, PlacementTarget::Vertex { .. })
    }

    /// Where it stands in the world.
    pub fn at(&self) -> Vec3 {
        self.parent.transform_point3(self.local.w_axis.truncate())
    }

    /// How it is to be shown after a move in the world.
    pub fn moved(&self, by: &Mat4) -> ElementState {
        // Without a turn nothing is rounded but the place.
        let turns = by.x_axis != Mat4::IDENTITY.x_axis
            || by.y_axis != Mat4::IDENTITY.y_axis
            || by.z_axis != Mat4::IDENTITY.z_axis;
        let local = if self.parent == Mat4::IDENTITY && !turns {
            Mat4 { w_axis: self.local.w_axis + by.w_axis - Mat4::IDENTITY.w_axis, ..self.local }
        } else {
            self.parent.inverse() * *by * self.parent * self.local
        };
        match self.what {
            PlacementTarget::Vertex { .. } => ElementState::Vertex(local.w_axis.truncate()),
            PlacementTarget::Node(_) | PlacementTarget::Helper(_) => ElementState::At(local),
        }
    }
}
