//! Layout that does not follow from the records: the order of the blocks, and the bytes between them.

use crate::bytes::{Arrangement, Hint};

/// A block of a model to which an offset refers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum ModelBlock {
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

impl ModelBlock {
    /// Name of the list in the tree.
    pub fn name(self) -> &'static str {
        match self {
            ModelBlock::Materials => "materials",
            ModelBlock::Bones => "bones",
            ModelBlock::IkPoints => "ik_points",
            ModelBlock::Weights => "weight_headers",
            ModelBlock::Entries(_) => "entries",
            ModelBlock::References => "reference_headers",
            ModelBlock::Indices(_) => "indices",
            ModelBlock::Groups => "group_headers",
            ModelBlock::WeightGroups(_) => "weight_group_headers",
            ModelBlock::Headers(..) => "mesh_headers",
            ModelBlock::Chain(..) => "tags",
            ModelBlock::Key(..) => "keys",
        }
    }

    /// Interpretation of the elements, if they are numbers.
    pub(super) fn hint(self) -> Hint {
        match self {
            ModelBlock::Indices(_) => Hint::Index("weights"),
            _ => Hint::Dec,
        }
    }

    /// Indices of the group, the weight group and the mesh of a block of mesh data.
    pub fn mesh(self) -> Option<[usize; 3]> {
        match self {
            ModelBlock::Chain(group, weight_group, mesh)
            | ModelBlock::Key(group, weight_group, mesh, _) => Some([group, weight_group, mesh]),
            _ => None,
        }
    }
}

/// Layout of the blocks of a model.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ModelLayout {
    pub pieces: Arrangement<ModelBlock>,
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
