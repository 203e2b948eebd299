use gouraud::bytes::{ColourWord, Endian};
use gouraud::codec::gx::*;
use gouraud_testing::build::gx;

const BE: Endian = Endian::Big;

#[test]
fn converts_words_of_document() {
    let colour = |coding: ColourWord, word: u16| coding.decode(&word.to_be_bytes(), BE)[0];
    assert_eq!(colour(ColourWord::Rgb5A3, 0xFC00), [255, 0, 0, 255]);
    assert_eq!(colour(ColourWord::Rgb5A3, 0x7F00), [255, 0, 0, 255]);
    assert_eq!(colour(ColourWord::Rgb5A3, 0x0F00), [255, 0, 0, 0]);
    assert_eq!(colour(ColourWord::Rgb565, 0xF800), [255, 0, 0, 255]);
    assert_eq!(colour(ColourWord::Rgb565, 0x07E0), [0, 255, 0, 255]);
    assert_eq!(colour(ColourWord::Rgb565, 0x001F), [0, 0, 255, 255]);
}

#[test]
fn decodes_nibbles_and_tiles_of_document() {
    let mut data = vec![0u8; 64];
    (data[0], data[32]) = (0xA5, 0x12);
    let indices = indices(Coding::C4, 16, 8, &data).expect("data is complete");
    assert_eq!((indices[0], indices[1]), (10, 5));
    assert_eq!((indices[8], indices[9]), (1, 2));
    assert_eq!(Coding::C4.offset(16, 8, 0), 32);
}

#[test]
fn rounds_sides_up_to_tiles() {
    assert_eq!(Coding::C4.bytes(9, 1), Some(64));
    assert_eq!(Coding::C8.bytes(8, 5), Some(64));
    assert_eq!(Coding::Rgba8.bytes(5, 5), Some(256));
    assert_eq!(Coding::Bgr8.bytes(5, 3), Some(45));
    assert_eq!(Coding::Rgba8.bytes(u32::MAX, u32::MAX), None);
    assert_eq!(Coding::C8.rows_in(8, 95), 8);
}

#[test]
fn round_trips_texels() {
    let (width, height) = (11, 7);
    let colours: Vec<[u8; 4]> = (0..width * height)
        .map(|i: u32| [i * 3, 255 - i * 3, i * 7, 255 - i].map(|c| c as u8))
        .collect();
    for endian in [Endian::Big, Endian::Little] {
        for coding in Coding::ALL.into_iter().filter(|coding| !coding.is_indexed()) {
            let stored = gx::colours(coding, (width, height), &colours, endian);
            let decode = |data: &[u8]| decode(coding, (width, height), data, &[], endian);
            let once = decode(&stored).expect("data is complete");
            // Channels of few bits are stable after one round trip.
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
fn round_trips_palettes() {
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
