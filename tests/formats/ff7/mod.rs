//! Battles of Final Fantasy VII and PlayStation pictures: reading, display, writing and damaged files.
//! Facts and vectors: format document `ff7-battle.md`, sections 2 to 11.

mod animations;
mod archives;
mod codes;
mod damage;
mod models;
mod packed;
mod pictures;
mod recognition;
mod roles;
mod samples;
mod scripts;
mod stages;
mod survival;
mod tree;
mod vram;

use gouraud::bytes::Source;
use gouraud::container::Context;
use gouraud::formats::{self, Document};
use gouraud::scene::Scene;
use gouraud_testing::document::{assert_sound, errors, problems};
use gouraud_testing::small::ff7 as fixtures;

fn open_as(format: &str, bytes: Vec<u8>) -> Document {
    let format = formats::by_id(format).expect("the format is registered");
    format.open(&Source::from_bytes("file.bin", bytes)).expect("the format can be described")
}

fn scene(document: &Document) -> Scene {
    document.content.displayed().scene(Context::ALONE).expect("the file has a scene").0
}

fn count(document: &Document, key: &str) -> u64 {
    document.counts.get(key).unwrap_or_else(|| panic!("no count of {key}"))
}

/// Bytes in the document's notation: hex pairs, with bars between parts.
fn hex(text: &str) -> Vec<u8> {
    let pairs = text.split_whitespace().filter(|word| *word != "|" && *word != "/");
    pairs.map(|pair| u8::from_str_radix(pair, 16).expect("hex")).collect()
}
