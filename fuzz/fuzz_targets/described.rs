//! Fuzzes descriptions together with the files that they describe: the text of a description, a byte of 0,
//! and the bytes of a file. `cargo +nightly fuzz run described fuzz/corpus/described assets/formats`
#![no_main]

use gouraud_testing::memory::Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    gouraud_testing::fuzz::described(bytes);
});
