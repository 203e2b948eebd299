//! Arrays whose elements are read when they are used.

use gouraud::bytes::{Coverage, Value};

use super::format::{at, field, open, problems};
use super::{eval, load, problems as listed, read};

const CUT: &str = "
meta: {id: cut, endian: le}
seq: [{id: all, type: pair, repeat: expr, repeat-expr: 6000}]
types: {pair: {seq: [{id: a, type: u2}, {id: b, type: u2}]}}
";

#[test]
fn long_arrays_keep_an_incomplete_last_element() {
    let mut bytes = vec![0; 5000 * 4];
    bytes.extend([7, 0, 9]);
    let document = open(CUT, &bytes);
    assert_eq!(problems(&document), [(Some("EndOfStreamError"), "all[5000].b".into(), 20_002)]);
    assert_eq!(at(&document, "all[5000].a"), (20_000, 2, Value::Uint(7)));
    assert_eq!(field(&document, "all").children, 5001);
    let mut reader = read(CUT, &bytes);
    assert_eq!(eval(&mut reader, "all.size"), "5001");
    assert_eq!(eval(&mut reader, "all[5000].a"), "7");
    assert_eq!(eval(&mut reader, "all[5000].b"), "EndOfStreamError");
}

const CHECKED: &str = "
meta: {id: checked, endian: le, encoding: ASCII}
seq: [{id: rows, type: row, repeat: eos}]
types:
  row:
    seq:
      - {id: mark, contents: R}
      - {id: name, type: strz, size: 4}
      - {id: place, type: place}
  place: {seq: [{id: x, type: u2, valid: {max: 9}}, {id: y, type: u1, valid: {expr: _ < x}}]}
instances:
  second: {value: 'rows[1]'}
";

#[test]
fn values_of_records_are_checked_once() {
    let rows = [&b"Rab\0\0\x02\0\x01"[..], b"Qa\xFF\0\0\x0A\0\x0A", b"Rabcd\x03\0\x02"].concat();
    let expected = [
        "rows[1].mark @0x8: ValidationNotEqualError: expected 52, found 51",
        "rows[1].name @0x9: warning: bytes that are not ASCII",
        "rows[1].place.x @0xd: ValidationGreaterThanError: expected at most 9, found 10",
        "rows[1].place.y @0xf: ValidationExprError: `_ < x` is false for 10",
    ];
    let mut reader = read(CHECKED, &rows);
    assert_eq!(listed(&reader), expected);
    for (expression, value) in
        [("rows[1].place.x", "10"), ("rows[2].name", "\"abcd\""), ("second.place.y", "10")]
    {
        assert_eq!(eval(&mut reader, expression), value, "{expression}");
    }
    assert_eq!(listed(&reader), expected);
    let document = open(CHECKED, &rows);
    assert_eq!(at(&document, "rows[1].place.x"), (13, 2, Value::Uint(10)));
    assert_eq!(document.tree.coverage(), Coverage { fields: 24, ..Coverage::default() });
    assert_eq!(document.problems.iter().count(), expected.len());
}

#[test]
fn bits_of_another_order_begin_with_the_next_byte() {
    let text = "
meta: {id: bits}
seq:
  - {id: head, type: b3}
  - {id: all, type: b4le, repeat: expr, repeat-expr: 2}
  - {id: last, type: b2}
  - {id: none, type: b1le, repeat: expr, repeat-expr: 0}
  - {id: rest, type: b6}
";
    let document = open(text, &[0xFF, 0x21, 0b0100_0011]);
    assert_eq!(at(&document, "all"), (1, 1, Value::None));
    assert_eq!(at(&document, "all[1]"), (1, 1, Value::Uint(2)));
    assert_eq!(at(&document, "last"), (2, 1, Value::Uint(1)));
    assert_eq!(at(&document, "rest"), (2, 1, Value::Uint(3)));
}

const BITS: &str = "
meta: {id: bits}
seq:
  - {id: head, type: b3}
  - {id: all, type: b5, repeat: expr, repeat-expr: 4}
  - {id: flags, type: b1, repeat: expr, repeat-expr: 3}
  - {id: rest, type: b3le, repeat: eos}
";

