//! Names, their hashes, and the classes of resources.

/// The hash that stands for a name: CRC-32 of its bytes as written, which are upper case.
pub fn name_hash(name: &str) -> u32 {
    crc32fast::hash(name.as_bytes())
}

crate::symbols! {
    /// Hashes of class names.
    pub mod class: u32, pub CLASSES {
        MESH = 0xD7FA_D7E2 "MESH",
        MATERIAL = 0xBA8D_E9D9 "MATERIAL",
        MATERIALANIM = 0x09C8_2847 "MATERIALANIM",
        BITMAP = 0x1895_992A "BITMAP",
        SKIN = 0x34EC_85AA "SKIN",
        NODE = 0xB3EA_05F1 "NODE",
        LOD = 0x8091_7BF5 "LOD",
        SURFACE = 0x8304_6074 "SURFACE",
        ANIMATION = 0xC990_9A33 "ANIMATION",
        TXT = 0x8A90_1DCF "TXT",
    }
}

/// The last part of a resource's name without its class: `CHEST` of `DB:>PROPS>CHEST.TMESH`.
pub fn resource_name(name: &str) -> &str {
    let last = name.rsplit(['>', '/', '\\']).next().unwrap_or(name);
    last.rsplit_once('.').map_or(last, |(stem, _)| stem)
}
