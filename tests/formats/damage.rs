//! Truncated and damaged files of every family: each format keeps the invariants of
//! `gouraud_testing::exercise`. The files are built, and use more of their formats than the seeds of the
//! property tests.

use gouraud::formats;
use gouraud_testing::exercise;
use gouraud_testing::mutation::{Mutation, apply};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// Identifier of a format, a file name, and a valid file of the format.
pub type Intact = (&'static str, String, Vec<u8>);

/// A file of the format, under any name.
pub fn intact(format: &'static str, bytes: Vec<u8>) -> Intact {
    (format, "file".to_owned(), bytes)
}

fn look_at((format, name, _): &Intact, bytes: &[u8]) {
    exercise(&[formats::by_id(format).expect("the format is registered")], name, bytes);
}

fn truncate(files: &[Intact]) {
    for file in files {
        let len = file.2.len();
        let later = (600.min(len)..len).step_by(1 + len / 90);
        for end in (0..len.min(600)).step_by(5).chain(later) {
            look_at(file, &file.2[..end]);
        }
    }
}

fn mutate(files: &[Intact], cases: u32) {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let mutations = proptest::collection::vec(any::<Mutation>(), 1..6);
    let result = TestRunner::new(config).run(&(any::<prop::sample::Index>(), mutations), |input| {
        let file = input.0.get(files);
        look_at(file, &apply(&file.2, &input.1));
        Ok(())
    });
    result.unwrap_or_else(|failure| panic!("{failure}"));
}

macro_rules! families {
    ($($family:ident: $files:expr, $cases:expr;)*) => {$(
        mod $family {
            #[test]
            fn survives_truncation() {
                super::truncate(&$files);
            }

            #[test]
            fn survives_damage() {
                super::mutate(&$files, $cases);
            }
        }
    )*};
}

families! {
    archives: crate::ea::big::files(), 256;
    battles: crate::ff7::files(), 256;
    battles_on_pc: crate::ff7::pc::files(), 256;
    boards: crate::ssx::damage::boards(), 256;
    consoles: crate::ea::ssh_consoles::files(), 256;
    hed: crate::neversoft::hed::files(), 256;
    heads: crate::ssx::damage::heads(), 256;
    levels: crate::trespasser::groff::damage::files(), 144;
    pkr: crate::neversoft::pkr::files(), 256;
    pre: crate::neversoft::pre::files(), 256;
    sheets: crate::ea::ssh::files(), 256;
    sound_banks: crate::trespasser::tpa::damage::banks(), 256;
    sounds: crate::trespasser::tpa::damage::single_sounds(), 256;
    totem: crate::totem::fixture::all(), 256;
}
