//! Truncated and damaged files: each format keeps the invariants of `gouraud_testing::exercise`.

use std::sync::LazyLock;

use gouraud::formats::{self, Format};
use gouraud_testing::exercise;
use gouraud_testing::mutation::{self, Mutation, apply};
use proptest::prelude::*;

use super::small;

/// A format, a file name, and a file of the format.
type Fixture = (&'static dyn Format, &'static str, Vec<u8>);

static FIXTURES: LazyLock<Vec<Fixture>> = LazyLock::new(|| {
    let all = [small::battle(), small::stage(), small::magic(), small::character()].concat();
    let id = |name: &str, bytes: &[u8]| -> &'static dyn Format {
        let source = gouraud::bytes::Source::from_bytes(name, bytes.to_vec());
        let claimed = formats::identify(&source).map(|(format, _)| format);
        claimed.or_else(|| formats::by_id("ff7.pc.settings")).expect("a known format")
    };
    all.into_iter().map(|(name, bytes)| (id(name, &bytes), name, bytes)).collect()
});

#[test]
fn every_format_has_a_fixture() {
    let mut ids: Vec<&str> = FIXTURES.iter().map(|(format, ..)| format.info().id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(
        ids,
        [
            "ff7.pc.animation",
            "ff7.pc.field_animation",
            "ff7.pc.hrc",
            "ff7.pc.part",
            "ff7.pc.rsd",
            "ff7.pc.settings",
            "ff7.pc.skeleton",
            "ff7.pc.texture",
        ]
    );
}

#[test]
fn survives_truncated_files() {
    for (format, name, bytes) in FIXTURES.iter() {
        for len in (0..bytes.len()).step_by(1 + bytes.len() / 60) {
            exercise(&[*format], name, &bytes[..len]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn survives_damaged_files(
        fixture: prop::sample::Index,
        mutations in proptest::collection::vec(any::<Mutation>(), 1..6),
    ) {
        let (format, name, bytes) = fixture.get(&FIXTURES);
        exercise(&[*format], name, &apply(bytes, &mutations));
    }

    #[test]
    fn survives_numbers_that_look_like_headers(bytes in mutation::header_like()) {
        let all: Vec<&dyn Format> = FIXTURES.iter().map(|(format, ..)| *format).collect();
        exercise(&all, "numbers", &bytes);
    }
}
