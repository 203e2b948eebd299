//! Files compressed by gzip.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use gouraud::bytes::Source;
use gouraud::formats;

use crate::disc::{opened, problems};

fn packed(plain: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain).unwrap();
    encoder.finish().unwrap()
}

const TEXT: &[u8] = b"a text, a text, a text, and what follows it";

fn inside(name: &str, bytes: Vec<u8>) -> (String, Vec<u8>) {
    let (id, document) = opened(name, bytes);
    assert_eq!(id, "archive.gzip");
    let decoded = document.content.packed().decoded().unwrap();
    (decoded.name.clone(), decoded.source.bytes().to_vec())
}

#[test]
fn unpacks_content_under_its_own_name() {
    assert_eq!(inside("title.zlb", packed(TEXT)), ("title".to_owned(), TEXT.to_vec()));
    assert_eq!(inside("a.tim.gz", packed(TEXT)).0, "a.tim");
    assert_eq!(inside("a.TGZ", packed(TEXT)).0, "a.tar");
    // A name in the header takes precedence; folders in it are dropped.
    let mut named = packed(TEXT);
    named[3] |= 8;
    named.splice(10..10, *b"../x/note.txt\0");
    assert_eq!(inside("a.gz", named), ("note.txt".to_owned(), TEXT.to_vec()));
}

#[test]
fn reads_several_parts_as_one_file() {
    let (_, all) = inside("a.gz", [packed(b"one "), packed(b"two")].concat());
    assert_eq!(all, b"one two");
}

#[test]
fn reports_wrong_checksums_and_sizes() {
    for (from_end, message) in [(8, "expected a CRC-32 of"), (4, "expected 299")] {
        let mut bytes = packed(TEXT);
        let at = bytes.len() - from_end + usize::from(from_end == 4);
        bytes[at] ^= 1;
        let (_, document) = opened("a.gz", bytes);
        assert!(problems(&document)[0].contains(message), "{:?}", problems(&document));
        assert_eq!(document.content.packed().decoded().unwrap().source.bytes(), TEXT);
    }
}

#[test]
fn keeps_bytes_before_cut() {
    let plain: Vec<u8> = (0..200_000u32).map(|at| (at.wrapping_mul(at) >> 7) as u8).collect();
    let bytes = packed(&plain);
    let (_, document) = opened("a.gz", bytes[..bytes.len() / 2].to_vec());
    let decoded = document.content.packed().decoded().unwrap();
    assert!(decoded.source.len() > 1000 && plain.starts_with(decoded.source.bytes()));
    assert!(problems(&document)[0].contains("the stream is truncated after"));
    assert!(document.content.packed().wrap(b"x").is_err(), "a new size would hide the damage");
}

/// The stream is complete without the checksum and the size after it.
#[test]
fn unpacks_file_with_truncated_trailer() {
    let bytes = packed(TEXT);
    for cut in 1..=8 {
        let (_, document) = opened("a.gz", bytes[..bytes.len() - cut].to_vec());
        assert_eq!(document.content.packed().decoded().unwrap().source.bytes(), TEXT, "{cut}");
        assert!(problems(&document)[0].starts_with("error"), "{:?}", problems(&document));
        let coverage = document.tree.coverage();
        assert_eq!((coverage.unread, coverage.overlap), (0, 0), "{cut}");
    }
}

/// Some files contain themselves, and grow with each level.
#[test]
fn limits_repeatedly_packed_file() {
    let zeros = packed(&vec![0; 17 << 20]);
    let library = gouraud::library::Library::new();
    let twice = Source::from_bytes("a.gz", packed(&zeros));
    let opened = library.open_source(&twice, None).unwrap();
    assert_eq!(opened.wrapped(), ["gzip"]);
    assert_eq!(opened.unwrapped().unwrap().source.len(), 16 << 20);
    let messages: Vec<String> =
        opened.problems(&library).iter().map(|p| p.message.clone()).collect();
    assert!(
        messages.iter().any(|message| message.contains("limit of 16777216 bytes")),
        "{messages:?}"
    );
}

#[test]
fn packs_a_changed_file_again() {
    let (_, document) = opened("a.gz", packed(TEXT));
    let again = document.content.packed().wrap(b"another text").unwrap();
    assert_eq!(inside("a.gz", again).1, b"another text");
}

#[test]
fn refuses_other_methods() {
    for bytes in [b"\x1F\x8B\x07\0\0\0\0\0\0\0".to_vec(), b"\x1F\x8B\x08\xE0\0\0\0\0\0\0".to_vec()]
    {
        assert!(formats::identify(&Source::from_bytes("a.gz", bytes)).is_none());
    }
}
