//! Names of Rock Ridge, on a disc that has names of Joliet, too.

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
fn files_have_their_whole_names_and_deep_folders_are_in_their_places() {
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

/// Without entries that are Rock Ridge's, names of Joliet are shown.
#[test]
fn names_of_joliet_are_shown_where_there_are_no_others() {
    let (_, opened) = disc();
    let mut image = opened.document.source.bytes().to_vec();
    let marks: Vec<usize> =
        (0..image.len()).filter(|at| image[*at..].starts_with(b"SP\x07\x01\xBE\xEF")).collect();
    marks.into_iter().for_each(|at| image[at] = b'X');
    let document = open("joliet.iso", image);
    let list = document.content.members().unwrap().list();
    assert!(list.iter().any(|member| member.path == "Copy2"), "{list:?}");
    assert!(list.iter().all(|member| member.path.chars().count() < 128), "{list:?}");
}
