//! Final Fantasy VII on PC: skeletons, meshes, textures and animations as separate files. Facts and
//! vectors: format document `ff7-pc.md`, sections 1 to 8.

mod animations;
mod archives;
mod fields;
mod meshes;
mod models;
mod survival;
mod textures;

use gouraud::scene::Scene;
use gouraud_testing::Folder;
use gouraud_testing::document::{
    assert_sound, count, errors, hex, messages, open, open_as, problems,
};
use gouraud_testing::small::ff7_pc as small;

/// The scene of a file among others, and its problems.
fn scene(files: &small::Files, name: &str) -> (Scene, Vec<String>) {
    let (_, bytes) = files.iter().find(|(own, _)| *own == name).expect("file exists");
    let (scene, problems) = Folder::of(files).scene(name, bytes);
    (scene, messages(&problems))
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}
