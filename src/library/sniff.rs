//! What a file is, from its first bytes, without opening it.

use std::io::Read;
use std::path::Path;

use super::{Library, Place};
use crate::formats::{self, FormatInfo, Head};

/// What the head of a file tells.
#[derive(Clone, Debug)]
pub struct Sniffed {
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
            let file = std::fs::File::open(disk).ok()?;
            let len = file.metadata().ok()?.len();
            let mut bytes = Vec::new();
            file.take(Head::SIZE as u64).read_to_end(&mut bytes).ok()?;
            let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
            return Sniffed::of(&Head { bytes: &bytes, len, name });
        }
        match self.place(path).ok()? {
            Place::File(source) => Sniffed::of(&Head::of(&source)),
            Place::Folder(_) | Place::Inside(..) => None,
        }
    }
}

impl Sniffed {
    /// Of a file that begins like this.
    pub fn of(head: &Head<'_>) -> Option<Self> {
        let (format, _) = formats::claim(head)?;
        let (title, is_wrapper) = (format.title(head), format.is_wrapper());
        Some(Self { format: format.info(), title, is_wrapper })
    }
}
