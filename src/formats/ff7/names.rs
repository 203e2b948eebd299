//! Names of models and stages by what their files are called.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Lines `FILE | name`; where they are from stands in front of them.
const LIST: &str = include_str!("../../../assets/names/ff7.txt");

static NAMES: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let lines = LIST.lines().filter(|line| !line.starts_with('#'));
    let pairs = lines.filter_map(|line| line.split_once('|'));
    pairs.map(|(file, name)| (file.trim(), name.trim())).collect()
});

/// Who or what is in the file of this name, with or without an extension.
pub fn of(file: &str) -> Option<&'static str> {
    let stem = file.split_once('.').map_or(file, |(stem, _)| stem);
    NAMES.get(stem.to_ascii_uppercase().as_str()).copied()
}

/// A file's name without its extension, and who is in it: `ENEMY016 MP`.
pub(super) fn named(stem: &str) -> String {
    of(stem).map_or_else(|| stem.to_owned(), |name| format!("{stem} {name}"))
}
