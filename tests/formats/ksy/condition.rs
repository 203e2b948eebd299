use gouraud::ksy::{
    Condition, Examination, FieldExpression, Property, TreeObjects, Value, ValueType,
};
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

/// The examination of a condition at a field, with a property of each type.
fn examined(tree: &gouraud::bytes::Tree, id: &gouraud::bytes::FieldId, text: &str) -> Examination {
    let property = |path, value| Property { path, value, meaning: "" };
    let properties = [
        property("area", ValueType::Float),
        property("model.name", ValueType::Text),
        property("texture.missing", ValueType::Boolean),
    ];
    let mut examination = Examination::default();
    let objects = TreeObjects::new(tree, id.clone());
    examination.examine(&Condition::parse(text).unwrap(), &objects, &properties);
    examination
}

#[test]
fn operands_of_types_without_a_result_are_mistakes() {
    let library = Library::new();
    let plaza = super::plaza(&library);
    let tree = &plaza.document.tree;
    let id = tree.find("models[0].faces[0].flags").unwrap();
    let mistake = |text: &str| {
        let found = examined(tree, &id, text).mistake().unwrap_or_else(|| panic!("{text}"));
        (text[found.range_in(text)].to_owned(), found.message)
    };
    for (text, word, message) in [
        ("area == 'x'", "'x'", "expected a number, found the text \"x\""),
        ("\"x y\" != area", "\"x y\"", "expected a number, found the text \"x y\""),
        ("length == 'long'", "'long'", "expected a number, found the text \"long\""),
        ("model.name > 5", "5", "expected a text, found 5"),
        ("5 < model.name", "5", "expected a text, found 5"),
        ("flags.gouraud == 'yes'", "'yes'", "expected a boolean, found the text \"yes\""),
        ("model.name == area", "area", "expected a text, found a float"),
        ("not (model.name == flags)", "flags", "expected a text, found an integer"),
        ("area & 3 == 0", "area", "expected an integer, found a float"),
        ("model.name * 2 == 0", "model", "expected a number, found a text"),
        ("model.name + 1 == '1'", "1", "expected a text, found 1"),
        ("-model.name < 0", "model", "expected a number, found a text"),
        ("model.name.lenght > 3", "lenght", "a text has no `lenght`"),
        ("area.to_s == '1'", "to_s", "a float has no `to_s`"),
        ("model.name.length == '3'", "'3'", "expected a number, found the text \"3\""),
        ("indices", "indices", "expected a condition, found an array"),
        ("indices == 3", "3", "expected an array, found 3"),
        ("indices < indices", "indices", "expected a number, text or bytes, found an array"),
        ("length[0] == 1", "length", "expected an array or bytes, found an integer"),
        ("header.minor == 3 or area == 'x'", "'x'", "expected a number, found the text \"x\""),
    ] {
        assert_eq!(mistake(text), (word.to_owned(), message.to_owned()), "{text}");
    }
}

#[test]
fn operands_of_types_with_a_result_are_no_mistakes() {
    let library = Library::new();
    let plaza = super::plaza(&library);
    let tree = &plaza.document.tree;
    let id = tree.find("models[0].faces[0].flags").unwrap();
    for text in [
        "area > 5 and area * 2 != length",
        "flags.gouraud == 1 and flags.gouraud == true",
        "texture.missing == flags.gouraud",
        "flags & 'textured' == 'textured'",
        "model.name + 'x' == 'plaza' and model.name",
        "model.name.length + flags.gouraud > 3",
        "indices == [0, 1, 2, 3] and indices[3] == 3",
        "(flags.gouraud ? model.name : 'x') == 'y'",
        "0 <= surface < 3 and _index < 9",
        "uv[1].u == 36 and uv.last.u.to_s == '36'",
        "_parent.length == 'depends on the record'",
    ] {
        let found = examined(tree, &id, text);
        assert!(found.is_clean(), "{text}: {:?}", found.mistake());
    }
}

#[test]
fn a_record_in_which_the_types_fit_contradicts_a_mistake() {
    let library = Library::new();
    let plaza = super::plaza(&library);
    let tree = &plaza.document.tree;
    let [face, header] = ["models[0].faces[0]", "header"].map(|path| tree.find(path).unwrap());
    let condition = Condition::parse("length == 'x'").unwrap();
    let objects = |at: &gouraud::bytes::FieldId| TreeObjects::new(tree, at.clone());
    let mut examination = Examination::default();
    examination.examine(&condition, &objects(&header), &[]);
    assert_eq!(examination.clone().mistake().unwrap().message, "unknown name \"length\"");
    // The other record does not have the field.
    examination.examine(&condition, &objects(&face), &[]);
    assert_eq!(examination.clone().mistake().unwrap().at, 10);
    let text = Property { path: "length", value: ValueType::Text, meaning: "" };
    examination.examine(&condition, &objects(&face), &[text]);
    assert!(examination.is_clean());
}

#[test]
fn unknown_names_are_those_without_field_or_method() {
    let library = Library::new();
    let plaza = super::plaza(&library);
    let tree = &plaza.document.tree;
    let id = tree.find("models[0].faces[0].flags").unwrap();
    let unknown = |text: &str| -> Option<(usize, String)> {
        let found = examined(tree, &id, text);
        found.unknown_name().map(|unknown| (unknown.at, unknown.name.clone()))
    };
    let one = |at, name: &str| Some((at, name.to_owned()));
    // The word that is unknown, not the known ones before it.
    assert_eq!(unknown("flags & 1 && header.versoin == 4"), one(20, "header.versoin"));
    assert_eq!(unknown("haeder.version == 4"), one(0, "haeder.version"));
    assert_eq!(unknown("indices.size == 4 && sirface"), one(21, "sirface"));
    assert_eq!(unknown("flags.gouraud and flags.to_s.length > 0 and area > 3"), None);
    assert_eq!(unknown("flags.gourad"), one(6, "flags.gourad"));
    assert_eq!(unknown("surface.foo"), one(8, "surface.foo"));
    assert_eq!(unknown("flags.gouraud.foo"), one(14, "flags.gouraud.foo"));
    assert_eq!(unknown("area.to_i > 3 and area.to_i.to_s.length > 1"), None);
    assert_eq!(unknown("surface.to_s.length > 1 and flags.gouraud.to_i == 1"), None);
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
