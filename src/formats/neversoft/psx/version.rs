//! Versions and the properties that depend on them.

/// First number of the file, with the sub-variant of version 3.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Version {
    /// Apocalypse (no level-of-detail pair in a model) and the THPS1 prototype (with it).
    V3 {
        lod: bool,
    },
    #[default]
    V4,
    V6,
}

impl Version {
    /// Version from the first two numbers of a file, with the sub-variant of version 3 undetermined.
    pub fn of(first: u16, second: u16) -> Option<Self> {
        match (first, second) {
            (3, 2) => Some(Version::V3 { lod: true }),
            (4, 2) => Some(Version::V4),
            (6, 2) => Some(Version::V6),
            _ => None,
        }
    }

    pub fn number(self) -> u16 {
        match self {
            Version::V3 { .. } => 3,
            Version::V4 => 4,
            Version::V6 => 6,
        }
    }

    /// `true` if counts and vertex indices are wide, as in version 3.
    pub fn is_wide(self) -> bool {
        matches!(self, Version::V3 { .. })
    }

    pub fn has_lod(self) -> bool {
        self != Version::V3 { lod: false }
    }

    /// Size of a face without its optional parts.
    pub fn face_base(self) -> usize {
        if self.is_wide() { 20 } else { 16 }
    }

    /// Size of a face's texture coordinates in bytes.
    pub fn uv_size(self) -> usize {
        if self == Version::V6 { 16 } else { 8 }
    }
}
