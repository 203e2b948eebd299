//! Screens: plain and packed rows of words.

use gouraud::codec::rle16;
use gouraud::container::Context;
use gouraud::formats::neversoft::screen::Screen;
use gouraud_testing::document::{alone, open, open_valid, picture, problems, texels};
use proptest::prelude::*;

/// The document's test vector: 512 red, one blue, one green, 510 black.
const PACKED: &[u8] = b"_RLE_16_\x08\x08\0\0\0\x82\x1F\0\x02\0\0\x7C\xE0\x03\xFE\x81\0\0";

#[test]
fn reads_the_example_of_the_document() {
    let document = open_valid("neversoft.screen", "title.rle", PACKED);
    assert_eq!(document.version, "packed");
    let scene = alone("title.rle", PACKED);
    let texture = &scene.textures[0];
    assert_eq!((texture.width, texture.height), (512, 2));
    let found = texels(texture);
    assert_eq!(
        found[511..516],
        [[255, 0, 0, 255], [0, 0, 255, 255], [0, 255, 0, 255], [0, 0, 0, 255], [0, 0, 0, 255]]
    );
    assert_eq!(document.tree.span("packets[1].words").unwrap().start, 18);
}

#[test]
fn width_of_plain_screens_follows_from_usual_heights() {
    for (words, size) in [(512 * 240, (512, 240)), (640 * 480, (640, 480)), (512 * 2, (512, 2))] {
        for fill in [8, 0] {
            let bytes = [vec![0x1F; 0], vec![0x10; words * 2], vec![0; fill]].concat();
            let document = open_valid("neversoft.screen", "title.bmr", &bytes);
            assert_eq!(document.version, "plain");
            let scene = alone("title.bmr", &bytes);
            let texture = &scene.textures[0];
            assert_eq!((texture.width, texture.height), size, "{words} words, {fill} behind");
            assert_eq!(texture.pixels.texel_offset(1, 1), Some(2 * u64::from(size.0) + 2));
        }
    }
}

#[test]
fn reports_missing_packets_and_shows_the_rows_before() {
    let cut = &PACKED[..PACKED.len() - 4];
    let document = open("title.rle", cut);
    assert_eq!(problems(&document), ["error 0xc packets"]);
    assert_eq!(alone("title.rle", cut).textures[0].height, 1);
    assert_eq!(document.content.write().unwrap(), cut);
    let bitmap = open("title.rle", b"_RLE_16_\x40\0\0\0\x01\0BM");
    assert_eq!(problems(&bitmap), ["error 0xc packets"]);
    assert!(!bitmap.usable);
}

#[test]
fn replacement_is_packed_like_the_original() {
    let document = open("title.rle", PACKED);
    let mut shown = texels(&alone("title.rle", PACKED).textures[0]);
    let same = picture(512, 2, shown.clone());
    assert_eq!(document.content.editable().with_asset(Context::ALONE, "", &same).unwrap(), PACKED);
    shown[0] = [255, 255, 255, 255];
    let written = document
        .content
        .editable()
        .with_asset(Context::ALONE, "", &picture(512, 2, shown.clone()))
        .unwrap();
    open_valid("neversoft.screen", "title.rle", &written);
    assert_eq!(texels(&alone("title.rle", &written).textures[0]), shown);
    let small = picture(2, 1, vec![[0; 4]; 2]);
    assert!(document.content.editable().with_asset(Context::ALONE, "", &small).is_err());
}

#[test]
fn few_packets_do_not_make_a_large_picture() {
    let mut bytes = b"_RLE_16_\x08\0\0\x40".to_vec();
    bytes.extend([0xFF, 0xFF, 1, 0].repeat(64));
    let scene = alone("title.rle", &bytes);
    assert!(scene.textures[0].width * scene.textures[0].height <= 256 * 268);
}

proptest! {
    #[test]
    fn packed_words_unpack_unchanged(
        runs in proptest::collection::vec((any::<u16>(), 1..40usize), 0..40),
    ) {
        let words: Vec<u16> =
            runs.iter().flat_map(|(word, count)| std::iter::repeat_n(*word, *count)).collect();
        let packets = rle16::pack(&words);
        let read = packets.iter().map(|(count, words)| (*count, words.as_slice()));
        prop_assert_eq!(rle16::unpack(read, usize::MAX), words);
        prop_assert!(packets.iter().all(|(_, stored)| !stored.is_empty()));
        prop_assert!(Screen::default().picture(9).is_empty());
    }
}
