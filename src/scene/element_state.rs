//! How something is to be shown, for the fields that store it to follow.

use glam::{Mat4, Vec2, Vec3};

/// What is wanted of an element of a scene, in the scene's axes and units: what moving it by hand
/// or an edited export asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum ElementState {
    /// A node or a helper stands so in its parent's space: what its own transform becomes.
    At(Mat4),
    /// A vertex is here in the space of its mesh.
    Vertex(Vec3),
    /// The corners of a face, each at this vertex of its mesh, have these texture coordinates, in
    /// the unit of its material.
    TexCoords(Vec<(u32, Vec2)>),
    /// The corners of a face have these colours: R, G, B; `None` those that stay.
    Colours(Vec<Option<[u8; 3]>>),
}
