//! Resolves paths: on disk first, then inside containers.

use std::path::{Path, PathBuf};

use super::{Library, OpenError, demo};
use crate::bytes::Source;
use crate::container::{
    SectorGrid, disk_path, find_folder, inner_parts, io_message, join, path_text, splits,
};

/// Target of a path.
pub enum ResolvedPath {
    /// A folder on disk.
    Folder(PathBuf),
    /// A folder of a container: the container, and the folder's path inside it.
    Inside(Source, String),
    /// A file on disk, in the demo, or a member.
    File(Source),
}

impl ResolvedPath {
    /// True for folders, on disk and in containers.
    pub fn is_folder(&self) -> bool {
        !matches!(self, ResolvedPath::File(_))
    }
}

impl Library {
    /// Resolves `path` to a file or folder on disk or in the demo set, or to a member or folder inside a
    /// container.
    pub fn place(&self, path: &str) -> Result<ResolvedPath, OpenError> {
        let (place, inner) = self.outermost(path)?;
        inner_parts(inner.unwrap_or("")).try_fold(place, |at, part| self.step(at, part))
    }

    /// `true` if `path` is a file or folder on disk or in the demo set, or inside of one. Nothing is read.
    pub fn is_there(&self, path: &str) -> bool {
        let is_demo = |outer: &str| {
            self.demo_file(outer).is_some() || outer.trim_end_matches('/') == demo::FOLDER
        };
        splits(path).any(|(outer, _)| disk_path(outer).exists() || is_demo(outer))
    }

    /// The longest prefix of `path` that is a file or folder, and the rest.
    fn outermost<'a>(&self, path: &'a str) -> Result<(ResolvedPath, Option<&'a str>), OpenError> {
        for (outer, inner) in splits(path) {
            let disk = &*disk_path(outer);
            if disk.is_dir() {
                return Ok((ResolvedPath::Folder(disk.to_path_buf()), inner));
            } else if disk.exists() {
                return Ok((ResolvedPath::File(self.read_file(disk, outer)?), inner));
            } else if let Some(source) = self.demo_file(outer) {
                return Ok((ResolvedPath::File(source), inner));
            } else if outer.trim_end_matches('/') == demo::FOLDER {
                return Ok((ResolvedPath::Folder(PathBuf::from(demo::FOLDER)), inner));
            }
        }
        Err(OpenError::NotFound(format!("{path}: no such file or folder")))
    }

    fn read_file(&self, path: &Path, name: &str) -> Result<Source, OpenError> {
        self.file(path, name)
            .map_err(|error| OpenError::NotFound(format!("{name}: {}", io_message(&error))))
    }

    fn step(&self, at: ResolvedPath, part: &str) -> Result<ResolvedPath, OpenError> {
        match at {
            ResolvedPath::Folder(folder) => {
                let found = part
                    .split('/')
                    .try_fold(folder.clone(), |at, name| self.listings.find(&at, name));
                let found = found.ok_or_else(|| missing(&path_text(&folder), part))?;
                if found.is_dir() {
                    return Ok(ResolvedPath::Folder(found));
                }
                let name = path_text(&found);
                Ok(ResolvedPath::File(self.read_file(&found, &name)?))
            }
            ResolvedPath::File(source) => self.inside(&source, part),
            ResolvedPath::Inside(source, folder) => {
                self.inside(&source, &format!("{folder}/{part}"))
            }
        }
    }

    /// The member or folder `path` of the container in `source`.
    fn inside(&self, source: &Source, path: &str) -> Result<ResolvedPath, OpenError> {
        let found = self.member(source, path);
        if found.is_err()
            && let Ok(opened) = self.open_source(source, None)
            && let Some(members) = opened.members(self)
            && let Some(folder) = find_folder(members.list(), path)
        {
            return Ok(ResolvedPath::Inside(source.clone(), folder.to_owned()));
        }
        found.map(ResolvedPath::File)
    }

    /// The member `part` of the container in `source`.
    pub fn member(&self, source: &Source, part: &str) -> Result<Source, OpenError> {
        let opened = self.open_source(source, None)?;
        if opened.members(self).is_none() {
            return Err(OpenError::NotFound(opened.without_members(source.name())));
        }
        let found = opened.member(self, part).ok_or_else(|| missing(source.name(), part))?;
        found
            .map_err(|error| OpenError::NotFound(format!("{}: {error}", join(source.name(), part))))
    }
}

/// Position of a byte of a member in one of its containers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContainerPosition {
    /// Path of the container.
    pub holder: String,
    /// Offset in the container.
    pub offset: u64,
    /// Sector of the disc, if the container is a disc image.
    pub sector: Option<u64>,
}

impl Library {
    /// The positions of byte `offset` of `source` in all containers around it, the innermost first.
    pub fn stored(&self, source: &Source, offset: u64) -> Vec<ContainerPosition> {
        let (mut source, mut offset) = (source.clone(), offset);
        let mut all = Vec::new();
        while let Some((id, at)) = source.stored_at(offset)
            && let Some(holder) = self.source(id)
        {
            let grid: Option<&SectorGrid> = source.attached();
            let sector = grid.and_then(|grid| grid.sector_at(at));
            all.push(ContainerPosition { holder: holder.name().to_owned(), offset: at, sector });
            (source, offset) = (holder, at);
        }
        all
    }
}

fn missing(container: &str, part: &str) -> OpenError {
    OpenError::NotFound(format!("{container} has no member {part:?}"))
}
