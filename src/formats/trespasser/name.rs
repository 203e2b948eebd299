//! Name hashes.

/// The identifier of a sound or a sound material: CRC-32 (as in zlib) of the name with `\` replaced by
/// `/` and ASCII letters in lower case (format document `trespasser-tpa.md`, section 5).
pub fn name_hash(name: &str) -> u32 {
    crc32fast::hash(&plain(name))
}

/// The identifier of a texture: CRC-32 of the names of its colour map and its bump map (empty if there is
/// none), normalised as in [`name_hash`], followed by the material's `Diffuse` as four bytes (format
/// document `trespasser-level.md`, section 5.1).
pub fn texture_id(colour_map: &str, bump_map: &str, diffuse: f32) -> u32 {
    let mut bytes = plain(colour_map);
    bytes.extend(plain(bump_map));
    bytes.extend(diffuse.to_le_bytes());
    crc32fast::hash(&bytes)
}

/// The usual name of the bump map that belongs to a colour map (format document `trespasser-level.md`,
/// section 4.7): `Newb8` to `Newt2`, if `path` is that of a texture directory or of its pixels.
pub fn bump_map_of(path: &str, colour_map: &str) -> Option<String> {
    let (_, extension) = path.rsplit_once('.')?;
    let has_bumps = ["pid", "swp", "spz"].iter().any(|one| one.eq_ignore_ascii_case(extension));
    let stem = colour_map.strip_suffix("t2").or_else(|| colour_map.strip_suffix("T2"));
    stem.filter(|_| has_bumps).map(|stem| format!("{stem}b8"))
}

/// Windows ANSI, `\` replaced by `/`, ASCII letters in lower case.
fn plain(name: &str) -> Vec<u8> {
    let byte = |byte: u8| if byte == b'\\' { b'/' } else { byte.to_ascii_lowercase() };
    crate::bytes::cp1252::encode(name).into_iter().map(byte).collect()
}
