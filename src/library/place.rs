//! From a path as written to bytes: on disk first, then inside containers.

use std::path::{Path, PathBuf};

use super::folder::find_in;
use super::{Library, OpenError};
use crate::bytes::Source;
use crate::container::{find_member, inner_parts, join, splits};

/// What a path names.
pub enum Place {
    Folder(PathBuf),
    File(Source),
}

impl Library {
    /// Finds what `path` names: a file or folder on disk, or a member inside a container.
    pub fn place(&self, path: &str) -> Result<Place, OpenError> {
        for (outer, inner) in splits(path) {
            let disk = Path::new(outer);
            let place = if disk.is_dir() {
                Place::Folder(disk.to_path_buf())
            } else if disk.exists() {
                Place::File(self.read_file(disk, outer)?)
            } else if let Some(source) = self.demo_file(outer) {
                Place::File(source)
            } else {
                continue;
            };
            return inner_parts(inner.unwrap_or(""))
                .try_fold(place, |at, part| self.step(at, part));
        }
        Err(OpenError::NotFound(format!("{path}: there is no such file or folder")))
    }

    fn read_file(&self, path: &Path, name: &str) -> Result<Source, OpenError> {
        self.file(path, name).map_err(|error| OpenError::NotFound(format!("{name}: {error}")))
    }

    fn step(&self, at: Place, part: &str) -> Result<Place, OpenError> {
        match at {
            Place::Folder(folder) => {
                let found = part.split('/').try_fold(folder.clone(), |at, name| find_in(&at, name));
                let found = found.ok_or_else(|| missing(&folder.display().to_string(), part))?;
                if found.is_dir() {
                    return Ok(Place::Folder(found));
                }
                let name = found.to_string_lossy().into_owned();
                Ok(Place::File(self.read_file(&found, &name)?))
            }
            Place::File(source) => self.member(&source, part).map(Place::File),
        }
    }

    /// The member `part` of the container in `source`.
    pub fn member(&self, source: &Source, part: &str) -> Result<Source, OpenError> {
        let opened = self.open_source(source, None)?;
        let members = opened.members(self).ok_or_else(|| {
            let format = opened.document.format.name;
            OpenError::NotFound(format!("{} ({format}) holds no files", source.name()))
        })?;
        let index =
            find_member(members.list(), part).ok_or_else(|| missing(source.name(), part))?;
        let member = members.open(index).map_err(|error| {
            OpenError::NotFound(format!("{}: {error}", join(source.name(), part)))
        })?;
        self.remember(&member);
        Ok(member)
    }
}

fn missing(container: &str, part: &str) -> OpenError {
    OpenError::NotFound(format!("{container} has no member {part:?}"))
}
