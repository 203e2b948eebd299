//! Hints of fields: meanings, links and range checks; labels of objects.

use gouraud::bytes::Hint;
use gouraud::formats::Document;

use super::format::{field, open, problems};

const HINTS: &str = "
meta: {id: hints, endian: le}
seq:
  - {id: flags, type: u1, doc: State of the door., -gouraud: {flags: bits}}
  - {id: angle, type: u2, -gouraud: {show: angle, turn: 4096}}
  - {id: degrees, type: u1, -gouraud: {show: angle}}
  - {id: scale, type: s2, -gouraud: {fixed: 8, unit: m}}
  - {id: colour, size: 3, -gouraud: {show: colour}}
  - {id: word, type: u2, -gouraud: {show: colour}}
  - {id: tag, type: u4, -gouraud: {show: text}}
  - {id: wait, type: u1, doc: Time before it closes., -gouraud: {unit: seconds, show: hex}}
  - {id: shades, type: u1, repeat: expr, repeat-expr: 2, -gouraud: {fixed: 4}}
  - {id: low, type: b3, -gouraud: {flags: bits}}
enums:
  bits: {1: open, 2: {id: locked, doc: Needs a key}, 0x0c: lights}
instances:
  half: {value: scale / 2, -gouraud: {fixed: 8}}
";

fn meanings(document: &Document, paths: &[&str]) -> Vec<String> {
    paths.iter().map(|path| field(document, path).meaning).collect()
}

#[test]
fn numbers_are_described_by_their_hints() {
    let bytes = b"\x0b\x00\x04\x5A\x80\x01\x10\x20\x30\x1F\x00ABCD\x0A\x08\x18\xA0";
    let document = open(HINTS, bytes);
    let paths =
        ["flags", "angle", "degrees", "scale", "colour", "word", "tag", "wait", "low", "half"];
    let expected = [
        "open, locked, lights 2",
        "90.00°",
        "90.00°",
        "1.5 m",
        "#102030",
        "r 31 g 0 b 0",
        "\"DCBA\"",
        "seconds",
        "open, lights 1",
        "0.75",
    ];
    assert_eq!(meanings(&document, &paths), expected);
    assert_eq!(field(&document, "scale").scaled, Some(1.5));
    assert_eq!(field(&document, "shades[1]").scaled, Some(1.5));
    assert!(field(&document, "wait").hint.is_hex());
    let Hint::Flags(bits) = field(&document, "flags").hint else { panic!("flags") };
    assert_eq!((bits[1].name, bits[1].meaning), ("locked", "Needs a key"));
}

#[test]
fn the_documentation_is_the_meaning_of_numbers_without_another_one() {
    let document = open(HINTS, &[0; 22]);
    assert_eq!(meanings(&document, &["flags"]), ["State of the door"]);
}

const CHAIN: &str = "
meta: {id: chain, endian: le}
seq:
  - {id: links, type: link, repeat: expr, repeat-expr: 3}
  - {id: first, type: u1, -gouraud: {index: links}}
  - {id: all, type: u2, repeat: eos, -gouraud: {index: _root.links}}
types:
  link: {seq: [{id: kind, type: u1}, {id: next, type: s1, -gouraud: {index: links}}]}
";

#[test]
fn indices_lead_to_elements() {
    let document = open(CHAIN, &[0, 1, 0, 2, 0, 0xFF, 2, 1, 0, 0xFF, 0xFF]);
    assert_eq!(problems(&document), []);
    let target = |path: &str| {
        let found = document.tree.referred(&field(&document, path), true);
        let Some(gouraud::bytes::Referred::Field(id)) = found else { panic!("{path}: {found:?}") };
        document.tree.path(&id)
    };
    for (path, list) in
        [("first", "links[2]"), ("links[0].next", "links[1]"), ("all[0]", "links[1]")]
    {
        assert_eq!(target(path), list);
    }
}

#[test]
fn indices_out_of_range_are_reported_once_per_field() {
    let document = open(CHAIN, &[0, 3, 0, 2, 0, 9, 4, 1, 0, 7, 0]);
    let found: Vec<String> = document
        .problems
        .iter()
        .map(|found| format!("{}: {}", found.field, found.message))
        .collect();
    let expected = [
        "first: expected an index below 3 (`links`), found 4",
        "all[1]: expected an index below 3 (`_root.links`), found 7",
        "links[0].next: expected an index below 3 (`links`), found 3 (and 1 more)",
    ];
    assert_eq!(found, expected);
}

#[test]
fn hints_have_ranges() {
    let text = |hint: &str| {
        let text = format!("meta: {{id: a}}\nseq: [{{id: a, type: u1, -gouraud: {{{hint}}}}}]");
        super::mistakes(&text)
    };
    assert_eq!(text("fixed: 40"), ["2:43 expected an integer from 0 to 31, found `40`"]);
    assert_eq!(text("turn: 0").len(), 1);
}

#[test]
fn templates_label_objects() {
    let text = "
meta: {id: labels}
seq:
  - {id: pairs, type: pair, repeat: expr, repeat-expr: 2}
types:
  pair:
    -webide-representation: '{kind}: {value.x:hex} {value} {nothing}{'
    seq: [{id: kind, type: u1, enum: kinds}, {id: value, type: value}]
  value:
    -webide-representation: <{x:dec}>
    seq: [{id: x, type: u1}]
enums: {kinds: {1: one}}
";
    let document = open(text, &[1, 16, 2, 17]);
    let expected = ["one: 0x10 <16> {", "2: 0x11 <17> {"];
    assert_eq!(meanings(&document, &["pairs[0]", "pairs[1]"]), expected);
}

#[test]
fn files_name_hashes() {
    let text = "
meta: {id: hashes, endian: le}
seq:
  - {id: wanted, type: u4, -gouraud: {show: hex}}
  - {id: list, type: row, repeat: eos}
types:
  row: {seq: [{id: hash, type: u4}, {id: name, type: strz, encoding: ASCII}]}
-gouraud:
  names: {each: list, hash: hash, name: name}
";
    let document = open(text, b"\x02\0\0\0\x01\0\0\0cat\0\x02\0\0\0dog\0");
    assert_eq!(field(&document, "wanted").hint, Hint::Name);
    let mut learnt = Vec::new();
    document.content.named().names(&mut |hash, name| learnt.push((hash, name.to_owned())));
    learnt.sort();
    assert_eq!(learnt, [(1, "cat".to_owned()), (2, "dog".to_owned())]);
    assert_eq!(document.content.named().name_in_file(2).as_deref(), Some("dog"));
}
