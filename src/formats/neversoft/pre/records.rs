//! Records of an archive.

use super::super::files::{Packing, up_to_nul};
use super::super::hash::key;
use crate::bytes::{Endian, Source, Writer, count32};
use crate::codec::lzss;
use crate::formats::{EditResult, Refusal};

/// Version of an archive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// THPS1 and 2.
    One,
    /// THPS3.
    Two,
    /// THPS4 and later: files have name hashes.
    Three,
}

/// Magic of versions 2 and 3, without its last digit.
pub(super) const MAGIC: u32 = 0xABCD_0000;

impl Version {
    pub fn name(self) -> &'static str {
        match self {
            Version::One => "1",
            Version::Two => "2",
            Version::Three => "3",
        }
    }

    pub(super) fn magic(self) -> Option<u32> {
        match self {
            Version::One => None,
            Version::Two => Some(MAGIC | 2),
            Version::Three => Some(MAGIC | 3),
        }
    }
}

/// Records of an archive.
#[derive(Clone, Debug)]
pub struct Archive {
    pub version: Version,
    /// Stored size of the archive, if it differs from the actual size.
    pub total_size: Option<u32>,
    pub files: Vec<File>,
    /// Bytes after the last file.
    pub tail: Vec<u8>,
}

/// A file of an archive.
#[derive(Clone, Debug)]
pub struct File {
    /// As stored, with its NUL and padding.
    pub name: Vec<u8>,
    /// Not in version 1.
    pub unused: u16,
    /// Hash of the name; only in version 3.
    pub hash: u32,
    /// Unpacked size.
    pub size: u32,
    pub packing: Packing,
    /// Stored bytes; shared with the loaded archive.
    pub data: Source,
    /// Padding, if it differs from zeros up to a multiple of four bytes of data.
    pub fill: Option<Vec<u8>>,
}

impl File {
    /// Creates a file for an archive of `version`, packed if that makes it smaller.
    pub fn new(path: &str, bytes: Vec<u8>, version: Version) -> Self {
        let mut name = path.replace('/', "\\").into_bytes();
        let hash = key(&name);
        name.push(0);
        name.resize(name.len().next_multiple_of(4), 0);
        let size = count32(bytes.len());
        let packed = (version != Version::One).then(|| lzss::pack(&bytes, lzss::PRE));
        let (packing, data) = match packed.filter(|packed| packed.len() < bytes.len()) {
            Some(packed) => (Packing::Lzss, packed),
            None => (Packing::Plain, bytes),
        };
        let data = Source::from_bytes(path, data);
        Self { name, unused: 0, hash, size, packing, data, fill: None }
    }

    /// Number of bytes that pad its data to a multiple of four.
    pub(super) fn fill_len(&self) -> usize {
        (4 - self.data.len() as usize % 4) % 4
    }

    /// Name without its NUL.
    pub fn name(&self) -> &[u8] {
        up_to_nul(&self.name)
    }
}

impl Archive {
    /// Creates an archive without files.
    pub fn new(version: Version) -> Self {
        Self { version, total_size: None, files: Vec::new(), tail: Vec::new() }
    }

    /// Serialises the archive. Refused if a value cannot be stored.
    pub fn write(&self) -> EditResult<Vec<u8>> {
        let mut out = Writer::new(Endian::Little);
        let count = count32(self.files.len());
        if let Some(magic) = self.version.magic() {
            out.put(0u32);
            out.put(magic);
        }
        out.put(count);
        for file in &self.files {
            self.write_file(file, &mut out)?;
        }
        out.bytes(&self.tail);
        if self.version != Version::One {
            let len = count32(out.pos());
            out.patch_at(0, self.total_size.unwrap_or(len));
        }
        Ok(out.finish())
    }

    fn write_file(&self, file: &File, out: &mut Writer) -> EditResult<()> {
        let refusal =
            |what: &str| Refusal(format!("{}: {what}", String::from_utf8_lossy(file.name())));
        let stored =
            u32::try_from(file.data.len()).map_err(|_| refusal("it exceeds the limit of 4 GB"))?;
        if file.packing == Packing::Plain && stored != file.size {
            return Err(refusal("its size field does not match its data"));
        }
        if self.version == Version::One {
            out.bytes(&file.name);
            out.put(stored);
        } else {
            out.put(file.size);
            out.put(if file.packing == Packing::Plain { 0 } else { stored });
            let len = u16::try_from(file.name.len());
            out.put(len.map_err(|_| refusal("its name exceeds the limit of 65535 bytes"))?);
            out.put(file.unused);
            if self.version == Version::Three {
                out.put(file.hash);
            }
            out.bytes(&file.name);
        }
        out.bytes(file.data.bytes());
        match &file.fill {
            Some(fill) => out.bytes(fill),
            None => out.bytes(&[0; 3][..file.fill_len()]),
        }
        Ok(())
    }
}
