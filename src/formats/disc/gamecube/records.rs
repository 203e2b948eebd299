//! What the header and the table say.

/// An entry of the file table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub is_folder: bool,
    /// Offset of the name behind the entries.
    pub name: u32,
    /// Offset of a file, on a Wii disc divided by 4; of a folder the index of the one that it is in.
    pub start: u32,
    /// Bytes of a file; of a folder the index of the first entry behind what is in it.
    pub size: u32,
}

/// What the header says.
pub struct Header {
    pub game: String,
    pub title: String,
    pub is_wii: bool,
    pub table: u64,
    pub table_size: u64,
}

/// ASCII, or else one character for each byte.
pub fn text(stored: &[u8]) -> String {
    stored.iter().map(|byte| char::from(*byte)).collect()
}
