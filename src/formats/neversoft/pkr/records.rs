//! Records of an archive.

use std::collections::BTreeMap;

use crate::bytes::layout::{Layout, Pass, Text, Writing};
use crate::bytes::{Arrangement, Endian, Gap, Hint, Result as Read, Source, Writer, count32};
use crate::formats::{EditResult, Refusal};

/// Version of an archive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// The directory is at the front.
    Two,
    /// The directory is at any offset, and files have a CRC-32.
    Three,
}

impl Version {
    pub fn of(head: &[u8]) -> Option<Self> {
        match head {
            [b'P', b'K', b'R', b'2', ..] => Some(Version::Two),
            [b'P', b'K', b'R', b'3', ..] => Some(Version::Three),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Version::Two => "2",
            Version::Three => "3",
        }
    }

    pub(super) fn magic(self) -> &'static [u8; 4] {
        match self {
            Version::Two => b"PKR2",
            Version::Three => b"PKR3",
        }
    }

    /// Size of a file's row in bytes.
    pub(super) fn row_len(self) -> u64 {
        if self == Version::Two { 48 } else { 52 }
    }
}

/// Compression value for uncompressed files.
pub const PLAIN: u32 = 0xFFFF_FFFE;
/// Compression value for a zlib stream.
pub const ZLIB: u32 = 2;

crate::layout! {
    /// Directory row as stored.
    pub struct DirRow {
        pub name: Text<32>,
        /// Index of its first file; in version 2 the offset of that file's row.
        pub first: u32,
        pub file_count: u32,
    }
}

/// File row as stored.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FileRow {
    pub name: Text<32>,
    /// CRC-32 of the unpacked bytes; only in version 3.
    pub crc: u32,
    pub compression: u32,
    pub offset: u32,
    /// Unpacked size.
    pub size: u32,
    pub stored_size: u32,
}

impl Layout<Version> for FileRow {
    const TYPE: &'static str = "File";
    const MIN_SIZE: u64 = 48;

    fn pass<P: Pass>(&mut self, pass: &mut P, version: Version) -> Read<()> {
        self.name.field("name".into(), pass, ())?;
        if version == Version::Three {
            pass.value(("crc", Hint::Hex), &mut self.crc)?;
        }
        pass.value(("compression", Hint::Hex), &mut self.compression)?;
        pass.value(("offset", Hint::Pointer), &mut self.offset)?;
        pass.value(("size", Hint::Unit("bytes")), &mut self.size)?;
        pass.value(("stored_size", Hint::Unit("bytes")), &mut self.stored_size)
    }

    fn summary(&self) -> String {
        self.name.lossy()
    }
}

/// Directory lists as stored.
#[derive(Clone, Debug, Default)]
pub(super) struct Directory {
    pub unknown_00: u32,
    pub dirs: Vec<DirRow>,
    pub files: Vec<FileRow>,
    /// Offset of the first file's row.
    pub files_start: u64,
}

impl Layout<Version> for Directory {
    const TYPE: &'static str = "Directory";
    const MIN_SIZE: u64 = 12;

    fn pass<P: Pass>(&mut self, pass: &mut P, version: Version) -> Read<()> {
        pass.value(("unknown_00", Hint::Hex), &mut self.unknown_00)?;
        let dirs = pass.count::<u32>("dir_count", self.dirs.len())?;
        let files = pass.count::<u32>("file_count", self.files.len())?;
        pass.counted_list("dir_count", "dirs", &mut self.dirs, dirs, ())?;
        self.files_start = pass.pos();
        pass.counted_list("file_count", "files", &mut self.files, files, version)
    }
}

/// A directory.
#[derive(Clone, Debug)]
pub struct Dir {
    pub name: Text<32>,
    pub first: First,
    pub file_count: u32,
}

/// First file of a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// Index of a file.
    File(u32),
    /// Offset that is not the start of a file row, as stored.
    Nowhere(u32),
}

/// A file. The offset in its row is recomputed from the target.
#[derive(Clone, Copy, Debug)]
pub struct File {
    pub row: FileRow,
    pub target: DataLocation,
}

