//! Rock Ridge names on a disc that also has Joliet names.

use gouraud::library::Library;
use gouraud_testing::fixtures;

use super::{open, rows};

const LONG: &str = "A name that is so long that it has to go on in the next entry of its own record, and \
                    in a continuation area, as records end at 255 bytes: that is what ends it. And some \
                    more words, in Gr\u{fc}n.txt";

fn disc() -> (Library, std::sync::Arc<gouraud::library::Opened>) {
    let library = Library::default();
    let path = fixtures::path("disc/rock_ridge.iso.gz");
    let opened = library.open(&path.to_string_lossy(), None).unwrap();
    (library, opened)
}

#[test]
fn reads_long_names_and_relocated_deep_folders() {
    let (library, opened) = disc();
    assert_eq!(opened.wrapped(), ["gzip"]);
    let mut found = rows(opened.members(&library).unwrap());
    found.sort();
    let paths: Vec<(&str, u64)> =
        found.iter().map(|(path, size, _)| (path.as_str(), *size)).collect();
    let deep = "one/two/three/four/five/six/seven/eight/nine/Deep.File_Name.text";
    assert_eq!(paths, [(LONG, 5), ("Copy2", 4), ("link", 0), (deep, 5)]);
    assert!(opened.problems(&library).is_empty(), "{:?}", opened.problems(&library));
}

/// Joliet names are shown if there are no Rock Ridge entries.
#[test]
fn falls_back_to_joliet_names() {
    let (_, opened) = disc();
    let mut image = opened.document.source.bytes().to_vec();
    let marks: Vec<usize> =
        (0..image.len()).filter(|at| image[*at..].starts_with(b"SP\x07\x01\xBE\xEF")).collect();
    marks.into_iter().for_each(|at| image[at] = b'X');
    let document = open("joliet.iso", image);
    let list = document.content.container().members().unwrap().list();
    assert!(list.iter().any(|member| member.path == "Copy2"), "{list:?}");
    assert!(list.iter().all(|member| member.path.chars().count() < 128), "{list:?}");
}
