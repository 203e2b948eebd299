use gouraud::bytes::{ColourWord, Endian};
use gouraud::codec::gx::*;
use gouraud_testing::build::gx;

const BE: Endian = Endian::Big;

#[test]
fn words_of_the_document() {
    let colour = |coding: ColourWord, word: u16| coding.decode(&word.to_be_bytes(), BE)[0];
    assert_eq!(colour(ColourWord::Rgb5A3, 0xFC00), [255, 0, 0, 255]);
    assert_eq!(colour(ColourWord::Rgb5A3, 0x7F00), [255, 0, 0, 255]);
    assert_eq!(colour(ColourWord::Rgb5A3, 0x0F00), [255, 0, 0, 0]);
    assert_eq!(colour(ColourWord::Rgb565, 0xF800), [255, 0, 0, 255]);
    assert_eq!(colour(ColourWord::Rgb565, 0x07E0), [0, 255, 0, 255]);
    assert_eq!(colour(ColourWord::Rgb565, 0x001F), [0, 0, 255, 255]);
}

#[test]
fn nibbles_and_tiles_of_the_document() {
    let mut data = vec![0u8; 64];
    (data[0], data[32]) = (0xA5, 0x12);
    let indices = indices(Coding::C4, 16, 8, &data).expect("it is whole");
    assert_eq!((indices[0], indices[1]), (10, 5));
    assert_eq!((indices[8], indices[9]), (1, 2));
    assert_eq!(Coding::C4.offset(16, 8, 0), 32);
}

#[test]
fn sides_are_rounded_up_to_tiles() {
    assert_eq!(Coding::C4.bytes(9, 1), Some(64));
    assert_eq!(Coding::C8.bytes(8, 5), Some(64));
    assert_eq!(Coding::Rgba8.bytes(5, 5), Some(256));
    assert_eq!(Coding::Bgr8.bytes(5, 3), Some(45));
    assert_eq!(Coding::Rgba8.bytes(u32::MAX, u32::MAX), None);
    assert_eq!(Coding::C8.rows_in(8, 95), 8);
}

#[test]
fn what_is_encoded_decodes_to_the_same() {
    let (width, height) = (11, 7);
    let colours: Vec<[u8; 4]> = (0..width * height)
        .map(|i: u32| [i * 3, 255 - i * 3, i * 7, 255 - i].map(|c| c as u8))
        .collect();
    for endian in [Endian::Big, Endian::Little] {
        for coding in Coding::ALL.into_iter().filter(|coding| !coding.is_indexed()) {
            let stored = gx::colours(coding, (width, height), &colours, endian);
            let decode = |data: &[u8]| decode(coding, (width, height), data, &[], endian);
            let once = decode(&stored).expect("it is whole");
            // Channels of a few bits settle at once.
            assert_eq!(gx::colours(coding, (width, height), &once, endian), stored, "{coding:?}");
            assert_eq!(decode(&stored[1..]), None, "{coding:?}");
            if coding == Coding::Rgba8 {
                assert_eq!(once, colours);
            }
        }
    }
    let numbers: Vec<u8> = (0..width * height).map(|i| (i % 16) as u8).collect();
    for coding in [Coding::C4, Coding::C8] {
        let stored = gx::indices(coding, (width, height), &numbers);
        assert_eq!(indices(coding, width, height, &stored), Some(numbers.clone()));
        let palette = [[9, 8, 7, 6]];
        let seen = decode(coding, (width, height), &stored, &palette, BE).expect("whole");
        assert_eq!((seen[0], seen[1]), ([9, 8, 7, 6], [0; 4]));
    }
}

#[test]
fn palettes_go_both_ways() {
    let colours = [[255, 0, 0, 255], [0, 255, 0, 255], [17, 34, 51, 0]];
    for endian in [Endian::Big, Endian::Little] {
        for coding in [ColourWord::Rgb5A3, ColourWord::Rgba8888] {
            let stored = gx::palette(coding, &colours, endian);
            assert_eq!(coding.decode(&stored, endian), colours, "{coding:?}");
        }
    }
    assert_eq!(gx::palette(ColourWord::Rgb565, &colours[..1], BE), [0xF8, 0]);
    assert_eq!(gx::palette(ColourWord::Rgba8888, &colours[..1], Endian::Little), [255, 0, 0, 255]);
}
