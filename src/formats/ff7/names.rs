//! Names of models and stages, by file name.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Lines `FILE | name`; the comments above them name the source.
const LIST: &str = include_str!("../../../assets/names/ff7.txt");

static NAMES: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let lines = LIST.lines().filter(|line| !line.starts_with('#'));
    let pairs = lines.filter_map(|line| line.split_once('|'));
    pairs.map(|(file, name)| (file.trim(), name.trim())).collect()
});

/// Name of the model or stage in a file. The file name may have an extension.
pub fn of(file: &str) -> Option<&'static str> {
    let stem = file.split_once('.').map_or(file, |(stem, _)| stem);
    NAMES.get(stem.to_ascii_uppercase().as_str()).copied()
}

/// File stem followed by the name of its content, if known: `ENEMY016 MP`.
pub(super) fn named(stem: &str) -> String {
    of(stem).map_or_else(|| stem.to_owned(), |name| format!("{stem} {name}"))
}
