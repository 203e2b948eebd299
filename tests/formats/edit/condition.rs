use gouraud::edit::{Condition, EditError};
use gouraud::library::Library;

/// Evaluates a condition at the flags of the plaza's first face: flags 0x1823, surface 0, length 32,
/// indices 0 to 3.
fn holds(text: &str) -> bool {
    let library = Library::new();
    let plaza = super::plaza(&library);
    let tree = &plaza.document.tree;
    let id = tree.find("models[0].faces[0].flags").unwrap();
    Condition::parse(text).unwrap().holds(tree, &id)
}

#[test]
fn bit_operators_bind_tighter_than_comparisons() {
    for text in [
        "flags == 0x1823",
        "flags & 0x20 == 0x20",
        "flags & 0x20 && !(flags & 0x40)",
        "!(flags & 0x40)",
        "!surface == 1",
        "length == 16 + 4 * 4",
        "length - 30 == 2 && length / 5 == 6 && length % 5 == 2",
        "1 << 5 == length",
        "flags >> 12 == 1",
        "flags ^ 0x1823 == 0",
        "~flags & 0xffff == 0xe7dc",
        "flags | 1 == flags",
        "surface || length",
        "0 || 0 || 1 && 1",
        "-1 < surface",
        "length >= 32 && length <= 32 && length != 33",
        "length * 0.5 == 16",
        "indices[3] == 3",
        "uv[1].u == 36",
    ] {
        assert!(holds(text), "{text}");
    }
    for text in [
        "!flags & 0x40",
        "!flags & 1",
        "surface",
        "flags & 0x40",
        "length < 32",
        "!(1 || 0)",
        "nothing == 0",
        "length / 0",
    ] {
        assert!(!holds(text), "{text}");
    }
}

#[test]
fn resolves_names_outwards_and_texts_as_flag_names() {
    assert!(holds("flags & 'textured'"));
    assert!(holds("flags & \"Gouraud\""), "double quotes");
    assert!(!holds("flags & 'semi-transparent'"));
    assert!(holds("header.version == 4"), "a field of the file, not of the face");
    assert!(holds("header.minor != 'text'"), "a text is not a number");
}

#[test]
fn reports_position_of_syntax_error() {
    let at = |text: &str| match Condition::parse(text).unwrap_err() {
        EditError::Condition { at, .. } => at,
        other => panic!("{other}"),
    };
    assert_eq!(at("flags &"), 8);
    assert_eq!(at("flags & (1"), 11);
    assert_eq!(at("flags 3"), 7);
    assert_eq!(at("flags = 3"), 7);
    assert_eq!(at("flags & 0xzz"), 9);
    assert_eq!(at("flags & 'text"), 9);
    assert_eq!(at(""), 1);
    assert_eq!(at("é § 3"), 3);
    assert!(at(&"(".repeat(100_000)) > 1, "no stack overflow");
    assert!(at(&"!".repeat(100_000)) > 1);
    assert!(at(&"-~".repeat(100_000)) > 1);
}
