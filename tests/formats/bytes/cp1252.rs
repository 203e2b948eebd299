use gouraud::bytes::cp1252::*;

#[test]
fn every_byte_round_trips_as_one_character() {
    let all: Vec<u8> = (0..=255).collect();
    let text = decode(&all);
    assert_eq!(text.chars().count(), 256);
    assert_eq!(encode(&text), all);
}

#[test]
fn decodes_typographic_characters() {
    assert_eq!(decode(b"It\x92s \x93\xE9t\xE9\x94 \x85 \x80 5"), "It’s “été” … € 5");
    assert_eq!(encode("ж’"), b"?\x92");
}