#[test]
fn arrays_of_bits_stay_bytes() {
    #[expect(clippy::unusual_byte_groupings, reason = "the groups are fields")]
    let bytes = [0b101_00001, 0b00010_000, 0b11_00100_1, 0b01_000000, 0b110_00_101];
    let document = open(BITS, &bytes);
    assert_eq!(at(&document, "all[0]"), (0, 1, Value::Uint(1)));
    assert_eq!(at(&document, "all[2]"), (1, 2, Value::Uint(3)));
    assert_eq!(field(&document, "all[2]").bits.unwrap().first, 5);
    assert_eq!(field(&document, "flags[1]").meaning, "false");
    assert_eq!(at(&document, "rest[0]"), (4, 1, Value::Uint(5)));
    assert_eq!(document.tree.coverage(), Coverage { fields: 5, ..Coverage::default() });
    let mut reader = read(BITS, &bytes);
    for (expression, expected) in [
        ("all[3]", "4"),
        ("flags[2]", "true"),
        ("all.max", "4"),
        ("rest.size", "2"),
        ("_io.pos", "5"),
    ] {
        assert_eq!(eval(&mut reader, expression), expected, "{expression}");
    }
    // Two bits are left.
    assert_eq!(listed(&reader), ["rest[2] @0x4: EndOfStreamError: needs 1 bytes, 0 left"]);
}

#[test]
fn arrays_of_texts_stay_bytes() {
    let text = "
meta: {id: texts, encoding: UTF-8}
seq:
  - {id: names, type: strz, size: 4, repeat: expr, repeat-expr: 3}
  - {id: keys, size: 2, pad-right: 0, repeat: eos}
";
    let bytes = b"rim\0axle\xFFa\0\0ab\0\0c\0d";
    let document = open(text, bytes);
    assert_eq!(at(&document, "names[1]"), (4, 4, Value::Text("axle".into())));
    assert_eq!(field(&document, "names").type_name, "text[3]");
    let mut reader = read(text, bytes);
    assert_eq!(eval(&mut reader, "names[0] + names.last"), "\"rim\u{fffd}a\"");
    assert_eq!(eval(&mut reader, "keys[1].size"), "0");
    let expected = [
        "names[2] @0x8: warning: bytes that are not UTF-8",
        "keys[3] @0x12: EndOfStreamError: needs 2 bytes, 1 left",
    ];
    assert_eq!(listed(&reader), expected);
}

#[test]
fn sizes_that_change_with_the_element_are_read_at_once() {
    let text = "
meta: {id: sizes, encoding: ASCII}
seq: [{id: all, type: str, size: _index + 1, repeat: expr, repeat-expr: 3}]
";
    assert!(!load(text).has_errors());
    let mut reader = read(text, b"abbccc");
    assert_eq!(eval(&mut reader, "all[2]"), "\"ccc\"");
}

/// A description of rows with a check. Rows with an instance are read one by one.
fn rows(check: &str, until: &str, has_instance: bool) -> String {
    let instances = if has_instance { "instances: {one: {value: 1}}" } else { "" };
    format!(
        "
meta: {{id: test, endian: le, encoding: ASCII}}
seq:
  - {{id: most, type: u1}}
  - {{id: rows, type: row, {until}}}
types:
  row:
    seq:
      - {{id: a, type: s2}}
      - {{id: b, type: u2be{check}}}
      - {{id: c, type: f4}}
      - {{id: kind, type: u1, enum: kind}}
      - {{id: name, type: str, size: 3, pad-right: 0x20}}
      - {{id: inner, type: inner, repeat: expr, repeat-expr: 2}}
    {instances}
  inner: {{seq: [{{id: x, type: s1}}, {{id: y, type: u1}}]}}
enums: {{kind: {{1: one, 2: two}}}}
"
    )
}

/// Rows of 16 bytes behind one byte, with values that are often at the bounds.
fn row_bytes() -> Vec<u8> {
    let mut bytes = vec![5];
    for index in 0..60u8 {
        bytes.extend([index % 7, if index % 5 == 0 { 255 } else { 0 }]);
        bytes.extend([0, index % 9]);
        bytes.extend(if index == 40 { f32::NAN } else { f32::from(index) / 4.0 }.to_le_bytes());
        bytes.push(index % 4);
        bytes.extend(if index == 30 { *b"a\xFF " } else { [b'a' + index % 3, b' ', b' '] });
        bytes.extend([index % 3, index % 11, 255, index]);
    }
    bytes
}

