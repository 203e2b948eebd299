use gouraud::ksy::{Condition, FieldExpression, TreeObjects, Value};
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
fn bits_of_flags_are_members() {
    assert!(holds("flags.gouraud and flags.subdivide and not flags.triangle"));
    assert!(!holds("flags.triangle"));
    assert!(!holds("flags.gourad or length.gouraud"), "no bit has this name");
}

#[test]
fn accepts_words_for_signs() {
    assert!(holds("flags & 0x20 and not (flags & 0x40 != 0) or false"));
    assert!(holds("not surface"), "0 is false");
    assert!(holds("surface == 1 ? false : length == 32"));
    assert!(!holds("not flags & 0x40 == 0"), "`not` binds looser than comparisons");
    assert!(holds("0 <= surface < 3"), "comparisons in a row are joined from the left");
}

#[test]
fn index_counts_elements_of_enclosing_array() {
    assert!(holds("_index == 0"));
    assert!(holds("_parent._index == 0 && _parent._parent.faces[1].flags != 0"));
}

#[test]
fn methods_follow_paths() {
    assert!(holds("indices.size == 4 && indices.max == 3"));
    assert!(holds("indices == [0, 1, 2, 3]"));
    assert!(holds("uv.last.u.to_s.length > 0"));
    assert!(!holds("uv.wrong.u == 0"));
}

#[test]
fn unknown_names_are_those_without_field_or_method() {
    let library = Library::new();
    let plaza = super::plaza(&library);
    let tree = &plaza.document.tree;
    let id = tree.find("models[0].faces[0].flags").unwrap();
    let unknown = |text: &str| -> Vec<(usize, String)> {
        let objects = TreeObjects::new(tree, id.clone());
        let names = Condition::parse(text).unwrap().unknown_names(&objects, &|path| path == "area");
        names.into_iter().map(|unknown| (unknown.at, unknown.name)).collect()
    };
    let one = |at, name: &str| vec![(at, name.to_owned())];
    assert_eq!(unknown("flags & 1 && header.versoin == 4"), one(13, "header.versoin"));
    assert_eq!(unknown("indices.size == 4 && sirface"), one(21, "sirface"));
    assert_eq!(unknown("flags.gouraud and flags.to_s.length > 0 and area > 3"), []);
    assert_eq!(unknown("flags.gourad"), one(0, "flags.gourad"));
    assert_eq!(unknown("surface.foo"), one(0, "surface.foo"));
    assert_eq!(unknown("flags.gouraud.foo"), one(0, "flags.gouraud.foo"));
    assert_eq!(unknown("area.to_i > 3 and area.to_s.length > 1"), []);
    assert_eq!(unknown("surface.to_s.length > 1 and flags.gouraud.to_i == 1"), []);
    assert_eq!(unknown("flags == 'gourad'"), one(9, "gourad"));
}

/// Evaluates an expression in the scope of the plaza's first face.
fn value(text: &str) -> Value {
    let library = Library::new();
    let plaza = super::plaza(&library);
    let tree = &plaza.document.tree;
    let mut objects = TreeObjects::new(tree, tree.find("models[0].faces[0]").unwrap());
    FieldExpression::parse(text).unwrap().value(&mut objects).unwrap()
}

#[test]
fn expressions_have_values_of_fields() {
    assert!(matches!(value("flags & 0xff"), Value::Int(0x23)));
    assert!(matches!(value("_parent"), Value::Object(_)));
    assert!(matches!(value("_io.size > 0 and _io.eof"), Value::Bool(true)));
    let Value::Array(indices) = value("indices") else { panic!("expected an array") };
    assert_eq!(indices.values.len(), 4);
    assert_eq!(indices.elements().count(), 4);
    let found = FieldExpression::parse("nothing.at").unwrap();
    let library = Library::new();
    let plaza = super::plaza(&library);
    let tree = &plaza.document.tree;
    let mut objects = TreeObjects::new(tree, tree.find("header").unwrap());
    assert_eq!(found.value(&mut objects).unwrap_err().kind.name(), "NameError");
    let version = FieldExpression::parse("version").unwrap();
    let (path, span) = version.field(&mut objects).unwrap();
    assert_eq!((path.as_str(), span.start), ("header.version", 0));
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
    let at = |text: &str| Condition::parse(text).unwrap_err().at + 1;
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
