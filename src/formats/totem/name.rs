//! Names, their hashes, and the classes of resources.

use crate::bytes::Symbol;

/// The hash that stands for a name: CRC-32 of its bytes as written, which are upper case.
pub fn name_hash(name: &str) -> u32 {
    crc32fast::hash(name.as_bytes())
}

/// Hashes of class names.
pub mod class {
    pub const MESH: u32 = 0xD7FA_D7E2;
    pub const MATERIAL: u32 = 0xBA8D_E9D9;
    pub const MATERIALANIM: u32 = 0x09C8_2847;
    pub const BITMAP: u32 = 0x1895_992A;
    pub const SKIN: u32 = 0x34EC_85AA;
    pub const NODE: u32 = 0xB3EA_05F1;
    pub const LOD: u32 = 0x8091_7BF5;
    pub const SURFACE: u32 = 0x8304_6074;
    pub const ANIMATION: u32 = 0xC990_9A33;
    pub const TXT: u32 = 0x8A90_1DCF;
}

/// Classes by the hash of their name.
pub static CLASSES: &[Symbol] = &[
    Symbol { value: class::MESH, name: "MESH" },
    Symbol { value: class::MATERIAL, name: "MATERIAL" },
    Symbol { value: class::MATERIALANIM, name: "MATERIALANIM" },
    Symbol { value: class::BITMAP, name: "BITMAP" },
    Symbol { value: class::SKIN, name: "SKIN" },
    Symbol { value: class::NODE, name: "NODE" },
    Symbol { value: class::LOD, name: "LOD" },
    Symbol { value: class::SURFACE, name: "SURFACE" },
    Symbol { value: class::ANIMATION, name: "ANIMATION" },
    Symbol { value: class::TXT, name: "TXT" },
];

/// The last part of a resource's name without its class: `CHEST` of `DB:>PROPS>CHEST.TMESH`.
pub fn resource_name(name: &str) -> &str {
    let last = name.rsplit(['>', '/', '\\']).next().unwrap_or(name);
    last.rsplit_once('.').map_or(last, |(stem, _)| stem)
}
