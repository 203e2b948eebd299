//! Format of a file from its first bytes, without opening it.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use super::{Library, Place};
use crate::formats::{self, FormatInfo, Head, Rest};

/// Facts that the head of a file tells.
#[derive(Clone, Debug)]
pub struct Sniffed {
    /// Format that claims it.
    pub format: &'static FormatInfo,
    /// See [`Format::title`](crate::formats::Format::title).
    pub title: Option<String>,
    /// See [`Format::is_wrapper`](crate::formats::Format::is_wrapper).
    pub is_wrapper: bool,
}

impl Library {
    /// The format that claims the file at `path`. Of a file on disk only the head is read, so that
    /// folders of thousands of files can be looked through.
    pub fn sniff(&self, path: &str) -> Option<Sniffed> {
        let disk = Path::new(path);
        if disk.is_file() {
            let file = File::open(disk).ok()?;
            let len = file.metadata().ok()?.len();
            let read = |offset, count| read(&file, offset, count).unwrap_or_default();
            let bytes = read(0, Head::SIZE);
            let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
            return Sniffed::of(&Head { bytes: &bytes, len, name, rest: Rest::Read(&read) });
        }
        match self.place(path).ok()? {
            Place::File(source) => Sniffed::of(&Head::of(&source)),
            Place::Folder(_) | Place::Inside(..) => None,
        }
    }
}

/// Up to `count` bytes from `offset` on.
fn read(mut file: &File, offset: u64, count: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(offset))?;
    file.take(count as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl Sniffed {
    /// Format of a file that begins with these bytes.
    pub fn of(head: &Head<'_>) -> Option<Self> {
        let (format, _) = formats::claim(head)?;
        let (title, is_wrapper) = (format.title(head), format.is_wrapper());
        Some(Self { format: format.info(), title, is_wrapper })
    }
}
