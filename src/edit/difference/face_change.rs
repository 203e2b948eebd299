//! Differences of a face from its counterpart in another scene.

/// Differences of a face from its counterpart in another scene; several may apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FaceChange(u8);

impl FaceChange {
    /// No counterpart: the face was removed from the first scene, or added to the second.
    pub const ALONE: Self = Self(1);
    /// Other positions in the world.
    pub const MOVED: Self = Self(2);
    /// Another texture, other texels, or other texture coordinates.
    pub const RETEXTURED: Self = Self(4);
    /// Other corner colours, or another palette.
    pub const RECOLOURED: Self = Self(8);
    /// Other flags or named values, another layer, or another way of drawing.
    pub const REFLAGGED: Self = Self(16);

    /// All differences, in the order in which one of several is shown.
    pub const ALL: [Self; 5] =
        [Self::ALONE, Self::MOVED, Self::RETEXTURED, Self::RECOLOURED, Self::REFLAGGED];

    /// Colour of removed faces in the first scene.
    pub const REMOVED_COLOUR: [u8; 3] = [0xE0, 0x3A, 0x3A];

    /// Name of a single difference, for a legend.
    pub fn name(self) -> &'static str {
        match self {
            Self::ALONE => "added",
            Self::MOVED => "moved",
            Self::RETEXTURED => "other texture",
            Self::RECOLOURED => "other colours",
            _ => "other flags",
        }
    }

    /// Colour of a single difference in pictures.
    pub fn colour(self) -> [u8; 3] {
        match self {
            Self::ALONE => [0x2E, 0xB8, 0x4F],
            Self::MOVED => [0x3D, 0x8B, 0xFF],
            Self::RETEXTURED => [0xFF, 0x9F, 0x1C],
            Self::RECOLOURED => [0xC4, 0x5B, 0xE8],
            _ => [0xF2, 0xD8, 0x3B],
        }
    }

    /// `true` if this difference applies.
    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// `true` if the face has a counterpart, and nothing differs.
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The first of [`Self::ALL`] that applies.
    pub fn main(self) -> Option<Self> {
        Self::ALL.into_iter().find(|one| self.has(*one))
    }

    /// Number of faces with each of [`Self::ALL`].
    pub fn counts(faces: &[Self]) -> [usize; Self::ALL.len()] {
        Self::ALL.map(|one| faces.iter().filter(|face| face.has(one)).count())
    }

    /// The two faces have nothing in common: one was removed, and the other added.
    pub(super) fn is_another(self) -> bool {
        [Self::MOVED, Self::RETEXTURED, Self::RECOLOURED].into_iter().all(|one| self.has(one))
    }

    pub(super) fn with(self, other: Self, applies: bool) -> Self {
        if applies { Self(self.0 | other.0) } else { self }
    }
}
