//! Members of an archive.

use std::io::Read;
use std::sync::Arc;

use flate2::read::DeflateDecoder;

use super::inflate::Inflating;
use super::records::{ENCRYPTED, Entry, METHODS};
use crate::bytes::{Cursor, Problem, ReadError, Recorder, Severity, Source, Span};
use crate::container::{Distinct, Member, Members, join};

/// Maximum ratio of unpacked to packed size in deflate: larger sizes are bogus.
const MAX_A_BYTE: u64 = 1032;
/// Larger files are unpacked on demand.
const MAX_AT_ONCE: u64 = 16 << 20;
/// Maximum number of bytes that are unpacked to test files with wrong packed sizes.
const MAX_TRIED: u64 = 64 << 20;
/// Maximum unpacked size of a file in memory.
const MAX_UNPACKED: u64 = 2 << 30;

pub(super) const STORED: u16 = 0;
pub(super) const DEFLATED: u16 = 8;

/// Members of an archive.
pub(super) struct Files {
    source: Source,
    list: Vec<Member>,
    methods: Vec<u16>,
    /// CRC-32 of each file, from the directory.
    crcs: Vec<u32>,
    /// Reason why a file cannot be opened.
    missing_reason: Vec<Option<String>>,
    /// Description of a wrong packed size of a file that can be opened.
    flaws: Vec<Option<String>>,
}

impl Files {
    /// Creates the members for these entries. Files that cannot be opened are reported.
    pub fn new<R: Recorder>(source: &Source, entries: &[Entry], cur: &mut Cursor<'_, R>) -> Self {
        let mut files = Self {
            source: source.clone(),
            list: Vec::new(),
            methods: Vec::new(),
            crcs: Vec::new(),
            missing_reason: Vec::new(),
            flaws: Vec::new(),
        };
        let mut distinct = Distinct::default();
        // Overlapping files may unpack to more than is possible for the archive's size.
        let mut left = source.len().saturating_mul(MAX_A_BYTE);
        let mut tried = MAX_TRIED;
        for (index, entry) in entries.iter().enumerate() {
            if entry.is_folder() {
                continue;
            }
            let lack = files.push(entry, &mut left, &mut tried, &mut distinct);
            if let Some(lack) = lack {
                let at = (entry.local.min(source.len()), 0);
                let field = format!("directory[{index}]");
                cur.problem(Severity::Warning, at, &field, format_args!("{}: {lack}", entry.name));
            }
        }
        files
    }

    /// Adds a file; returns its problem, if any. `left` is the possible unpacked size of the other files,
    /// `tried` how many bytes may still be unpacked to test wrong sizes.
    fn push(
        &mut self,
        entry: &Entry,
        left: &mut u64,
        tried: &mut u64,
        distinct: &mut Distinct,
    ) -> Option<&str> {
        let name = entry.name.trim_start_matches('/');
        let path = distinct.path(if name.is_empty() { "_" } else { name }.to_owned());
        let start = entry.data.unwrap_or(self.source.len());
        let packed = entry.packed.min(self.source.len().saturating_sub(start));
        let method = entry.header.method;
        let flaw = self.flaw_of(entry, packed, tried);
        let lack = self.unreadable_reason(entry, packed, flaw.is_some()).or_else(|| {
            let total = left.checked_sub(entry.size);
            *left = total.unwrap_or(*left);
            let what = "the files before it already exceed what the archive can unpack to";
            total.is_none().then(|| what.to_owned())
        });
        // Those bytes of stored files that are present can be read. Encryption adds a header to them.
        let is_encrypted = entry.header.flags & ENCRYPTED != 0;
        let size = match method {
            STORED if is_encrypted => entry.size.min(packed),
            STORED => entry.size.min(packed),
            _ => entry.size,
        };
        let stored = if method == STORED && !is_encrypted { size } else { packed };
        let span = entry.data.map(|_| Span::new(self.source.id(), start, stored));
        self.list.push(Member { path, size, span });
        self.methods.push(method);
        self.crcs.push(entry.header.crc32);
        self.flaws.push(flaw.filter(|_| lack.is_none()));
        self.missing_reason.push(lack);
        let lack = self.missing_reason.last()?.as_deref();
        lack.or_else(|| self.flaws.last()?.as_deref())
    }

