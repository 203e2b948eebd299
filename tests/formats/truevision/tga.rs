//! Targa pictures of every depth, order and coding; expected values are computed by hand.

use gouraud::container::Context;
use gouraud_testing::document::{alone, open, open_valid, picture, problems, texels};

const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];
const BLACK: [u8; 4] = [0, 0, 0, 255];

const FOOTER: &[u8] = b"\0\0\0\0\0\0\0\0TRUEVISION-XFILE.\0";

/// A picture without a palette.
fn tga(kind: u8, (width, height): (u8, u8), bits: u8, orientation: u8, pixels: &[u8]) -> Vec<u8> {
    let header = [0, 0, kind, 0, 0, 0, 0, 0, 0, 0, 0, 0, width, 0, height, 0, bits, orientation];
    [&header[..], pixels].concat()
}

fn shown(bytes: &[u8]) -> Vec<[u8; 4]> {
    let document = open_valid("truevision.tga", "a.tga", bytes);
    assert_eq!(document.counts.get("textures"), Some(1));
    texels(&alone("a.tga", bytes).textures[0])
}

fn replaced(bytes: &[u8], size: (u32, u32), new: &[[u8; 4]]) -> Vec<u8> {
    let document = open("a.tga", bytes);
    let new = picture(size.0, size.1, new.to_vec());
    document.content.editable().with_asset(Context::ALONE, "", &new).unwrap()
}

#[test]
fn orientation_gives_the_order_of_rows_and_columns() {
    let rows = [[0, 0, 255, 0, 255, 0], [255, 0, 0, 0, 0, 0]].concat();
    for (orientation, expected) in [
        (0, [BLUE, BLACK, RED, GREEN]),
        (0x20, [RED, GREEN, BLUE, BLACK]),
        (0x10, [BLACK, BLUE, GREEN, RED]),
        (0x30, [GREEN, RED, BLACK, BLUE]),
    ] {
        let bytes = tga(2, (2, 2), 24, orientation, &rows);
        assert_eq!(shown(&bytes), expected, "{orientation:x}");
        assert_eq!(replaced(&replaced(&bytes, (2, 2), &[RED; 4]), (2, 2), &expected), bytes);
    }
    let scene = alone("a.tga", &tga(2, (2, 2), 24, 0, &rows));
    assert_eq!(scene.textures[0].pixels.texel_offset(1, 1), Some(18 + 3));
}

#[test]
fn colours_have_15_to_32_bits() {
    assert_eq!(shown(&tga(2, (2, 1), 16, 1, &[0x00, 0x7C, 0xE0, 0x83])), [RED, GREEN]);
    assert_eq!(shown(&tga(2, (1, 1), 15, 0, &[0x1F, 0x00])), [BLUE]);
    assert_eq!(shown(&tga(2, (1, 1), 32, 8, &[0, 0, 255, 128])), [[255, 0, 0, 128]]);
    assert_eq!(shown(&tga(2, (1, 1), 32, 0, &[0, 0, 255, 0])), [RED], "without alpha");
    assert_eq!(shown(&tga(3, (2, 1), 8, 0, &[7, 255])), [[7, 7, 7, 255], [255; 4]]);
}

#[test]
fn indices_select_colours_of_the_palette() {
    let mut bytes = tga(1, (3, 1), 8, 0, &[]);
    // Colours 1 and 2; the comment comes first.
    (bytes[0], bytes[1], bytes[3], bytes[5], bytes[7]) = (2, 1, 1, 2, 24);
    bytes.extend([b'h', b'i', 0, 0, 255, 0, 255, 0, 1, 2, 0]);
    assert_eq!(shown(&bytes), [RED, GREEN, BLACK]);
    assert_eq!(replaced(&bytes, (3, 1), &[GREEN, RED, BLACK])[26..], [2, 1, 0]);
}

#[test]
fn unpacks_and_packs_runs_across_rows() {
    // Three red texels, of which one is in the second row; then one that is stored as it is.
    let pixels = [0x82, 0, 0, 255, 0, 0, 255, 0];
    let bytes = [&tga(10, (2, 2), 24, 0x20, &pixels)[..], FOOTER].concat();
    assert_eq!(shown(&bytes), [RED, RED, RED, GREEN]);
    let new = replaced(&bytes, (4, 1), &[BLUE, BLUE, RED, GREEN]);
    let packed = [0x81, 255, 0, 0, 0x01, 0, 0, 255, 0, 255, 0];
    assert_eq!(new, [&tga(10, (4, 1), 24, 0x20, &packed)[..], FOOTER].concat());
    assert_eq!(shown(&new), [BLUE, BLUE, RED, GREEN]);
    // The footer refers to another area.
    let mut with_area = bytes.clone();
    with_area[26] = 18;
    let document = open("a.tga", &with_area);
    let new = picture(4, 1, vec![RED; 4]);
    let refused = document.content.editable().with_asset(Context::ALONE, "", &new).unwrap_err();
    assert!(refused.0.contains("would move"), "{refused:?}");
}

#[test]
fn cut_pictures_show_their_whole_rows() {
    let bytes = tga(10, (2, 2), 24, 0x20, &[0x82, 0, 0, 255, 0, 0, 255]);
    let document = open("a.tga", &bytes);
    assert_eq!(problems(&document), ["error 0x12 pixels"]);
    assert_eq!(texels(&alone("a.tga", &bytes).textures[0]), [RED, RED]);
}

#[test]
fn the_first_version_is_known_by_its_extension_only() {
    let bytes = tga(2, (1, 1), 24, 0, &[0, 0, 255]);
    let known = |name: &str, bytes: &[u8]| {
        let source = gouraud::bytes::Source::from_bytes(name, bytes.to_vec());
        gouraud::formats::identify(&source).map(|(format, _)| format.info().id)
    };
    assert_eq!(known("a.tga", &bytes), Some("truevision.tga"));
    assert_eq!(known("a.bin", &bytes), None);
    assert_eq!(known("a.bin", &[&bytes[..], FOOTER].concat()), Some("truevision.tga"));
}
