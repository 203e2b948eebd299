//! Dreamcast textures in every texel order; expected values are computed by hand.

use gouraud::codec::powervr::{self, twiddle};
use gouraud::scene::Texels;
use gouraud_testing::document::{alone, open, open_valid, picture, problems, texels};

/// `PVRT` with 16-bit words (section 12.4).
fn pvr(storage: u8, texel: u8, size: (u16, u16), data: &[u8]) -> Vec<u8> {
    let mut file = b"PVRT".to_vec();
    file.extend((8 + data.len() as u32).to_le_bytes());
    file.extend([texel, storage, 0, 0]);
    file.extend(size.0.to_le_bytes());
    file.extend(size.1.to_le_bytes());
    file.extend(data);
    file
}

fn words(words: impl IntoIterator<Item = u16>) -> Vec<u8> {
    words.into_iter().flat_map(u16::to_le_bytes).collect()
}

#[test]
fn channels_are_expanded_to_eight_bits() {
    let rows =
        |texel, word| texels(&alone("a.pvr", &pvr(9, texel, (1, 1), &words([word]))).textures[0]);
    assert_eq!(rows(0, 0x8000 | 31 << 10 | 1), [[255, 0, 8, 255]]);
    assert_eq!(rows(0, 16 << 5), [[0, 132, 0, 0]]);
    assert_eq!(rows(1, 0x07E0), [[0, 255, 0, 255]]);
    assert_eq!(rows(2, 0x8F01), [[255, 0, 17, 136]]);
}

#[test]
fn twiddled_texels_go_down_before_right() {
    // Section 24.6: (1, 0) has index 2, (0, 1) index 1, (3, 2) index 14; in 8 × 4, (5, 1) has index 19.
    assert_eq!([twiddle(1, 0, 4, 4), twiddle(0, 1, 4, 4), twiddle(3, 2, 4, 4)], [2, 1, 14]);
    assert_eq!(twiddle(5, 1, 8, 4), 19);
    let bytes = pvr(0x0D, 1, (4, 2), &words(0..8));
    let document = open_valid("sega.pvr", "a.pvr", &bytes);
    assert_eq!(document.counts.get("textures"), Some(1));
    let scene = alone("a.pvr", &bytes);
    let texture = &scene.textures[0];
    let blue: Vec<u8> = texels(texture).iter().map(|texel| texel[2]).collect();
    let of = |word: u8| (f32::from(word) * 255.0 / 31.0).round() as u8;
    assert_eq!(blue, [0, 2, 4, 6, 1, 3, 5, 7].map(of));
    assert_eq!(texture.pixels.texel_offset(3, 1), Some(16 + 2 * 7));
    assert_eq!(texture.pixels.texel_offset(4, 0), None);
}

#[test]
fn mip_levels_start_with_the_smallest() {
    // Two bytes of padding, 1 × 1, 2 × 2, 4 × 4.
    let data = words([0xAAAA, 1].into_iter().chain([2; 4]).chain([3; 16]));
    let scene = alone("a.pvr", &pvr(2, 1, (4, 4), &data));
    let texture = &scene.textures[0];
    assert_eq!(texels(texture), [[0, 0, 25, 255]; 16]);
    let mips: Vec<_> = texture.pixels.mips().iter().map(|mip| (mip.width, mip.height)).collect();
    assert_eq!(mips, [(2, 2), (1, 1)]);
    let of = |index: usize| texture.pixels.mips()[index].pixels.texel_offset(0, 0);
    assert_eq!([of(0), of(1)], [Some(16 + 4), Some(16 + 2)]);
}

#[test]
fn codebook_blocks_are_twiddled() {
    let mut book = words((0..4 * 256).map(|_| 0));
    book[3 * 8..][..8].copy_from_slice(&words([1, 2, 3, 4]));
    // The block to the right of the first is the third in twiddled order.
    let indices = [0, 0, 3, 0];
    let bytes = pvr(3, 1, (4, 4), &[book, indices.to_vec()].concat());
    let scene = alone("a.pvr", &bytes);
    let blue: Vec<u8> = texels(&scene.textures[0]).iter().map(|texel| texel[2]).collect();
    assert_eq!(blue[..8], [0, 0, 8, 25, 0, 0, 16, 33]);
    assert_eq!(scene.textures[0].pixels.texel_offset(3, 1), Some(16 + 2048 + 2));
    let with_mips = powervr::smaller_levels(0x0401, 8, 8);
    assert_eq!(with_mips, [4, 2]);
}

#[test]
fn global_index_precedes_the_texture() {
    let mut bytes = b"GBIX\x08\0\0\0\x4D\0\0\0    ".to_vec();
    bytes.extend(pvr(9, 1, (2, 1), &words([0, 31])));
    bytes.extend(b"more");
    let document = open_valid("sega.pvr", "a.pvr", &bytes);
    assert_eq!(document.tree.span("global_index.index").unwrap().start, 8);
    assert_eq!(document.tree.span("rest").unwrap().len, 4);
    assert_eq!(texels(&alone("a.pvr", &bytes).textures[0])[1], [0, 0, 255, 255]);
}

