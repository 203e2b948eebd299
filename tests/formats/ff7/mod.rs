//! Battles of Final Fantasy VII: reading, display, writing and damaged files.
//! Facts and vectors: format document `ff7-battle.md`, sections 2 to 11.

mod animations;
mod archives;
mod codes;
mod damage;
mod models;
mod packed;
pub mod pc;
mod recognition;
mod roles;
mod samples;
mod scripts;
mod stages;
mod tree;

use gouraud::formats::ff7::lzs::wrap;
use gouraud::formats::{Document, Records};
use gouraud_testing::build::ff7::lgp::lgp;
use gouraud_testing::document::{assert_sound, count, errors, hex, problems, scene};
use gouraud_testing::small::ff7 as fixtures;

use crate::damage::{Intact, intact};

/// A file of each format.
pub fn files() -> Vec<Intact> {
    let files: [(&str, &[u8]); 3] = [("aaaa", b"one"), ("x/same", b"two"), ("y/same", b"three")];
    let all = [
        ("ff7.battle", fixtures::enemy().write()),
        ("ff7.battle", fixtures::armed().write()),
        ("ff7.stage", fixtures::stage().write()),
        ("ff7.lgp", lgp(&files).unwrap().write()),
        ("ff7.lzs", Ok(wrap(b"words that repeat, words that repeat, words"))),
        ("ps1.tim", fixtures::picture().write()),
    ];
    all.map(|(format, bytes)| intact(format, bytes.unwrap())).into()
}

pub fn open_as(format: &str, bytes: Vec<u8>) -> Document {
    gouraud_testing::document::open_as(format, "file.bin", &bytes)
}
