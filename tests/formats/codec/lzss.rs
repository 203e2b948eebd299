use gouraud::codec::lzss::*;
use proptest::prelude::*;

fn bytes(packed: &[u8], dialect: Dialect) -> Vec<u8> {
    unpack(packed, dialect, usize::MAX).bytes
}

#[test]
fn overlaps_bytes_before_the_start_and_the_end_of_the_ring() {
    let packed = [0x27, 0x41, 0x42, 0x43, 0xEE, 0xF3, 0xEC, 0xF2, 0x44, 0xFC, 0xFF];
    let mut expected = b"ABCABCABC\0\0ABCD".to_vec();
    expected.extend([b'D'; 18]);
    let unpacked = unpack(&packed, LZS, usize::MAX);
    assert_eq!(unpacked.bytes, expected);
    assert_eq!((unpacked.used, unpacked.cut, unpacked.ambiguous), (11, None, None));
}

#[test]
fn streams_may_stop_anywhere() {
    assert_eq!(bytes(&[0xFF, 0x61, 0x62], LZS), b"ab");
    let half = unpack(&[0x00, 0xEE], LZS, usize::MAX);
    assert_eq!((half.bytes.len(), half.cut), (0, Some(1)));
    let nowhere = unpack(&[0x00, 0xEE, 0xF0], LZS, usize::MAX);
    assert_eq!((nowhere.bytes, nowhere.ambiguous), (vec![0; 3], Some(1)));
    assert_eq!(bytes(&[0x00, 0xF0, 0xF0], SZDD), b"   ", "SZDD starts with spaces");
}

#[test]
fn the_limit_cuts_inside_a_match() {
    let packed = pack(&[7; 100], LZS);
    let some = unpack(&packed, LZS, 10);
    assert_eq!(some.bytes, [7; 10]);
    assert!(some.used < packed.len(), "the rest was not read");
}

proptest! {
    #[test]
    fn what_is_packed_comes_back(
        input in proptest::collection::vec(0u8..4, 0..9000),
        szdd in any::<bool>(),
    ) {
        let dialect = if szdd { SZDD } else { LZS };
        let unpacked = unpack(&pack(&input, dialect), dialect, input.len());
        prop_assert_eq!(unpacked.bytes, input);
        prop_assert_eq!((unpacked.cut, unpacked.ambiguous), (None, None));
    }

    #[test]
    fn any_bytes_end_within_the_bound(input in proptest::collection::vec(any::<u8>(), 0..600)) {
        let unpacked = unpack(&input, LZS, usize::MAX);
        prop_assert!(unpacked.bytes.len() <= most(input.len()));
        prop_assert!(unpacked.used <= input.len());
    }
}
