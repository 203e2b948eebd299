//! The committed files of `tests/fixtures`, whose README says where each is from.

use std::path::{Path, PathBuf};

/// A committed file, and its name below the folder: `neversoft/gm_sample1.psx`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fixture {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Where the file called `name` is.
pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures").join(name)
}

/// The bytes of the file called `name`.
///
/// # Panics
/// There is none.
pub fn read(name: &str) -> Vec<u8> {
    std::fs::read(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Every file of the family's folder, by name.
///
/// # Panics
/// There is no such folder, or nothing in it.
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
    let entries = std::fs::read_dir(path("")).expect("the folder of fixtures is there");
    let folders = entries.map(|entry| entry.expect("folders can be listed"));
    let mut families: Vec<String> = folders
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    families.sort();
    families.iter().flat_map(|family| of_family(family)).collect()
}
