use gouraud_testing::build::disc::{GameCube, gamecube};

use super::{members, opened, problems};
use gouraud::formats::disc::gamecube::shared;

const FILES: [(&str, &[u8]); 5] = [
    ("opening.bnr", b"BNR1"),
    ("Data/A.DGC", b"first"),
    ("Data/Deep/B.NGC", b"second"),
    ("Data/C.TXT", b""),
    ("last", b"the end"),
];

fn disc() -> Vec<u8> {
    gamecube(&GameCube { game: "GTSE01", title: "A Test of Discs", files: &FILES })
}

/// Offset of entry `index` of the file table: kind and name, then two words.
fn entry(index: usize) -> usize {
    0x440 + index * 12
}

#[test]
fn lists_files_by_path() {
    let (id, document) = opened("test.iso", disc());
    assert_eq!(id, "disc.gamecube");
    assert_eq!(problems(&document), [""; 0]);
    let expected = FILES.map(|(path, bytes)| (path.to_owned(), bytes.to_vec()));
    assert_eq!(members(&document), expected);
    assert_eq!(document.counts.get("members"), Some(5));
    let inside = document.content.container().members().unwrap();
    let facts = inside.disc().unwrap();
    assert_eq!(
        (facts.volume.as_str(), facts.serial.as_deref()),
        ("A Test of Discs", Some("GTSE01"))
    );
    assert_eq!(facts.tracks, []);
    let span = inside.list()[1].span.unwrap();
    assert_eq!(document.source.slice(span), b"first");
    let coverage = document.tree.coverage();
    assert_eq!((coverage.unread, coverage.overlap), (0, 0));
    let file = document.tree.find("files[1].bytes").unwrap();
    assert_eq!(document.tree.field(&file).unwrap().span, span);
}

#[test]
fn shows_file_table_in_tree() {
    let (_, document) = opened("test.iso", disc());
    let value = |path: &str| {
        let id = document.tree.find(path).unwrap();
        let field = document.tree.field(&id).unwrap();
        format!("{:?} {}", field.value, field.meaning)
    };
    assert!(value("header.magic").starts_with(&format!("Uint({})", 0xC233_9F3Du32)));
    assert_eq!(value("header.title"), "Text(\"A Test of Discs\") ");
    assert_eq!(value("file_table.entries[2].kind"), "Uint(1) folder");
    assert_eq!(value("file_table.entries[2].end"), "Uint(7) file_table.entries[7]");
    assert_eq!(value("file_table.entries[1].size"), "Uint(4) ");
}

#[test]
fn reports_folders_with_invalid_end() {
    for end in [0u32, 2, 9, u32::MAX] {
        let mut bytes = disc();
        let at = entry(2) + 8;
        bytes[at..at + 4].copy_from_slice(&end.to_be_bytes());
        let (_, document) = opened("test.iso", bytes);
        assert_eq!(members(&document).len(), 5, "{end}");
        let expected = format!("the folder ends at entry {end}, outside its parent");
        assert!(problems(&document)[0].contains(&expected), "{:?}", problems(&document));
    }
}

#[test]
fn reports_files_cut_by_end_of_image() {
    let mut bytes = disc();
    bytes.truncate(bytes.len() - 3);
    let (_, document) = opened("test.iso", bytes);
    let inside = document.content.container().members().unwrap();
    assert_eq!(inside.missing_reason(3), None);
    assert_eq!(inside.missing_reason(4), Some("last: the image contains 4 of its 7 bytes"));
    assert_eq!(members(&document)[4].1, b"the ");
}

#[test]
fn sanitises_names_and_makes_them_unique() {
    let mut bytes = disc();
    let names = entry(8);
    bytes[names..names + 12].copy_from_slice(b"../\x82\xA0\0\0\0\0\0\0\0");
    // The last file gets the name of the third one; the name of the second is past the table.
    let at = entry(7);
    let name = bytes[entry(6) + 1..entry(6) + 4].to_vec();
    bytes[at + 1..at + 4].copy_from_slice(&name);
    bytes[entry(3) + 1..entry(3) + 4].copy_from_slice(&[0xFF; 3]);
    let (_, document) = opened("test.iso", bytes);
    let paths: Vec<String> = members(&document).into_iter().map(|(path, _)| path).collect();
    let expected = [".._\u{82}\u{A0}", "Data/file_3", "Data/Deep/B.NGC", "Data/C.TXT", "C.TXT"];
    assert_eq!(paths, expected);
    assert!(
        problems(&document)[0].ends_with("file_table.entries[3]: the name is outside the table")
    );
}

#[test]
fn cuts_entry_count_to_table() {
    let mut bytes = disc();
    bytes[entry(0) + 8..entry(0) + 12].fill(0xFF);
    let (_, document) = opened("test.iso", bytes);
    assert!(problems(&document)[0].contains("4294967295 elements"));
    assert!(members(&document).len() > FILES.len());
}

#[test]
fn finds_every_file_that_shares_bytes() {
    let of = |files: &[(u64, u64)]| {
        let files = files.iter().copied().zip(0..).collect();
        let mut found: Vec<usize> = shared(files).into_iter().collect();
        found.sort_unstable();
        found
    };
    assert_eq!(of(&[(0, 4), (4, 8), (8, 8)]), [0; 0]);
    assert_eq!(of(&[(0, 4), (2, 6), (6, 8)]), [0, 1]);
    assert_eq!(of(&[(0, 100), (10, 20), (30, 40), (100, 110)]), [0, 1, 2]);
    assert_eq!(of(&[(0, 4), (4, 4), (2, 2)]), [0; 0]);
}

#[test]
fn reads_names_after_ignored_entries() {
    let (count, most) = (262_150u32, 262_144);
    let mut bytes = disc();
    bytes.truncate(entry(0));
    bytes.extend([1, 0, 0, 0, 0, 0, 0, 0]);
    bytes.extend(count.to_be_bytes());
    bytes.resize(entry(count as usize), 0);
    bytes.extend(b"name\0");
    let size = (bytes.len() - entry(0)) as u32;
    bytes[0x428..0x42C].copy_from_slice(&size.to_be_bytes());
    let (_, document) = opened("test.iso", bytes);
    let list = document.content.container().members().unwrap().list();
    assert_eq!((list.len(), list[0].path.as_str()), (most - 1, "name"));
    assert!(problems(&document)[0].contains(&format!("more than {most} entries")));
}
