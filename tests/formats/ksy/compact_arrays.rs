//! Long arrays of objects of different sizes, which are released after they were read.

use gouraud::bytes::{Coverage, Value};

use super::format::{at, field, open, problems};
use super::{eval, problems as listed, read};

/// Rows of one byte, or of three if the byte is 1.
const ROWS: &str = "
meta: {id: compact, endian: le}
seq: [{id: rows, type: row, repeat: eos}]
types: {row: {seq: [{id: kind, type: u1}, {id: extra, type: u2, if: kind == 1}]}}
";

/// Number of rows in [`bytes`].
const COUNT: usize = 10_000;

/// Every third row has a number: that of the row.
fn bytes() -> Vec<u8> {
    let row = |index: usize| match index % 3 {
        0 => vec![1, index as u8, (index >> 8) as u8],
        kind => vec![kind as u8 + 1],
    };
    (0..COUNT).flat_map(row).collect()
}

#[test]
fn elements_are_read_again_when_they_are_used() {
    let mut reader = read(ROWS, &bytes());
    assert_eq!(listed(&reader), [""; 0]);
    for (expression, value) in [
        ("rows.size", "10000"),
        ("rows[0].extra", "0"),
        ("rows[4094].kind", "3"),
        ("rows[9999].extra", "9999"),
        ("rows.last.extra", "9999"),
        ("rows[9998].extra", "absent"),
        ("rows[9996].extra + rows[6000].extra", "15996"),
        ("rows[10000].kind", "IndexError"),
    ] {
        assert_eq!(eval(&mut reader, expression), value, "{expression}");
    }
}

#[test]
fn elements_are_named_with_their_bytes() {
    let document = open(ROWS, &bytes());
    assert_eq!(problems(&document), []);
    assert_eq!(field(&document, "rows").children, COUNT);
    assert_eq!(at(&document, "rows[9999].kind"), (16_665, 1, Value::Uint(1)));
    assert_eq!(at(&document, "rows[9999].extra"), (16_666, 2, Value::Uint(9999)));
    assert_eq!(at(&document, "rows[5000].kind"), (8334, 1, Value::Uint(3)));
    let coverage = Coverage { fields: bytes().len() as u64, ..Coverage::default() };
    assert_eq!(document.tree.coverage(), coverage);
}

#[test]
fn small_objects_take_little_memory() {
    let reader = read(ROWS, &vec![0; 400_000]);
    assert_eq!(listed(&reader), [""; 0], "objects of about 150 bytes would exceed the limit");
}

#[test]
fn elements_that_use_the_array_keep_their_values() {
    let text = ROWS.replace("kind == 1", "_parent.rows.size % 2 == 1");
    let mut reader = read(&text, &[7; 20_000]);
    assert_eq!(listed(&reader), [""; 0]);
    for (expression, value) in [
        ("rows.size", "10000"),
        ("rows[0].extra", "absent"),
        ("rows[9001].extra", "1799"),
        ("rows[9000].extra", "absent"),
    ] {
        assert_eq!(eval(&mut reader, expression), value, "{expression}");
    }
}

#[test]
fn elements_of_an_array_that_use_the_outer_one_keep_their_values() {
    let text = "
meta: {id: nested}
seq: [{id: rows, type: row, repeat: eos}]
types:
  row: {seq: [{id: count, type: u1}, {id: cells, type: cell, repeat: expr, repeat-expr: count}]}
  cell: {seq: [{id: kind, type: u1}, {id: extra, type: u1, if: _parent._parent.rows.size > 5000}]}
";
    let bytes = [1, 2].repeat(5001).into_iter().chain([1, 2, 3]).collect::<Vec<u8>>();
    let mut reader = read(text, &bytes);
    assert_eq!(listed(&reader), [""; 0]);
    for (expression, value) in [
        ("rows.size", "5002"),
        ("rows[5000].cells[0].extra", "absent"),
        ("rows[5001].cells[0].extra", "3"),
    ] {
        assert_eq!(eval(&mut reader, expression), value, "{expression}");
    }
}

#[test]
fn an_incomplete_last_element_is_kept() {
    let mut bytes = vec![0; 6000];
    bytes.extend([1, 5]);
    let document = open(ROWS, &bytes);
    assert_eq!(problems(&document), [(Some("EndOfStreamError"), "rows[6000].extra".into(), 6001)]);
    assert_eq!(field(&document, "rows").children, 6001);
    assert_eq!(at(&document, "rows[6000].kind"), (6000, 1, Value::Uint(1)));
}

#[test]
fn arrays_end_with_the_element_that_ends_them() {
    let text = ROWS.replace("repeat: eos", "repeat: until, repeat-until: _.kind == 9");
    let mut bytes = vec![0; 7000];
    bytes.extend([9, 0, 0]);
    let mut reader = read(&text, &bytes);
    assert_eq!(eval(&mut reader, "rows.size"), "7001");
    assert_eq!(eval(&mut reader, "rows.last.kind"), "9");
}

#[test]
fn invalid_values_are_listed_once() {
    let text = ROWS.replace("{id: kind, type: u1}", "{id: kind, type: u1, valid: {max: 2}}");
    let mut bytes = vec![0; 9000];
    bytes[8000] = 7;
    let expected =
        ["rows[8000].kind @0x1f40: ValidationGreaterThanError: expected at most 2, found 7"];
    let mut reader = read(&text, &bytes);
    assert_eq!(listed(&reader), expected);
    assert_eq!(eval(&mut reader, "rows[8000].kind"), "7");
    assert_eq!(eval(&mut reader, "rows[7999].kind"), "0");
    assert_eq!(listed(&reader), expected);
}

#[test]
fn edits_that_move_elements_are_found() {
    let difference = |changed: &[(usize, u8)], edited: &str| {
        let mut after = bytes();
        changed.iter().for_each(|(at, byte)| after[*at] = *byte);
        read(ROWS, &bytes()).first_difference(&mut read(ROWS, &after), &[edited])
    };
    // Rows of 3, 1 and 1 bytes: row 9000 begins at 15 000.
    assert_eq!(difference(&[(15_001, 7)], "rows[9000].extra"), None);
    assert_eq!(
        difference(&[(15_001, 7)], "rows[0].kind").as_deref(),
        Some("`rows[9000].extra` would change from 9000 to 8967")
    );
    assert_eq!(
        difference(&[(15_003, 1)], "rows[9001].kind").as_deref(),
        Some("`rows[9001]` would have 3 instead of 1 bytes")
    );
}
