//! Triangles of the scene that an edited GLB names.

/// Position of a stored face.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Offset {
    pub start: u64,
    /// `false` for a face of a companion.
    pub is_own: bool,
}

/// A triangle of a stored face.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct StoredTriangle {
    pub at: Offset,
    /// Number of the face of the scene, for a polygon that is several of them.
    pub part: usize,
    /// Corner numbers of the triangle in its face, ascending.
    pub corners: [usize; 3],
}
