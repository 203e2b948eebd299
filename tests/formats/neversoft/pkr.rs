use gouraud_testing::build::neversoft::{PkrFile, pkr_2, pkr_3};

use gouraud_testing::document::{members, named, open, problems};

use super::{member_problems, open_archive};
use crate::damage::{Intact, intact};

/// Offset of the directory of [`three`], and of its first row.
const DIRECTORY: usize = 8 + 16 + 5 + 3;
const ROW: usize = DIRECTORY + 12 + 2 * 40;

fn file<'a>(name: &'a str, bytes: &'a [u8], is_packed: bool) -> PkrFile<'a> {
    PkrFile { name, bytes, is_packed }
}

fn two() -> Vec<u8> {
    let models = [file("a.psx", b"model", false), file("b.psx", b"other", false)];
    pkr_2(&[("models\\", &models), ("", &[file("read.me", b"text", false)])])
}

fn three() -> Vec<u8> {
    let packed = [file("a.bmp", b"packed", true), file("b.bmp", b"plain", false)];
    // The stream takes 17 bytes for the six bytes that it contains.
    pkr_3(&[("art/", &packed), ("sfx", &[file("c.wav", b"wav", false)])])
}

#[test]
fn lists_files_of_both_versions_in_their_directories() {
    let document = open_archive("neversoft.pkr", "2", "all.pkr", &two());
    let expected: [(&str, &[u8]); 3] =
        [("models/a.psx", b"model"), ("models/b.psx", b"other"), ("read.me", b"text")];
    assert_eq!(members(&document), named(&expected));
    let document = open_archive("neversoft.pkr", "3", "data.pkr", &three());
    let expected: [(&str, &[u8]); 3] =
        [("art/a.bmp", b"packed"), ("art/b.bmp", b"plain"), ("sfx/c.wav", b"wav")];
    assert_eq!(members(&document), named(&expected));
    let span = document.content.container().members().unwrap().list()[0].span.unwrap();
    assert_eq!((span.start, span.len), (8, 17));
}

#[test]
fn reports_a_wrong_crc_and_still_returns_the_bytes() {
    for (at, field) in [(8 + 17, "1"), (8 + 17 + 5, "2")] {
        let mut bytes = three();
        bytes[at] ^= 1;
        let document = open("data.pkr", &bytes);
        assert_eq!(problems(&document), [""; 0]);
        let reported = member_problems(&document);
        assert!(reported[0].ends_with(&format!("directory.files[{field}].crc")), "{reported:?}");
        let files = document.content.container().members().unwrap();
        assert!((0..3).all(|index| files.missing_reason(index).is_none()));
        assert_eq!(document.content.write().unwrap(), bytes);
    }
}

#[test]
fn reports_a_damaged_stream_and_lists_an_empty_file() {
    let mut bytes = three();
    bytes[8] ^= 0xFF;
    let document = open("data.pkr", &bytes);
    assert_eq!(member_problems(&document).len(), 1);
    let files = document.content.container().members().unwrap();
    assert_eq!((files.list()[0].size, files.list()[0].span), (0, None));
    assert!(files.missing_reason(0).unwrap().contains("0 of 6 bytes unpacked"));
    assert_eq!(document.content.write().unwrap(), bytes);
}

#[test]
fn limits_unpacking_to_the_possible_size() {
    let mut bytes = three();
    let size = ROW + 1 + 32 + 12;
    bytes[size..size + 4].fill(0xFF);
    let document = open("data.pkr", &bytes);
    let files = document.content.container().members().unwrap();
    assert_eq!(files.list()[0].size, 6);
    assert!(files.missing_reason(0).unwrap().contains("6 of 4294967295 bytes unpacked"));
}

#[test]
fn lists_and_reports_rows_with_invalid_offsets() {
    let mut bytes = two();
    let offset = 16 + 80 + 36;
    bytes[offset..offset + 4].fill(0xFF);
    let document = open("all.pkr", &bytes);
    assert_eq!(problems(&document), ["error 0x84 directory.files[0].offset"]);
    let files = document.content.container().members().unwrap();
    assert_eq!((files.list()[0].size, files.list()[0].span), (0, None));
    assert!(files.missing_reason(0).is_some() && files.missing_reason(1).is_none());
    assert_eq!(document.content.write().unwrap(), bytes);
}

#[test]
fn lists_files_without_a_directory() {
    let mut bytes = two();
    // Leaves the second directory without files.
    bytes[16 + 40 + 36] = 0;
    let document = open("all.pkr", &bytes);
    assert_eq!(problems(&document), ["warning 0xc0 directory.files[2]"]);
    assert_eq!(members(&document)[2].0, "read.me");
    assert_eq!(document.content.write().unwrap(), bytes);
}

/// Valid archives.
pub fn files() -> Vec<Intact> {
    [two(), three()].map(|bytes| intact("neversoft.pkr", bytes)).into()
}
