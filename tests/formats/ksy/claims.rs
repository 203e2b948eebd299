//! Recognising files by the test of a description.

use std::sync::Arc;

use gouraud::bytes::Source;
use gouraud::formats::Head;
use gouraud::formats::user::{Tests, UserFormat};
use gouraud::ksy::{Data, views};

use super::load;

/// A table of texts after a number, with this test.
fn table(claim: &str) -> String {
    format!(
        "meta: {{id: table, endian: le, encoding: ASCII}}
seq:
  - {{id: kind, type: u4}}
  - {{id: rows, type: row, repeat: eos}}
instances:
  next: {{type: u1, if: 'not _io.eof'}}
  second: {{value: 'rows[1]'}}
types:
  row: {{seq: [{{id: name, type: strz, size: 16}}, {{id: even, type: u4, valid: {{expr: _ % 2 == 0}}}}]}}
-gouraud: {{claim: '{claim}'}}
"
    )
}

/// Number of rows that are read in some thousand steps.
const ROWS: usize = 1000;

fn bytes() -> Vec<u8> {
    let mut bytes = vec![7, 0, 0, 0];
    (0..ROWS).for_each(|_| bytes.extend([2; 20]));
    bytes
}

/// Result of a test, and the number of its steps.
fn tested(claim: &str, most: u64) -> (bool, u64) {
    let description = Arc::new(load(&table(claim)));
    assert!(!description.has_errors(), "{:?}", description.diagnostics);
    let (file, data) = (Source::from_bytes("file", bytes()), Data::new(bytes()));
    views::claim(&description, data, file.id(), most)
}

#[test]
fn only_the_fields_that_a_test_needs_are_read() {
    let (holds, steps) = tested("kind == 7 and _io.size > 100", 1000);
    assert!(holds && steps < 20, "{steps}");
    let (holds, steps) = tested("rows.size == 1000", 100_000);
    assert!(holds && steps > ROWS as u64, "{steps}");
    assert!(tested("second.even == 0x2020202", 100_000).0);
}

#[test]
fn streams_are_where_reading_ends() {
    assert!(tested("_io.eof", 100_000).0);
    assert!(tested("_io.pos == _io.size", 100_000).0);
    assert!(!tested("kind == 7 and _io.pos == 4", 100_000).0);
}

#[test]
fn a_test_without_enough_steps_recognises_nothing() {
    assert!(!tested("rows.size == 1000", 500).0);
}

#[test]
fn tests_of_a_file_share_their_steps() {
    let file = Source::from_bytes("file", bytes());
    let head = Head::of(&file);
    let (long, short) = (table("rows.size == 1000"), table("kind == 7"));
    let [long, short] = [long, short].map(|text| UserFormat::new(load(&text), "table.ksy"));
    let mut tests = Tests::of(&head);
    assert!(long.confirms(&mut tests));
    while long.confirms(&mut tests) {}
    assert!(!short.confirms(&mut tests));
    assert!(short.confirms(&mut Tests::of(&head)));
}
