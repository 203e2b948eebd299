//! Members of an archive that are stored plain or compressed.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use super::hash::file_name;
use crate::bytes::cp1252;
use crate::bytes::{Problem, Problems, ReadError, Severity, Source, Span};
use crate::codec::{lzss, zlib};
use crate::container::{Member, Members, join};
use crate::formats::Report;

/// Size limit of one unpacked file.
const MAX_UNPACKED: u64 = 256 << 20;
/// Budget for unpacking while an archive is listed, as a multiple of the archive's size. Files may share
/// bytes, so one archive size is not enough; the limit stops decompression bombs.
const MAX_LENGTHS: u64 = 4;

/// Compression of a stored file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packing {
    Plain,
    Lzss,
    Zlib,
}

/// Location and packing of a file.
#[derive(Clone, Debug)]
pub(super) struct StoredFile {
    pub path: String,
    pub start: u64,
    /// Stored size that is present in the archive.
    pub len: u64,
    /// Expected unpacked size.
    pub size: u64,
    pub packing: Packing,
    /// CRC-32 of the unpacked bytes, if the archive stores one.
    pub crc: Option<u32>,
    /// Description of missing stored bytes.
    pub lack: Option<String>,
    /// Source of the name, for archives that store only hashes.
    pub named_by: Option<Arc<str>>,
}

impl StoredFile {
    /// Describes a plain file of `declared` bytes at `start` of `source`.
    pub fn new(path: String, source: &Source, start: u64, declared: u64) -> Self {
        let len = source.len().saturating_sub(start).min(declared);
        let lack = (len < declared).then(|| format!("found {len} of {declared} bytes"));
        let (packing, crc, named_by) = (Packing::Plain, None, None);
        Self { path, start, len, size: declared, packing, crc, lack, named_by }
    }

    /// Describes a file that is not in this archive.
    pub fn elsewhere(path: String, start: u64, size: u64) -> Self {
        let lack = Some("stored in another file".to_owned());
        let (packing, crc, named_by) = (Packing::Plain, None, None);
        Self { path, start, len: 0, size, packing, crc, lack, named_by }
    }

    /// Sets where the name comes from.
    pub fn named_by(self, from: Option<Arc<str>>) -> Self {
        Self { named_by: from, ..self }
    }

    /// Marks the file as packed, with `size` bytes when unpacked.
    pub fn packed(self, packing: Packing, size: u64) -> Self {
        Self { packing, size, ..self }
    }
}

/// Defect of a packed file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The packed bytes do not unpack to the expected size.
    Stream(String),
    /// The CRC-32 of the unpacked bytes differs from the stored one.
    Crc(u32),
}

/// Files of one archive. Listing unpacks the packed ones, because nothing else shows how much of them is
/// readable.
pub(super) struct Files {
    source: Source,
    /// Name of the file through which the archive is opened.
    shown: String,
    stored: Vec<StoredFile>,
    /// Indices of files by name hash, for archives that store only hashes.
    by_hash: HashMap<u32, usize>,
    checked: OnceLock<Checked>,
}

struct Checked {
    list: Vec<Member>,
    missing_reason: Vec<Option<String>>,
    faults: Vec<(usize, Fault)>,
}

impl Files {
    pub fn new(source: &Source, stored: Vec<StoredFile>) -> Self {
        let shown = source.name().to_owned();
        let (by_hash, checked) = (HashMap::new(), OnceLock::new());
        Self { source: source.clone(), shown, stored, by_hash, checked }
    }

    /// Sets the name of the file through which the archive is opened.
    pub fn shown_in(self, shown: &str) -> Self {
        Self { shown: shown.to_owned(), ..self }
    }

    /// Adds name hashes, for archives that store no names.
    pub fn hashed(mut self, hashes: impl Iterator<Item = u32>) -> Self {
        for (index, hash) in hashes.enumerate() {
            self.by_hash.entry(hash).or_insert(index);
        }
        self
    }

    pub fn len(&self) -> usize {
        self.stored.len()
    }

    /// Returns a copy whose members are not listed yet.
    pub fn again(&self) -> Self {
        Self::new(&self.source, self.stored.clone())
    }

    /// Reports the defects that listing found. `field` returns the field path for a file index.
    pub fn report(&self, report: &mut Report<'_>, field: impl Fn(usize, &Fault) -> String) {
        for (index, fault) in &self.checked().faults {
            let message = match fault {
                Fault::Stream(what) => what.clone(),
                Fault::Crc(found) => {
                    let stored = self.stored.get(*index).and_then(|stored| stored.crc);
                    let stored = stored.unwrap_or_default();
                    format!("expected CRC-32 {stored:08x} of the file, found {found:08x}")
                }
            };
            report.error(field(*index, fault), message);
        }
    }

    fn checked(&self) -> &Checked {
        self.checked.get_or_init(|| {
            let mut left = self.source.len().saturating_mul(MAX_LENGTHS);
            let mut checked =
                Checked { list: Vec::new(), missing_reason: Vec::new(), faults: Vec::new() };
            for (index, stored) in self.stored.iter().enumerate() {
                left = left.saturating_sub(stored.len);
                let (size, lack, fault) = match left {
                    0 if stored.packing != Packing::Plain => {
                        let lack = "too many packed files share bytes of the archive";
                        (0, Some(lack.to_owned()), None)
                    }
                    0 => (stored.len, None, None),
                    _ => self.check(stored),
                };
                let is_there = size > 0 || (stored.size == 0 && stored.lack.is_none());
                let span = Span::new(self.source.id(), stored.start, stored.len);
                let span = is_there.then_some(span);
                checked.list.push(Member { path: stored.path.clone(), size, span });
                checked.missing_reason.push(stored.lack.clone().or(lack));
                checked.faults.extend(fault.map(|fault| (index, fault)));
            }
            checked
        })
    }

