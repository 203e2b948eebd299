//! Triangles of an edited GLB that cannot be merged.

use std::collections::BTreeMap;

use super::Edited;

/// Counts of triangles that cannot be merged.
#[derive(Default)]
pub(super) struct UnmergedTriangles {
    /// Triangles of no face, or of several.
    pub foreign: usize,
    /// Triangles that occur several times with different changes.
    pub twice: usize,
    /// Triangles of faces that are drawn in several shapes.
    pub shapes: usize,
    /// Triangles of another file.
    pub companions: usize,
    /// Triangles of meshes without our attributes, by name of the mesh.
    pub without: BTreeMap<String, usize>,
}

impl UnmergedTriangles {
    pub fn report(&self, edited: &mut Edited) {
        edited.leave(
            self.foreign,
            "triangle",
            "not part of one existing face: new faces are not added",
        );
        edited.leave(self.twice, "triangle", "duplicated with different changes: none is merged");
        edited.leave(
            self.shapes,
            "triangle",
            "part of a face that is drawn in several shapes, such as one that follows the terrain: not merged",
        );
        edited.leave(self.companions, "triangle", "from another file: merge into that one");
        for (name, count) in &self.without {
            edited.leave(*count, "triangle", &format!("without _OFFSET and _CORNER, in {name}"));
        }
    }
}
