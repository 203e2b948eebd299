//! What can be computed of a file, by its name.

use serde::{Deserialize, Serialize};

/// Something that follows from the rest of a file and can be asked for by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Computed {
    /// How far vertices reach from the origin of their model.
    Radius,
    /// The box around the vertices of a model.
    Bounds,
    /// Normals of faces.
    Normals,
    /// Tables of which objects stand where.
    BlockMap,
}

impl Computed {
    /// All of them with their words.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Radius, "radius"),
        (Self::Bounds, "bounds"),
        (Self::Normals, "normals"),
        (Self::BlockMap, "blockmap"),
    ];

    /// What a field is part of, by the names in its path.
    pub(super) fn of_field(path: &str) -> Option<Self> {
        let names = path.split('.').map(|part| part.split('[').next().unwrap_or(part));
        let mut named = names.filter_map(|name| Self::ALL.iter().find(|(_, word)| *word == name));
        named.next().map(|(what, _)| *what)
    }
}
