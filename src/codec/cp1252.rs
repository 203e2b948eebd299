//! Windows ANSI text (code page 1252): one byte a character.

/// Characters 0x80 to 0x9F. The five that are not assigned stand for themselves, as in browsers.
const HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Text of these bytes; none is refused.
pub fn decode(bytes: &[u8]) -> String {
    let character = |byte: &u8| match byte {
        0x80..=0x9F => HIGH.get(usize::from(byte - 0x80)).copied().unwrap_or('?'),
        _ => char::from(*byte),
    };
    bytes.iter().map(character).collect()
}

/// Characters that the code page lacks become `?`.
pub fn encode(text: &str) -> Vec<u8> {
    let byte = |character: char| {
        let high = || HIGH.iter().position(|high| *high == character);
        match u8::try_from(u32::from(character)) {
            Ok(byte) if !(0x80..=0x9F).contains(&byte) => byte,
            _ => high().and_then(|at| u8::try_from(0x80 + at).ok()).unwrap_or(b'?'),
        }
    };
    text.chars().map(byte).collect()
}
