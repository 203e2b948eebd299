//! Number codes of animation streams (format document `ff7-battle.md`).

use gouraud::codec::bits::{BitReader, Bits};
use gouraud::formats::ff7::animation::{Code, MAX_KEY};
use gouraud_testing::build::ff7::animation::{step, turn};

/// Table of the document: code, lowest and highest pairs.
#[test]
fn codes_cover_ranges_of_document() {
    let ranges = [(1, 1), (2, 3), (4, 7), (8, 15), (16, 31), (32, 63)];
    for (bits, (low, high)) in (1u8..).zip(ranges) {
        let few = |stored| Code::Few { bits, stored }.amount(0);
        let top = (1i8 << (bits - 1)) - 1;
        assert_eq!((few(0), few(top)), (low, high), "{bits}");
        assert_eq!((few(-1), few(-top - 1)), (-low - 1, -high - 1), "{bits}");
    }
    assert_eq!((Code::Back.amount(0), Code::Back.amount(4)), (-1, -16));
}

#[test]
fn round_trips_every_turn() {
    for key in 0..=MAX_KEY {
        let most = 1i32 << (11 - key);
        for by in -most..most {
            let code = turn(by as i16, key);
            assert_eq!(i32::from(code.amount(key)), by << key, "{by} at {key}: {code:?}");
            let mut bits = Bits::default();
            code.write(key, &mut bits);
            assert_eq!(bits.len() as u32, code.len(key));
            let bytes = bits.into_bytes();
            assert_eq!(Code::read_turn(&mut BitReader::new(&bytes), key), Some(code));
        }
    }
}

#[test]
fn encodes_translation_steps_in_8_or_17_bits() {
    for by in [0, 63, -64, 64, -65, i16::MAX, i16::MIN] {
        let code = step(by);
        let mut bits = Bits::default();
        code.write(0, &mut bits);
        assert_eq!(bits.len(), if (-64..64).contains(&by) { 8 } else { 17 });
        let bytes = bits.into_bytes();
        assert_eq!(Code::read_step(&mut BitReader::new(&bytes)), Some(code));
        assert_eq!(code.amount(0), by);
    }
}
