//! Pictures, sounds and music.

use gouraud::scene::Samples;
use gouraud_testing::document;

use super::{cells, check, longs, scene, text, words};

#[test]
fn psx_seq_repeats_the_status_and_adds_up_time() {
    for magic in [b"pQES", b"SEQp"] {
        let mut file = magic.to_vec();
        file.extend([0, 0, 0, 1, 1, 0xE0, 0x07, 0xA1, 0x20, 4, 2]);
        file.extend([0, 0xC1, 5, 0x10, 0x91, 60, 100, 0x81, 0x00, 60, 0]);
        file.extend([0, 0xFF, 0x51, 0x06, 0xEF, 0x91, 0, 0xFF, 0x2F, 0, 0, 0xFF]);
        check(
            "psx_seq.ksy",
            &file,
            &[
                ("ticks_per_quarter", "480"),
                ("tempo", "500000"),
                ("events.size", "5"),
                ("events[2].status", "145"),
                ("events[2].time", "144"),
                ("events[2].body.as<two>.first", "60"),
                ("events[3].body.as<meta>.tempo", "454545"),
                ("rest", "[00, ff]"),
            ],
        );
        let scene = scene("psx_seq.ksy", &file);
        let notes = scene.tables.iter().next().unwrap();
        assert_eq!(cells(notes), [["16", "1", "60", "100"], ["144", "1", "60", "0"]]);
    }
}

#[test]
fn bmp_rows_are_stored_from_the_bottom() {
    let mut file = bmp_header(3, 2, 4, 0, 8);
    file.extend([0, 0, 0, 0, 30, 20, 10, 0]);
    // Rows of 2 bytes, filled to 4; the first texel is in the high bits.
    file.extend([0x10, 0x10, 0, 0, 0x01, 0x00, 0, 0]);
    check(
        "bmp.ksy",
        &file,
        &[("coding", "\"indexed4-high\""), ("stride", "4"), ("num_colours", "2"), ("rows", "2")],
    );
    let scene = scene("bmp.ksy", &file);
    let (black, colour) = ([0, 0, 0, 255], [10, 20, 30, 255]);
    let expected = [black, colour, black, colour, black, colour];
    let texture = scene.textures.iter().next().unwrap();
    assert_eq!((texture.width, texture.height), (3, 2));
    assert_eq!(document::texels(texture), expected);
}

#[test]
fn bmp_masks_choose_the_coding() {
    let mut file = bmp_header(1, 0xFFFF_FFFF, 16, 3, 12);
    file.extend(longs(&[0xF800, 0x07E0, 0x001F]));
    file.extend([0xE0, 0x07, 0, 0]);
    check("bmp.ksy", &file, &[("coding", "\"b5g6r5\""), ("is_top_down", "true")]);
    let scene = scene("bmp.ksy", &file);
    let texture = scene.textures.iter().next().unwrap();
    assert_eq!(document::texels(texture), [[0, 255, 0, 255]]);
}

/// Headers of a bitmap with `gap` bytes between header and pixels and two colours.
fn bmp_header(width: u32, height: u32, bits: u16, compression: u32, gap: u32) -> Vec<u8> {
    let mut file = b"BM".to_vec();
    file.extend(longs(&[0, 0, 54 + gap, 40, width, height]));
    file.extend(words(&[1, bits]));
    file.extend(longs(&[compression, 0, 0, 0, 2, 0]));
    file
}

#[test]
fn wav_plays_samples_with_their_loop() {
    let mut file = wav_header(1, 2, 4, 16);
    file.extend(chunk("data", &words(&[1, 2, 3, 4, 5, 6])));
    let mut sampler = longs(&[0, 0, 0, 60, 0, 0, 0, 1, 0]);
    sampler.extend(longs(&[0, 0, 1, 2, 0, 0]));
    file.extend(chunk("smpl", &sampler));
    check(
        "wav.ksy",
        &file,
        &[
            ("chunks.size", "3"),
            ("chunks[1].format.rate", "8000"),
            ("chunks[1].loop.first", "1"),
            ("chunks[2].body.as<sampler>.key", "60"),
        ],
    );
    let scene = scene("wav.ksy", &file);
    let sound = scene.sounds.iter().next().unwrap();
    assert_eq!((sound.rate, sound.channels), (8000, 2));
    assert_eq!(sound.data.decode(), Samples::I16(vec![1, 2, 3, 4, 5, 6]));
    assert_eq!(sound.looped.map(|looped| (looped.first, looped.last)), Some((1, 2)));
}

#[test]
fn wav_chunks_of_odd_size_are_filled() {
    let mut file = wav_header(1, 1, 1, 8);
    file.extend(chunk("LIST", b"INFOINAM\x03\0\0\0ab\0\0"));
    file.extend(chunk("data", &[128, 255, 0]));
    file.push(0);
    check(
        "wav.ksy",
        &file,
        &[
            ("chunks[1].body.as<list>.items[0].text", "\"ab\""),
            ("chunks[2].format.coding", "\"pcm-u8\""),
            ("chunks[2].body.as<samples>.data", "[80, ff, 00]"),
        ],
    );
}

/// The start of a file of 8000 frames per second.
fn wav_header(tag: u16, channels: u16, block: u16, bits: u16) -> Vec<u8> {
    let mut format = words(&[tag, channels]);
    format.extend(longs(&[8000, 8000 * u32::from(block)]));
    format.extend(words(&[block, bits]));
    let mut file = b"RIFF\0\0\0\0WAVE".to_vec();
    file.extend(chunk("fmt ", &format));
    file
}

fn chunk(name: &str, body: &[u8]) -> Vec<u8> {
    let mut chunk = text(name, 4);
    chunk.extend(longs(&[body.len() as u32]));
    chunk.extend(body);
    chunk
}
