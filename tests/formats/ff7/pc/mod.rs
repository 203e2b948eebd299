//! Final Fantasy VII on PC: skeletons, meshes, textures and animations as separate files. Facts and
//! vectors: format document `ff7-pc.md`, sections 1 to 8.

mod animations;
mod archives;
mod fields;
mod meshes;
mod models;
mod names;
mod textures;

use gouraud::bytes::Source;
use gouraud::formats;
use gouraud::scene::Scene;
use gouraud_testing::Folder;
use gouraud_testing::document::{
    assert_sound, count, errors, hex, messages, open, open_as, problems,
};
use gouraud_testing::small::ff7_pc as small;

use crate::damage::Intact;

/// The scene of a file among others, and its problems.
fn scene(files: &small::Files, name: &str) -> (Scene, Vec<String>) {
    let (_, bytes) = files.iter().find(|(own, _)| *own == name).expect("file exists");
    let (scene, problems) = Folder::of(files).scene(name, bytes);
    (scene, messages(&problems))
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// All files, with their formats.
pub fn files() -> Vec<Intact> {
    let all = [small::battle(), small::stage(), small::magic(), small::character()].concat();
    let format = |name: &str, bytes: &[u8]| {
        let found = formats::identify(&Source::from_bytes(name, bytes.to_vec()));
        found.map_or("ff7.pc.settings", |(format, _)| format.info().id)
    };
    all.into_iter().map(|(name, bytes)| (format(name, &bytes), name.to_owned(), bytes)).collect()
}

#[test]
fn every_format_has_a_fixture() {
    let mut ids: Vec<&str> = files().iter().map(|(format, ..)| *format).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(
        ids,
        [
            "ff7.pc.animation",
            "ff7.pc.field_animation",
            "ff7.pc.hrc",
            "ff7.pc.part",
            "ff7.pc.rsd",
            "ff7.pc.settings",
            "ff7.pc.skeleton",
            "ff7.pc.texture",
        ]
    );
}
