//! Requested display states, from which stored fields are computed.

use glam::{Mat4, Vec2, Vec3};

/// Requested state of an element, in the scene's axes and units, from manual moves or edited exports.
#[derive(Clone, Debug, PartialEq)]
pub enum ElementState {
    /// Transform of a node or a helper in its parent's space.
    At(Mat4),
    /// Position of a vertex in the space of its mesh.
    Vertex(Vec3),
    /// Normal of unit length in the space of its mesh.
    Normal(Vec3),
    /// Texture coordinates of a face's corners, each with the vertex of its mesh, in the unit of its
    /// material.
    TexCoords(Vec<(u32, Vec2)>),
    /// Colours of a face's corners: R, G, B; `None` for unchanged ones.
    Colours(Vec<Option<[u8; 3]>>),
    /// Palette of a texture or a face, which is stored in the same file.
    Palette {
        /// Field path of the palette.
        path: String,
        /// Position in video memory: words from the left, rows from the top.
        position: Option<[u16; 2]>,
    },
}
