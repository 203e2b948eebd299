use gouraud::codec::refpack::*;
use proptest::prelude::*;

fn stream(hex: &str) -> Vec<u8> {
    hex.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

/// Streams of the format document, without their headers.
#[test]
fn decodes_every_kind_of_command() {
    let cases: [(&str, usize, &[u8]); 4] = [
        ("E0 41 42 43 44 0C 03 FE 58 59", 12, b"ABCDABCDABXY"),
        ("1F 02 61 62 63 FC", 13, b"abcabcabcabca"),
        ("E0 57 58 59 5A 8B 40 03 21 FC", 20, b"WXYZ!XYZ!XYZ!XYZ!XYZ"),
        ("C5 00 00 06 71 FC", 268, &[b'q'; 268]),
    ];
    for (hex, size, expected) in cases {
        let input = stream(hex);
        let unpacked = unpack(&input, size);
        assert_eq!(unpacked.bytes, expected, "{hex}");
        assert_eq!((unpacked.used, unpacked.end), (input.len(), End::Stop), "{hex}");
    }
}

#[test]
fn ends_at_stop_before_size_is_reached() {
    let unpacked = unpack(&stream("E0 41 42 43 44 0C 03 FE 58 59"), 13);
    assert_eq!((unpacked.bytes.len(), unpacked.end), (12, End::Stop));
}

#[test]
fn keeps_bytes_before_damage() {
    let far = unpack(&stream("E0 41 42 43 44 0C 05 FC"), 100);
    assert_eq!((far.bytes.as_slice(), far.end), (&b"ABCD"[..], End::Reference(5)));
    let cut = unpack(&stream("E0 41 42"), 100);
    assert_eq!((cut.bytes.as_slice(), cut.end), (&b"AB"[..], End::Cut(0)));
    let endless = unpack(&stream("C5 00 00 06 71"), 10);
    assert_eq!((endless.bytes.len(), endless.end), (10, End::Limit));
    assert_eq!(unpack(&[], 9).end, End::Cut(0));
}

#[test]
fn finds_distant_matches() {
    let mut input: Vec<u8> = (0..70_000u32).map(|i| (i.wrapping_mul(i) >> 7) as u8).collect();
    input.extend_from_within(100..1500);
    let packed = pack(&input);
    assert_eq!(unpack(&packed, input.len()).bytes, input);
    let zeros = pack(&[0; 100_000]);
    assert!(zeros.len() < 420, "{}", zeros.len());
}

proptest! {
    #[test]
    fn round_trips_bytes(input in proptest::collection::vec(0u8..5, 0..6000)) {
        let packed = pack(&input);
        let unpacked = unpack(&packed, usize::MAX);
        prop_assert_eq!(unpacked.bytes, input);
        prop_assert_eq!((unpacked.used, unpacked.end), (packed.len(), End::Stop));
    }

    #[test]
    fn random_input_stays_within_limit(input in proptest::collection::vec(any::<u8>(), 0..600)) {
        let unpacked = unpack(&input, usize::MAX);
        prop_assert!(unpacked.bytes.len() <= most(input.len()));
        prop_assert!(unpacked.used <= input.len());
    }
}
