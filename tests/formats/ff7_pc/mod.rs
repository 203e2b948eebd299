//! Final Fantasy VII on PC: skeletons, meshes, textures and animations as separate files. Facts and
//! vectors: format document `ff7-pc.md`, sections 1 to 8.

mod animations;
mod archives;
mod fields;
mod meshes;
mod models;
mod survival;
mod textures;

use gouraud::bytes::Source;
use gouraud::formats::{self, Document};
use gouraud::scene::Scene;
use gouraud_testing::Folder;
use gouraud_testing::document::{assert_sound, errors, problems};
use gouraud_testing::small::ff7_pc as small;

fn open(name: &str, bytes: &[u8]) -> Document {
    let source = Source::from_bytes(name, bytes.to_vec());
    let (format, _) =
        formats::identify(&source).unwrap_or_else(|| panic!("{name} is not recognised"));
    format.open(&source).expect("the file can be opened")
}

fn open_as(format: &str, name: &str, bytes: &[u8]) -> Document {
    let format = formats::by_id(format).expect("the format is registered");
    format.open(&Source::from_bytes(name, bytes.to_vec())).expect("the file can be opened")
}

/// The scene of a file among others, and its problems.
fn scene(files: &small::Files, name: &str) -> (Scene, Vec<String>) {
    let (_, bytes) = files.iter().find(|(own, _)| *own == name).expect("file exists");
    let (scene, problems) = Folder::of(files).scene(name, bytes);
    let messages = problems.iter().map(|problem| problem.message.clone()).collect();
    (scene, messages)
}

fn count(document: &Document, key: &str) -> u64 {
    document.counts.get(key).unwrap_or_else(|| panic!("no count of {key}"))
}

/// Bytes in the document's notation: hex pairs, with bars between parts.
fn hex(text: &str) -> Vec<u8> {
    let pairs = text.split_whitespace().filter(|word| *word != "|");
    pairs.map(|pair| u8::from_str_radix(pair, 16).expect("hex")).collect()
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}
