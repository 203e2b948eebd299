//! Records of the header and the file table.

/// An entry of the file table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub is_folder: bool,
    /// Offset of the name, relative to the end of the entries.
    pub name: u32,
    /// For a file its offset, divided by 4 on a Wii disc; for a folder the index of its parent.
    pub start: u32,
    /// For a file its size in bytes; for a folder the index of the first entry after its content.
    pub size: u32,
}

/// Header of a disc.
pub struct Header {
    pub game: String,
    pub title: String,
    pub is_wii: bool,
    pub table: u64,
    pub table_size: u64,
}

/// ASCII, or else one character per byte.
pub fn text(stored: &[u8]) -> String {
    stored.iter().map(|byte| char::from(*byte)).collect()
}
