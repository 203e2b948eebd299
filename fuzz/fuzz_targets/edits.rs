//! Fuzzes edits of a small level: a recipe, a byte of 0, and a GLB that is merged.
//! `cargo +nightly fuzz run edits`
#![no_main]

use std::sync::LazyLock;

use gouraud::bytes::Source;
use gouraud::container::Context;
use gouraud::edit::{apply, merge, recipe::Recipe};
use gouraud::formats::{self, Document};

static LEVEL: LazyLock<Document> = LazyLock::new(|| {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/demo/items.psx");
    let bytes = std::fs::read(path).expect("the level exists");
    let source = Source::from_bytes("items.psx", bytes);
    let (format, _) = formats::identify(&source).expect("the level has a format");
    format.open(&source).expect("the level is read")
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    let (text, glb) = (&bytes[..end], bytes.get(end + 1..).unwrap_or_default());
    match Recipe::parse(&String::from_utf8_lossy(text)) {
        Ok(recipe) => {
            assert_eq!(Recipe::parse(&recipe.write()).as_ref(), Ok(&recipe));
            let _ = apply(&LEVEL, &recipe.orders);
        }
        Err(why) => assert!(!why.is_empty()),
    }
    if !glb.is_empty() {
        let _ = merge(&LEVEL, Context::ALONE, glb);
    }
});
