//! DirectDraw surfaces: compressed blocks and plain texels; expected values are computed by hand.

use gouraud::container::Context;
use gouraud_testing::document::{alone, open, open_valid, picture, problems, texels};

/// FourCC of compressed texels, or bits and masks of plain ones.
enum Stored {
    Letters(&'static [u8; 4]),
    Masks(u32, [u32; 4]),
}

fn dds(stored: Stored, size: (u32, u32), mips: u32, data: &[u8]) -> Vec<u8> {
    let mut words = vec![124, 0x1007, size.1, size.0, 0, 0, mips];
    words.extend([0; 11]);
    match stored {
        Stored::Letters(letters) => {
            words.extend([32, 4, u32::from_le_bytes(*letters), 0, 0, 0, 0, 0]);
        }
        Stored::Masks(bits, masks) => {
            words.extend([32, if masks[3] == 0 { 0x40 } else { 0x41 }, 0, bits]);
            words.extend(masks);
        }
    }
    words.extend([0x1000, 0, 0, 0, 0]);
    let mut file = b"DDS ".to_vec();
    file.extend(words.into_iter().flat_map(u32::to_le_bytes));
    file.extend(data);
    file
}

/// Red, blue and two colours in between; and the reverse order, with a transparent colour.
const RED_BLUE: [u8; 8] = [0x00, 0xF8, 0x1F, 0x00, 0xE4, 0xE4, 0xE4, 0xE4];
const BLUE_RED: [u8; 8] = [0x1F, 0x00, 0x00, 0xF8, 0xE4, 0xE4, 0xE4, 0xE4];

#[test]
fn block_colours_are_interpolated() {
    let bytes = dds(Stored::Letters(b"DXT1"), (4, 4), 1, &RED_BLUE);
    let document = open_valid("ms.dds", "a.dds", &bytes);
    assert_eq!((document.counts.get("textures"), document.counts.get("mips")), (Some(1), Some(0)));
    let row = [[255, 0, 0, 255], [0, 0, 255, 255], [170, 0, 85, 255], [85, 0, 170, 255]];
    assert_eq!(texels(&alone("a.dds", &bytes).textures[0])[..4], row);
    // The smaller colour comes first: three colours and a transparent one.
    let bytes = dds(Stored::Letters(b"DXT1"), (4, 4), 1, &BLUE_RED);
    let found = texels(&alone("a.dds", &bytes).textures[0]);
    assert_eq!(found[..3], [[0, 0, 255, 255], [255, 0, 0, 255], [127, 0, 127, 255]]);
    assert_eq!(found[3][3], 0);
}

#[test]
fn alpha_block_precedes_the_colours() {
    let four = [[0x10; 8], RED_BLUE].concat();
    let scene = alone("a.dds", &dds(Stored::Letters(b"DXT3"), (4, 4), 1, &four));
    let found = texels(&scene.textures[0]);
    assert_eq!([found[0], found[1]], [[255, 0, 0, 0], [0, 0, 255, 17]]);
    // Two alpha values; texel 1 has the second. Indices of 3 bits start at the lowest bit.
    let eight = [[200, 100, 0x08, 0, 0, 0, 0, 0], RED_BLUE].concat();
    let scene = alone("a.dds", &dds(Stored::Letters(b"DXT5"), (4, 4), 1, &eight));
    let found = texels(&scene.textures[0]);
    assert_eq!([found[0][3], found[1][3], found[2][3]], [200, 100, 200]);
}

#[test]
fn masks_select_the_channels() {
    let of = |bits, masks, data: &[u8]| {
        let scene = alone("a.dds", &dds(Stored::Masks(bits, masks), (1, 1), 1, data));
        texels(&scene.textures[0])[0]
    };
    assert_eq!(of(32, [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000], &[1, 2, 3, 4]), [3, 2, 1, 4]);
    assert_eq!(of(24, [0xFF_0000, 0xFF00, 0xFF, 0], &[1, 2, 3]), [3, 2, 1, 255]);
    assert_eq!(of(16, [0xF800, 0x7E0, 0x1F, 0], &[0x00, 0x84]), [132, 130, 0, 255]);
    assert_eq!(of(16, [0x7C00, 0x3E0, 0x1F, 0x8000], &[0x1F, 0]), [0, 0, 255, 0]);
}

#[test]
fn mip_levels_are_halved_down_to_one_texel() {
    // 8 × 2 takes two blocks; 4 × 1, 2 × 1 and 1 × 1 take one each; the header declares more levels.
    let bytes = dds(Stored::Letters(b"DXT1"), (8, 2), 9, &RED_BLUE.repeat(5));
    let document = open_valid("ms.dds", "a.dds", &bytes);
    assert_eq!(document.counts.get("mips"), Some(3));
    let scene = alone("a.dds", &bytes);
    let mips = scene.textures[0].pixels.mips();
    let sizes: Vec<_> = mips.iter().map(|mip| (mip.width, mip.height)).collect();
    assert_eq!(sizes, [(4, 1), (2, 1), (1, 1)]);
    assert_eq!(mips[2].pixels.texel_offset(0, 0), Some(128 + 4 * 8));
    assert_eq!(scene.textures[0].pixels.texel_offset(5, 1), Some(128 + 8));
}

#[test]
fn shows_existing_blocks_only() {
    let bytes = dds(Stored::Letters(b"DXT1"), (4, 12), 1, &RED_BLUE.repeat(2));
    let document = open("a.dds", &bytes);
    assert_eq!(problems(&document), ["error 0x80 texels"]);
    assert_eq!(alone("a.dds", &bytes).textures[0].height, 8);
    let unknown = dds(Stored::Letters(b"BC5S"), (4, 4), 1, &[7; 16]);
    let document = open("a.dds", &unknown);
    assert_eq!(problems(&document), ["error 0x4c header.format"]);
    assert!(!document.usable);
    assert_eq!(document.content.write().unwrap(), unknown);
}

#[test]
fn keeps_blocks_whose_picture_is_unchanged() {
    let bytes = dds(Stored::Letters(b"DXT1"), (8, 4), 1, &[RED_BLUE, BLUE_RED].concat());
    let document = open("a.dds", &bytes);
    let mut shown = texels(&alone("a.dds", &bytes).textures[0]);
    let whole = picture(8, 4, shown.clone());
    assert_eq!(document.content.editable().with_asset(Context::ALONE, "", &whole).unwrap(), bytes);
    for row in 0..4 {
        shown[row * 8 + 4..][..4].fill([0, 255, 0, 255]);
    }
    let written = document
        .content
        .editable()
        .with_asset(Context::ALONE, "", &picture(8, 4, shown.clone()))
        .unwrap();
    assert_eq!(written[..136], bytes[..136]);
    assert_eq!(texels(&alone("a.dds", &written).textures[0]), shown);
}

#[test]
fn replacement_of_another_size_gets_its_own_mip_levels() {
    let masks = [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000];
    let bytes = dds(Stored::Masks(32, masks), (2, 2), 2, &[9; 20]);
    let new = picture(4, 8, vec![[1, 2, 3, 4]; 32]);
    let written =
        open("a.dds", &bytes).content.editable().with_asset(Context::ALONE, "", &new).unwrap();
    let document = open_valid("ms.dds", "a.dds", &written);
    assert_eq!(document.counts.get("mips"), Some(3));
    assert_eq!(written.len(), 128 + 4 * (32 + 8 + 2 + 1));
    assert_eq!(written[written.len() - 4..], [3, 2, 1, 4]);
}

/// A surface with the extended header that names a DXGI format.
fn later(format: u32, size: (u32, u32), data: &[u8]) -> Vec<u8> {
    let mut bytes = dds(Stored::Letters(b"DX10"), size, 1, &[]);
    bytes.extend([format, 3, 0, 1, 0].into_iter().flat_map(u32::to_le_bytes));
    bytes.extend(data);
    bytes
}

#[test]
fn reads_blocks_of_one_and_two_channels() {
    // Two brightness values; texel 1 has the second. Indices of 3 bits start at the lowest bit.
    let block = [200, 100, 0x08, 0, 0, 0, 0, 0];
    for bytes in [
        dds(Stored::Letters(b"ATI1"), (4, 4), 1, &block),
        dds(Stored::Letters(b"BC4U"), (4, 4), 1, &block),
        later(79, (4, 4), &block),
        later(80, (4, 4), &block),
    ] {
        open_valid("ms.dds", "a.dds", &bytes);
        let found = texels(&alone("a.dds", &bytes).textures[0]);
        assert_eq!(found[..2], [[200, 200, 200, 255], [100, 100, 100, 255]]);
    }
    let two = [block, [7, 3, 0, 0, 0, 0, 0, 0]].concat();
    for bytes in [dds(Stored::Letters(b"ATI2"), (4, 4), 1, &two), later(83, (4, 4), &two)] {
        let found = texels(&alone("a.dds", &bytes).textures[0]);
        assert_eq!(found[..2], [[200, 7, 0, 255], [100, 7, 0, 255]]);
    }
}

#[test]
fn bc7_mode_5_block_is_one_colour() {
    // Mode 5: six bits of mode, no rotation, end points with 7 bits per colour channel and 8 bits of
    // alpha.
    let mut bits: u128 = 1 << 5;
    for (channel, value) in [(0, 0x7F), (1, 0x40), (2, 0)] {
        bits |= value << (8 + channel * 14) | value << (15 + channel * 14);
    }
    bits |= 0xFF << 50 | 0xFF << 58;
    let bytes = later(98, (4, 4), &bits.to_le_bytes());
    open_valid("ms.dds", "a.dds", &bytes);
    assert_eq!(texels(&alone("a.dds", &bytes).textures[0]), [[255, 129, 0, 255]; 16]);
    let new = picture(4, 4, vec![[1, 2, 3, 255]; 16]);
    let refused =
        open("a.dds", &bytes).content.editable().with_asset(Context::ALONE, "", &new).unwrap_err();
    assert!(refused.to_string().contains("BC7"), "{refused}");
}

#[test]
fn typeless_formats_are_read_as_normalised() {
    let bytes = later(70, (4, 4), &RED_BLUE);
    open_valid("ms.dds", "a.dds", &bytes);
    assert_eq!(texels(&alone("a.dds", &bytes).textures[0])[0], [255, 0, 0, 255]);
}

#[test]
fn names_unsupported_formats() {
    for (bytes, name) in [
        (later(95, (4, 4), &[7; 16]), "BC6H"),
        (later(84, (4, 4), &[7; 16]), "signed BC5"),
        (later(10, (4, 4), &[7; 16]), "DXGI format 10"),
        (dds(Stored::Letters(b"RXGB"), (4, 4), 1, &[7; 16]), "RXGB"),
        (dds(Stored::Letters(b"\x6F\0\0\0"), (4, 4), 1, &[7; 32]), "R16F"),
        (dds(Stored::Letters(b"\0\0\0\x01"), (4, 4), 1, &[7; 16]), "0x1000000"),
    ] {
        let document = open("a.dds", &bytes);
        let problem = &document.problems.iter().next().unwrap().message;
        assert!(problem.contains(name) && problem.contains("unsupported"), "{problem}");
    }
}

/// Some tools leave the masks of 32-bit colours in the header of a single-channel surface.
#[test]
fn eight_bit_luminance_needs_no_mask() {
    for mask in [0xFF, 0, 0xFF_0000] {
        let mut bytes = dds(Stored::Masks(8, [mask, 0, 0, 0]), (2, 1), 1, &[9, 200]);
        bytes[80..84].copy_from_slice(&0x2_0000u32.to_le_bytes());
        let found = texels(&alone("a.dds", &bytes).textures[0]);
        assert_eq!(found, [[9, 9, 9, 255], [200, 200, 200, 255]], "{mask:#x}");
    }
}
