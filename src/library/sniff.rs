//! Detects the format of a file from its first bytes, without opening it.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use super::{Library, ResolvedPath};
use crate::bytes::Source;
use crate::container::disk_path;
use crate::formats::{self, Format, FormatInfo, Head, Rest};

/// Result of a detection.
#[derive(Clone, Debug)]
pub struct Sniffed {
    /// The detected format.
    pub format: &'static FormatInfo,
    /// See [`Format::title`](crate::formats::Format::title).
    pub title: Option<String>,
    /// See [`Format::is_wrapper`](crate::formats::Format::is_wrapper).
    pub is_wrapper: bool,
}

impl Library {
    /// The format of the file at `path`. For a file on disk only the head is read, so that folders with
    /// thousands of files can be scanned.
    pub fn sniff(&self, path: &str) -> Option<Sniffed> {
        let disk = &*disk_path(path);
        if disk.is_file() {
            let file = File::open(disk).ok()?;
            let len = file.metadata().ok()?.len();
            let read = |offset, count| read(&file, offset, count).unwrap_or_default();
            let bytes = read(0, Head::SIZE);
            let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
            let folder = disk.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new("."));
            let is_there = |name: &str| self.listings.find(folder, name).is_some();
            let head = Head { bytes: &bytes, len, name, rest: Rest::Read(&read) };
            let claim =
                formats::probe_with_companions(name, &is_there).or_else(|| formats::claim(&head));
            let claim = self.descriptions.prefer(claim, &head);
            return claim.map(|(format, _)| Sniffed::as_one(&*format, &head));
        }
        match self.place(path).ok()? {
            ResolvedPath::File(source) => self.sniff_source(&source),
            ResolvedPath::Folder(_) | ResolvedPath::Inside(..) => None,
        }
    }

    /// The format of an open file.
    pub fn sniff_source(&self, source: &Source) -> Option<Sniffed> {
        let (format, _) = self.identify(source)?;
        Some(Sniffed::as_one(&*format, &Head::of(source)))
    }
}

/// Up to `count` bytes at `offset`.
fn read(mut file: &File, offset: u64, count: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(offset))?;
    file.take(count as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl Sniffed {
    /// The result for a file of this format.
    fn as_one(format: &dyn Format, head: &Head<'_>) -> Self {
        let (title, is_wrapper) = (format.title(head), format.is_wrapper());
        Self { format: format.info(), title, is_wrapper }
    }
}
