//! Folders on disk.

use std::path::{Path, PathBuf};

/// Names in a folder with their paths, and whether they are folders: these first, sorted without
/// case.
pub(super) fn names_in(folder: &Path) -> std::io::Result<Vec<(String, PathBuf, bool)>> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let Ok(entry) = entry else { continue };
        let path = entry.path();
        let is_dir = path.is_dir();
        all.push((entry.file_name().to_string_lossy().into_owned(), path, is_dir));
    }
    all.sort_by_cached_key(|(name, _, is_dir)| (!is_dir, name.to_lowercase(), name.clone()));
    Ok(all)
}

/// `name` in `folder`: exactly first, then without case.
pub(super) fn find_in(folder: &Path, name: &str) -> Option<PathBuf> {
    let exact = folder.join(name);
    if exact.exists() {
        return Some(exact);
    }
    let all = names_in(folder).ok()?;
    all.into_iter().find(|(n, _, _)| n.eq_ignore_ascii_case(name)).map(|(_, path, _)| path)
}
