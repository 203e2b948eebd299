//! Parts of a pair in a comparison.

/// A part of a pair of sounds, textures or palettes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairPart {
    /// That of the other file.
    Other,
    /// That of the open file.
    Own,
    /// The difference between both: for sounds, the open file's samples minus those of the other file.
    Difference,
}

impl PairPart {
    pub const ALL: [Self; 3] = [Self::Other, Self::Own, Self::Difference];

    /// Name in labels and of commands.
    pub fn name(self) -> &'static str {
        match self {
            Self::Other => "other file",
            Self::Own => "open file",
            Self::Difference => "difference",
        }
    }
}
