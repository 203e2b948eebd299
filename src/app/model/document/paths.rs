//! Paths as used in the window: absolute if the outer part is on disk, so that they stay valid in the
//! list of recent files.

use std::path::PathBuf;

pub use crate::container::parent;
use crate::container::{disk_path, path_text, splits};

/// The path with its part on disk made absolute; other paths are unchanged.
pub fn absolute(path: &str) -> String {
    for (outer, inner) in splits(path) {
        let disk = disk_path(outer);
        if !disk.exists() {
            continue;
        }
        let Ok(full) = std::path::absolute(disk) else { break };
        let full = path_text(full);
        return match inner {
            Some(inner) => format!("{full}//{inner}"),
            None => full,
        };
    }
    path.to_owned()
}

/// The folders of a container that `path` is in, outermost first.
pub fn inner_folders(path: &str) -> Vec<String> {
    let Some((outer, inner)) = path.rsplit_once("//") else { return Vec::new() };
    let cuts = inner.match_indices('/').filter_map(|(at, _)| inner.get(..at));
    cuts.map(|folder| format!("{outer}//{folder}")).collect()
}

/// The folder, disc or archive on disk that contains `path`.
pub fn archive_folder(path: &str) -> Option<String> {
    match path.split_once("//") {
        Some((outermost, _)) => Some(outermost.to_owned()),
        None => parent(path),
    }
}

/// The folders and containers between `root` and `path`, outermost first, excluding both.
pub fn holders(root: &str, path: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for (at, _) in path.match_indices(['/', '\\']).filter(|(at, _)| *at > root.len()) {
        let holder = path.get(..at).unwrap_or("").trim_end_matches('/');
        if holder.len() > root.len() && all.last().is_none_or(|last| last != holder) {
            all.push(holder.to_owned());
        }
    }
    all
}

/// `true` if `path` is `root` or inside it.
pub fn is_below(path: &str, root: &str) -> bool {
    path.strip_prefix(root).is_some_and(|rest| {
        rest.is_empty() || rest.starts_with(['/', '\\']) || root.ends_with(['/', '\\'])
    })
}

/// The last component of a path.
pub fn name(path: &str) -> &str {
    path.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The component of a path that is on disk.
pub fn on_disk(path: &str) -> &str {
    let existing = |(outer, _): &(&str, Option<&str>)| disk_path(outer).exists();
    splits(path).find(existing).map_or(path, |(outer, _)| outer)
}

/// The user's home folder.
pub fn home_folder() -> PathBuf {
    let home = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"));
    home.map(PathBuf::from).unwrap_or_default()
}
