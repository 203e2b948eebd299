//! Battles of Final Fantasy VII: reading, display, writing and damaged files.
//! Facts and vectors: format document `ff7-battle.md`, sections 2 to 11.

mod animations;
mod archives;
mod codes;
mod damage;
mod models;
mod packed;
mod pc;
mod recognition;
mod roles;
mod samples;
mod scripts;
mod stages;
mod survival;
mod tree;

use gouraud::formats::Document;
use gouraud_testing::document::{assert_sound, count, errors, hex, problems, scene};
use gouraud_testing::small::ff7 as fixtures;

pub fn open_as(format: &str, bytes: Vec<u8>) -> Document {
    gouraud_testing::document::open_as(format, "file.bin", &bytes)
}
