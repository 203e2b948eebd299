use gouraud::formats::neversoft::psx::palette::{loaded, loaded_unwrapped};

#[test]
fn stp_begins_at_the_first_black_without_a_key() {
    assert_eq!(loaded(&[0x001F, 0, 0x03E0]), [0x801F, 0x8000, 0x83E0]);
    assert_eq!(loaded_unwrapped(&[0x001F, 0, 0x03E0]), [0x001F, 0x8000, 0x83E0]);
    let keyed = [0x001F, 0, 0x7C1F, 0x03E0, 0x8000];
    assert_eq!(loaded_unwrapped(&keyed), loaded(&keyed));
    let mut large = [0x1234; 256];
    large[255] = 0;
    assert_eq!(loaded_unwrapped(&large), large, "no black before the last");
}
