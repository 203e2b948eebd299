//! Fuzzes descriptions together with the files that they describe: the text of a description, a byte of 0,
//! and the bytes of a file. `cargo +nightly fuzz run described fuzz/corpus/described assets/formats`
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    let (text, file) = (&bytes[..end], bytes.get(end + 1..).unwrap_or_default());
    gouraud_testing::exercise_description(&String::from_utf8_lossy(text), file);
});
