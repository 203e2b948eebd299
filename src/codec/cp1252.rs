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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_one_character_and_back() {
        let all: Vec<u8> = (0..=255).collect();
        let text = decode(&all);
        assert_eq!(text.chars().count(), 256);
        assert_eq!(encode(&text), all);
    }

    #[test]
    fn typographic_signs_are_those_of_the_code_page() {
        assert_eq!(decode(b"It\x92s \x93\xE9t\xE9\x94 \x85 \x80 5"), "It’s “été” … € 5");
        assert_eq!(encode("ж’"), b"?\x92");
    }
}
