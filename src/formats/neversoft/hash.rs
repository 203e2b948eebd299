//! Name hashes of the engine (format document, section 21). Both start with all bits set, use the
//! reflected CRC-32 polynomial and omit the final XOR; they differ in the direction in which the register
//! shifts.

use crate::container::FolderSet;
use crate::formats::{HashedFiles, NameHash};

const POLYNOMIAL: u32 = 0xEDB8_8320;

/// Hash of a file name as HED tables store it: a CRC whose register is *rotated left*. The table hashes
/// lower-case names with their extension.
pub fn file_name(name: &[u8]) -> u32 {
    let mut register = u32::MAX;
    for byte in name {
        let mut bits = register ^ u32::from(*byte);
        for _ in 0..8 {
            register = register.rotate_left(1);
            if bits & 1 != 0 {
                register ^= POLYNOMIAL;
            }
            bits >>= 1;
        }
    }
    register
}

/// Hash functions and name lists of the engine, for the registry.
pub const NAMES: NameHash = NameHash {
    of_name: |name| model_name(name.as_bytes()),
    names: "",
    // Models and textures of the demo level.
    demo_names: include_str!("../../../assets/names/plaza.txt"),
    files: Some(HashedFiles {
        extracted_names,
        extracted_hash,
        // Triggers and part names.
        holders: &["trg", "psh"],
        spread: FolderSet { game: "neversoft", folders: &[], registered: None },
    }),
    members: None,
};

/// Names that extraction tools give to the file `name` when an archive stores only its hash, in lower
/// case: `d01c4010.psx` for `SkVen.psx`, and the same without an extension.
pub fn extracted_names(name: &str) -> [String; 2] {
    let name = name.to_ascii_lowercase();
    let hash = format!("{:08x}", file_name(name.as_bytes()));
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    [extension.map_or_else(|| hash.clone(), |extension| format!("{hash}.{extension}")), hash]
}

/// Hash from the name of an extracted file: eight hex digits before the extension.
pub fn extracted_hash(file_name: &str) -> Option<u32> {
    let stem = file_name.split_once('.').map_or(file_name, |(stem, _)| stem);
    let is_hash = stem.len() == 8 && stem.bytes().all(|byte| byte.is_ascii_hexdigit());
    u32::from_str_radix(stem, 16).ok().filter(|_| is_hash)
}

/// Hash of a model or code module name: CRC-32 without the final XOR, case-sensitive.
pub fn model_name(name: &[u8]) -> u32 {
    !crc32fast::hash(name)
}

/// Hash of a path in later games: the model name hash of the path in lower case, with `\` between
/// folders.
pub fn key(path: &[u8]) -> u32 {
    let letter = |byte: &u8| if *byte == b'/' { b'\\' } else { byte.to_ascii_lowercase() };
    model_name(&path.iter().map(letter).collect::<Vec<u8>>())
}
