use gouraud::formats;
use gouraud_testing::exercise;
use proptest::prelude::*;

use super::fixture::all;
use gouraud_testing::mutation::{Mutation, apply, header_like};

#[test]
fn survives_truncation_at_any_offset() {
    for (format, name, bytes) in all() {
        let format = formats::by_id(format).unwrap();
        let step = (bytes.len() / 60).max(1);
        for len in (0..bytes.len()).step_by(step) {
            exercise(&[format], &name, &bytes[..len]);
        }
    }
}

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
    fn damaged_files_keep_all_invariants(
        which: prop::sample::Index, mutations in proptest::collection::vec(any::<Mutation>(), 1..6),
    ) {
        let files = all();
        let (format, name, bytes) = which.get(&files);
        let format = formats::by_id(format).unwrap();
        exercise(&[format], name, &apply(bytes, &mutations));
    }

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
