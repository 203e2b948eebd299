//! Files to damage: those that are committed.

use std::path::Path;

use gouraud_testing::fixtures::{self, Fixture};

/// Every file of at most `largest` bytes: the fixtures and the demo set.
pub fn all(largest: usize) -> Vec<Fixture> {
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo");
    let demo = std::fs::read_dir(demo).expect("the demo is there").map(|entry| {
        let entry = entry.expect("folders can be listed");
        let name = format!("demo/{}", entry.file_name().to_string_lossy());
        Fixture { name, bytes: std::fs::read(entry.path()).expect("it is a file") }
    });
    let mut files: Vec<Fixture> = fixtures::all().into_iter().chain(demo).collect();
    files.retain(|file| file.bytes.len() <= largest);
    files.sort();
    files
}
