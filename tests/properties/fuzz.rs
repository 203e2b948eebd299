//! The fuzz targets with random input: they end, never panic, and use a limited amount of memory.

use std::collections::BTreeSet;
use std::path::Path;

use gouraud::formats;
use gouraud_testing::fuzz::{self, Recovery};
use gouraud_testing::mutation::{Mutation, apply};
use proptest::prelude::*;

const DESCRIPTION: &str = include_str!("../../assets/formats/quake_pak.ksy");
const RECIPE: &str = r#"{"recipe":1,"format":"neversoft.psx","file":"items.psx"}
{"set":"models[*].faces[*].flags","op":"|=","value":1,"where":"surface == 3"}
{"set":"models[0].vertices[0].x","value":12}
"#;

#[test]
fn every_codec_has_an_entry() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/codec/mod.rs");
    let modules = std::fs::read_to_string(path).unwrap();
    let public =
        modules.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let tried: BTreeSet<&str> = fuzz::CODECS.iter().map(|(name, _)| *name).collect();
    assert_eq!(tried, public.collect());
}

#[test]
fn seeds_are_valid() {
    assert!(fuzz::edits(RECIPE.as_bytes()));
    assert!(fuzz::described(DESCRIPTION.as_bytes()));
    // Changes of no bytes: the index is intact.
    assert_eq!(fuzz::index(&[2]), Recovery::Used);
}

/// Files on which fuzzing found a mistake. Their names begin with the format.
#[test]
fn findings_stay_fixed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/findings");
    let mut count = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let file = file.unwrap();
        let name = file.file_name().into_string().unwrap();
        let (format, _) = name.split_once('-').unwrap();
        fuzz::one_format(formats::by_id(format).unwrap(), &std::fs::read(file.path()).unwrap());
        count += 1;
    }
    assert!(count >= 3, "{count} findings");
}

#[test]
fn a_damaged_index_is_rebuilt_or_refused() {
    // The header is overwritten: it is not a database.
    assert_eq!(fuzz::index(&[2, 0, 0, 0, 0]), Recovery::Rebuilt);
    // The version of the schema, at offset 60, is newer.
    assert_eq!(fuzz::index(&[2, 60, 0, 0, 0x7F]), Recovery::Refused);
    // The file ends after 1000 bytes.
    assert_eq!(fuzz::index(&[1, 0xE8, 3, 0]), Recovery::Rebuilt);
    assert_eq!(fuzz::index(b"\0any text"), Recovery::Rebuilt);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn codecs_end(
        codec in 0..fuzz::CODECS.len(), parameters: [u8; 3],
        data in prop_oneof![
            proptest::collection::vec(any::<u8>(), 0..1500),
            proptest::collection::vec(0u8..3, 0..1500),
        ],
    ) {
        let codec = u8::try_from(codec).unwrap();
        fuzz::codecs(&[&[codec][..], &parameters, &data].concat());
    }

    #[test]
    fn damaged_descriptions_end(
        mutations in proptest::collection::vec(any::<Mutation>(), 0..4), data: Vec<u8>,
    ) {
        let text = apply(DESCRIPTION.as_bytes(), &mutations);
        fuzz::described(&[&text[..], &[0], &data].concat());
    }

    #[test]
    fn damaged_recipes_end(
        mutations in proptest::collection::vec(any::<Mutation>(), 0..4), glb: Vec<u8>,
    ) {
        let text = apply(RECIPE.as_bytes(), &mutations);
        fuzz::edits(&[&text[..], &[0], &glb].concat());
    }

    #[test]
    fn any_database_is_harmless(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        fuzz::index(&bytes);
    }
}
