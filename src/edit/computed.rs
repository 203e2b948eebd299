//! Values that can be recomputed, by name.

use serde::{Deserialize, Serialize};

/// A kind of value that follows from other data of the file and can be recomputed separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Computed {
    /// Largest distance of a vertex from the origin of its model.
    Radius,
    /// Bounding box of a model's vertices.
    Bounds,
    /// Normals of faces.
    Normals,
    /// Tables of the objects in each cell of a grid.
    BlockMap,
}

impl Computed {
    /// All kinds with their names.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Radius, "radius"),
        (Self::Bounds, "bounds"),
        (Self::Normals, "normals"),
        (Self::BlockMap, "blockmap"),
    ];

    /// The kind of a field, from the names in its path.
    pub(super) fn of_field(path: &str) -> Option<Self> {
        let names = path.split('.').map(|part| part.split('[').next().unwrap_or(part));
        let mut named = names.filter_map(|name| Self::ALL.iter().find(|(_, word)| *word == name));
        named.next().map(|(what, _)| *what)
    }
}