    /// Description of a wrong packed size, if all bytes of the file are available nevertheless.
    fn flaw_of(&self, entry: &Entry, packed: u64, tried: &mut u64) -> Option<String> {
        let (start, size) = (entry.data?, entry.size);
        let is_encrypted = entry.header.flags & ENCRYPTED != 0;
        let is_whole = match entry.header.method {
            _ if is_encrypted || entry.is_cut => false,
            STORED => size < entry.packed && size <= packed,
            DEFLATED if packed < entry.packed && size <= MAX_AT_ONCE => {
                *tried = tried.checked_sub(size)?;
                let span = Span::new(self.source.id(), start, packed);
                inflated(self.source.slice(span), size).is_ok()
            }
            _ => false,
        };
        is_whole.then(|| match packed < entry.packed {
            true => {
                format!("found {packed} of {} stored bytes; the file is complete", entry.packed)
            }
            false => format!("{} stored bytes for a file of {size} bytes", entry.packed),
        })
    }

    /// Reason why a file with `packed` available bytes cannot be opened.
    fn unreadable_reason(&self, entry: &Entry, packed: u64, is_complete: bool) -> Option<String> {
        let method = entry.header.method;
        if entry.header.flags & ENCRYPTED != 0 {
            Some("encrypted".to_owned())
        } else if !matches!(method, STORED | DEFLATED) {
            let known = METHODS.iter().find(|known| known.value == u32::from(method));
            let name =
                known.map_or_else(|| format!("method {method}"), |known| known.name.to_owned());
            Some(format!("unsupported compression method: {name}"))
        } else if entry.data.is_none() {
            Some("not found at the offset in the directory".to_owned())
        } else if entry.is_cut {
            Some("truncated: the archive ends inside the file".to_owned())
        } else if packed < entry.packed && !is_complete {
            Some(format!("found {packed} of {} stored bytes", entry.packed))
        } else if method == DEFLATED && entry.size > packed.saturating_mul(MAX_A_BYTE) {
            Some(format!("{packed} bytes cannot unpack to {} bytes", entry.size))
        } else if method == DEFLATED && entry.size > MAX_UNPACKED {
            Some(format!("unpacked size {} exceeds the limit of {MAX_UNPACKED} bytes", entry.size))
        } else {
            None
        }
    }

    fn read(&self, index: usize) -> Result<Source, String> {
        let none = || format!("the archive has no file {index}");
        let member = self.list.get(index).ok_or_else(none)?;
        let name = join(self.source.name(), &member.path);
        let is_stored = self.methods.get(index) == Some(&STORED);
        let crc = *self.crcs.get(index).ok_or_else(none)?;
        if let Some(lack) = self.missing_reason(index) {
            return Err(lack.to_owned());
        }
        let span = member.span.ok_or_else(none)?;
        if is_stored {
            let member = self.source.member(name, span.start, span.len).ok_or_else(none)?;
            return Ok(member.with_checksum(crc));
        }
        if member.size > MAX_AT_ONCE {
            let packed = Inflating::new(&self.source, (span.start, span.len), member.size);
            let source = self.source.decoded_lazily(name, "deflate", Arc::new(packed), None);
            return Ok(source.with_checksum(crc));
        }
        let bytes = inflated(self.source.slice(span), member.size)?;
        Ok(self.source.decoded(name, "deflate", bytes).with_checksum(crc))
    }
}

/// Inflates exactly `size` bytes.
fn inflated(packed: &[u8], size: u64) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    let read = DeflateDecoder::new(packed).take(size.saturating_add(1)).read_to_end(&mut out);
    match read {
        Err(error) => Err(format!("cannot be unpacked: {error}")),
        Ok(_) if out.len() as u64 == size => Ok(out),
        Ok(_) => Err(format!("does not unpack to the stated {size} bytes")),
    }
}

impl Members for Files {
    fn list(&self) -> &[Member] {
        &self.list
    }

    fn open(&self, index: usize) -> Result<Source, ReadError> {
        self.read(index).map_err(|message| {
            let member = self.list.get(index);
            let span = member.and_then(|member| member.span).unwrap_or_default();
            Problem::new(Severity::Error, span, "", message).into()
        })
    }

    fn missing_reason(&self, index: usize) -> Option<&str> {
        self.missing_reason.get(index)?.as_deref()
    }

    fn flaw(&self, index: usize) -> Option<&str> {
        self.flaws.get(index)?.as_deref()
    }
}
