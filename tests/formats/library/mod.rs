//! The library: open files, their companions, and the names for hashes.

mod companion_data;
mod companions;
mod demo;
mod disk;
mod extract;
mod folders;
mod game_installs;
mod identity;
mod large_files;
mod list;
mod names;
mod open;
mod plain;
mod search;

use std::path::Path;

use gouraud::formats::ea::big::{Archive, Form};

fn archive(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = Archive::new(Form::BigF);
    members.iter().for_each(|(name, bytes)| archive.add(name, bytes.to_vec()));
    archive.write().unwrap()
}

/// Writes a file below `folder`, and returns its path.
fn put(folder: &Path, name: &str, bytes: &[u8]) -> String {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, bytes).unwrap();
    path.to_string_lossy().into_owned()
}
