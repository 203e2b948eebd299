//! Windows bitmaps of every depth and row order; expected values are computed by hand.

use gouraud::container::Context;
use gouraud_testing::document::{alone, open, open_valid, picture, problems, texels};

/// A bitmap with a header of 40 bytes.
fn bmp(size: (i32, i32), bits: u16, packing: u32, tables: &[u8], pixels: &[u8]) -> Vec<u8> {
    let start = 54 + tables.len() as u32;
    let mut out = b"BM".to_vec();
    let words = [start + pixels.len() as u32, 0, start, 40];
    out.extend(words.into_iter().flat_map(u32::to_le_bytes));
    out.extend([size.0, size.1].into_iter().flat_map(i32::to_le_bytes));
    out.extend([1u16, bits].into_iter().flat_map(u16::to_le_bytes));
    let colours = if bits <= 8 { tables.len() as u32 / 4 } else { 0 };
    let words = [packing, pixels.len() as u32, 2835, 2835, colours, 0];
    out.extend(words.into_iter().flat_map(u32::to_le_bytes));
    out.extend(tables);
    out.extend(pixels);
    out
}

const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];
const BLACK: [u8; 4] = [0, 0, 0, 255];

/// Black, red, green and blue in palette order.
const PALETTE: [u8; 16] = [0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0];

fn shown(bytes: &[u8]) -> Vec<[u8; 4]> {
    let document = open_valid("ms.bmp", "a.bmp", bytes);
    assert_eq!(document.counts.get("textures"), Some(1));
    texels(&alone("a.bmp", bytes).textures[0])
}

#[test]
fn rows_are_stored_bottom_up_unless_the_height_is_negative() {
    let rows = [[0, 0, 255, 0, 255, 0, 0, 0], [255, 0, 0, 0, 0, 0, 0, 0]].concat();
    assert_eq!(shown(&bmp((2, 2), 24, 0, &[], &rows)), [BLUE, BLACK, RED, GREEN]);
    let turned = bmp((2, -2), 24, 0, &[], &rows);
    assert_eq!(shown(&turned), [RED, GREEN, BLUE, BLACK]);
    let scene = alone("a.bmp", &turned);
    assert_eq!(scene.textures[0].pixels.texel_offset(1, 1), Some(54 + 8 + 3));
}

#[test]
fn indices_of_one_to_eight_bits_select_palette_colours() {
    let expected = [RED, GREEN, BLUE];
    let tall = |bits, row: &[u8]| shown(&bmp((3, 1), bits, 0, &PALETTE, row));
    assert_eq!(tall(8, &[1, 2, 3, 0]), expected);
    assert_eq!(tall(4, &[0x12, 0x30, 0, 0]), expected);
    assert_eq!(tall(2, &[0b0110_1100, 0, 0, 0]), expected);
    assert_eq!(tall(1, &[0b0100_0000, 0, 0, 0]), [BLACK, RED, BLACK]);
    let bytes = bmp((3, 1), 8, 0, &PALETTE, &[1, 2, 3, 0]);
    let tables = alone("a.bmp", &bytes).colour_tables;
    assert_eq!((tables[0].colours.len(), tables[0].colours[1]), (4, [255, 0, 0]));
    // The third pixel is in the high four bits of the second byte.
    let four = bmp((3, 1), 4, 0, &PALETTE, &[0x12, 0x30, 0, 0]);
    assert_eq!(alone("a.bmp", &four).textures[0].pixels.texel_offset(2, 0), Some(54 + 16 + 1));
}

#[test]
fn words_have_five_bits_per_channel_unless_masks_differ() {
    assert_eq!(shown(&bmp((2, 1), 16, 0, &[], &[0x00, 0x7C, 0xE0, 0x03])), [RED, GREEN]);
    let masks: Vec<u8> = [0xF800u32, 0x7E0, 0x1F].iter().flat_map(|m| m.to_le_bytes()).collect();
    assert_eq!(shown(&bmp((2, 1), 16, 3, &masks, &[0x00, 0xF8, 0xE0, 0x07])), [RED, GREEN]);
    // The fourth byte is unused without a mask.
    assert_eq!(shown(&bmp((1, 1), 32, 0, &[], &[0, 0, 255, 7])), [RED]);
    let masks: Vec<u8> =
        [0xFFu32, 0xFF00, 0xFF_0000, 0xFF00_0000].iter().flat_map(|m| m.to_le_bytes()).collect();
    assert_eq!(shown(&bmp((1, 1), 32, 6, &masks, &[255, 0, 0, 128])), [[255, 0, 0, 128]]);
}

