use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::disc::{members, opened, problems};

fn archive(files: &[(&str, &[u8], CompressionMethod)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes, method) in files {
        if let Some(folder) = name.strip_suffix('/') {
            writer.add_directory(folder, SimpleFileOptions::default()).unwrap();
            continue;
        }
        writer.start_file(*name, SimpleFileOptions::default().compression_method(*method)).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

const LONG: [u8; 5000] = [42; 5000];

fn small() -> Vec<u8> {
    archive(&[
        ("models/", b"", CompressionMethod::Stored),
        ("models/a.bin", b"as it is", CompressionMethod::Stored),
        ("b.bin", &LONG, CompressionMethod::Deflated),
        ("../../evil", b"!", CompressionMethod::Stored),
    ])
}

#[test]
fn reads_stored_and_deflated_files() {
    let (id, document) = opened("a.zip", small());
    assert_eq!(id, "archive.zip");
    assert_eq!(problems(&document), [""; 0]);
    let expected = [
        ("models/a.bin".to_owned(), b"as it is".to_vec()),
        ("b.bin".to_owned(), LONG.to_vec()),
        ("../../evil".to_owned(), b"!".to_vec()),
    ];
    assert_eq!(members(&document), expected);
    assert_eq!(document.counts.get("members"), Some(3));
    let list = document.content.container().members().unwrap().list();
    assert_eq!(document.source.slice(list[0].span.unwrap()), b"as it is");
    assert!(list[1].span.unwrap().len < 100 && list[1].size == 5000);
    let coverage = document.tree.coverage();
    assert_eq!((coverage.unread, coverage.overlap), (0, 0));
}

/// Offsets of the entries in the directory.
fn entries(bytes: &[u8]) -> Vec<usize> {
    let is_entry = |at: &usize| bytes[*at..].starts_with(b"PK\x01\x02");
    (0..bytes.len()).filter(is_entry).collect()
}

#[test]
fn lists_uncounted_entries_with_warning() {
    let mut bytes = small();
    let end = bytes.windows(4).rposition(|at| at == b"PK\x05\x06").unwrap();
    bytes[end + 10] = 2;
    let (_, document) = opened("a.zip", bytes);
    assert_eq!(members(&document).len(), 3);
    let coverage = document.tree.coverage();
    assert_eq!((coverage.unread, coverage.overlap), (0, 0));
    let messages = problems(&document);
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(messages[0].starts_with("warning"), "{messages:?}");
}

#[test]
fn lists_unreadable_entries_with_reason() {
    let mut bytes = small();
    let at = entries(&bytes);
    bytes[at[1] + 8] |= 1;
    bytes[at[2] + 10] = 93;
    bytes[at[3] + 42] = 7;
    let (_, document) = opened("a.zip", bytes);
    let inside = document.content.container().members().unwrap();
    let expected = [
        "encrypted",
        "unsupported compression method: Zstandard",
        "not found at the offset in the directory",
    ];
    for (index, lack) in expected.into_iter().enumerate() {
        assert_eq!(inside.missing_reason(index), Some(lack));
        assert!(inside.open(index).err().unwrap().to_string().contains(lack));
    }
}

/// A deflated stream marks its end, and a stored file has its unpacked size.
#[test]
fn opens_complete_files_with_too_large_packed_sizes() {
    let files: [(&str, &[u8], CompressionMethod); 2] = [
        ("a.bin", b"as it is", CompressionMethod::Stored),
        ("b.bin", &LONG, CompressionMethod::Deflated),
    ];
    let whole = archive(&files);
    for packed in [400u32, 0x00FF_FFFF] {
        let mut bytes = whole.clone();
        for at in entries(&whole) {
            bytes[at + 20..at + 24].copy_from_slice(&packed.to_le_bytes());
        }
        let (_, document) = opened("a.zip", bytes);
        let expected =
            [("a.bin".to_owned(), b"as it is".to_vec()), ("b.bin".to_owned(), LONG.to_vec())];
        assert_eq!(members(&document), expected);
        let inside = document.content.container().members().unwrap();
        assert!((0..2).all(|index| inside.flaw(index).is_some()));
        let reported = problems(&document);
        assert_eq!(reported.len(), 2, "{reported:?}");
        assert!(reported.iter().all(|problem| problem.starts_with("warning")), "{reported:?}");
    }
}

#[test]
fn refuses_a_damaged_file_with_a_too_large_packed_size() {
    let mut bytes = archive(&[("b.bin", &LONG, CompressionMethod::Deflated)]);
    let at = entries(&bytes)[0];
    bytes[at + 20] = 0xFF;
    // An invalid kind of block.
    bytes[30 + "b.bin".len()] = 0xFF;
    let (_, document) = opened("a.zip", bytes);
    let inside = document.content.container().members().unwrap();
    assert!(inside.missing_reason(0).is_some_and(|why| why.starts_with("found ")));
}

/// The stored bytes of an encrypted file begin with a header of 12 bytes.
#[test]
fn size_of_encrypted_stored_file_excludes_its_header() {
    let mut bytes = archive(&[("a.bin", &[7; 32], CompressionMethod::Stored)]);
    let at = entries(&bytes)[0];
    bytes[at + 8] |= 1;
    bytes[at + 24] -= 12;
    let (_, document) = opened("a.zip", bytes);
    let member = &document.content.container().members().unwrap().list()[0];
    assert_eq!((member.size, member.span.unwrap().len), (20, 32));
}

#[test]
fn reports_wrong_checksum_and_returns_bytes() {
    let mut bytes = small();
    let at = entries(&bytes);
    bytes[at[1] + 16] ^= 1;
    bytes[at[2] + 16] ^= 1;
    let (_, document) = opened("a.zip", bytes);
    let inside = document.content.container().members().unwrap();
    for (index, own) in [b"as it is".to_vec(), LONG.to_vec()].into_iter().enumerate() {
        let member = inside.open(index).unwrap();
        let found = crc32fast::hash(&own);
        let fault = format!("expected CRC-32 {:08x} of the file, found {found:08x}", found ^ 1);
        assert_eq!(member.checksum_fault(), Some(fault));
        assert_eq!(member.bytes(), own);
        assert!(inside.missing_reason(index).is_none());
    }
    assert_eq!(inside.open(2).unwrap().checksum_fault(), None);
}

#[test]
fn unpacks_large_files_on_demand() {
    let large: Vec<u8> = (0..20u32 << 20).map(|at| (at >> 12) as u8 ^ at as u8).collect();
    let bytes = archive(&[("large.bin", &large, CompressionMethod::Deflated)]);
    let at = |start: u64, len: u64| &large[start as usize..(start + len) as usize];
    let (_, document) = opened("a.zip", bytes.clone());
    let member = document.content.container().members().unwrap().open(0).unwrap();
    assert!(member.in_memory().is_none());
    // Sequentially, then at random offsets.
    for start in [0u64, 70_000, 9 << 20, 1 << 20, 19 << 20, 5, 12 << 20, 3 << 20, 18 << 20] {
        assert_eq!(member.window(start, start + 100), at(start, 100), "{start}");
    }
    assert_eq!(member.crc32(), crc32fast::hash(&large));
    assert!(member.checksum_fault().is_none() && member.failures().is_empty());

    let mut damaged = bytes;
    let middle = damaged.len() / 2;
    damaged[middle..middle + 400].fill(0xFF);
    let (_, document) = opened("a.zip", damaged);
    let member = document.content.container().members().unwrap().open(0).unwrap();
    assert_eq!(member.window(0, 100), at(0, 100));
    member.crc32();
    assert!(!member.failures().is_empty());
    assert!(member.checksum_fault().is_some());
}

#[test]
fn refuses_zip_bombs() {
    let mut bytes = small();
    let at = entries(&bytes)[2] + 24;
    bytes[at..at + 4].copy_from_slice(&[0xFF, 0xFF, 0xFF, 0x7F]);
    let (_, document) = opened("a.zip", bytes);
    let inside = document.content.container().members().unwrap();
    assert!(inside.missing_reason(1).unwrap().contains("2147483647"));
    assert!(inside.open(1).is_err());

    // The same compressed bytes under many names.
    let zeros = vec![0; 1 << 20];
    let bytes = archive(&[("a", &zeros, CompressionMethod::Deflated)]);
    let entry = entries(&bytes)[0];
    let end = bytes.len() - 22;
    let (local, central, mut tail) = (&bytes[..entry], &bytes[entry..end], bytes[end..].to_vec());
    let count = 100u16;
    tail[8..10].copy_from_slice(&count.to_le_bytes());
    tail[10..12].copy_from_slice(&count.to_le_bytes());
    tail[12..16].copy_from_slice(&(central.len() as u32 * u32::from(count)).to_le_bytes());
    let bomb = [local, &central.repeat(count.into()), &tail].concat();
    let (_, document) = opened("bomb.zip", bomb);
    let inside = document.content.container().members().unwrap();
    assert_eq!(inside.list().len(), 100);
    let opened = (0..100).filter(|index| inside.open(*index).is_ok()).count();
    assert!((1..20).contains(&opened), "{opened}");
    assert!(inside.missing_reason(99).unwrap().contains("what the archive can unpack to"));
}

#[test]
fn numbers_names_that_differ_only_in_case() {
    let mut bytes = archive(&[
        ("one", b"1", CompressionMethod::Stored),
        ("two", b"2", CompressionMethod::Stored),
    ]);
    let second = entries(&bytes)[1] + 46;
    bytes[second..second + 3].copy_from_slice(b"One");
    let (_, document) = opened("a.zip", bytes);
    let expected = [("one".to_owned(), b"1".to_vec()), ("One~2".to_owned(), b"2".to_vec())];
    assert_eq!(members(&document), expected);
}

#[test]
fn reads_archive_after_prefix() {
    let bytes = [b"PK\x03\x04 is no program, but".as_slice(), &small()].concat();
    let (_, document) = opened("setup.zip", bytes);
    assert_eq!(members(&document)[0].1, b"as it is");
}

/// Self-extracting programs: the archive is recognised by its end, whether its offsets count from the
/// start of the program or from its own.
#[test]
fn recognises_self_extracting_program() {
    let program = [b"MZ".as_slice(), &[0x90; 700]].concat();
    let bytes = [program.as_slice(), &small()].concat();
    let (id, document) = opened("setup.exe", bytes);
    assert_eq!(id, "archive.zip");
    assert_eq!(members(&document), members(&opened("a.zip", small()).1));
    let coverage = document.tree.coverage();
    assert_eq!((coverage.unread, coverage.overlap), (0, 0));
    let (id, document) = opened("renamed.zip", [b"any bytes".as_slice(), &small()].concat());
    assert_eq!((id, members(&document).len()), ("archive.zip", 3));
    let source = gouraud::bytes::Source::from_bytes("setup.exe", program);
    assert!(
        gouraud::formats::identify(&source).is_none(),
        "a program without an archive is not a ZIP"
    );
}

#[test]
fn ignores_the_signature_of_the_end_in_a_comment() {
    let mut bytes = small();
    let comment = b"PK\x05\x06 as a comment ends this archive";
    let length = bytes.len() - 2;
    bytes[length] = comment.len() as u8;
    bytes.extend(comment);
    let (_, document) = opened("a.zip", bytes);
    assert_eq!(problems(&document), [""; 0]);
    assert_eq!(members(&document), members(&opened("a.zip", small()).1));
}

/// The locator still has the offset that the record has in the archive alone.
#[test]
fn finds_the_64_bit_record_of_an_archive_behind_other_bytes() {
    let bytes = small();
    let end = bytes.windows(4).rposition(|at| at == b"PK\x05\x06").unwrap();
    let (count, rest) = (bytes[end + 10], &bytes[end + 12..end + 20]);
    let number = |at: usize| u64::from(u32::from_le_bytes(rest[at..at + 4].try_into().unwrap()));
    let mut wide = bytes[..end].to_vec();
    wide.extend(b"PK\x06\x06");
    wide.extend(44u64.to_le_bytes());
    wide.extend([45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let numbers = [count.into(), count.into(), number(0), number(4)];
    wide.extend(numbers.into_iter().flat_map(u64::to_le_bytes));
    wide.extend(b"PK\x06\x07\0\0\0\0");
    wide.extend((end as u64).to_le_bytes());
    wide.extend(1u32.to_le_bytes());
    wide.extend(b"PK\x05\x06\0\0\0\0\xFF\xFF\xFF\xFF");
    wide.extend(rest);
    wide.extend([0, 0]);
    for before in [&b""[..], b"other bytes"] {
        let (id, document) = opened("a.zip", [before, &wide].concat());
        assert_eq!((id, problems(&document)), ("archive.zip", Vec::new()));
        assert_eq!(members(&document), members(&opened("a.zip", small()).1));
    }
}

#[test]
fn reads_archive_without_directory() {
    let whole = small();
    let directory = entries(&whole)[0];
    let expected = members(&opened("a.zip", whole.clone()).1);
    // Without the end record, with a truncated directory, and without a directory.
    for len in [whole.len() - 30, entries(&whole)[2], directory] {
        let (_, document) = opened("a.zip", whole[..len].to_vec());
        assert_eq!(members(&document), expected, "{len}");
        let messages = problems(&document);
        assert!(
            messages.iter().any(|message| message.contains("ends before its directory")),
            "{messages:?}"
        );
        let written = document.content.container().with_members(
            gouraud::container::Context::ALONE,
            &std::collections::BTreeMap::from([(0, b"other".to_vec())]),
        );
        assert!(written.err().unwrap().to_string().contains("incomplete directory"));
    }
    // Cut within the last file: the others are complete.
    let (_, document) = opened("a.zip", whole[..directory - 1].to_vec());
    let inside = document.content.container().members().unwrap();
    assert_eq!(members(&document)[..2], expected[..2]);
    assert_eq!(inside.missing_reason(2), Some("found 0 of 1 stored bytes"));
}

/// Archives that were written to a stream have the sizes after the bytes.
#[test]
fn finds_trailing_sizes_without_directory() {
    let mut writer = ZipWriter::new_stream(Vec::new());
    for (name, bytes) in [("one", LONG.as_slice()), ("two", b"and another"), ("three", &LONG)] {
        writer.start_file(name, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    let whole = writer.finish().unwrap().into_inner();
    let expected = members(&opened("a.zip", whole.clone()).1);
    assert_eq!(expected.len(), 3);
    let cut = whole[..entries(&whole)[0]].to_vec();
    assert_eq!(members(&opened("a.zip", cut).1), expected);
    let third =
        (0..whole.len()).filter(|at| whole[*at..].starts_with(b"PK\x03\x04")).nth(2).unwrap();
    let (_, document) = opened("a.zip", whole[..third + 40].to_vec());
    let inside = document.content.container().members().unwrap();
    assert_eq!(members(&document)[..2], expected[..2]);
    assert_eq!(inside.missing_reason(2), Some("truncated: the archive ends inside the file"));
}

/// An archive of one empty file with this name and this extra field in its directory.
fn named(name: &[u8], extra: &[u8]) -> Vec<u8> {
    let same = |extra: &[u8]| {
        let lens = [name.len() as u16, extra.len() as u16].map(u16::to_le_bytes).concat();
        [[0; 22].as_slice(), &lens].concat()
    };
    let local = [b"PK\x03\x04".as_slice(), &same(b""), name].concat();
    let mut central = [b"PK\x01\x02\x14\0".as_slice(), &same(extra), &[0; 14]].concat();
    central.extend([name, extra].concat());
    let mut end = b"PK\x05\x06\0\0\0\0\x01\0\x01\0".to_vec();
    end.extend([central.len() as u32, local.len() as u32].map(u32::to_le_bytes).concat());
    end.extend([0, 0]);
    [local, central, end].concat()
}

#[test]
fn decodes_names_as_code_page_437_unless_utf_8() {
    let name = |stored: &[u8], extra: &[u8]| {
        members(&opened("a.zip", named(stored, extra)).1)[0].0.clone()
    };
    assert_eq!(name(b"\x9Abersicht\\\x81.txt", b""), "Übersicht/ü.txt");
    assert_eq!(name(b"\x80\xA5\xE1\xFE\xFF", b""), "ÇÑß■\u{a0}");
    assert_eq!(name("Übersicht".as_bytes(), b""), "Übersicht");
    // The same in an extra field, if that still matches the stored name.
    let field = |crc: u32| {
        let mut field = b"up\x0D\0\x01".to_vec();
        field.extend(crc.to_le_bytes());
        field.extend("地図.b".as_bytes());
        field
    };
    let stored = b"map.bin";
    assert_eq!(name(stored, &field(crc32fast::hash(stored))), "地図.b");
    assert_eq!(name(stored, &field(1)), "map.bin");
}
