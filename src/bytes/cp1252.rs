//! Windows ANSI text (code page 1252): one byte per character.

/// Characters 0x80 to 0x9F. The five unassigned ones map to themselves, as in browsers.
const HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Decodes bytes as text; never fails.
pub fn decode(bytes: &[u8]) -> String {
    let character = |byte: &u8| match byte {
        0x80..=0x9F => HIGH.get(usize::from(byte - 0x80)).copied().unwrap_or('?'),
        _ => char::from(*byte),
    };
    bytes.iter().map(character).collect()
}

/// Decodes bytes of unknown encoding: as UTF-8 if valid, otherwise as code page 1252.
pub fn text(bytes: &[u8]) -> String {
    std::str::from_utf8(bytes).map_or_else(|_| decode(bytes), str::to_owned)
}

/// Encodes a text; characters outside the code page become `?`.
pub fn encode(text: &str) -> Vec<u8> {
    text.chars().map(|character| byte(character).unwrap_or(b'?')).collect()
}

/// Encodes a text without loss.
///
/// # Errors
/// The first character outside the code page.
pub fn encode_all(text: &str) -> Result<Vec<u8>, char> {
    text.chars().map(|character| byte(character).ok_or(character)).collect()
}

fn byte(character: char) -> Option<u8> {
    match u8::try_from(u32::from(character)) {
        Ok(byte) if !(0x80..=0x9F).contains(&byte) => Some(byte),
        _ => {
            let at = HIGH.iter().position(|high| *high == character)?;
            u8::try_from(0x80 + at).ok()
        }
    }
}
