//! Fuzzes all formats with the same bytes: `cargo +nightly fuzz run any_format FOLDER_OF_SAMPLES`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    gouraud_testing::exercise(gouraud::formats::all(), "fuzz", bytes);
});
