//! Fuzzes codecs: the first byte selects the codec, the next three are its parameters, the others are data.
//! `cargo +nightly fuzz run codecs`
#![no_main]

use gouraud_testing::memory::Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| gouraud_testing::fuzz::codecs(bytes));
