//! Access to the committed files of `tests/fixtures`; its README states their origin.

use std::path::{Path, PathBuf};

/// A committed file, and its name relative to the folder: `neversoft/gm_sample1.psx`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fixture {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Path of the file called `name`.
pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures").join(name)
}

/// Reads the file called `name`.
///
/// # Panics
/// The file is missing.
pub fn read(name: &str) -> Vec<u8> {
    std::fs::read(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Every file of the family's folder, sorted by name.
///
/// # Panics
/// The folder is missing or empty.
pub fn of_family(family: &str) -> Vec<Fixture> {
    let entries = std::fs::read_dir(path(family)).unwrap_or_else(|e| panic!("{family}: {e}"));
    let named = |entry: std::io::Result<std::fs::DirEntry>| {
        let file = entry.expect("folders can be listed").file_name();
        let name = format!("{family}/{}", file.to_string_lossy());
        Fixture { bytes: read(&name), name }
    };
    let mut all: Vec<Fixture> = entries.map(named).collect();
    assert!(!all.is_empty(), "{family} is empty");
    all.sort();
    all
}

/// Every file of every family.
pub fn all() -> Vec<Fixture> {
    let entries = std::fs::read_dir(path("")).expect("the folder of fixtures exists");
    let folders = entries.map(|entry| entry.expect("folders can be listed"));
    let mut families: Vec<String> = folders
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    families.sort();
    families.iter().flat_map(|family| of_family(family)).collect()
}
