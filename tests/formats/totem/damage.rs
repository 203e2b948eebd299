use gouraud::formats;
use gouraud_testing::exercise;
use proptest::prelude::*;

use super::fixture::all;
use gouraud_testing::mutation::header_like;

#[test]
fn every_fixture_is_recognised_and_round_trips() {
    for (format, name, bytes) in all() {
        let source = gouraud::bytes::Source::from_bytes(name.clone(), bytes.clone());
        let (found, probe) = formats::identify(&source).unwrap();
        assert_eq!(found.info().id, format, "{name}: {probe:?}");
        assert_eq!(found.open(&source).unwrap().content.write().unwrap(), bytes, "{name}");
        let looked = exercise(&[found], &name, &bytes);
        assert!(looked.written > 0, "{name}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_numbers_after_a_header_keep_all_invariants(numbers in header_like(), kind in 0..8u8) {
        for prefix in [[0, kind, 0, 0], [kind, 0, 4, 0]] {
            let mut bytes = vec![0; 96];
            bytes.extend(prefix);
            bytes.extend(&numbers);
            for id in ["totem.mesh", "totem.skin"] {
                exercise(&[formats::by_id(id).unwrap()], "numbers", &bytes);
            }
        }
        for id in ["totem.bitmap", "totem.material", "totem.archive"] {
            exercise(&[formats::by_id(id).unwrap()], "numbers", &numbers);
        }
    }
}
