//! Truncated and damaged fixtures: each format keeps the invariants of `gouraud_testing::exercise`.

use gouraud::formats::Records;
use std::sync::LazyLock;

use gouraud::formats::ff7::lzs::wrap;
use gouraud::formats::{self, Format};
use gouraud_testing::build::ff7::lgp::lgp;
use gouraud_testing::exercise;
use gouraud_testing::mutation::{self, Mutation, apply};
use proptest::prelude::*;

use super::fixtures;

/// A format and a file of it.
type Fixture = (&'static dyn Format, Vec<u8>);

static FIXTURES: LazyLock<Vec<Fixture>> = LazyLock::new(|| {
    let files: [(&str, &[u8]); 3] = [("aaaa", b"one"), ("x/same", b"two"), ("y/same", b"three")];
    let all = [
        ("ff7.battle", fixtures::enemy().write()),
        ("ff7.battle", fixtures::armed().write()),
        ("ff7.stage", fixtures::stage().write()),
        ("ff7.lgp", lgp(&files).unwrap().write()),
        ("ff7.lzs", Ok(wrap(b"words that repeat, words that repeat, words"))),
        ("ps1.tim", fixtures::picture().write()),
    ];
    all.map(|(id, bytes)| (formats::by_id(id).unwrap(), bytes.unwrap())).into()
});

#[test]
fn survives_truncated_files() {
    for (format, bytes) in FIXTURES.iter() {
        for len in (0..bytes.len()).step_by(1 + bytes.len() / 90) {
            exercise(&[*format], "cut", &bytes[..len]);
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
        let (format, bytes) = fixture.get(&FIXTURES);
        exercise(&[*format], "damaged", &apply(bytes, &mutations));
    }

    #[test]
    fn survives_numbers_that_look_like_headers(bytes in mutation::header_like()) {
        let all: Vec<&dyn Format> = FIXTURES.iter().map(|(format, _)| *format).collect();
        exercise(&all, "numbers", &bytes);
    }
}
