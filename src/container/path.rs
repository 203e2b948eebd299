//! Paths into containers: `disc.bin//BATTLE/ENEMY1/X.LZS`, nested as deep as needed.

use std::path::{Path, PathBuf};

use super::{path_text, safe_name};

/// All ways to split `path` into an outer and an inner path, longest outer path first: a file on disk
/// takes precedence if a name is ambiguous.
pub fn splits(path: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    let cuts: Vec<usize> = path.match_indices("//").map(|(at, _)| at).collect();
    let inner = cuts.into_iter().rev().filter_map(|at| {
        Some((path.get(..at)?, Some(path.get(at + 2..)?))).filter(|(outer, _)| !outer.is_empty())
    });
    std::iter::once((path, None)).chain(inner)
}

/// The member names of an inner path, outermost first.
pub fn inner_parts(inner: &str) -> impl Iterator<Item = &str> {
    inner.split("//").map(|part| part.trim_matches('/')).filter(|part| !part.is_empty())
}

/// The folder or container that holds `path`.
pub fn parent(path: &str) -> Option<String> {
    if let Some((outer, _)) = path.rsplit_once("//") {
        return Some(outer.to_owned());
    }
    let parent = path_text(Path::new(path).parent()?);
    (!parent.is_empty()).then_some(parent)
}

/// The relative path of `path` below `above`, each component made safe.
pub fn safe_below(path: &str, above: &str) -> PathBuf {
    let inner = path.strip_prefix(above).unwrap_or(path);
    let parts = inner.split(['/', '\\']).filter(|part| !part.is_empty() && *part != ".");
    parts.map(safe_name).collect()
}

/// The path of `member` inside `container`.
pub fn join(container: &str, member: &str) -> String {
    format!("{container}//{member}")
}
