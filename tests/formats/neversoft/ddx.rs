//! Texture archives: listing, extraction, rebuilding.

use std::collections::BTreeMap;

use gouraud::container::Context;
use gouraud::formats::NewBytes;
use gouraud::formats::neversoft::ddx::Archive;
use gouraud_testing::document::{open, open_valid, problems};

fn archive() -> Vec<u8> {
    Archive::new(&[("a.DDS", b"DDS one"), ("sub\\b.DDS", b"DDS second")]).write().unwrap()
}

#[test]
fn files_follow_the_table_and_have_names() {
    let bytes = archive();
    // 16 bytes and two rows of 264: the data begins at 544.
    assert_eq!(bytes[8..12], 544u32.to_le_bytes());
    let document = open_valid("neversoft.ddx", "level.ddx", &bytes);
    assert_eq!(document.counts.get("members"), Some(2));
    let members = document.content.container().members().unwrap();
    let listed: Vec<_> = members.list().iter().map(|one| one.path.as_str()).collect();
    assert_eq!(listed, ["a.DDS", "sub/b.DDS"]);
    assert_eq!(members.open(1).unwrap().bytes(), b"DDS second");
    assert_eq!(members.list()[1].span.unwrap().start, 551);
}

#[test]
fn replacing_a_file_moves_the_following_ones() {
    let document = open("level.ddx", &archive());
    let replaced = BTreeMap::from([(0, b"DDS longer one".to_vec())]);
    let files = document.content.container().with_members(Context::ALONE, &replaced).unwrap();
    let NewBytes::Whole(bytes) = &files[0].bytes else { panic!("all of it is new") };
    let again = open_valid("neversoft.ddx", "level.ddx", bytes);
    let members = again.content.container().members().unwrap();
    assert_eq!(members.open(0).unwrap().bytes(), b"DDS longer one");
    assert_eq!(members.open(1).unwrap().bytes(), b"DDS second");
    assert_eq!(bytes[4..8], (bytes.len() as u32).to_le_bytes());
}

#[test]
fn reports_truncated_files() {
    let bytes = archive();
    let document = open("level.ddx", &bytes[..bytes.len() - 4]);
    assert_eq!(problems(&document), ["warning 0x4 file_size", "error 0x11c files[1].size"]);
    assert_eq!(document.content.container().members().unwrap().open(1).unwrap().bytes(), b"DDS se");
    assert_eq!(document.content.write().unwrap(), bytes[..bytes.len() - 4]);
}

#[test]
fn refuses_to_replace_shared_bytes() {
    let mut bytes = archive();
    // The second file begins at the offset of the first.
    bytes[280..284].copy_from_slice(&[0; 4]);
    let document = open("level.ddx", &bytes);
    assert_eq!(document.content.write().unwrap(), bytes);
    let replaced = BTreeMap::from([(0, vec![1])]);
    let refused = document.content.container().with_members(Context::ALONE, &replaced).unwrap_err();
    assert!(refused.0.contains("shares bytes"), "{refused}");
}