#[test]
fn missing_texels_are_not_shown() {
    let bytes = pvr(9, 1, (2, 2), &words([1, 2, 3]));
    let document = open("a.pvr", &bytes);
    assert_eq!(problems(&document), ["error 0x10 texels"]);
    assert!(!document.usable && alone("a.pvr", &bytes).textures.is_empty());
    let document = open("a.pvr", &pvr(0x77, 1, (2, 2), &words([1, 2, 3, 4])));
    assert_eq!(problems(&document), ["error 0x9 storage"]);
    let cut = open("a.pvr", &bytes[..bytes.len() - 1]);
    assert_eq!(problems(&cut)[0], "error 0x10 texels");
    assert!(cut.content.write().is_err());
}

#[test]
fn replaces_pictures_of_equal_size() {
    let data = words([0xAAAA, 1].into_iter().chain([2; 4]).chain([3; 16]));
    let bytes = pvr(2, 1, (4, 4), &data);
    let document = open("a.pvr", &bytes);
    let context = gouraud::container::Context::ALONE;
    let red = picture(4, 4, vec![[255, 0, 0, 255]; 16]);
    let written = document.content.editable().with_asset(context, "", &red).unwrap();
    let again = alone("a.pvr", &written);
    assert_eq!(texels(&again.textures[0]), [[255, 0, 0, 255]; 16]);
    let Some(mip) = again.textures[0].pixels.mips().last() else { panic!("no versions") };
    assert!(mip.pixels.decode() == Texels::Rgba(vec![[255, 0, 0, 255]]));
    let same = picture(4, 4, texels(&alone("a.pvr", &bytes).textures[0]));
    assert_eq!(document.content.editable().with_asset(context, "", &same).unwrap(), bytes);
    assert!(
        document
            .content
            .editable()
            .with_asset(context, "", &picture(2, 2, vec![[0; 4]; 4]))
            .is_err()
    );
}

#[test]
fn zero_lengths_extend_to_the_end_of_the_file() {
    let mut open_end = pvr(9, 1, (2, 1), &words([0x07E0, 0xF800]));
    open_end[4..8].fill(0);
    let document = open_valid("sega.pvr", "a.pvr", &open_end);
    assert_eq!(document.counts.get("textures"), Some(1));
    assert_eq!(
        texels(&alone("a.pvr", &open_end).textures[0]),
        [[0, 255, 0, 255], [255, 0, 0, 255]]
    );
    // The global index has no length either.
    for payload in [4, 8] {
        let indexed = [b"GBIX\0\0\0\0", &vec![7; payload][..], &open_end].concat();
        open_valid("sega.pvr", "a.pvr", &indexed);
        assert_eq!(alone("a.pvr", &indexed).textures.len(), 1, "{payload}");
    }
}

#[test]
fn small_pictures_have_small_codebooks() {
    // 16 entries of four texels for a width of 16, then 8 × 8 blocks.
    let book: Vec<u8> = (0..16u16).flat_map(|entry| words([entry << 11; 4])).collect();
    let blocks: Vec<u8> = (0..64).map(|block| block % 16).collect();
    let bytes = pvr(0x10, 1, (16, 16), &[&book[..], &blocks].concat());
    let document = open_valid("sega.pvr", "a.pvr", &bytes);
    assert_eq!(document.counts.get("textures"), Some(1));
    let scene = alone("a.pvr", &bytes);
    // Block 1 is below block 0, block 2 to the right of it.
    let red = |at: usize| texels(&scene.textures[0])[at][0];
    assert_eq!([red(0), red(2 * 16), red(2)], [0, 8, 16]);
    assert_eq!(scene.textures[0].pixels.texel_offset(2, 0), Some(16 + 16 * 8 + 2));
    assert_eq!(powervr::needed(0x1001, 32, 32), Some(32 * 8 + 256));
    assert_eq!(powervr::needed(0x1001, 64, 64), Some(128 * 8 + 1024));
    assert_eq!(powervr::needed(0x1001, 128, 128), powervr::needed(0x0301, 128, 128));
}

#[test]
fn indices_without_a_palette_are_shown_as_greys() {
    let eight = pvr(7, 1, (2, 2), &[0, 1, 2, 255]);
    let document = open("a.pvr", &eight);
    assert_eq!(problems(&document), ["note 0x9 storage"]);
    assert_eq!(document.content.write().unwrap(), eight);
    let greys = |bytes: &[u8]| -> Vec<u8> {
        texels(&alone("a.pvr", bytes).textures[0]).iter().map(|texel| texel[0]).collect()
    };
    assert_eq!(greys(&eight), [0, 2, 1, 255]);
    // Two indices per byte; the first is in the low four bits.
    assert_eq!(greys(&pvr(5, 1, (2, 2), &[0x10, 0xF2])), [0, 34, 17, 255]);
}
