use gouraud::codec::lzss::*;
use proptest::prelude::*;

fn bytes(packed: &[u8], dialect: Dialect) -> Vec<u8> {
    unpack(packed, dialect, usize::MAX).bytes
}

#[test]
fn handles_overlaps_prehistory_and_ring_end() {
    let packed = [0x27, 0x41, 0x42, 0x43, 0xEE, 0xF3, 0xEC, 0xF2, 0x44, 0xFC, 0xFF];
    let mut expected = b"ABCABCABC\0\0ABCD".to_vec();
    expected.extend([b'D'; 18]);
    let unpacked = unpack(&packed, LZS, usize::MAX);
    assert_eq!(unpacked.bytes, expected);
    assert_eq!((unpacked.used, unpacked.cut, unpacked.ambiguous), (11, None, None));
}

#[test]
fn accepts_stream_truncated_anywhere() {
    assert_eq!(bytes(&[0xFF, 0x61, 0x62], LZS), b"ab");
    let half = unpack(&[0x00, 0xEE], LZS, usize::MAX);
    assert_eq!((half.bytes.len(), half.cut), (0, Some(1)));
    let nowhere = unpack(&[0x00, 0xEE, 0xF0], LZS, usize::MAX);
    assert_eq!((nowhere.bytes, nowhere.ambiguous), (vec![0; 3], Some(1)));
    assert_eq!(bytes(&[0x00, 0xF0, 0xF0], SZDD), b"   ", "SZDD starts with spaces");
}

#[test]
fn limit_cuts_inside_match() {
    let packed = pack(&[7; 100], LZS);
    let some = unpack(&packed, LZS, 10);
    assert_eq!(some.bytes, [7; 10]);
    assert!(some.used < packed.len(), "the rest was not read");
}

proptest! {
    #[test]
    fn round_trips_bytes(
        input in proptest::collection::vec(0u8..4, 0..9000),
        szdd in any::<bool>(),
    ) {
        let dialect = if szdd { SZDD } else { LZS };
        let unpacked = unpack(&pack(&input, dialect), dialect, input.len());
        prop_assert_eq!(unpacked.bytes, input);
        prop_assert_eq!((unpacked.cut, unpacked.ambiguous), (None, None));
    }

    #[test]
    fn random_input_stays_within_limit(input in proptest::collection::vec(any::<u8>(), 0..600)) {
        let unpacked = unpack(&input, LZS, usize::MAX);
        prop_assert!(unpacked.bytes.len() <= most(input.len()));
        prop_assert!(unpacked.used <= input.len());
    }

    #[test]
    fn measuring_agrees_with_unpacking(
        input in proptest::collection::vec(prop_oneof![Just(0u8), Just(0xFF), any::<u8>()], 0..60),
        size in 0usize..300,
    ) {
        let len = bytes(&input, SPZ).len();
        for size in [size, len, len + 1] {
            let unpacked = unpack(&input, SPZ, size);
            let exact = unpacked.used == input.len()
                && unpacked.bytes.len() == size
                && unpacked.ambiguous.is_none();
            prop_assert_eq!(is_exactly(&input, SPZ, size), exact);
        }
    }
}
