//! SZDD and SPZ: the document's test vectors, and packing.

use gouraud::formats::ms::szdd::{self, Szdd};
use gouraud::formats::trespasser::spz::{self, Spz};
use gouraud::formats::{self, Document, Format, wrapper_of};
use gouraud::library::Library;

use super::fixture::{bytes, open, problems, sample};
use gouraud_testing::fixtures;

const SZDD: &dyn Format = wrapper_of::<Szdd>();
const SPZ: &dyn Format = wrapper_of::<Spz>();

const FOX: &str = "535A4444 88F02733 41 00 3F000000 FF5468652071756963 FF6B2062726F776E20
    1F666F782E20F0FD000D1005 03210A";
const SEED: &str = "11000000 9D77EEF3 1A4074F6 F0FAF002";

fn inside(document: &Document) -> Vec<u8> {
    document.content.packed().decoded().unwrap().source.bytes().to_vec()
}

#[test]
fn szdd_unpacks_to_the_text_of_the_document() {
    let document = open(SZDD, "folder/szdd-plain.txt_", &bytes(FOX));
    let text = b"The quick brown fox. The quick brown fox. The quick brown fox!\n";
    assert_eq!(inside(&document), text);
    assert_eq!(problems(&document), [""; 0]);
    let decoded = document.content.packed().decoded().unwrap();
    assert_eq!((decoded.codec, decoded.name.as_str()), ("szdd", "szdd-plain.txt"));
    assert_eq!(decoded.source.name(), "folder/szdd-plain.txt_", "the path by which it is opened");
    let coverage = document.tree.coverage();
    assert_eq!((coverage.unread, coverage.overlap), (0, 0));
    insta::assert_snapshot!(gouraud_testing::fields::text(&document.tree));
}

#[test]
fn packed_data_unpack_unchanged() {
    for plain in [&b""[..], b"a", b"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", FOX.as_bytes()] {
        let packed = szdd::pack(plain, b'f');
        let document = open(SZDD, "x.gr_", &packed);
        assert_eq!(inside(&document), plain);
        assert_eq!(document.content.write().unwrap(), packed);
        let document = open(SPZ, "x.spz", &spz::pack(plain));
        assert_eq!(inside(&document), plain);
    }
}

#[test]
fn packed_pixels_match_the_document() {
    for (packed, plain) in [
        (SEED, bytes("77777777777777 1A4074 407440 404040 02")),
        ("28000000 00DCFFFFFF1101", vec![0; 40]),
        ("36000000 07616263EEFF000F120C", b"abc".repeat(18)),
    ] {
        let document = open(SPZ, "a.spz", &bytes(packed));
        assert_eq!(inside(&document), plain, "{packed}");
        assert!(problems(&document).is_empty(), "{:?}", problems(&document));
    }
}

#[test]
fn packed_samples_unpack_to_the_plain_ones() {
    for (packed, plain) in [
        ("mini-130.spz", "mini-130.swp"),
        ("seed-example.spz", "seed-example.swp"),
        ("szdd-plain.txt_", "szdd-plain.txt"),
    ] {
        let (bytes, plain) = (sample(packed), sample(plain));
        let source = gouraud::bytes::Source::from_bytes(packed, bytes);
        let (format, _) = formats::identify(&source).unwrap();
        assert_eq!(inside(&format.open(&source).unwrap()), plain, "{packed}");
    }
}

#[test]
fn library_opens_the_content_of_a_wrapper() {
    let path = fixtures::path("trespasser/mini-130.spz");
    let library = Library::new();
    let opened = library.open(&path.to_string_lossy(), None).unwrap();
    assert_eq!(opened.document.format.id, "trespasser.swp");
    assert_eq!(opened.wrapped(), ["spz"]);
    assert_eq!(opened.scene(&library).unwrap().textures.len(), 2);
}

#[test]
fn reports_damage_and_keeps_the_bytes_before_it() {
    let mut cut = bytes(FOX);
    cut.truncate(40);
    let document = open(SZDD, "a_", &cut);
    assert!(inside(&document).starts_with(b"The quick brown fox. "));
    assert_eq!(problems(&document), ["error 0xe stream"]);
    let mut absurd = bytes(FOX);
    absurd[10..14].copy_from_slice(&u32::MAX.to_le_bytes());
    assert_eq!(problems(&open(SZDD, "a_", &absurd)), ["error 0xe stream"]);
    let mut more = bytes(FOX);
    more.extend(b"xyz");
    let document = open(SZDD, "a_", &more);
    assert_eq!((inside(&document).len(), document.tree.coverage().padding), (63, 3));
    let mut method = bytes(FOX);
    method[8] = b'B';
    let source = gouraud::bytes::Source::from_bytes("a_", method);
    assert!(formats::by_id("ms.szdd").unwrap().open(&source).is_err());
    let stub = open(SPZ, "a.spz", &[0, 0, 1, 0]);
    assert_eq!((problems(&stub), stub.usable), (vec!["warning 0x0 size".to_owned()], false));
}

#[test]
fn refuses_to_write_damaged_streams() {
    let mut cut = bytes(FOX);
    cut.truncate(40);
    let refusal = open(SZDD, "a_", &cut).content.write().unwrap_err();
    assert!(refusal.to_string().contains("of 63 bytes"), "{refusal}");
    let mut cut = spz::pack(FOX.as_bytes());
    cut.truncate(30);
    let refusal = open(SPZ, "a.spz", &cut).content.write().unwrap_err();
    assert!(refusal.to_string().contains("the stream ends"), "{refusal}");
}

#[test]
fn removes_the_compression_mark_from_names() {
    for (name, last, plain) in [
        ("jr.grf_", 0, "jr.grf"),
        ("jr.gr_", b'F', "jr.grf"),
        ("jr.gr_", 0, "jr.gr"),
        ("jr.grf_", b'f', "jr.grf"),
        ("jr.grf", b'f', "jr.grf"),
        ("no_extension_", b'x', "no_extension"),
    ] {
        let document = open(SZDD, name, &szdd::pack(b"x", last));
        assert_eq!(document.content.packed().decoded().unwrap().name, plain, "{name} {last}");
    }
}
