//! Elements with a stored transform, which can be moved.

use glam::{Mat4, Vec3};

use super::{Element, ElementState, HelperId, MeshId, NodeId, Origin, Scene};

/// An element with a stored transform.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// The element.
    pub what: PlacementTarget,
    /// Bytes and field path of the record.
    pub origin: Origin,
    /// Transform from the space in which it is stored to the world.
    pub parent: Mat4,
    /// Transform in that space; for a vertex only the translation counts.
    pub local: Mat4,
}

/// Kind of a movable element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlacementTarget {
    /// An instance, a group, or a bone.
    Node(NodeId),
    /// A helper.
    Helper(HelperId),
    /// A vertex, at its position in the first node that uses its mesh.
    Vertex {
        /// Mesh of the vertex.
        mesh: MeshId,
        /// Index in [`Mesh::positions`](super::Mesh::positions).
        vertex: u32,
        /// A node that draws the mesh, if one is known.
        node: Option<NodeId>,
    },
}

impl Scene {
    /// The movable element of an element: for a face its object, for a helper the node of the same
    /// record, if there is one. `world` has the transforms of all nodes.
    pub fn placement_of(&self, element: Element, world: &[Mat4]) -> Option<Placement> {
        match element {
            Element::Vertex { mesh, vertex } => self.movable_vertex(mesh, vertex, world),
            Element::Face(face) => self.placement_of(Element::Node(face.node), world),
            Element::Node(_) | Element::Helper(_) | Element::Bone { .. } | Element::Row { .. } => {
                let origin = self.origin(element).filter(|origin| !origin.path.is_empty())?;
                // If several nodes have the same record, the first one has the stored transform.
                let node = self.nodes.find(|node| node.origin == origin);
                node.and_then(|node| self.movable_node(node, origin.clone(), world))
                    .or_else(|| self.movable_helper(origin))
            }
            _ => None,
        }
    }

    fn movable_node(&self, id: NodeId, origin: Origin, world: &[Mat4]) -> Option<Placement> {
        let node = self.nodes.get(id)?;
        let parent = node.parent.and_then(|parent| world.get(parent.index())).copied();
        let parent = parent.unwrap_or(Mat4::IDENTITY);
        Some(Placement { what: PlacementTarget::Node(id), origin, parent, local: node.local })
    }

    fn movable_helper(&self, origin: Origin) -> Option<Placement> {
        let id = self.helpers.find(|helper| helper.origin == origin)?;
        let local = self.helpers.get(id)?.shape.transform();
        Some(Placement { what: PlacementTarget::Helper(id), origin, parent: Mat4::IDENTITY, local })
    }

    fn movable_vertex(&self, mesh: MeshId, vertex: u32, world: &[Mat4]) -> Option<Placement> {
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
    /// The node, if it is one.
    pub fn node(&self) -> Option<NodeId> {
        match self.what {
            PlacementTarget::Node(node) => Some(node),
            _ => None,
        }
    }

    /// `true` for objects, `false` for parts of a model.
    pub fn is_object(&self) -> bool {
        !matches!(self.what, PlacementTarget::Vertex { .. })
    }

    /// Position in the world.
    pub fn at(&self) -> Vec3 {
        self.parent.transform_point3(self.local.w_axis.truncate())
    }

    /// Requested state after a move in the world.
    pub fn moved(&self, by: &Mat4) -> ElementState {
        // Without a rotation only the position is rounded.
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