/// Bytes to which a row points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataLocation {
    /// Bytes of a block, at this distance from its start.
    In { piece: usize, at: u64 },
    /// An invalid file offset, as stored.
    Nowhere(u32),
}

/// Block of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ArchiveBlock {
    /// Index in [`Archive::pieces`].
    Data(usize),
    Directory,
}

/// An archive.
#[derive(Clone, Debug)]
pub struct Archive {
    pub version: Version,
    /// Number before the counts: 1 in version 2, 4 in version 3.
    pub unknown_00: u32,
    pub dirs: Vec<Dir>,
    pub files: Vec<File>,
    /// Non-overlapping data blocks to which the rows point; they share the bytes of the loaded archive.
    pub pieces: Vec<Source>,
    /// Order of the blocks, and the bytes between them.
    pub layout: Arrangement<ArchiveBlock>,
}

impl Archive {
    /// Creates an archive without files.
    pub fn new(version: Version) -> Self {
        let unknown_00 = if version == Version::Two { 1 } else { 4 };
        let (dirs, files, pieces) = (Vec::new(), Vec::new(), Vec::new());
        Self { version, unknown_00, dirs, files, pieces, layout: Arrangement::default() }
    }

    /// Serialises the archive. Refused if a value cannot be stored.
    pub fn write(&self) -> EditResult<Vec<u8>> {
        let mut out = Writer::new(Endian::Little);
        out.bytes(self.version.magic());
        let is_behind = self.version == Version::Three;
        let mut directory_at = out.pos();
        if is_behind {
            out.put(0u32);
        } else {
            out.bytes(&self.directory(&BTreeMap::new(), directory_at)?);
        }
        let mut starts = BTreeMap::new();
        let all = (0..self.pieces.len()).map(ArchiveBlock::Data);
        for piece in self.layout.order(all.chain(is_behind.then_some(ArchiveBlock::Directory))) {
            self.layout.write_gap(piece, &Gap::NONE, &mut out);
            match piece {
                ArchiveBlock::Data(index) => {
                    starts.insert(index, out.pos() as u64);
                    out.bytes(self.pieces.get(index).map_or(&[], Source::bytes));
                }
                ArchiveBlock::Directory => {
                    directory_at = out.pos();
                    out.bytes(&self.directory(&BTreeMap::new(), directory_at)?);
                }
            }
        }
        out.bytes(&self.layout.tail);
        if is_behind {
            out.patch_at(self.version.magic().len(), count32(directory_at));
        }
        let directory = self.directory(&starts, directory_at)?;
        let mut bytes = out.finish();
        if let Some(place) = bytes.get_mut(directory_at..directory_at + directory.len()) {
            place.copy_from_slice(&directory);
        }
        Ok(bytes)
    }

    /// Serialises the directory at offset `at`, with data blocks at `starts`.
    fn directory(&self, starts: &BTreeMap<usize, u64>, at: usize) -> EditResult<Vec<u8>> {
        let rows_at = at + 12 + self.dirs.len() * 40;
        let large = || Refusal("the archive exceeds the limit of 4 GB".to_owned());
        let small = |number: u64| u32::try_from(number).map_err(|_| large());
        let dir = |dir: &Dir| {
            let first = match (dir.first, self.version) {
                (First::File(index), Version::Two) => {
                    small(rows_at as u64 + u64::from(index) * self.version.row_len())?
                }
                (First::File(index) | First::Nowhere(index), _) => index,
            };
            Ok(DirRow { name: dir.name, first, file_count: dir.file_count })
        };
        let file = |file: &File| {
            let offset = match file.target {
                DataLocation::Nowhere(offset) => offset,
                DataLocation::In { piece, at } => {
                    small(starts.get(&piece).copied().unwrap_or(0) + at)?
                }
            };
            Ok(FileRow { offset, ..file.row })
        };
        let mut directory = Directory {
            unknown_00: self.unknown_00,
            dirs: self.dirs.iter().map(dir).collect::<EditResult<_>>()?,
            files: self.files.iter().map(file).collect::<EditResult<_>>()?,
            files_start: 0,
        };
        let mut out = Writer::new(Endian::Little);
        directory.pass(&mut Writing::new(&mut out), self.version)?;
        Ok(out.finish())
    }
}
