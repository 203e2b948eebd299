//! Suggestions for the word that is being typed.

use gouraud::ksy::{Completion, CompletionScope, complete};
use gouraud::library::Library;
use proptest::prelude::*;

use super::{load, plaza};

const LAMPS: &str = "
meta: {id: lamps, endian: le}
-gouraud:
  meshes:
    positions: {each: lamps, xyz: '[x, x, x]'}
    faces: {each: lamps, corners: {position: sides}}
types:
  lamp:
    seq:
      - {id: x, type: f4}
      - {id: kind, type: u1, enum: kinds}
      - {id: sides, type: u2, repeat: expr, repeat-expr: 3}
    instances:
      in_lamp: {value: x}
enums:
  kinds: {0: bulb, 1: torch}
seq:
  - {id: count, type: u2}
  - id: lamps
    type: lamp
    repeat: expr
    repeat-expr: count
";

fn at_end(text: &str) -> Option<Completion> {
    complete(text, text.len(), CompletionScope::Text(&load(LAMPS)))
}

/// Suggestions after the lamps with a text in place of the rest starting at `from`, as `text:
/// meaning`.
fn in_place_of(from: &str, typed: &str) -> Vec<String> {
    let before = LAMPS.split(from).next().unwrap();
    let found = at_end(&format!("{before}{typed}"));
    let entries = found.map(|found| found.entries).unwrap_or_default();
    entries.iter().map(|entry| format!("{}: {}", entry.text, entry.meaning)).collect()
}

/// Words that are suggested at the end of a text.
fn words(text: &str) -> Vec<String> {
    let found = at_end(text);
    found.map_or_else(Vec::new, |found| found.entries.into_iter().map(|e| e.text).collect())
}

/// Names of candidates at the end of a text, at the flags of the plaza's first face.
fn at_field(text: &str) -> Vec<String> {
    let library = Library::new();
    let plaza = plaza(&library);
    let tree = &plaza.document.tree;
    let id = tree.find("models[0].faces[0].flags").unwrap();
    let found = complete(text, text.len(), CompletionScope::Fields(tree, &id));
    let entries = found.map(|found| found.entries).unwrap_or_default();
    entries.into_iter().map(|found| found.text).collect()
}

#[test]
fn members_of_a_type_have_static_types() {
    let outside = |typed: &str| in_place_of("count\n", typed);
    assert_eq!(outside("1 + co"), ["count: an integer"]);
    assert_eq!(outside("lamps[count - 1].k"), ["kind: a value of `lamps::kinds`"]);
    assert_eq!(outside("lamps.fir"), ["first: an element"]);
    let inside = |typed: &str| in_place_of("x}\nenums", typed);
    assert_eq!(inside("_parent.cou"), ["count: an integer"]);
    assert_eq!(inside("kind == kin"), ["kind: a value of `lamps::kinds`", "kinds::: an enum"]);
    assert_eq!(inside("kinds::t"), ["torch: 1"]);
}

#[test]
fn entries_know_the_members_of_their_elements() {
    let positions = |typed: &str| in_place_of("[x, x, x]'", typed);
    assert_eq!(positions("[in"), ["in_lamp: a float"]);
    assert_eq!(positions("[_.ki"), ["kind: a value of `lamps::kinds`"]);
    assert_eq!(in_place_of("sides}}", "si"), ["sides: an array"]);
    assert_eq!(in_place_of("lamps, xyz", "la"), ["lamps: an array"]);
}

#[test]
fn finished_names_and_texts_have_no_candidates() {
    let outside = |typed: &str| in_place_of("count\n", typed);
    assert!(outside("count").is_empty());
    assert!(outside("a == 'co").is_empty());
    assert!(outside("12.").is_empty());
    assert!(outside("nothing.").is_empty());
}

#[test]
fn keys_of_the_section_are_suggested() {
    assert_eq!(words("meta:\n  id: a\n  en"), ["encoding", "endian"]);
    assert_eq!(words("seq:\n  - id: a\n    rep"), ["repeat", "repeat-expr", "repeat-until"]);
    assert_eq!(words("seq:\n  - t"), ["terminator", "type"]);
    assert_eq!(words("seq:\n  - {id: a, t"), ["terminator", "type"]);
    assert_eq!(words("instances:\n  a:\n    po"), ["pos"]);
    assert_eq!(words("seq:\n  - id: a\n    type:\n      sw"), ["switch-on"]);
    assert_eq!(words("in"), ["instances"]);
    assert_eq!(words("-g"), ["-gouraud"]);
    assert_eq!(words("enums:\n  animal:\n    si"), [""; 0]);
    assert_eq!(words("-gouraud:\n  me"), ["members", "meshes"]);
    assert_eq!(words("-gouraud:\n  meshes:\n    - faces:\n        sh"), ["shape"]);
    assert_eq!(words("-gouraud: {meshes: {faces: {corners: {po"), ["position"]);
    assert_eq!(words("seq:\n  - id: a\n    -gouraud: {sh"), ["show"]);
}

#[test]
fn keys_of_views_are_explained() {
    let explained = |text: &str| {
        let found = at_end(text).map(|found| found.entries).unwrap_or_default();
        found.first().map_or_else(String::new, |entry| entry.meaning.clone())
    };
    assert_eq!(explained("-gouraud:\n  meshes:\n    - nam"), "a text");
    assert_eq!(explained("-gouraud:\n  points: {a"), "a list of 3 numbers; required");
    assert_eq!(explained("-gouraud:\n  han"), "one of right, left");
    assert_eq!(explained("-gouraud:\n  mem"), "keys of an entry, or a list of entries");
}

#[test]
fn values_are_words_types_and_enums() {
    let field = "seq:\n  - id: a\n    ";
    assert_eq!(words(&format!("{field}type: la")), ["lamp", "lamps"]);
    assert_eq!(words(&format!("{field}enum: ki")), ["kinds"]);
    assert_eq!(words(&format!("{field}encoding: utf-8")), ["UTF-8"]);
    assert_eq!(words(&format!("{field}encoding: UTF-8")), [""; 0]);
    assert_eq!(words(&format!("{field}repeat: e")), ["eos", "expr"]);
    assert_eq!(words(&format!("{field}# typ")), [""; 0]);
    assert_eq!(words("-gouraud:\n  up: "), ["-x", "-y", "-z", "x", "y", "z"]);
    assert_eq!(words("-gouraud:\n  meshes: {faces: {shape: quad-"), ["quad-strip"]);
}

#[test]
fn the_element_is_known_where_it_is_tested() {
    let text = "count\n    valid:\n      expr: _.";
    assert!(in_place_of("count\n", text).contains(&"kind: a value of `lamps::kinds`".to_owned()));
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
    let text = "seq:\n  - id: a\n    size: co + 1";
    let cursor = text.find("co").unwrap() + 2;
    let found = complete(text, cursor, CompletionScope::Text(&load(LAMPS))).unwrap();
    assert_eq!(found.at, cursor - 2..cursor);
}

proptest! {
    #[test]
    fn completes_any_text_without_failing(
        text in "(seq|types|-gouraud|meshes|type|size|[ a-z:\\n#'{}\\[\\],\\.-]){0,60}",
        at in 0usize..200,
    ) {
        let description = load(LAMPS);
        complete(&text, at.min(text.len()), CompletionScope::Text(&description));
    }
}
