use std::collections::HashMap;
use std::sync::Arc;

use gouraud::ksy::{self, Expression, Reader};

use super::{Texts, eval, problems, read};

/// Reads, and compares expressions.
fn check(text: &str, bytes: &[u8], cases: &[(&str, &str)]) -> Reader {
    let mut reader = read(text, bytes);
    for (expression, expected) in cases {
        assert_eq!(eval(&mut reader, expression), *expected, "{expression}");
    }
    reader
}

#[test]
fn numbers_follow_the_byte_order() {
    let reader = check(
        "
meta: {id: numbers, endian: be}
seq:
  - {id: a, type: u2}
  - {id: b, type: s2le}
  - {id: c, type: f4}
  - {id: d, type: u8}
",
        &[1, 2, 0xFE, 0xFF, 0x3F, 0xC0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        &[
            ("a", "258"),
            ("b", "-2"),
            ("c", "1.5"),
            ("d", "18446744073709551615"),
            ("_io.eof", "true"),
        ],
    );
    assert_eq!(problems(&reader), [""; 0]);
}

#[test]
fn bit_fields_share_bytes_in_both_orders() {
    // 1010_0110 0101_1111: from the top 101, 00110 0101, 1111; from the bottom 110, 1_0100 then 1111…
    let fields = "
seq:
  - {id: a, type: b3}
  - {id: b, type: b9}
  - {id: flag, type: b1}
  - {id: next, type: u1}
";
    let bytes = [0b1010_0110, 0b0101_1111, 7];
    let cases = [("a", "5"), ("b", "101"), ("flag", "true"), ("next", "7"), ("_io.pos", "3")];
    check(&format!("meta: {{id: high}}{fields}"), &bytes, &cases);
    let cases = [("a", "6"), ("b", "500"), ("flag", "true"), ("next", "7")];
    check(&format!("meta: {{id: low, bit-endian: le}}{fields}"), &bytes, &cases);
}

#[test]
fn texts_end_at_terminators_and_lose_their_padding() {
    check(
        "
meta: {id: texts, encoding: UTF-8}
seq:
  - {id: padded, type: str, size: 5, pad-right: 0x2e}
  - {id: closed, type: str, size: 5, terminator: 0x7c, include: true}
  - {id: zero, type: strz}
  - {id: wide, type: strz, encoding: UTF-16LE}
  - {id: rest, type: str, terminator: 0, eos-error: false}
",
        b"ab...cd|ef\xC3\xA4\0A\0\0\x01\0\0rest",
        &[
            ("padded", "\"ab\""),
            ("closed", "\"cd|\""),
            ("zero", "\"ä\""),
            ("wide", "\"AĀ\""),
            ("rest", "\"rest\""),
        ],
    );
}

#[test]
fn objects_have_streams_parents_and_parameters() {
    check(
        "
meta: {id: outer, endian: le}
seq:
  - {id: count, type: u1}
  - {id: parts, type: part(_index * 10), size: 2, repeat: expr, repeat-expr: count}
  - {id: last, type: part(7)}
types:
  part:
    params:
      - {id: number, type: s4}
    seq:
      - {id: value, type: u1}
    instances:
      sum: {value: value + number + _parent.count}
      first: {pos: 0, type: u1}
",
        &[2, 10, 99, 20, 99, 30],
        &[
            ("parts[0].sum", "12"),
            ("parts[1].sum", "32"),
            ("last.sum", "39"),
            // A part with a size has a separate stream, the last part does not.
            ("parts[1].first", "20"),
            ("last.first", "2"),
            ("parts[1]._io.size", "2"),
            ("parts[1]._root.count", "2"),
        ],
    );
}

#[test]
fn cases_choose_types() {
    check(
        "
meta: {id: cases, endian: le}
seq:
  - {id: chunks, type: chunk, repeat: eos}
types:
  chunk:
    seq:
      - {id: kind, type: u1}
      - {id: len, type: u1}
      - id: body
        size: len
        type: {switch-on: kind, cases: {1: pair, 2: word}}
  pair: {seq: [{id: x, type: u1}, {id: y, type: u1}]}
  word: {seq: [{id: w, type: u2}]}
",
        &[1, 2, 3, 4, 2, 2, 1, 2, 9, 1, 0xEE],
        &[
            ("chunks[0].body.as<pair>.y", "4"),
            ("chunks[1].body.as<word>.w", "513"),
            ("chunks[2].body", "[ee]"),
            ("chunks.size", "3"),
        ],
    );
}

#[test]
fn instances_are_read_when_they_are_used() {
    check(
        "
meta: {id: lazy}
seq:
  - {id: at, type: u1}
  - {id: until, type: u1, repeat: until, repeat-until: _ == 0}
instances:
  there: {pos: at, size: 2}
  next: {type: u1}
  own: {value: other + 1}
  other: {value: own + 1}
  gone: {value: 1, if: at == 0}
",
        &[4, 5, 0, 8, 9, 10],
        &[
            ("there", "[09, 0a]"),
            ("until", "[5, 0]"),
            // Without a position, an instance continues where reading stopped.
            ("next", "8"),
            ("own", "LimitError"),
            ("gone", "absent"),
            ("gone + 1", "AbsentError"),
        ],
    );
}

#[test]
fn processed_bytes_are_read_as_a_stream_of_their_own() {
    let packed = gouraud::codec::zlib::pack(&[1, 2, 3]);
    let bytes: Vec<u8> = [&[0x5A ^ 7, packed.len() as u8][..], &packed].concat();
    check(
        "
meta: {id: processed}
seq:
  - {id: plain, size: 1, process: xor(0x5a), type: byte}
  - {id: len, type: u1}
  - {id: packed, size: len, process: zlib, type: three}
types:
  byte: {seq: [{id: v, type: u1}]}
  three: {seq: [{id: v, type: u1, repeat: eos}]}
",
        &bytes,
        &[("plain.v", "7"), ("packed.v", "[1, 2, 3]"), ("packed._io.size", "3")],
    );
}

#[test]
fn byte_order_may_depend_on_the_file() {
    let text = "
meta:
  id: order
  endian:
    switch-on: mark
    cases: {0x49: le, 0x4d: be}
seq:
  - {id: mark, type: u1}
  - {id: inner, type: inner}
types:
  inner: {seq: [{id: v, type: u2}]}
";
    // The order is chosen before the first field is read.
    let reader = read(text, &[0x49, 1, 2]);
    assert!(problems(&reader)[0].contains("AbsentError"), "{:?}", problems(&reader));
    let text = text
        .replace("- {id: mark, type: u1}\n", "")
        .replace("types:", "instances:\n  mark: {pos: 2, type: u1}\ntypes:");
    check(&text, &[1, 2, 0x4D], &[("inner.v", "258")]);
    check(&text, &[1, 2, 0x49], &[("inner.v", "513")]);
    assert_eq!(
        problems(&read(&text, &[1, 2, 0])),
        ["inner @0x0: UndecidedEndiannessError: no case of `meta/endian` matches"]
    );
}

#[test]
fn failed_validation_is_reported_and_does_not_stop_reading() {
    let mut reader = read(
        "
meta: {id: checked}
seq:
  - {contents: [0x50, K]}
  - {id: low, type: u1, valid: {min: 3}}
  - {id: odd, type: u1, valid: {expr: _ % 2 == 1}}
  - {id: any, type: u1, valid: {any-of: [1, 2]}}
",
        b"PX\x02\x04\x05",
    );
    assert_eq!(
        problems(&reader),
        [
            "_unnamed0 @0x0: ValidationNotEqualError: expected 50 4b, found 50 58",
            "low @0x2: ValidationLessThanError: expected at least 3, found 2",
            "odd @0x3: ValidationExprError: `_ % 2 == 1` is false for 4",
            "any @0x4: ValidationNotAnyOfError: expected one of 1, 2, found 5",
        ]
    );
    assert_eq!(eval(&mut reader, "low + any"), "7");
}

#[test]
fn damage_inside_a_sized_part_ends_there() {
    let mut reader = read(
        "
meta: {id: parts, endian: le}
seq:
  - {id: first, size: 3, type: pair}
  - {id: second, size: 4, type: pair}
  - {id: rest, type: u4, repeat: expr, repeat-expr: 3}
types:
  pair: {seq: [{id: x, type: u2}, {id: y, type: u2}]}
",
        &[1, 0, 9, 2, 0, 3, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3],
    );
    assert_eq!(
        problems(&reader),
        [
            "first.y @0x2: EndOfStreamError: needs 2 bytes, 1 left",
            "rest[2] @0xf: EndOfStreamError: needs 4 bytes, 1 left",
        ]
    );
    assert_eq!(eval(&mut reader, "first.x + second.y"), "4");
    assert_eq!(eval(&mut reader, "rest"), "[1, 2]");
    // Using a failed field gives the same failure again, which is listed once.
    assert_eq!(eval(&mut reader, "first.y"), "EndOfStreamError");
    assert_eq!(problems(&reader).len(), 2);
}

#[test]
fn imported_types_are_roots_of_their_own() {
    let text = "meta: {id: main, imports: [point]}\nseq: [{id: n, type: u1}, {id: p, type: point}]";
    // The files import each other.
    let point = "meta: {id: point, imports: [main]}\nseq: [{id: x, type: u1}]\n\
                 instances: {own: {value: _root.x}}";
    let imports = Texts(HashMap::from([("point", point), ("main", text)]));
    let description = ksy::load("main", text, &imports);
    assert_eq!(description.diagnostics, []);
    let mut reader = Reader::read(Arc::new(description), [1, 2].into());
    assert_eq!(eval(&mut reader, "p.own"), "2");
}

#[test]
fn expressions_tell_the_bytes_of_the_fields_that_they_name() {
    let mut reader = read(
        "
meta: {id: places, endian: le}
seq:
  - {id: head, type: u2}
  - {id: points, type: point, repeat: eos}
types:
  point: {seq: [{id: x, type: u1}, {id: y, type: u2}]}
",
        &[0, 0, 1, 2, 0, 3, 4, 0],
    );
    let mut place = |text: &str| {
        let expression = Expression::new(text, &reader, 0).unwrap();
        let field = expression.field(&mut reader, 0);
        field.map(|(path, span)| (path, span.start, span.len))
    };
    assert_eq!(place("points[1].y"), Some(("points[1].y".to_owned(), 6, 2)));
    assert_eq!(place("points[1]"), Some(("points[1]".to_owned(), 5, 3)));
    assert_eq!(place("points"), Some(("points".to_owned(), 2, 6)));
    assert_eq!(place("head + 1"), None);
}

#[test]
fn records_are_read_like_other_elements() {
    let text = |record: &str| {
        format!(
            "
meta: {{id: table, endian: le}}
seq:
  - {{id: count, type: u1}}
  - {{id: rows, type: row, repeat: expr, repeat-expr: count}}
  - {{id: end, type: u1}}
types:
  row: {{seq: [{{id: x, type: u1}}, {{id: y, type: u2}}], {record}}}
"
        )
    };
    let cases = [
        ("rows[1].x + rows[1].y", "1031"),
        ("rows.last._parent.count", "2"),
        ("rows.first._io.pos", "8"),
        ("rows.size", "2"),
        ("rows[2]", "IndexError"),
        ("rows", "[table::row, table::row]"),
        ("end", "9"),
    ];
    let bytes = [2, 1, 2, 0, 3, 4, 4, 9];
    check(&text(""), &bytes, &cases);
    // If the class has an instance, its objects cannot be read later.
    check(&text("instances: {z: {value: 1}}"), &bytes, &cases);
    // The elements of an incomplete array are read one by one.
    let mut reader = read(&text(""), &bytes[..6]);
    assert_eq!(problems(&reader), ["rows[1].y @0x5: EndOfStreamError: needs 2 bytes, 1 left"]);
    assert_eq!(eval(&mut reader, "rows[1].x"), "3");
}
