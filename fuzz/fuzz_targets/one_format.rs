//! Fuzzes one format, which reaches its deeper code sooner:
//! `FORMAT=neversoft.psx cargo +nightly fuzz run one_format FOLDER_OF_SAMPLES`.
#![no_main]

use std::sync::LazyLock;

use gouraud::formats::{self, Format};

static FORMAT: LazyLock<&'static dyn Format> = LazyLock::new(|| {
    let id = std::env::var("FORMAT").expect("set FORMAT to a format id of `gouraud formats`");
    formats::by_id(&id).unwrap_or_else(|| panic!("unknown format {id:?}"))
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    gouraud_testing::exercise(&[*FORMAT], "fuzz", bytes);
});
