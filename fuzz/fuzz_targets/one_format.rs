//! Fuzzes one format, which reaches its deeper code sooner:
//! `FORMAT=neversoft.psx cargo +nightly fuzz run one_format FOLDER_OF_SAMPLES`. `FORMAT=list` lists them.
#![no_main]

use std::sync::OnceLock;

use gouraud::formats::{self, Format};
use gouraud_testing::memory::Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

static FORMAT: OnceLock<&'static dyn Format> = OnceLock::new();

fn choose_format() {
    let id = std::env::var("FORMAT").expect("set FORMAT to a format id of `gouraud formats`");
    if id == "list" {
        formats::all().iter().for_each(|format| println!("{}", format.info().id));
        std::process::exit(0);
    }
    let found = formats::by_id(&id).unwrap_or_else(|| panic!("unknown format {id:?}"));
    let _ = FORMAT.set(found);
}

libfuzzer_sys::fuzz_target!(init: choose_format(), |bytes: &[u8]| {
    let format = FORMAT.get().expect("the format was chosen");
    gouraud_testing::fuzz::one_format(*format, bytes);
});
