//! Damaged disc images: truncated, with loops, or with sizes that exceed the image.

use gouraud::bytes::Severity;
use gouraud::formats::{self, Document};
use gouraud_testing::{exercise, mutation};
use proptest::prelude::*;

use super::{mini, open, ps1mini, rows};

/// Offset of the directory record called `name`.
fn record(image: &[u8], name: &str) -> usize {
    image.windows(name.len()).position(|bytes| bytes == name.as_bytes()).unwrap() - 33
}

fn patched(name: &str, at: usize, value: u32) -> Vec<u8> {
    let mut image = mini();
    let at = record(&image, name) + at;
    image[at..at + 4].copy_from_slice(&value.to_le_bytes());
    image
}

fn has_problem(document: &Document, text: &str) -> bool {
    document.problems.iter().any(|problem| problem.message.contains(text))
}

fn paths(document: &Document) -> Vec<String> {
    document.content.container().members().unwrap().list().iter().map(|m| m.path.clone()).collect()
}

#[test]
fn reads_cyclic_directory_once() {
    let document = open("loop.iso", patched("DATA", 2, 18));
    assert_eq!(paths(&document), ["SYSTEM.CNF", "TEST_000.02", "DATA"]);
    let members = document.content.container().members().unwrap();
    assert_eq!((members.list()[2].size, members.list()[2].span), (0, None));
    assert_eq!(members.missing_reason(2), Some("this folder is the root of the disc"));
    assert!(has_problem(&document, "DATA: this folder is the root of the disc"));
}

#[test]
fn cuts_file_at_end_of_image() {
    let document = open("long.iso", patched("A.BIN;1", 10, 0xFFFF_FFF0));
    let members = document.content.container().members().unwrap();
    let index = members.list().iter().position(|m| m.path == "DATA/A.BIN").unwrap();
    assert_eq!(members.list()[index].size, 86_016 - 0x1_0800);
    assert!(members.missing_reason(index).is_some());
    assert!(has_problem(&document, "the image contains"));
}

#[test]
fn file_outside_image_has_no_bytes_and_no_offset() {
    let document = open("far.iso", patched("A.BIN;1", 2, 500_000));
    let members = document.content.container().members().unwrap();
    let index = members.list().iter().position(|m| m.path == "DATA/A.BIN").unwrap();
    assert_eq!((members.list()[index].size, members.list()[index].span), (0, None));
    assert!(members.missing_reason(index).is_some());
    assert_eq!(document.problems.worst(), Some(Severity::Warning));
}

#[test]
fn short_record_ends_its_sector() {
    let mut image = mini();
    let at = record(&image, "NOEXT.;1");
    image[at] = 20;
    let document = open("short.iso", image);
    assert!(has_problem(&document, "invalid record length 20"));
    assert!(paths(&document).contains(&"DATA/A.BIN".to_owned()));
}

#[test]
fn reports_different_copies_of_number() {
    let document = open("odd.iso", patched("A.BIN;1", 14, 0));
    assert!(has_problem(&document, "the two copies of size differ"));
    assert_eq!(rows(document.content.container().members().unwrap()), super::mini_members());
}

#[test]
fn survives_truncation_anywhere() {
    for image in [mini(), ps1mini()] {
        for len in (0..image.len()).step_by(4999).chain(32_700..32_780) {
            exercise(&[formats::by_id("disc.iso9660").unwrap()], "cut.iso", &image[..len]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 48,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn survives_damaged_images(
        raw: bool,
        mutations in proptest::collection::vec(any::<mutation::Mutation>(), 1..6),
    ) {
        let image = mutation::apply(&if raw { ps1mini() } else { mini() }, &mutations);
        exercise(&[formats::by_id("disc.iso9660").unwrap()], "damaged.iso", &image);
    }
}
