//! Records of an archive.

use crate::bytes::{Endian, Source, Writer, count32};
use crate::formats::{EditResult, Refusal};

/// The data file of an archive.
#[derive(Clone, Debug)]
pub struct Archive {
    pub endian: Endian,
    /// The first 256 bytes: a text with its version, padded with NULs.
    pub title: Vec<u8>,
    /// Size of each block.
    pub block_size: u32,
    /// Bytes between the block size and the first block; empty if they are 0.
    pub gap: Vec<u8>,
    pub blocks: Vec<Block>,
}

/// A group of files that are loaded together.
#[derive(Clone, Debug, Default)]
pub struct Block {
    pub files: Vec<File>,
    /// Padding at the end of the block as read; zeros if `None`.
    pub padding: Option<Source>,
    /// Length, if it is not the block size.
    pub length: Option<u64>,
}

/// A resource in an archive.
#[derive(Clone, Debug)]
pub struct File {
    /// Hash of the class's name.
    pub class: u32,
    /// Hash of the file's name.
    pub name: u32,
    /// Hash of the name of a parent or another resource.
    pub link: u32,
    /// A view of the archive's bytes, if it was read from one.
    pub data: Source,
}

/// Size of a file's header, which the file's size includes.
pub const FILE_HEAD: usize = 16;

/// Offset of the blocks.
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

    /// Writes the archive; refused if files do not fit into their block.
    pub fn write(&self) -> EditResult<Vec<u8>> {
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
                    "the files of block {index} need {needed} bytes; the block has {there}"
                )));
            };
            block.write(&mut out, end);
        }
        Ok(out.finish())
    }
}

impl Block {
    /// Bytes used by its count and its files.
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
