//! Rows of the command `bytes`.

use gouraud::bytes::{Endian, Source, Tree};
use gouraud::cli::{ByteRow, byte_rows};
use gouraud::library::{Meanings, NameBook};

fn row(bytes: std::ops::Range<u64>, label: &str, value: &str) -> ByteRow {
    ByteRow { bytes, label: label.to_owned(), value: value.to_owned(), meaning: String::new() }
}

#[test]
fn prints_one_field_per_row_and_packs_arrays() {
    let source = Source::from_bytes("t", (0u8..45).collect());
    let (tree, _, _) = Tree::record(&source, Endian::Little, "T", |cur| {
        cur.get::<u16>("version")?;
        cur.records::<u16>("words", 10)?;
        cur.bytes("pixels", 20).map(drop)
    });
    assert_eq!(
        byte_rows(&tree, &Meanings::of_tree(&tree, &NameBook::default()), 0..45),
        [
            row(0..2, "version", "256"),
            row(2..18, "words[0] … [7]", ""),
            row(18..22, "words[8] … [9]", ""),
            row(22..38, "pixels", ""),
            row(38..42, "pixels", ""),
            row(42..45, "unread[0]", ""),
        ]
    );
}

#[test]
fn ranges_may_begin_and_end_inside_fields() {
    let source = Source::from_bytes("t", vec![1; 8]);
    let (tree, _, _) = Tree::record(&source, Endian::Little, "T", |cur| {
        cur.get::<u32>("first")?;
        cur.get::<u32>("second")
    });
    assert_eq!(
        byte_rows(&tree, &Meanings::of_tree(&tree, &NameBook::default()), 2..7),
        [row(2..4, "first", ""), row(4..7, "second", "")]
    );
}
