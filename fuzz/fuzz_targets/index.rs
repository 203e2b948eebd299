//! Fuzzes the index with a damaged database: `cargo +nightly fuzz run index`.
#![no_main]

use gouraud_testing::memory::Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    gouraud_testing::fuzz::index(bytes);
});
