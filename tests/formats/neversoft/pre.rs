use gouraud::bytes::Source;
use gouraud::codec::lzss;
use gouraud::formats;
use gouraud::formats::neversoft::hash::key;
use gouraud::formats::neversoft::pre::{Archive, File, Version};
use gouraud_testing::build::neversoft::{PreFile, lzss_spaces_then, pre, pre_1};

use gouraud_testing::document::{members, named, open, problems};

use super::open_archive;
use crate::damage::{Intact, intact};

const FILES: [(&str, &[u8]); 2] = [("models\\a.psx", b"\x04\0\x02\0"), ("b.txt", b"hello")];

/// An archive with one packed and one stored file.
fn later(version: u8) -> Vec<u8> {
    let packed = lzss_spaces_then(b"1234567");
    let packed = PreFile {
        name: "scripts\\skate.qb",
        size: 11,
        data: &packed[..],
        is_packed: true,
        hash: key(b"scripts\\skate.qb"),
    };
    let (name, data) = FILES[1];
    let stored = PreFile { name, size: 5, data, is_packed: false, hash: key(b"b.txt") };
    pre(version, &[packed, stored])
}

#[test]
fn reads_the_example_of_the_document() {
    let bytes = *b"\x01\0\0\0a.b\0\x03\0\0\0\x01\x02\x03\0";
    let document = open_archive("neversoft.pre", "1", "x.pre", &bytes);
    assert_eq!(members(&document), named(&[("a.b", &[1, 2, 3])]));
    let span = document.content.container().members().unwrap().list()[0].span.unwrap();
    assert_eq!((span.start, span.len), (12, 3));
}

#[test]
fn reads_files_of_the_first_version() {
    let document = open_archive("neversoft.pre", "1", "x.pre", &pre_1(&FILES));
    assert_eq!(members(&document), named(&[("models/a.psx", FILES[0].1), FILES[1]]));
    assert_eq!(document.counts.get("members"), Some(2));
}

#[test]
fn later_versions_unpack_with_a_window_of_spaces() {
    for (version, name) in [(2, "2"), (3, "3")] {
        let bytes = later(version);
        let document = open_archive("neversoft.pre", name, "x.prx", &bytes);
        let expected = named(&[("scripts/skate.qb", b"    1234567"), FILES[1]]);
        assert_eq!(members(&document), expected);
        let list = document.content.container().members().unwrap().list();
        let span = list[0].span.unwrap();
        assert_eq!((list[0].size, span.len), (11, 10));
        assert_eq!(bytes[span.start as usize..][..3], [0xFE, 0, 1]);
        assert!(document.audit().problems.is_empty());
    }
}

/// Names that tools did not pad shift all following data by a byte or more.
#[test]
fn padding_depends_on_data_length_not_on_offset() {
    let stored = |(name, data): &(&str, &[u8])| {
        let mut out = (data.len() as u32).to_le_bytes().to_vec();
        out.extend([0; 4]);
        out.extend([name.len() as u8 + 1, 0, 0, 0]);
        out.extend(key(name.as_bytes()).to_le_bytes());
        out.extend([name.as_bytes(), &[0], data].concat());
        out.resize(out.len() + data.len().next_multiple_of(4) - data.len(), 0);
        out
    };
    let files = [("utDcown", &b"12345"[..]), ("b.txt", b"hello"), ("abcdef.qb", b"ab")];
    let body: Vec<u8> = files.iter().flat_map(stored).collect();
    let mut bytes = vec![0; 4];
    bytes.extend(0xABCD_0003u32.to_le_bytes());
    bytes.extend(3u32.to_le_bytes());
    bytes.extend(body);
    let len = bytes.len() as u32;
    bytes[..4].copy_from_slice(&len.to_le_bytes());
    let document = open_archive("neversoft.pre", "3", "x.pre", &bytes);
    assert_eq!(members(&document), named(&files));
}

#[test]
fn refuses_unknown_versions_by_number() {
    let mut bytes = later(3);
    bytes[4] = 4;
    let source = Source::from_bytes("x.prx", bytes);
    let (format, _) = formats::identify(&source).unwrap();
    assert_eq!(format.info().id, "neversoft.pre");
    assert!(format.open(&source).unwrap_err().to_string().contains("version 4"));
}

#[test]
fn reports_missing_bytes_of_a_file_and_keeps_the_rest() {
    let bytes = pre_1(&FILES);
    let document = open("x.pre", &bytes[..bytes.len() - 5]);
    assert_eq!(problems(&document), ["error 0x24 files[1].size"]);
    let files = document.content.container().members().unwrap();
    assert_eq!(members(&document)[1].1, b"hel");
    assert_eq!(
        (files.missing_reason(0), files.missing_reason(1)),
        (None, Some("found 3 of 5 bytes"))
    );
    assert!(document.content.write().is_err());
}

#[test]
fn reports_a_truncated_stream_and_lists_its_bytes() {
    let mut bytes = later(3);
    bytes[12] = 12;
    let document = open("x.prx", &bytes);
    assert_eq!(problems(&document), [""; 0]);
    assert_eq!(super::member_problems(&document), ["error 0x30 files[0].data"]);
    let files = document.content.container().members().unwrap();
    assert_eq!(files.list()[0].size, 11);
    assert!(files.missing_reason(0).unwrap().contains("11 of 12 bytes unpacked"));
    assert_eq!(document.content.write().unwrap(), bytes);
}

#[test]
fn added_files_are_packed_and_unpack_unchanged() {
    for version in [Version::One, Version::Two, Version::Three] {
        let mut archive = Archive::new(version);
        archive.files.push(File::new("a/text.txt", b"tick tack ".repeat(50), version));
        archive.files.push(File::new("b", vec![7], version));
        let bytes = archive.write().unwrap();
        assert_eq!(bytes.len() < 500, version != Version::One);
        let document = open_archive("neversoft.pre", version.name(), "x.pre", &bytes);
        let text = b"tick tack ".repeat(50);
        assert_eq!(members(&document), named(&[("a/text.txt", &text), ("b", &[7])]));
    }
    assert_eq!(lzss::pack(b"        ", lzss::PRE).len(), 4);
}

/// Valid archives.
pub fn files() -> Vec<Intact> {
    [pre_1(&FILES), later(2), later(3)].map(|bytes| intact("neversoft.pre", bytes)).into()
}
