//! Names, their hashes, and the classes of resources.

use crate::bytes::{Source, cp1252};
use crate::formats::{FormatInfo, by_id};

/// The hash of a name: CRC-32 of its bytes as written, which are upper case.
pub fn name_hash(name: &str) -> u32 {
    crc32fast::hash(name.as_bytes())
}

/// The hash by which resources refer to the resource in the file `name`.
pub fn companion_hash(name: &str) -> u32 {
    crc32fast::hash(&cp1252::encode(&name.to_ascii_uppercase()))
}

crate::symbols! {
    /// Hashes of class names.
    pub mod class: u32, pub CLASSES {
        MESH = 0xD7FA_D7E2 "MESH",
        MATERIAL = 0xBA8D_E9D9 "MATERIAL",
        MATERIALANIM = 0x09C8_2847 "MATERIALANIM",
        MATERIALOBJ = 0x4E2C_2FDB "MATERIALOBJ",
        BITMAP = 0x1895_992A "BITMAP",
        SKIN = 0x34EC_85AA "SKIN",
        NODE = 0xB3EA_05F1 "NODE",
        LOD = 0x8091_7BF5 "LOD",
        SURFACE = 0x8304_6074 "SURFACE",
        ROTSHAPE = 0xBB3B_AED6 "ROTSHAPE",
        WARP = 0xE520_61D2 "WARP",
        WORLD = 0xCD23_D3F3 "WORLD",
        LIGHT = 0x9C4E_9E47 "LIGHT",
        OMNI = 0xFB8B_125B "OMNI",
        HFOG = 0x94AA_D945 "HFOG",
        CAMERA = 0xCBE4_2983 "CAMERA",
        CAMERAZONE = 0x68AA_64D9 "CAMERAZONE",
        COLLISIONVOL = 0x08D2_C4D6 "COLLISIONVOL",
        SPLINE = 0xC50E_926F "SPLINE",
        ANIMATION = 0xC990_9A33 "ANIMATION",
        ANIMFRAME = 0xF52C_F34D "ANIMFRAME",
        PARTICLES = 0x8897_2795 "PARTICLES",
        OCCLUDER = 0x7798_FC52 "OCCLUDER",
        SOUND = 0x0FDA_0134 "SOUND",
        GAMEOBJ = 0xFBED_3643 "GAMEOBJ",
        USERDEFINE = 0x8FFD_95A7 "USERDEFINE",
        TXT = 0x8A90_1DCF "TXT",
        RTC = 0xA17B_ABB6 "RTC",
        FONTS = 0x8457_2A4B "FONTS",
        TPL = 0x5125_0F91 "TPL",
    }
}

/// The name of the class with this hash, or the hash as eight hex digits.
pub fn class_name(class: u32) -> String {
    let known = CLASSES.iter().find(|known| known.value == class);
    known.map_or_else(|| format!("{class:08X}"), |known| known.name.to_owned())
}

/// The format of a class: `totem.` and its name.
pub(super) fn format_of(class: u32) -> Option<&'static FormatInfo> {
    let known = CLASSES.iter().find(|known| known.value == class)?;
    Some(by_id(&format!("totem.{}", known.name.to_ascii_lowercase()))?.info())
}

/// The last component of a resource's name without its class: `CHEST` of `DB:>PROPS>CHEST.TMESH`.
pub fn resource_name(name: &str) -> &str {
    let last = name.rsplit(['>', '/', '\\']).next().unwrap_or(name);
    last.rsplit_once('.').map_or(last, |(stem, _)| stem)
}

/// The hash of the resource in a file: of its name, or the hash that it is named after.
pub(super) fn hash_of(source: &Source) -> u32 {
    let name = source.file_name();
    match (name.len(), u32::from_str_radix(name, 16)) {
        (8, Ok(hash)) => hash,
        _ => companion_hash(name),
    }
}

/// The class in the extension of a resource's name: `.T` and the class, but `.T3DNODE` for a NODE.
pub(super) fn class_in(name: &str) -> Option<u32> {
    let (_, end) = name.rsplit_once('.')?;
    let end = end.to_ascii_uppercase();
    let named = end.strip_prefix('T')?;
    let named = if named == "3DNODE" { "NODE" } else { named };
    CLASSES.iter().find(|known| known.name == named).map(|known| known.value)
}
