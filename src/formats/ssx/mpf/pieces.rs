//! What the records leave open: the order of the pieces, and the bytes between them.

use crate::bytes::Arrangement;

/// A piece of a model that is reached by an offset.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Piece {
    Materials,
    Bones,
    IkPoints,
    Weights,
    /// The entries of one.
    Entries(usize),
    References,
    /// The indices of one list.
    Indices(usize),
    Groups,
    WeightGroups(usize),
    Headers(usize, usize),
    Chain(usize, usize, usize),
    Key(usize, usize, usize, usize),
}

impl Piece {
    /// Name of the list in the tree.
    pub fn name(self) -> &'static str {
        match self {
            Piece::Materials => "materials",
            Piece::Bones => "bones",
            Piece::IkPoints => "ik_points",
            Piece::Weights => "weight_headers",
            Piece::Entries(_) => "entries",
            Piece::References => "reference_headers",
            Piece::Indices(_) => "indices",
            Piece::Groups => "group_headers",
            Piece::WeightGroups(_) => "weight_group_headers",
            Piece::Headers(..) => "mesh_headers",
            Piece::Chain(..) => "tags",
            Piece::Key(..) => "keys",
        }
    }

    /// Numbers of the group, the weight group and the mesh of a piece of mesh data.
    pub fn mesh(self) -> Option<[usize; 3]> {
        match self {
            Piece::Chain(group, weight_group, mesh) | Piece::Key(group, weight_group, mesh, _) => {
                Some([group, weight_group, mesh])
            }
            _ => None,
        }
    }
}

/// How the pieces of a model lie.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ModelLayout {
    pub pieces: Arrangement<Piece>,
    /// Where the header says that the mesh data starts, if that is not its first mesh.
    pub mesh_data: Option<u32>,
}

/// How the models of a file lie.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FileLayout {
    /// Bytes between the header and the model headers.
    pub before_headers: Vec<u8>,
    /// Bytes between the model headers and the data: four zeros as a rule.
    pub before_data: Option<Vec<u8>>,
    pub models: Arrangement<usize>,
}