    /// Returns the readable size of a file, what is missing, and its defect.
    fn check(&self, stored: &StoredFile) -> (u64, Option<String>, Option<Fault>) {
        let (size, crc, lack) = match stored.packing {
            Packing::Plain => {
                let part = self.source.member("", stored.start, stored.len);
                let crc = part.filter(|_| stored.crc.is_some()).map(|part| part.crc32());
                (stored.len, crc, None)
            }
            _ => {
                let (bytes, lack) = self.unpack(stored);
                (bytes.len() as u64, Some(crc32fast::hash(&bytes)), lack)
            }
        };
        if let Some(lack) = lack {
            // Truncated files are reported elsewhere.
            let fault = stored.lack.is_none().then(|| Fault::Stream(lack.clone()));
            return (size, Some(lack), fault);
        }
        let differs = stored.crc.zip(crc).filter(|(stored, found)| stored != found);
        let fault = differs.filter(|_| stored.lack.is_none()).map(|(_, found)| Fault::Crc(found));
        (size, None, fault)
    }

    /// Opens the readable part of a file: its first `size` bytes.
    fn file(&self, path: &str, stored: &StoredFile, size: u64) -> Option<Source> {
        let name = join(&self.shown, path);
        let start = stored.start.min(self.source.len());
        let codec = match stored.packing {
            _ if size == 0 => return self.source.member(name, start, 0),
            Packing::Plain => return self.source.member(name, start, stored.len),
            Packing::Lzss => "lzss",
            Packing::Zlib => "zlib",
        };
        let (bytes, _) = self.unpack(stored);
        Some(self.source.decoded_part(name, codec, (start, stored.len), bytes))
    }

    /// Packed bytes of a file. Bytes read from disk are not cached.
    fn packed(&self, stored: &StoredFile) -> Cow<'_, [u8]> {
        let end = stored.start.saturating_add(stored.len);
        if self.source.in_memory().is_some() {
            return Cow::Borrowed(self.source.window(stored.start, end));
        }
        let mut packed = Vec::new();
        if let Some(part) = self.source.member("", stored.start, stored.len) {
            let done = part.each_chunk(|chunk| -> Result<(), std::convert::Infallible> {
                packed.extend_from_slice(chunk);
                Ok(())
            });
            let Ok(()) = done;
        }
        Cow::Owned(packed)
    }

    /// Unpacks as much of a file as possible; also returns what is missing.
    fn unpack(&self, stored: &StoredFile) -> (Vec<u8>, Option<String>) {
        let packed = self.packed(stored);
        let packed = &*packed;
        let limit = usize::try_from(stored.size.min(MAX_UNPACKED)).unwrap_or(0);
        let (bytes, fault) = match stored.packing {
            Packing::Plain => (packed.to_vec(), None),
            Packing::Lzss => (lzss::unpack(packed, lzss::PRE, limit).bytes, None),
            Packing::Zlib => {
                let zlib::Unpacked { bytes, fault } = zlib::unpack(packed, limit);
                (bytes, fault)
            }
        };
        let (there, size) = (bytes.len(), stored.size);
        let lack = if size > MAX_UNPACKED && there == limit {
            Some(format!(
                "{size} bytes exceed the limit of {MAX_UNPACKED} bytes for an unpacked file"
            ))
        } else if there as u64 != size {
            let why = fault.unwrap_or("the stream ends early");
            Some(format!("{there} of {size} bytes unpacked: {why}"))
        } else {
            fault.map(|fault| format!("expected {size} unpacked bytes: {fault}"))
        };
        (bytes, lack)
    }
}

impl Members for Files {
    fn list(&self) -> &[Member] {
        &self.checked().list
    }

    fn open(&self, index: usize) -> Result<Source, ReadError> {
        let found = self.checked().list.get(index).zip(self.stored.get(index));
        let opened =
            found.and_then(|(member, stored)| self.file(&stored.path, stored, member.size));
        opened.ok_or_else(|| {
            let message = format!("the archive has no file {index}");
            Problem::new(Severity::Error, self.source.span(), "", message).into()
        })
    }

    fn hashed(&self, path: &str) -> Option<usize> {
        [path.to_owned(), path.replace('/', "\\")].iter().find_map(|name| {
            let hash = file_name(&name.to_ascii_lowercase().into_bytes());
            self.by_hash.get(&hash).copied()
        })
    }

    fn open_as(&self, index: usize, path: &str) -> Option<Source> {
        let size = self.checked().list.get(index)?.size;
        self.file(path, self.stored.get(index)?, size)
    }

    fn named_by(&self, index: usize) -> Option<&str> {
        self.stored.get(index)?.named_by.as_deref()
    }

    fn missing_reason(&self, index: usize) -> Option<&str> {
        self.checked().missing_reason.get(index)?.as_deref()
    }
}

/// Path of a file from its stored name: separated by `/`, without a leading slash.
pub(super) fn path_of(name: &[u8]) -> String {
    let text = cp1252::text(name);
    let parts: Vec<&str> = text.split(['/', '\\']).filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { "_".to_owned() } else { parts.join("/") }
}

/// Bytes of `name` before the first NUL.
pub(super) fn up_to_nul(name: &[u8]) -> &[u8] {
    name.split(|byte| *byte == 0).next().unwrap_or(&[])
}

/// Lists the members of an archive and collects their problems.
pub(super) fn reported(
    files: Files,
    report: impl FnOnce(&Files, &mut Problems),
) -> Option<(Box<dyn Members>, Problems)> {
    let mut problems = Problems::default();
    report(&files, &mut problems);
    Some((Box::new(files), problems))
}
