//! Hashes of names.

use gouraud::formats::trespasser::{name_hash, texture_id};

#[test]
fn known_names_have_known_hashes() {
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
#[test]
fn texture_ids_depend_on_maps_and_brightness() {
    for (colour, bump, diffuse, id) in [
        (r"Map\be\SOccludet2.bmp", "", 1.0, 0x6C74_6D48),
        (r"Map\Lab\ARaptor10t2.bmp", r"Map\Lab\ARaptor10b8.bmp", 1.0, 0x50AD_826A),
        (r"Map\be\Blaht2.bmp", "", 1.0, 0x4413_E987),
        (r"Map\be\Blaht2.bmp", r"Map\be\Blahb8.bmp", 0.75, 0x88C4_BD0C),
    ] {
        assert_eq!(texture_id(colour, bump, diffuse), id, "{colour} {bump} {diffuse}");
    }
}

#[test]
fn bump_maps_have_the_name_of_their_colour_map() {
    let of = gouraud::formats::trespasser::bump_map_of;
    assert_eq!(of("island-130.pid", "Newt2"), Some("Newb8".to_owned()));
    assert_eq!(of("ISLAND-130.SPZ", "NEWT2"), Some("NEWb8".to_owned()));
    assert_eq!(of("island-130.swp", "Newo8"), None);
    assert_eq!(of("town.psx", "Newt2"), None);
}
