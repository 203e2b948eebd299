//! Files that are opened by a description: fields, problems, coverage.

use gouraud::bytes::{Coverage, Field, FieldKind, Repr, Severity, Source, Value};
use gouraud::formats::user::UserFormat;
use gouraud::formats::{Document, Format};

use super::{load, mistakes};

/// Opens bytes by a description without mistakes.
pub fn open(text: &str, bytes: &[u8]) -> Document {
    assert_eq!(mistakes(text), [""; 0]);
    let source = Source::from_bytes("file", bytes.to_vec());
    UserFormat::new(load(text), "test.ksy").open(&source).expect("opens")
}

pub fn field(document: &Document, path: &str) -> Field {
    let id = document.tree.find(path).unwrap_or_else(|miss| panic!("{miss}"));
    let field = document.tree.field(&id).expect("a field");
    assert_eq!(field.path, path);
    field
}

/// Start, length and value of a field.
pub fn at(document: &Document, path: &str) -> (u64, u64, Value) {
    let field = field(document, path);
    (field.span.start, field.span.len, field.value)
}

pub fn problems(document: &Document) -> Vec<(Option<&'static str>, String, u64)> {
    let problems = document.problems.iter();
    problems.map(|problem| (problem.kind, problem.field.clone(), problem.span.start)).collect()
}

const PARTS: &str = "
meta: {id: parts, endian: le}
seq:
  - {id: count, type: u2, doc: Number of parts. More follow.}
  - {id: parts, type: part, repeat: expr, repeat-expr: count}
  - {id: size, type: f4}
types:
  part:
    seq:
      - {id: kind, type: u1, enum: kinds}
      - {id: name, type: strz, encoding: UTF-8}
    instances:
      twice: {value: 'kind.to_i * 2'}
    to-string: name
enums:
  kinds: {0: wheel, 1: axle}
";

#[test]
fn fields_have_the_names_of_the_description() {
    let document = open(PARTS, b"\x02\0\x01rim\0\0\xC3\xA9\0\0\0\x80\x3F\x07");
    assert_eq!(at(&document, "count"), (0, 2, Value::Uint(2)));
    assert_eq!(field(&document, "count").meaning, "Number of parts");
    assert_eq!(field(&document, "count").kind, FieldKind::Scalar(Repr::U16));
    assert_eq!(at(&document, "parts[1].name"), (8, 3, Value::Text("é".into())));
    assert_eq!(field(&document, "parts[0].kind").meaning, "axle");
    assert_eq!(field(&document, "parts[1]").meaning, "é");
    assert_eq!(at(&document, "size"), (11, 4, Value::Float(1.0)));
    let coverage = Coverage { fields: 15, unread: 1, ..Coverage::default() };
    assert_eq!(document.tree.coverage(), coverage);
    assert_eq!(problems(&document), []);
}

#[test]
fn computed_values_are_leaves_without_bytes() {
    let document = open(PARTS, b"\x01\0\x01rim\0\0\0\x80\x3F");
    let twice = field(&document, "parts[0].twice");
    assert_eq!((twice.kind, twice.span.len, &*twice.type_name), (FieldKind::Value, 0, "value"));
    assert_eq!(twice.value, Value::Uint(2));
}

#[test]
fn a_byte_leads_to_the_innermost_field() {
    let document = open(PARTS, b"\x02\0\x01rim\0\0ab\0\0\0\x80\x3F");
    for (offset, path) in [(0, "count"), (4, "parts[0].name"), (7, "parts[1].kind"), (12, "size")] {
        let id = document.tree.deepest_at(offset).expect("a field");
        assert_eq!(document.tree.path(&id), path);
    }
}

#[test]
fn bit_fields_share_bytes_without_overlap() {
    let text = "
meta: {id: bits}
seq:
  - {id: a, type: b3}
  - {id: b, type: b1}
  - {id: c, type: b12, repeat: expr, repeat-expr: 3}
";
    let document = open(text, &[0b1011_0001, 0x23, 0x45, 0x67, 0x89]);
    assert_eq!(at(&document, "a"), (0, 1, Value::Uint(5)));
    assert_eq!(at(&document, "b"), (0, 1, Value::Uint(1)));
    assert_eq!(field(&document, "b").meaning, "true");
    let place = field(&document, "c[1]").bits.expect("bits");
    assert_eq!((place.first, place.count), (0, 12));
    assert_eq!(at(&document, "c[0]"), (0, 2, Value::Uint(0x123)));
    assert_eq!(at(&document, "c[2]"), (3, 2, Value::Uint(0x789)));
    assert_eq!(document.tree.coverage(), Coverage { fields: 5, ..Coverage::default() });
}

