//! Committed files that tests damage.

use std::path::Path;

use gouraud_testing::fixtures::{self, Fixture};

/// Every file of at most `largest` bytes: the fixtures, the demo set, and the small files that the
/// builder of each format made for fuzzing.
pub fn all(largest: usize) -> Vec<Fixture> {
    let mut files = fixtures::all();
    files.extend(folder("assets/demo"));
    files.extend(folder("fuzz/seeds"));
    files.retain(|file| file.bytes.len() <= largest);
    files.sort();
    files
}

fn folder(name: &str) -> impl Iterator<Item = Fixture> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    std::fs::read_dir(path).expect("the folder exists").map(move |entry| {
        let entry = entry.expect("folders can be listed");
        let name = format!("{name}/{}", entry.file_name().to_string_lossy());
        Fixture { name, bytes: std::fs::read(entry.path()).expect("it is a file") }
    })
}
