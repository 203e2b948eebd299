//! The records of an archive.

use crate::bytes::{Endian, Source, Writer, count32};
use crate::formats::Refusal;

/// The data half of an archive.
#[derive(Clone, Debug)]
pub struct Archive {
    pub endian: Endian,
    /// The first 256 bytes: a text with its version, padded with NULs.
    pub title: Vec<u8>,
    /// Of each block.
    pub block_size: u32,
    /// From behind the block size to the first block; empty for zeros.
    pub gap: Vec<u8>,
    pub blocks: Vec<Block>,
}

/// Files that are loaded together.
#[derive(Clone, Debug, Default)]
pub struct Block {
    pub files: Vec<File>,
    /// What fills the block up, where it was read; else zeros.
    pub padding: Option<Source>,
    /// Its length, where that is not the block size.
    pub length: Option<u64>,
}

/// A resource in an archive.
#[derive(Clone, Debug)]
pub struct File {
    /// Hash of the class's name.
    pub class: u32,
    /// Hash of the file's name.
    pub name: u32,
    /// Hash of a parent's or another name.
    pub link: u32,
    /// Shares the archive's bytes where it was read from one.
    pub data: Source,
}

/// Length of the head that is counted in a file's size.
pub const FILE_HEAD: usize = 16;

/// Where the blocks start.
pub const BLOCKS: usize = 0x800;

impl Archive {
    /// All files in stored order.
    pub fn files(&self) -> impl Iterator<Item = &File> {
        self.blocks.iter().flat_map(|block| &block.files)
    }

    /// `1.73`, from the title.
    pub fn version(&self) -> String {
        let text = String::from_utf8_lossy(&self.title);
        let version = text.split_once(" v").map_or("", |(_, rest)| rest);
        let is_version = |c: char| c.is_ascii_digit() || c == '.';
        version.chars().take_while(|c| is_version(*c)).collect()
    }

    /// The archive as a file; refused when a block has become too small.
    pub fn write(&self) -> Result<Vec<u8>, Refusal> {
        let mut out = Writer::new(self.endian);
        out.bytes(&self.title);
        out.put(self.block_size);
        out.bytes(&self.gap);
        out.align(BLOCKS);
        for (index, block) in self.blocks.iter().enumerate() {
            let end = block.length.unwrap_or(self.block_size.into());
            let end = usize::try_from(end).ok().and_then(|length| out.pos().checked_add(length));
            let fits = end.filter(|end| out.pos() + block.used() <= *end);
            let Some(end) = fits else {
                let (needed, there) =
                    (block.used(), block.length.unwrap_or(self.block_size.into()));
                return Err(Refusal(format!(
                    "the files of block {index} need {needed} bytes and there are {there}"
                )));
            };
            block.write(&mut out, end);
        }
        Ok(out.finish())
    }
}

impl Block {
    /// Bytes that its count and its files take.
    pub fn used(&self) -> usize {
        let files = self.files.iter().map(|file| FILE_HEAD + file.data.bytes().len());
        4 + files.sum::<usize>()
    }

    fn write(&self, out: &mut Writer, end: usize) {
        out.put(count32(self.files.len()));
        for file in &self.files {
            let data = file.data.bytes();
            out.put(count32(FILE_HEAD + data.len()));
            out.put(file.class);
            out.put(file.name);
            out.put(file.link);
            out.bytes(data);
        }
        let left = end.saturating_sub(out.pos());
        match self.padding.as_ref().map(Source::bytes).filter(|bytes| bytes.len() == left) {
            Some(bytes) => out.bytes(bytes),
            None => out.bytes(&vec![0; left]),
        }
    }
}
