//! Fuzzes all formats with the same bytes: `cargo +nightly fuzz run any_format FOLDER_OF_SAMPLES`.
#![no_main]

use gouraud_testing::memory::Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| gouraud_testing::fuzz::any_format(bytes));
