//! One format, which finds its depths sooner:
//! `FORMAT=neversoft.psx cargo +nightly fuzz run one_format FOLDER_OF_SAMPLES`.
#![no_main]

use std::sync::LazyLock;

use gouraud::formats::{self, Format};

static FORMAT: LazyLock<&'static dyn Format> = LazyLock::new(|| {
    let id = std::env::var("FORMAT").expect("FORMAT is a format id, as in `gouraud formats`");
    formats::by_id(&id).unwrap_or_else(|| panic!("there is no format {id:?}"))
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    gouraud_testing::exercise(&[*FORMAT], "fuzz", bytes);
});
