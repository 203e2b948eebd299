//! Files to damage: what is committed, and the samples beside the checkout.

use std::path::Path;

use gouraud_testing::samples;

/// A file to start from.
#[derive(Clone, Debug)]
pub struct Sample {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Every file of at most `largest` bytes: committed fixtures, the demo set, and the samples.
pub fn all(largest: usize) -> Vec<Sample> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders =
        vec![root.join("tests/fixtures"), root.join("assets/demo"), samples::folder()];
    let mut samples = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.metadata().unwrap().len() <= largest as u64 {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                samples.push(Sample { name, bytes: std::fs::read(path).unwrap() });
            }
        }
    }
    samples.sort_by(|a, b| (&a.name, &a.bytes).cmp(&(&b.name, &b.bytes)));
    samples
}