#[test]
fn compiled_checks_find_the_same_problems() {
    let checks = [
        ", valid: 3",
        ", valid: {min: 2, max: 6}",
        ", valid: {max: a + 2}",
        ", valid: {max: _root.most}",
        ", valid: {max: _parent.most}",
        ", valid: {max: _root.rows.size}",
        ", valid: {any-of: [1, 2, a, 2 + 2]}",
        ", valid: {expr: _ % 2 == 0 or _ > a}",
        ", valid: {expr: 8 / (_ - 4) > a}",
        ", valid: {expr: _ < c}",
        ", valid: {max: _io.pos}",
        ", valid: 6.0",
    ];
    let fields = [
        ("type: f4", "type: f4, valid: {min: 1, max: 9.5}"),
        ("enum: kind", "enum: kind, valid: {in-enum: true}"),
        ("enum: kind", "enum: kind, valid: {any-of: ['kind::one', 'kind::two']}"),
        ("pad-right: 0x20", "pad-right: 0x20, valid: {any-of: ['\"a\"', '\"b\"']}"),
        ("{id: x, type: s1}", "{id: x, type: s1, valid: {max: 1}}"),
        ("{id: y, type: u1}", "{id: y, type: u1, valid: {expr: _ > x}}"),
        ("{id: y, type: u1}", "{id: y, type: u1, valid: {max: _parent.b}}"),
        ("{id: y, type: u1}", "{id: y, type: u1, valid: {max: _root.most}}"),
    ];
    let until = ["repeat: eos", "repeat: until, repeat-until: _.a == 6 and _.b > 5"];
    let plain = checks.iter().map(|check| (*check, ("", "")));
    let all: Vec<_> = plain.chain(fields.map(|field| ("", field))).collect();
    for until in until {
        for (check, (from, to)) in &all {
            let [fast, slow] = [false, true].map(|is_slow| {
                let text = rows(check, until, is_slow).replacen(from, to, 1);
                let mut reader = read(&text, &row_bytes());
                (listed(&reader), eval(&mut reader, "rows.size"), eval(&mut reader, "rows.last.b"))
            });
            assert_eq!(fast, slow, "{check} {to} {until}");
        }
    }
}

#[test]
fn problems_beyond_the_limit_are_counted() {
    let text = "
meta: {id: many}
seq: [{id: rows, type: row, repeat: eos}]
types: {row: {seq: [{id: a, type: u1, valid: 1}, {id: b, type: u1, valid: {min: 1}}]}}
";
    let document = open(text, &vec![0; 6000]);
    assert_eq!(document.problems.total(), 6000);
    assert_eq!(document.problems.iter().count(), 1001);
}

const SAME_START: &str = "
meta: {id: same_start, endian: le}
instances:
  short: {pos: 0, type: u2, repeat: expr, repeat-expr: 5000}
  long: {pos: 0, type: u4, repeat: expr, repeat-expr: 5000}
";

#[test]
fn largest_elements_of_arrays_with_the_same_start_differ() {
    let mut bytes = vec![0; 5000 * 4];
    bytes[19_000] = 9;
    let mut reader = read(SAME_START, &bytes);
    assert_eq!(eval(&mut reader, "short.max"), "0");
    assert_eq!(eval(&mut reader, "long.max"), "9");
    assert_eq!(eval(&mut reader, "short.max"), "0");
}

#[test]
fn computed_values_of_records_take_no_memory() {
    for fields in ["[{id: n, type: u1}]", "[{id: n, type: u1}, {id: rest, size: n % 2}]"] {
        let text = format!(
            "meta: {{id: computed}}
seq: [{{id: rows, type: row, repeat: eos}}]
types:
  row: {{seq: {fields}, instances: {{half: {{value: 100 / (n - 7)}}, name: {{value: n.to_s}}}}}}"
        );
        let mut bytes = vec![0; 80_000];
        bytes[70_000] = 7;
        let mut reader = read(&text, &bytes);
        reader.evaluate_all();
        let listed = listed(&reader);
        assert_eq!(listed.len(), 1, "{listed:?}");
        assert!(listed[0].contains("half @0x0: DivisionByZeroError"), "{listed:?}");
        let document = open(&text, &bytes);
        assert_eq!(at(&document, "rows[5].half"), (0, 0, Value::Int(-15)));
        assert_eq!(field(&document, "rows[5].name").meaning, "");
        assert_eq!(eval(&mut reader, "rows[9].half + rows[70000].n"), "-8");
    }
}

#[test]
fn values_that_depend_on_a_position_are_evaluated_once() {
    let text = "
meta: {id: once}
seq: [{id: rows, type: row, repeat: expr, repeat-expr: 3}]
types: {row: {seq: [{id: n, type: u1}], instances: {here: {value: _io.pos}, next: {type: u1}}}}
";
    let mut reader = read(text, &[0, 1, 2, 3, 4, 5, 6]);
    reader.evaluate_all();
    for (expression, expected) in
        [("rows[0].here", "3"), ("rows[1].here", "4"), ("rows[2].next", "5"), ("rows[0].next", "3")]
    {
        assert_eq!(eval(&mut reader, expression), expected, "{expression}");
    }
}
