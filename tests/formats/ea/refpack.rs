use gouraud::bytes::Source;
use gouraud::formats::ea::refpack::{RefPack, pack};
use gouraud::formats::{self, Document, Format, wrapper_of};
use gouraud_testing::exercise;
use proptest::prelude::*;

use super::problems;
use gouraud_testing::document::hex as bytes;
use gouraud_testing::mutation::{Mutation, apply};

const FORMAT: &dyn Format = wrapper_of::<RefPack>();

fn open(bytes: &[u8]) -> Document {
    FORMAT.open(&Source::from_bytes("x.mpf", bytes.to_vec())).unwrap()
}

fn inside(document: &Document) -> &[u8] {
    document.content.packed().decoded().unwrap().source.bytes()
}

const ABCD: &str = "10 FB 00 00 0C E0 41 42 43 44 0C 03 FE 58 59";

#[test]
fn unpacks_streams_of_document() {
    let cases: [(&str, &[u8]); 4] = [
        (ABCD, b"ABCDABCDABXY"),
        ("10 FB 00 00 0D 1F 02 61 62 63 FC", b"abcabcabcabca"),
        ("10 FB 00 00 14 E0 57 58 59 5A 8B 40 03 21 FC", b"WXYZ!XYZ!XYZ!XYZ!XYZ"),
        ("10 FB 00 01 0C C5 00 00 06 71 FC", &[b'q'; 268]),
    ];
    for (hex, expected) in cases {
        let source = Source::from_bytes("any", bytes(hex));
        assert_eq!(formats::identify(&source).unwrap().0.info().id, "ea.refpack", "{hex}");
        let document = open(&bytes(hex));
        assert_eq!(inside(&document), expected, "{hex}");
        assert_eq!(problems(&document), [""; 0], "{hex}");
        let coverage = document.tree.coverage();
        assert_eq!((coverage.unread, coverage.overlap), (0, 0));
        let written = document.content.write().unwrap();
        assert_eq!(inside(&open(&written)), expected, "{hex}");
    }
}

#[test]
fn shows_every_command_as_field() {
    let document = open(&bytes(ABCD));
    let field = |path: &str| document.tree.field(&document.tree.find(path).unwrap()).unwrap();
    assert_eq!(field("header.size").meaning, "12 bytes");
    assert_eq!(field("commands").children, 3);
    assert_eq!(field("commands[1]").meaning, "6 bytes from distance 4");
    assert_eq!(field("commands[2]").meaning, "2 literals, then stop");
    assert_eq!(field("commands[2].literals").span.start, 13);
}

#[test]
fn warns_about_stop_before_size() {
    let short = bytes(&ABCD.replacen("0C", "0D", 1));
    let document = open(&short);
    assert_eq!(inside(&document), b"ABCDABCDABXY");
    assert_eq!(problems(&document), ["warning 0x2 "]);
}

#[test]
fn reads_wide_sizes_and_either_order() {
    let stream = "E0 41 42 43 44 0C 03 FE 58 59";
    for (header, names) in [
        ("90 FB 00 00 00 0C", vec!["size"]),
        ("11 FB 00 00 12 00 00 0C", vec!["packed_size", "size"]),
        ("11 FB 00 00 0C 00 00 12", vec!["size", "packed_size"]),
        ("91 FB 00 00 00 14 00 00 00 0C", vec!["packed_size", "size"]),
        ("50 FB 00 00 0C", vec!["size"]),
    ] {
        let packed = bytes(&format!("{header} {stream}"));
        let document = open(&packed);
        assert_eq!(inside(&document), b"ABCDABCDABXY", "{header}");
        assert_eq!(problems(&document), [""; 0], "{header}");
        let header_fields = document.tree.find("header").unwrap();
        let children = (0..document.tree.child_count(&header_fields))
            .filter_map(|at| document.tree.child(&header_fields, at))
            .map(|child| document.tree.field(&child).unwrap().name);
        assert_eq!(children.skip(2).collect::<Vec<_>>(), names, "{header}");
        let again = document.content.write().unwrap();
        assert_eq!(again[..2], packed[..2], "keeps the form");
        assert_eq!(inside(&open(&again)), b"ABCDABCDABXY", "{header}");
    }
}

#[test]
fn reports_damage_and_refuses_writing() {
    let far = open(&bytes("10 FB 00 00 0C E0 41 42 43 44 0C 05 FC"));
    assert_eq!((inside(&far), problems(&far)), (&b"ABCD"[..], vec!["error 0xa ".to_owned()]));
    let cut = open(&bytes("10 FB FF FF FF E0 41"));
    assert_eq!((inside(&cut), problems(&cut)), (&b"A"[..], vec!["error 0x5 ".to_owned()]));
    for document in [far, cut] {
        assert!(document.content.write().is_err());
    }
    let more = open(&bytes(&format!("{ABCD} 00 01")));
    assert_eq!(problems(&more), ["warning 0xf rest"]);
    assert!(more.content.write().is_err(), "the rest would be lost");
    let empty = open(&bytes("10 FB 00 00 00 FC"));
    assert!(empty.usable && inside(&empty).is_empty());
}

#[test]
fn rejects_archive_as_stream() {
    for head in ["C0 FB 00 06 00 00", "20 FB 00 00 00 FC", "10 FC 00 00 00 FC"] {
        assert!(FORMAT.open(&Source::from_bytes("x", bytes(head))).is_err(), "{head}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_streams_keep_invariants(
        plain in proptest::collection::vec(0u8..7, 0..2000),
        mutations in proptest::collection::vec(any::<Mutation>(), 1..5),
    ) {
        exercise(&[FORMAT], "x.qfs", &apply(&pack(&plain), &mutations));
    }
}
