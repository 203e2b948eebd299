//! Archives of the PC version.

use gouraud_testing::build::ff7::lgp::lgp;

use super::{assert_sound, count, errors, open_as, problems};

fn archive() -> Vec<u8> {
    let files: [(&str, &[u8]); 5] = [
        ("rtda", b"animations"),
        ("aaab", &[1, 2, 3]),
        ("aaaa", b""),
        ("one/flevel", b"a"),
        ("two/flevel", b"b"),
    ];
    lgp(&files).unwrap().write().unwrap()
}

#[test]
fn round_trips_files() {
    let document = open_as("ff7.lgp", archive());
    assert_sound(&document);
    assert_eq!(count(&document, "members"), 5);
    let members = document.content.container().members().unwrap();
    let all: Vec<_> = (0..5)
        .map(|index| {
            let path = members.list()[index].path.clone();
            (path, members.open(index).unwrap().bytes().to_vec())
        })
        .collect();
    let expected = [
        ("aaaa", &b""[..]),
        ("aaab", &[1, 2, 3]),
        ("one/flevel", b"a"),
        ("two/flevel", b"b"),
        ("rtda", b"animations"),
    ];
    assert_eq!(all, expected.map(|(path, bytes)| (path.to_owned(), bytes.to_vec())));
    assert!(members.open(5).is_err());
}

#[test]
fn reports_inconsistent_tables() {
    // The first used entry of the lookup table: two names in "aa".
    let mut bytes = archive();
    let lookup = 16 + 27 * 5;
    assert_eq!(bytes[lookup + 4..lookup + 8], [1, 0, 2, 0]);
    bytes[lookup + 6] = 9;
    let document = open_as("ff7.lgp", bytes);
    assert_eq!(problems(&document), [format!("warning {:#x} lookup[1]", lookup + 4)]);
    assert_eq!(document.content.write().as_deref(), Ok(document.source.bytes()));
    // An entry whose conflict does not list it.
    let mut bytes = archive();
    bytes[16 + 25] = 1;
    let document = open_as("ff7.lgp", bytes);
    assert_eq!(problems(&document), ["warning 0x29 entries[0].conflict"]);
}

#[test]
fn lists_files_without_lookup_table() {
    let bytes = archive();
    let entries = 16 + 27 * 5;
    let first = (0..5)
        .map(|entry| 16 + 27 * entry + 20)
        .map(|at| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()));
    let start = first.min().unwrap();
    // With and without the table of conflicts.
    for kept in [entries + 3600, start as usize] {
        let mut without = [&bytes[..entries], &bytes[kept..]].concat();
        let removed = (kept - entries) as u32;
        for entry in 0..5 {
            let at = 16 + 27 * entry + 20;
            let offset = u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) - removed;
            without[at..at + 4].copy_from_slice(&offset.to_le_bytes());
        }
        let document = open_as("ff7.lgp", without);
        assert_eq!(count(&document, "members"), 5);
        assert_eq!(problems(&document)[0], format!("warning {entries:#x} lookup"));
        assert_eq!(document.content.write().as_deref(), Ok(document.source.bytes()));
    }
}

/// Other tools leave unused bytes between the entries and the first file.
#[test]
fn lists_the_files_behind_unused_bytes_instead_of_tables() {
    let name = |name: &[u8; 11]| [&name[..], &[0; 9]].concat();
    let mut bytes = b"\0\0SQUARESOFT\x01\0\0\0".to_vec();
    bytes.extend(name(b"unused.file"));
    bytes.extend(53u32.to_le_bytes());
    bytes.extend([14, 0, 0]);
    bytes.extend(b"Unused pad");
    bytes.extend(name(b"unused.file"));
    bytes.extend(4u32.to_le_bytes());
    bytes.extend(b"dataFINAL FANTASY7");
    let document = open_as("ff7.lgp", bytes);
    assert_eq!(count(&document, "members"), 1);
    assert_eq!(document.content.container().members().unwrap().open(0).unwrap().bytes(), b"data");
    assert_eq!(errors(&document), 0);
    assert_eq!(document.content.write().as_deref(), Ok(document.source.bytes()));
}

#[test]
fn invalid_offset_or_size_affects_one_file() {
    let mut bytes = archive();
    bytes[16 + 20..16 + 24].copy_from_slice(&u32::MAX.to_le_bytes());
    let document = open_as("ff7.lgp", bytes);
    assert_eq!((errors(&document), count(&document, "members")), (1, 4));
    assert_eq!(document.content.write().as_deref(), Ok(document.source.bytes()));
    let bytes = archive();
    let cut = open_as("ff7.lgp", bytes[..bytes.len() - 20].to_vec());
    assert!(errors(&cut) > 0);
    assert_eq!(count(&cut, "members"), 5);
}
