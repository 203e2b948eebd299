//! Layout that does not follow from the records: the order of the blocks, and the bytes between them.

use crate::bytes::{Arrangement, Hint};

/// A block of a model to which an offset refers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Piece {
    Materials,
    Bones,
    IkPoints,
    Weights,
    /// The entries of one weights header.
    Entries(usize),
    References,
    /// The indices of one reference list.
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

    /// Interpretation of its elements, if they are numbers.
    pub(super) fn hint(self) -> Hint {
        match self {
            Piece::Indices(_) => Hint::Index("weights"),
            _ => Hint::Dec,
        }
    }

    /// Indices of the group, the weight group and the mesh of a block of mesh data.
    pub fn mesh(self) -> Option<[usize; 3]> {
        match self {
            Piece::Chain(group, weight_group, mesh) | Piece::Key(group, weight_group, mesh, _) => {
                Some([group, weight_group, mesh])
            }
            _ => None,
        }
    }
}

/// Layout of the blocks of a model.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ModelLayout {
    pub pieces: Arrangement<Piece>,
    /// The stored offset of the mesh data, if it is not that of the first mesh.
    pub mesh_data: Option<u32>,
}

/// Layout of the models of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FileLayout {
    /// Bytes between the header and the model headers.
    pub before_headers: Vec<u8>,
    /// Bytes between the model headers and the data: usually four zeros.
    pub before_data: Option<Vec<u8>>,
    pub models: Arrangement<usize>,
}
