//! Trees, palettes, sound and blocks of Smacker: vectors of section 11 of the format document.

use gouraud::codec::smacker::*;
use gouraud_testing::document::hex as bytes;
use proptest::prelude::*;

/// Bytes of bits that are written first bit first.
fn stream(bits: &str) -> Vec<u8> {
    let bits: Vec<u8> = bits.bytes().filter(u8::is_ascii_digit).map(|bit| bit - b'0').collect();
    bits.chunks(8).map(|byte| byte.iter().rev().fold(0, |all, bit| all << 1 | bit)).collect()
}

#[test]
fn single_leaf_tree_takes_no_bits() {
    let packed = bytes("1500");
    let mut bits = LowBits::new(&packed);
    let tree = SmallTree::read(&mut bits).unwrap().unwrap();
    assert_eq!(bits.at(), 11);
    assert_eq!([tree.next(&mut bits), tree.next(&mut bits)], [5, 5]);
    assert_eq!(bits.at(), 11);
}

#[test]
fn bit_1_takes_right_branch() {
    let packed = bytes("0B48C000");
    let mut bits = LowBits::new(&packed);
    let tree = SmallTree::read(&mut bits).unwrap().unwrap();
    assert_eq!(bits.at(), 31);
    let codes = stream("0 10 11 0");
    let mut codes = LowBits::new(&codes);
    assert_eq!([(); 4].map(|()| tree.next(&mut codes)), [1, 2, 3, 1]);
    assert_eq!(codes.at(), 6);
}

#[test]
fn big_tree_caches_recent_values() {
    let packed = bytes("F79F0002FB2FC080FF7FFFFFFEFFAA07");
    let mut bits = LowBits::new(&packed);
    let mut tree = BigTree::read(&mut bits, 32, false).unwrap().unwrap();
    assert_eq!((bits.at(), tree.entries()), (127, 5));
    // The slot, 0102, 0304, the slot, 0102.
    let codes = stream("11 0 10 11 0");
    let mut codes = LowBits::new(&codes);
    let read = [(); 5].map(|()| tree.next(&mut codes));
    assert_eq!(read, [0, 0x0102, 0x0304, 0x0304, 0x0102]);
    tree.reset();
    assert_eq!(tree.next(&mut LowBits::new(&[3])), 0);
}

#[test]
fn refuses_tree_larger_than_its_size() {
    let packed = bytes("F79F0002FB2FC080FF7FFFFFFEFFAA07");
    let read = BigTree::read(&mut LowBits::new(&packed), 16, false);
    assert_eq!(read.unwrap_err(), TreeError::Endless);
    let cut = SmallTree::read(&mut LowBits::new(&packed[..1]));
    assert_eq!(cut.unwrap_err(), TreeError::Cut);
    // Endless branches.
    let endless = [0xFF; 400];
    assert_eq!(SmallTree::read(&mut LowBits::new(&endless)).unwrap_err(), TreeError::Endless);
}

#[test]
fn decodes_palette_commands() {
    // After its length of eight bytes.
    let (colours, is_sound) = recolour(&BLACK, &bytes("863F2001FFF700"));
    let mut expected = BLACK;
    expected[7] = [255, 130, 4];
    assert_eq!((colours, is_sound), (expected, true));
    // Copies two colours of the old palette, starting at entry 6; the rest is unchanged.
    let (copied, is_sound) = recolour(&colours, &bytes("41 06 FF FD"));
    expected[1] = [255, 130, 4];
    assert_eq!((copied, is_sound), (expected, true));
}

#[test]
fn reports_truncated_or_overlong_palette() {
    assert!(!recolour(&BLACK, &bytes("86 3F 20")).1);
    assert!(!recolour(&BLACK, &bytes("FF FE 41 00")).1, "257 colours");
    assert!(!recolour(&BLACK, &bytes("7F F0 FF BF")).1, "from past the last");
    let (colours, is_sound) = recolour(&BLACK, &bytes("C1 42 83 FF FE"));
    assert_eq!((colours[0], is_sound), ([0; 3], false));
}

fn samples(hex: &str) -> (Vec<u8>, Option<Layout>) {
    let unpacked = unpack(&bytes(hex), 1 << 20);
    assert!(!unpacked.is_damaged);
    (unpacked.bytes, unpacked.layout)
}

#[test]
fn sound_deltas_wrap() {
    let mono = Some(Layout { stereo: false, wide: false });
    assert_eq!(samples("03000000 098002"), (vec![10, 10, 10], mono));
    let wrapping = samples("06000000 B9019DED07200019CD03");
    assert_eq!(wrapping, (vec![100, 103, 98, 98, 255, 0], mono));
    let (stereo, layout) = samples("0C000000 0FC002FC5B807F03F0EFFF5F82C601");
    let read: Vec<i16> =
        stereo.as_chunks().0.iter().map(|sample| i16::from_le_bytes(*sample)).collect();
    assert_eq!(read, [4660, -1, 4916, -2, 4660, -1]);
    assert_eq!(layout, Some(Layout { stereo: true, wide: true }));
}

#[test]
fn limits_sound_of_zero_bit_codes() {
    // The header states four gigabytes.
    let unpacked = unpack(&bytes("FFFFFFFF 098002"), 1000);
    assert!(unpacked.is_damaged);
    assert!(unpacked.bytes.len() <= 1000);
    assert_eq!(unpack(&bytes("04000000 00"), 1000).layout, None);
}

/// The four trees of the smallest file, with one leaf each.
fn smallest() -> Codes {
    let packed =
        bytes("031080FF7FFFFFFE7F062000FFFFFEFFFDFF0C4000FEFFFDFFFBFFD9800EFCFFFBFFF7FF03");
    let mut bits = LowBits::new(&packed);
    let mut tree = || BigTree::read(&mut bits, 16, false).unwrap().unwrap();
    Codes { masks: tree(), pairs: tree(), full: tree(), kinds: tree() }
}

#[test]
fn picture_may_take_no_bits() {
    let mut codes = smallest();
    let mut picture = Picture::new(4, 4);
    assert!(picture.paint(&[], &mut codes, Version::Two));
    assert_eq!(picture.pixels(), [7; 16]);
    // Width 6: the last two columns belong to no block.
    let mut wider = Picture::new(6, 5);
    assert!(wider.paint(&[], &mut codes, Version::Two));
    let row = [7, 7, 7, 7, 0, 0];
    assert_eq!(wider.pixels(), [row, row, row, row, [0; 6]].concat());
    assert!(Picture::new(3, 9).paint(&[], &mut codes, Version::Two));
}

proptest! {
    #[test]
    fn survives_random_bits(packed: Vec<u8>, size: u32, wide: bool) {
        let mut bits = LowBits::new(&packed);
        let mut tree = || {
            let read = BigTree::read(&mut bits, size % 4096, wide);
            read.ok().flatten().unwrap_or_else(BigTree::zero)
        };
        let mut codes = Codes { masks: tree(), pairs: tree(), full: tree(), kinds: tree() };
        let mut picture = Picture::new(20, 12);
        let version = if wide { Version::Four } else { Version::Two };
        picture.paint(&packed, &mut codes, version);
        prop_assert!(unpack(&packed, 4096).bytes.len() <= 4096);
        recolour(&BLACK, &packed);
    }
}
