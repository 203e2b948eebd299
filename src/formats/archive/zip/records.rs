//! Fixed-size records.

use crate::bytes::{Bit, Hint, Symbol};

pub const LOCAL: u32 = 0x0403_4B50;
pub const CENTRAL: u32 = 0x0201_4B50;
pub const END: u32 = 0x0605_4B50;
pub const END_64: u32 = 0x0606_4B50;
pub const LOCATOR: u32 = 0x0706_4B50;
/// Optional signature of a data descriptor, which holds checksum and sizes after the data.
pub const DESCRIPTOR: u32 = 0x0807_4B50;

/// Maximum number of entries that are read.
pub const MAX_ENTRIES: u64 = 1_000_000;

/// Kind of the extra field with 64-bit sizes.
pub const WIDE: u16 = 1;

pub const ENCRYPTED: u16 = 1;
/// Flag: checksum and sizes follow the data.
pub const DESCRIBED: u16 = 8;
pub const UTF_8: u16 = 0x800;

const FLAGS: &[Bit] = &[
    Bit::sure(1, "encrypted", "a password is needed"),
    Bit::sure(8, "descriptor", "checksum and sizes follow the data"),
    Bit::sure(0x800, "UTF-8", "names are UTF-8"),
];

pub const METHODS: &[Symbol] = &[
    Symbol { value: 0, name: "stored" },
    Symbol { value: 1, name: "shrunk" },
    Symbol { value: 6, name: "imploded" },
    Symbol { value: 8, name: "deflated" },
    Symbol { value: 9, name: "Deflate64" },
    Symbol { value: 12, name: "bzip2" },
    Symbol { value: 14, name: "LZMA" },
    Symbol { value: 93, name: "Zstandard" },
    Symbol { value: 95, name: "XZ" },
    Symbol { value: 98, name: "PPMd" },
    Symbol { value: 99, name: "AES" },
];

crate::record! {
    /// Local header of a file.
    pub struct LocalHeader {
        pub signature: u32 => Hint::Hex,
        pub needs: u16,
        pub flags: u16 => Hint::Flags(FLAGS),
        pub method: u16 => Hint::Enum(METHODS),
        pub time: u16 => Hint::Hex,
        pub date: u16 => Hint::Hex,
        pub crc32: u32 => Hint::Hex,
        pub packed: u32,
        pub size: u32,
        pub name_length: u16,
        pub extra_length: u16,
    }
}

crate::record! {
    /// Header of a directory entry.
    pub struct CentralHeader {
        pub signature: u32 => Hint::Hex,
        pub made_by: u16 => Hint::Hex,
        pub needs: u16,
        pub flags: u16 => Hint::Flags(FLAGS),
        pub method: u16 => Hint::Enum(METHODS),
        pub time: u16 => Hint::Hex,
        pub date: u16 => Hint::Hex,
        pub crc32: u32 => Hint::Hex,
        pub packed: u32,
        pub size: u32,
        pub name_length: u16,
        pub extra_length: u16,
        pub comment_length: u16,
        pub disk: u16,
        pub internal: u16 => Hint::Hex,
        pub external: u32 => Hint::Hex,
        pub local: u32 => Hint::Pointer,
    }
}

crate::record! {
    /// End record.
    pub struct EndRecord {
        pub signature: u32 => Hint::Hex,
        pub disk: u16,
        pub directory_disk: u16,
        pub disk_entries: u16,
        pub entries: u16,
        pub directory_size: u32,
        pub directory: u32 => Hint::Pointer,
        pub comment_length: u16,
    }
}

/// Directory entry, with numbers widened to 64 bits.
#[derive(Clone, Debug)]
pub struct Entry {
    pub header: CentralHeader,
    pub name: String,
    pub packed: u64,
    pub size: u64,
    /// Offset of the local header.
    pub local: u64,
    /// Offset of the packed bytes; `None` if the local header is missing.
    pub data: Option<u64>,
    /// The archive ends inside the packed bytes, whose length is unknown.
    pub is_cut: bool,
}

impl Entry {
    /// `true` for a folder, which has no bytes.
    pub fn is_folder(&self) -> bool {
        self.name.ends_with('/')
    }
}