#[test]
fn unpacks_runs() {
    // Three pixels of 1; end of row; literal 2, 3, 0; end of bitmap.
    let runs = [3, 1, 0, 0, 0, 3, 2, 3, 0, 0, 0, 1];
    let rows = [GREEN, BLUE, BLACK, RED, RED, RED];
    assert_eq!(shown(&bmp((3, 2), 8, 1, &PALETTE, &runs)), rows);
    let runs = [3, 0x11, 0, 0, 0, 3, 0x23, 0x00, 0, 1];
    assert_eq!(shown(&bmp((3, 2), 4, 2, &PALETTE, &runs)), rows);
    // One pixel, then a move one right and one up.
    let moved = [1, 1, 0, 2, 1, 1, 1, 3, 0, 1];
    assert_eq!(
        shown(&bmp((3, 2), 8, 1, &PALETTE, &moved)),
        [BLACK, BLACK, BLUE, RED, BLACK, BLACK]
    );
}

#[test]
fn refuses_huge_sizes_with_little_data() {
    let huge = bmp((60_000, 60_000), 8, 1, &PALETTE, &[0, 2, 255, 255, 0, 2, 255, 255]);
    let document = open("a.bmp", &huge);
    assert_eq!(problems(&document), ["error 0x46 pixels"]);
    assert_eq!(document.content.write().unwrap(), huge);
}

#[test]
fn os2_header_has_16_bit_sizes_and_three_byte_colours() {
    let mut bytes = b"BM".to_vec();
    bytes.extend([36u32, 0, 32, 12].into_iter().flat_map(u32::to_le_bytes));
    bytes.extend([2u16, 1, 1, 1].into_iter().flat_map(u16::to_le_bytes));
    bytes.extend([0, 0, 255, 0, 255, 0]);
    bytes.extend([0x40, 0, 0, 0]);
    assert_eq!(shown(&bytes), [RED, GREEN]);
}

#[test]
fn shows_existing_rows_and_reports_missing_ones() {
    let bytes = bmp((2, 3), 24, 0, &[], &[9; 24]);
    let document = open("a.bmp", &bytes[..bytes.len() - 8]);
    assert_eq!(problems(&document), ["error 0x36 pixels"]);
    assert_eq!(alone("a.bmp", &bytes[..bytes.len() - 8]).textures[0].height, 2);
    let png = bmp((2, 3), 24, 5, &[], &[9; 24]);
    assert_eq!(problems(&open("a.bmp", &png)), ["error 0x1e header.compression"]);
}

#[test]
fn shows_a_picture_with_a_wrong_number_of_planes() {
    let mut bytes = bmp((2, 1), 24, 0, &[], &[0, 0, 255, 0, 255, 0, 0, 0]);
    bytes[26] = 5;
    let document = open("a.bmp", &bytes);
    assert_eq!(problems(&document), ["warning 0x1a header.planes"]);
    assert_eq!(texels(&alone("a.bmp", &bytes).textures[0]), [RED, GREEN]);
    // Texts that begin with the two letters are not pictures.
    bytes[10..14].copy_from_slice(b"text");
    let source = gouraud::bytes::Source::from_bytes("a.bmp", bytes);
    assert!(gouraud::formats::identify(&source).is_none());
}

#[test]
fn names_the_codings_of_os_2() {
    for (packing, bits, name) in [(3u8, 1, "Huffman"), (4, 24, "run-length")] {
        let mut bytes = bmp((2, 1), bits, 0, &[0; 24], &[0; 8]);
        (bytes[14], bytes[30]) = (64, packing);
        let document = open("a.bmp", &bytes);
        let message = &document.problems.iter().next().unwrap().message;
        assert!(message.contains(name) && message.contains("OS/2"), "{message}");
    }
}

#[test]
fn replaces_the_picture() {
    let rows = [[0, 0, 255, 0, 255, 0, 0, 0], [255, 0, 0, 0, 0, 0, 0, 0]].concat();
    let bytes = bmp((2, 2), 24, 0, &[], &rows);
    let replaced = |bytes: &[u8], new| {
        open("a.bmp", bytes).content.editable().with_asset(Context::ALONE, "", &new)
    };
    let same = picture(2, 2, shown(&bytes));
    assert_eq!(replaced(&bytes, same).unwrap(), bytes);
    let larger = vec![RED, GREEN, BLUE, BLACK, RED, GREEN];
    let written = replaced(&bytes, picture(3, 2, larger.clone())).unwrap();
    assert_eq!(shown(&written), larger);
    assert_eq!(written.len(), 54 + 2 * 12);
    assert_eq!(written[2..6], 78u32.to_le_bytes());
    // If several palette colours are equal, the stored index stays.
    let four = bmp((3, 1), 4, 0, &PALETTE, &[0x12, 0x30, 0, 0]);
    let written = replaced(&four, picture(3, 1, vec![BLUE, GREEN, RED])).unwrap();
    assert_eq!(written[written.len() - 4..], [0x32, 0x10, 0, 0]);
    let packed = bmp((3, 1), 8, 1, &PALETTE, &[3, 1, 0, 1]);
    assert!(replaced(&packed, picture(3, 1, vec![BLUE; 3])).is_err());
}
