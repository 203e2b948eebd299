use gouraud::bytes::Source;
use gouraud::formats::ea::big::{Archive, Big, Form};
use gouraud::formats::{self, Document, Format, Loaded, format_of};
use gouraud_testing::exercise;
use proptest::prelude::*;

use super::problems;
use gouraud_testing::mutation::header_like;

use crate::damage::{Intact, intact};

const FORMAT: &dyn Format = format_of::<Big>();
const FORMS: [Form; 3] = [Form::BigF, Form::Big4, Form::Short];

fn archive(form: Form) -> Archive {
    let mut archive = Archive::new(form);
    archive.add("models/rider_body.mpf", vec![1; 300]);
    archive.add(r"textures\rider.ssh", vec![2; 10]);
    archive.add("../../evil", vec![3; 200]);
    archive
}

fn built(form: Form) -> Vec<u8> {
    archive(form).write().unwrap()
}

fn open(bytes: &[u8]) -> Document {
    FORMAT.open(&Source::from_bytes("x.big", bytes.to_vec())).unwrap()
}

fn members(document: &Document) -> Vec<(String, Vec<u8>)> {
    let members = document.content.container().members().unwrap();
    let bytes = |index| members.open(index).map_or_else(|_| b"-".to_vec(), |s| s.bytes().to_vec());
    members.list().iter().enumerate().map(|(i, m)| (m.path.clone(), bytes(i))).collect()
}

#[test]
fn round_trips_members_of_every_form() {
    for form in FORMS {
        let bytes = built(form);
        let source = Source::from_bytes("any", bytes.clone());
        assert_eq!(formats::identify(&source).unwrap().0.info().id, "ea.big");
        let document = open(&bytes);
        assert_eq!(document.version, form.name());
        assert_eq!(problems(&document), [""; 0], "{form:?}");
        let expected = [
            ("models/rider_body.mpf".to_owned(), vec![1; 300]),
            ("textures/rider.ssh".to_owned(), vec![2; 10]),
            ("../../evil".to_owned(), vec![3; 200]),
        ];
        assert_eq!(members(&document), expected);
        let starts =
            document.content.container().members().unwrap().list().iter().filter_map(|m| m.span);
        assert!(starts.map(|span| span.start).all(|start| start % 128 == 0));
        let coverage = document.tree.coverage();
        assert_eq!((coverage.unread, coverage.overlap), (0, 0));
        assert_eq!(document.content.write().unwrap(), bytes);
    }
}

#[test]
fn accepts_size_in_either_byte_order() {
    let mut bytes = built(Form::BigF);
    bytes[4..8].reverse();
    let document = open(&bytes);
    assert_eq!(problems(&document), [""; 0]);
    assert_eq!(document.content.write().unwrap(), bytes);
    bytes[4] = 0x77;
    let document = open(&bytes);
    assert_eq!(problems(&document), ["warning 0x4 header.total_size"]);
    assert_eq!(document.content.write().unwrap(), bytes);
}

#[test]
fn adds_and_removes_members() {
    for form in FORMS {
        let source = Source::from_bytes("x.big", built(form));
        let mut archive = Loaded::<Big>::open(&source).unwrap().0.records.archive;
        archive.remove("textures/rider.ssh");
        archive.add("new/member.bin", vec![4; 50]);
        let document = open(&archive.write().unwrap());
        assert_eq!(problems(&document), [""; 0]);
        let paths: Vec<String> = members(&document).into_iter().map(|(path, _)| path).collect();
        assert_eq!(paths, ["models/rider_body.mpf", "../../evil", "new/member.bin"]);
        assert_eq!(members(&document)[1].1, [3; 200]);
        assert_eq!(members(&document)[2].1, [4; 50]);
    }
}

#[test]
fn keeps_shared_and_overlapping_members() {
    let mut bytes = built(Form::BigF);
    // The second entry points into the first, the third to the same bytes as the first.
    let second = 16 + 8 + 22;
    let third = second + 8 + 19;
    let first: [u8; 4] = bytes[16..20].try_into().unwrap();
    let inside = u32::from_be_bytes(first) + 250;
    bytes[second..second + 4].copy_from_slice(&inside.to_be_bytes());
    bytes[second + 4..second + 8].copy_from_slice(&100u32.to_be_bytes());
    bytes[third..third + 4].copy_from_slice(&first);
    let document = open(&bytes);
    assert_eq!(members(&document)[2].1, [1; 200]);
    assert_eq!(document.tree.coverage().overlap, 0);
    assert_eq!(document.content.write().unwrap(), bytes);
}

#[test]
fn hides_rows_without_file_and_writes_them_back() {
    let mut bytes = built(Form::Big4);
    bytes[16..20].fill(0);
    let star = bytes.windows(5).position(|window| window == b"rider").unwrap();
    let second = bytes[star + 5..].windows(5).position(|w| w == b"rider").unwrap() + star + 5;
    bytes[second] = b'*';
    let document = open(&bytes);
    assert_eq!(members(&document).len(), 1);
    assert_eq!(problems(&document), ["note 0x10 entries[0].offset"]);
    assert_eq!(document.content.write().unwrap(), bytes);
}

#[test]
fn reports_offsets_outside_file() {
    let bytes = built(Form::BigF);
    for (at, value, expected) in [
        (16usize, 0xFFFF_FFFFu32, "error 0x10 entries[0].offset"),
        (16, 0x11, "error 0x10 entries[0].offset"),
        (20, 0xFFFF_FFFF, "error 0x14 entries[0].size"),
        (8, 0xFFFF_FFFF, "error 0x10 header.count"),
    ] {
        let mut modified = bytes.clone();
        modified[at..at + 4].copy_from_slice(&value.to_be_bytes());
        let document = open(&modified);
        assert!(problems(&document).contains(&expected.to_owned()), "{:?}", problems(&document));
        if at != 8 {
            assert_eq!(document.content.write().unwrap(), modified);
            assert_eq!(members(&document)[2].1, [3; 200]);
        } else {
            assert!(document.content.write().is_err());
        }
    }
}

#[test]
fn accepts_names_that_are_not_utf_8() {
    let mut archive = Archive::new(Form::BigF);
    archive.add("x", vec![1]);
    archive.entries[0].name = b"caf\xE9".to_vec();
    let bytes = archive.write().unwrap();
    let document = open(&bytes);
    assert_eq!(members(&document)[0].0, "café");
    assert_eq!(document.content.write().unwrap(), bytes);
}

#[test]
fn refuses_values_too_large_for_short_form() {
    let mut archive = Archive::new(Form::Short);
    archive.add("large", vec![0; 1 << 24]);
    assert!(archive.write().is_err());
    archive.form = Form::BigF;
    assert!(archive.write().is_ok());
}

/// Valid archives.
pub fn files() -> Vec<Intact> {
    FORMS.map(|form| intact("ea.big", built(form))).into()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_directories_keep_invariants(form in 0..3usize, table in header_like()) {
        let mut bytes = FORMS[form].magic().to_vec();
        bytes.extend(table);
        exercise(&[FORMAT], "x.big", &bytes);
    }
}
