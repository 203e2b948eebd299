//! Fuzzes edits of a small level: a recipe, a byte of 0, and a GLB that is merged.
//! `cargo +nightly fuzz run edits`
#![no_main]

use gouraud_testing::memory::Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    gouraud_testing::fuzz::edits(bytes);
});
