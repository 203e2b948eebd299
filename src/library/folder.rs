//! Folders, and the files beside a file.

use std::path::{Path, PathBuf};

use crate::bytes::{Origin, Source};
use crate::container::{Miss, Siblings, find_member};

use super::{Library, Opened, demo};

/// Names in a folder, sorted without case; folders first when `folders`.
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

/// The files beside one file: those of its folder, or of the same folder of its container.
pub(super) struct Beside<'a> {
    pub library: &'a Library,
    pub source: &'a Source,
}

impl Beside<'_> {
    fn folder(&self) -> Option<PathBuf> {
        match self.source.origin() {
            Origin::File(path) => {
                let parent = path.parent()?;
                // A bare file name has an empty parent: the current folder.
                let here = parent.as_os_str().is_empty();
                Some(if here { PathBuf::from(".") } else { parent.to_path_buf() })
            }
            _ => None,
        }
    }

    /// The demo file `name`, beside another demo file.
    fn in_demo(&self, name: &str) -> Option<Source> {
        let mut names = demo::names_beside(self.source.name())?;
        let name = names.find(|other| other.eq_ignore_ascii_case(name))?;
        self.library.demo_file(&format!("{}//{name}", demo::FOLDER))
    }

    /// The container this file is a member of, and its folder inside it (with its `/`).
    fn container(&self) -> Option<(std::sync::Arc<Opened>, String)> {
        let parent = match self.source.origin() {
            Origin::Member(span) => span.source,
            Origin::Decoded { from, .. } => from.source,
            _ => return None,
        };
        let opened = self.library.open_source(&self.library.source(parent)?, None).ok()?;
        let inner = self.source.name().rsplit_once("//").map_or("", |(_, inner)| inner);
        let folder = inner.rfind('/').and_then(|at| inner.get(..=at)).unwrap_or("");
        Some((opened, folder.to_owned()))
    }
}

impl Siblings for Beside<'_> {
    fn open(&self, name: &str) -> Result<Source, Miss> {
        let miss = |looked_in: String| Miss { name: name.to_owned(), looked_in };
        if let Some(folder) = self.folder() {
            let shown = folder.display().to_string();
            let path = find_in(&folder, name).ok_or_else(|| miss(shown.clone()))?;
            return self
                .library
                .file(&path, &path.to_string_lossy())
                .map_err(|error| miss(format!("{shown} ({error})")));
        }
        if let Some(source) = self.in_demo(name) {
            return Ok(source);
        }
        let Some((opened, folder)) = self.container() else {
            return Err(miss("nowhere: the file stands alone".to_owned()));
        };
        let members = opened.members(self.library);
        let found = members.and_then(|members| {
            let index = find_member(members.list(), &format!("{folder}{name}"))?;
            members.open(index).ok()
        });
        let source = found.ok_or_else(|| miss(opened.path.clone()))?;
        self.library.remember(&source);
        Ok(source)
    }

    fn names(&self) -> Vec<String> {
        if let Some(folder) = self.folder() {
            let all = names_in(&folder).unwrap_or_default();
            return all.into_iter().filter(|(_, _, dir)| !dir).map(|(name, _, _)| name).collect();
        }
        if let Some(names) = demo::names_beside(self.source.name()) {
            return names.map(str::to_owned).collect();
        }
        let Some((opened, folder)) = self.container() else { return Vec::new() };
        let Some(members) = opened.members(self.library) else { return Vec::new() };
        let inside = members.list().iter().filter_map(|m| m.path.strip_prefix(folder.as_str()));
        inside.filter(|name| !name.contains('/')).map(str::to_owned).collect()
    }
}
