//! Name hashes of the engine (format document, section 21). Both start at all ones, use the
//! reflected CRC-32 polynomial and leave out the final XOR; they differ in which way the register
//! turns.

use crate::container::Spread;
use crate::formats::{HashedFiles, NameHash};

const POLYNOMIAL: u32 = 0xEDB8_8320;

/// Hash of a file name as HED tables store it: a CRC whose register is *rotated left*. The table
/// hashes lower-case names with their extension.
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

/// The engine's hashes, for the registry.
pub const NAMES: NameHash = NameHash {
    of_name: |name| model_name(name.as_bytes()),
    names: "",
    // Models and textures of the demo level.
    demo_names: include_str!("../../../assets/names/plaza.txt"),
    files: Some(HashedFiles {
        extracted_names,
        extracted_hash,
        // Triggers, and names of parts.
        holders: &["trg", "psh"],
        spread: Spread { game: "neversoft", folders: &[], registered: None },
    }),
};

/// Names under which extraction tools write the file `name` where an archive stores only the hash of
/// it, in lower case: `d01c4010.psx` for `SkVen.psx`, and the same without an extension.
pub fn extracted_names(name: &str) -> [String; 2] {
    let name = name.to_ascii_lowercase();
    let hash = format!("{:08x}", file_name(name.as_bytes()));
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    [extension.map_or_else(|| hash.clone(), |extension| format!("{hash}.{extension}")), hash]
}

/// The hash that such a file is called by: the eight hex digits in front of its extension.
pub fn extracted_hash(file_name: &str) -> Option<u32> {
    let stem = file_name.split_once('.').map_or(file_name, |(stem, _)| stem);
    let is_hash = stem.len() == 8 && stem.bytes().all(|byte| byte.is_ascii_hexdigit());
    u32::from_str_radix(stem, 16).ok().filter(|_| is_hash)
}

/// Hash of a model or code module name: CRC-32 without the final XOR, of the name as it is.
pub fn model_name(name: &[u8]) -> u32 {
    !crc32fast::hash(name)
}

/// Hash of a path in later games: that of a model name, in lower case with `\` between folders.
pub fn key(path: &[u8]) -> u32 {
    let letter = |byte: &u8| if *byte == b'/' { b'\\' } else { byte.to_ascii_lowercase() };
    model_name(&path.iter().map(letter).collect::<Vec<u8>>())
}
