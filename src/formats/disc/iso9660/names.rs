//! File names as stored on discs.

/// A stored name without its version and one trailing dot: `NOEXT.;1` is `NOEXT`.
pub fn file_name(stored: &[u8], is_joliet: bool) -> String {
    let name = if is_joliet { ucs2(stored) } else { text(stored) };
    let version = name.rfind(';').filter(|at| {
        let digits = name.get(at + 1..).unwrap_or("");
        digits.chars().all(|c| c.is_ascii_digit())
    });
    let name = version.and_then(|at| name.get(..at)).unwrap_or(&name);
    let name = name.strip_suffix('.').unwrap_or(name);
    // A slash would create folders; an empty name cannot be part of a path.
    let name: String = name.chars().map(|c| if c == '/' { '_' } else { c }).collect();
    if name.is_empty() { "_".to_owned() } else { name }
}

/// The Rock Ridge name of a file; `None` without one.
pub fn unix_name(stored: &[u8]) -> Option<String> {
    let name = match std::str::from_utf8(stored) {
        Ok(name) => name.to_owned(),
        Err(_) => text(stored),
    };
    let name = name.replace(['/', '\0'], "_");
    (!name.is_empty()).then_some(name)
}

/// ASCII, or else Latin-1: one character per byte.
fn text(stored: &[u8]) -> String {
    stored.iter().map(|byte| char::from(*byte)).collect()
}

/// Big-endian 16-bit units.
fn ucs2(stored: &[u8]) -> String {
    let units = stored.chunks_exact(2).map(|unit| match unit {
        [high, low] => u16::from_be_bytes([*high, *low]),
        _ => 0,
    });
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// Name of a volume, without trailing blanks and NULs.
pub fn volume_name(stored: &[u8], is_joliet: bool) -> String {
    let name = if is_joliet { ucs2(stored) } else { text(stored) };
    name.trim_end_matches([' ', '\0']).to_owned()
}
