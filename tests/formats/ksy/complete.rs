use gouraud::ksy::{CompletionScope, complete};
use gouraud::library::Library;

use super::{load, plaza};

const LAMPS: &str = "
meta: {id: lamps, endian: le}
seq:
  - {id: count, type: u2}
  - {id: lamps, type: lamp, repeat: expr, repeat-expr: count}
types:
  lamp: {seq: [{id: x, type: f4}, {id: kind, type: u1, enum: kinds}]}
enums:
  kinds: {0: bulb, 1: torch}
";

/// Candidates at the end of a text in a type of the lamps, as `name: type`.
fn of_type(text: &str, type_name: &str) -> Vec<String> {
    let description = load(LAMPS);
    let found = complete(text, text.len(), CompletionScope::Type(&description, type_name));
    let candidates = found.map(|found| found.candidates).unwrap_or_default();
    candidates.iter().map(|found| format!("{}: {}", found.name, found.type_name)).collect()
}

/// Names of candidates at the end of a text, at the flags of the plaza's first face.
fn at_field(text: &str) -> Vec<String> {
    let library = Library::new();
    let plaza = plaza(&library);
    let tree = &plaza.document.tree;
    let id = tree.find("models[0].faces[0].flags").unwrap();
    let found = complete(text, text.len(), CompletionScope::Fields(tree, &id));
    let candidates = found.map(|found| found.candidates).unwrap_or_default();
    candidates.into_iter().map(|found| found.name).collect()
}

#[test]
fn members_of_a_type_have_static_types() {
    assert_eq!(of_type("1 + co", "lamps"), ["count: an integer"]);
    assert_eq!(of_type("lamps[count - 1].k", "lamps"), ["kind: a value of `lamps::kinds`"]);
    assert_eq!(of_type("lamps.fir", "lamps"), ["first: an element"]);
    assert_eq!(of_type("_parent.cou", "lamps::lamp"), ["count: an integer"]);
    assert_eq!(
        of_type("kind == kin", "lamps::lamp"),
        ["kind: a value of `lamps::kinds`", "kinds::: an enum"]
    );
    assert_eq!(of_type("kinds::t", "lamps::lamp"), ["torch: 1"]);
}

#[test]
fn finished_names_and_texts_have_no_candidates() {
    assert!(of_type("count", "lamps").is_empty());
    assert!(of_type("'co", "lamps").is_empty());
    assert!(of_type("12.", "lamps").is_empty());
    assert!(of_type("nothing.", "lamps").is_empty());
}

#[test]
fn fields_are_completed_from_the_scope_outwards() {
    assert_eq!(at_field("flags & 1 and surf"), ["surface"]);
    assert_eq!(at_field("header.ver"), ["version"]);
    assert_eq!(at_field("_parent._parent.faces[1].surf"), ["surface"]);
    assert!(at_field("indices.").contains(&"size".to_owned()));
}

#[test]
fn texts_are_completed_to_names_of_bits() {
    assert_eq!(at_field("flags & 'gour"), ["gouraud"]);
    assert!(at_field("length == 'gour").is_empty());
}

#[test]
fn replaces_only_the_name_at_the_cursor() {
    let description = load(LAMPS);
    let scope = CompletionScope::Type(&description, "lamps");
    let found = complete("co + 1", 2, scope).unwrap();
    assert_eq!(found.at, 0..2);
}
