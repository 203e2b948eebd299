//! Names and their hashes.

use gouraud::formats::totem::{CLASSES, name_hash, resource_name};

#[test]
fn hashes_match_the_document() {
    assert_eq!(name_hash("CYLINDER01"), 0x321C_357D);
    let long = "DB:>LEVELS>LVL_DGBA>CHM_NORM>GL_CAUTION01_017.T3DNODE";
    assert_eq!(name_hash(long), 0xE161_AE20);
    assert_eq!(name_hash(""), 0);
    for class in CLASSES {
        assert_eq!(name_hash(class.name), class.value, "{}", class.name);
    }
}

#[test]
fn resources_are_named_by_the_last_part() {
    assert_eq!(resource_name("DB:>PROPS>CHEST.TMESH"), "CHEST");
    assert_eq!(resource_name("box_0.ngc.TMESH"), "box_0.ngc");
    assert_eq!(resource_name(""), "");
}
