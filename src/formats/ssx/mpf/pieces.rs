//! What the records leave open: the order of the pieces, and the bytes between them.

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
}

/// What stands before a piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Gap {
    None,
    /// Zeros up to a multiple of 16 from the start of the model.
    Align,
    /// These bytes exactly: memory that was never cleared, the end of a group.
    Bytes(Vec<u8>),
}

impl Gap {
    /// Describes the bytes found before a piece at `offset`.
    pub fn of(bytes: &[u8], offset: u64) -> Self {
        if bytes.is_empty() {
            Gap::None
        } else if offset.is_multiple_of(16) && bytes.len() < 16 && bytes.iter().all(|b| *b == 0) {
            Gap::Align
        } else {
            Gap::Bytes(bytes.to_vec())
        }
    }
}

/// How the pieces of a model lie. Empty in one that was not read: the usual order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ModelLayout {
    /// The pieces in file order.
    pub pieces: Vec<(Gap, Piece)>,
    /// Offsets that repeat an earlier one: (this, stored with).
    pub shared: Vec<(Piece, Piece)>,
    /// Offsets that lead nowhere, kept as they are.
    pub stale: Vec<(Piece, u32)>,
    /// Where the header says that the mesh data starts, if that is not its first mesh.
    pub mesh_data: Option<u32>,
    /// Bytes behind the last piece.
    pub tail: Vec<u8>,
}

/// How the models of a file lie.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FileLayout {
    /// Bytes between the header and the model headers.
    pub before_headers: Vec<u8>,
    /// Bytes between the model headers and the data: four zeros as a rule.
    pub before_data: Option<Vec<u8>>,
    /// The models in file order, with the bytes before each, where that is not one behind the other.
    pub order: Vec<(Vec<u8>, usize)>,
    pub tail: Vec<u8>,
}
