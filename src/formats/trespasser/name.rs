//! Hashes of names.

/// The identifier of a sound or a sound material: CRC-32 (zlib's) of the name with `\` turned to
/// `/` and ASCII letters in lower case (format document `trespasser-tpa.md`, section 5).
pub fn name_hash(name: &str) -> u32 {
    let plain: Vec<u8> = crate::codec::cp1252::encode(name)
        .into_iter()
        .map(|byte| if byte == b'\\' { b'/' } else { byte.to_ascii_lowercase() })
        .collect();
    crc32fast::hash(&plain)
}

#[cfg(test)]
mod tests {
    use super::name_hash;

    #[test]
    fn known_names_have_their_known_hashes() {
        for (name, hash) in [
            ("MISSING", 0xF0A07BD9),
            ("Missing", 0xF0A07BD9),
            ("OPTIONS - MAIN LOOP", 0x58382169),
            ("BIRD 01", 0x2F3D7FF2),
            (r"VO\AM01", 0xE5EAC1E9),
            ("vo/am01", 0xE5EAC1E9),
            ("TERRAIN", 0xC87653B1),
            ("BULLET", 0xBA133075),
            ("WATER", 0xFB3314DA),
            ("Blood", 0xBF11C5BF),
            ("123456789", 0xCBF43926),
        ] {
            assert_eq!(name_hash(name), hash, "{name}");
        }
    }
}