#[test]
fn unpacked_parts_are_sources_of_their_own() {
    let text = "
meta: {id: packed, endian: be}
seq:
  - {id: head, type: u1}
  - {id: body, size: 3, type: body, process: xor(0x0f)}
types:
  body: {seq: [{id: value, type: u2}, {id: rest, type: u1, repeat: eos}]}
";
    let document = open(text, &[9, 0x0E, 0x0D, 0x0C]);
    let value = field(&document, "body.value");
    assert_eq!((value.span.start, value.span.len, &value.value), (0, 2, &Value::Uint(0x0102)));
    assert_eq!(document.tree.source_of_span(value.span).name(), "file//body");
    assert_eq!(field(&document, "body.rest[0]").value, Value::Uint(3));
    assert_eq!(at(&document, "body"), (1, 3, Value::None));
    let packed = document.tree.deepest_at(2).expect("a field");
    assert_eq!(document.tree.path(&packed), "body");
    assert_eq!(document.tree.coverage(), Coverage { fields: 4, ..Coverage::default() });
}

#[test]
fn elements_with_bytes_elsewhere_are_found_by_their_bytes() {
    let text = "
meta: {id: index, endian: le}
seq:
  - {id: entries, type: entry, repeat: expr, repeat-expr: 2}
types:
  entry:
    seq: [{id: offset, type: u1}]
    instances:
      body: {pos: offset, size: 2}
";
    let document = open(text, &[4, 2, 0xAA, 0xBB, 0xCC, 0xDD]);
    let id = document.tree.deepest_at(5).expect("a field");
    assert_eq!(document.tree.path(&id), "entries[0].body");
    assert_eq!(document.tree.coverage(), Coverage { fields: 6, ..Coverage::default() });
    let twice = open(text, &[2, 2, 0xAA, 0xBB]);
    assert_eq!(twice.tree.coverage(), Coverage { fields: 4, overlap: 2, ..Coverage::default() });
}

#[test]
fn problems_state_kind_field_and_offset() {
    let text = "
meta: {id: wrong, endian: le}
seq:
  - {id: magic, contents: AB}
  - {id: items, type: u4, repeat: expr, repeat-expr: 3}
";
    let document = open(text, b"AC\x01\0\0\0\x02\0\0\0\x03");
    let expected = [
        (Some("ValidationNotEqualError"), "magic".to_owned(), 0),
        (Some("EndOfStreamError"), "items[2]".to_owned(), 10),
    ];
    assert_eq!(problems(&document), expected);
    assert_eq!(document.problems.worst(), Some(Severity::Error));
    assert_eq!(field(&document, "items[1]").value, Value::Uint(2));
}

#[test]
fn records_of_fixed_size_stay_bytes_until_they_are_named() {
    let text = "
meta: {id: records, endian: be}
seq:
  - {id: points, type: point, repeat: eos}
types:
  point: {seq: [{id: x, type: s2}, {id: w, type: u1, repeat: expr, repeat-expr: 2}]}
";
    let mut bytes = vec![0; 400_000];
    bytes[4 * 99_999..].copy_from_slice(&[0xFF, 0xFE, 7, 8]);
    let document = open(text, &bytes);
    assert_eq!(field(&document, "points").type_name, "records::point[100000]");
    assert_eq!(at(&document, "points[99999].x"), (399_996, 2, Value::Int(-2)));
    assert_eq!(at(&document, "points[99999].w[1]"), (399_999, 1, Value::Uint(8)));
    assert!(document.tree.memory() < 100_000);
}

#[test]
fn large_integers_keep_their_digits() {
    let text = "
meta: {id: large, endian: le}
seq:
  - {id: a, type: u8}
  - {id: b, type: s8}
  - {id: c, type: f8}
instances:
  d: {value: 'a * 4'}
";
    let mut bytes = vec![0xFF; 8];
    bytes.extend((-5i64).to_le_bytes());
    bytes.extend(0.1f64.to_le_bytes());
    let document = open(text, &bytes);
    assert_eq!(field(&document, "a").value, Value::Uint(u64::MAX));
    assert_eq!(field(&document, "b").value, Value::Int(-5));
    assert_eq!(field(&document, "c").value, Value::Float(0.1));
    assert_eq!(field(&document, "d").value, Value::Text("73786976294838206460".into()));
}
