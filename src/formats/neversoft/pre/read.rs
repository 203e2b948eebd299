//! Reads the records. Only headers of files are parsed, not their data.

use super::super::files::{Packing, path_of, up_to_nul};
use super::records::{Archive, File, MAGIC, Version};
use crate::bytes::{Cursor, Hint, RecordReader, Recorder, Result, Severity, Source};

/// Size of the fields before the name in the shortest file header.
const SHORTEST: u64 = 8;
/// Number of bytes searched first for the end of a name.
const NAME: usize = 256;

pub(super) fn archive<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Archive> {
    let mut archive = Archive::new(version(cur)?);
    if archive.version != Version::One {
        let (stored, len) = (cur.get::<u32>("total_size")?, cur.source_len());
        cur.get_as::<u32>("magic", Hint::Hex)?;
        if u64::from(stored) != len {
            archive.total_size = Some(stored);
            let message = format_args!("expected the size of the file, {len}, found {stored}");
            cur.problem(Severity::Warning, (0, 4), "total_size", message);
        }
    }
    let count: u32 = cur.get("count")?;
    let there = cur.bounded("count", count.into(), SHORTEST);
    let reader = FileReader { source: source.clone(), version: archive.version };
    archive.files = cur.run("files", there, reader).items;
    if archive.files.len() as u64 != u64::from(count) {
        let found = archive.files.len();
        cur.lose_because(format_args!("found only {found} of {count} files"));
    }
    let left = cur.remaining();
    if left > 0 {
        let message = format_args!("{left} bytes after the last file");
        cur.problem(Severity::Note, (cur.pos(), left), "padding", message);
        archive.tail = cur.padding(usize::try_from(left).unwrap_or(usize::MAX))?.to_vec();
    }
    Ok(archive)
}

fn version<R: Recorder>(cur: &Cursor<'_, R>) -> Result<Version> {
    match cur.peek_at::<u32>(4) {
        Some(0xABCD_0002) => Ok(Version::Two),
        Some(0xABCD_0003) => Ok(Version::Three),
        Some(other) if other & !0xF == MAGIC => {
            let version = other & 0xF;
            let message = format_args!("unknown PRE version {version}");
            Err(cur.fail_at((4, 4), "magic", message))
        }
        _ => Ok(Version::One),
    }
}

struct FileReader {
    source: Source,
    version: Version,
}

/// Header of a file.
struct FileHead {
    name: Vec<u8>,
    unused: u16,
    hash: u32,
    /// Unpacked and stored size; `sized` is the span of the latter.
    size: u32,
    stored: u32,
    packing: Packing,
    sized: (u64, &'static str),
}

impl FileReader {
    fn head<R: Recorder>(&self, cur: &mut Cursor<'_, R>) -> Result<FileHead> {
        if self.version == Version::One {
            let name = padded_name(cur)?;
            let sized = (cur.pos(), "size");
            let size = cur.get_as("size", Hint::Unit("bytes"))?;
            let (unused, hash, packing) = (0, 0, Packing::Plain);
            return Ok(FileHead { name, unused, hash, size, stored: size, packing, sized });
        }
        let at = cur.pos();
        let size = cur.get_as("size", Hint::Unit("bytes"))?;
        let packed: u32 = cur.get_as("packed_size", Hint::Unit("bytes"))?;
        let len: u16 = cur.get("name_length")?;
        let unused = cur.get_as("unused", Hint::Hex)?;
        let has_hash = self.version == Version::Three;
        let hash = if has_hash { cur.get_as("name_hash", Hint::Hex)? } else { 0 };
        let name = stored_text(cur, len.into())?;
        let (stored, packing, sized) = match packed {
            0 => (size, Packing::Plain, (at, "size")),
            _ => (packed, Packing::Lzss, (at + 4, "packed_size")),
        };
        Ok(FileHead { name, unused, hash, size, stored, packing, sized })
    }
}

impl RecordReader for FileReader {
    type Out = File;
    const TYPE: &'static str = "File";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<File> {
        let head = self.head(cur)?;
        let stored = u64::from(head.stored);
        let there = stored.min(cur.remaining());
        if there < stored {
            let (at, field) = head.sized;
            let message = format_args!("expected {stored} bytes, found {there}");
            cur.problem(Severity::Error, (at, 4), field, message);
            cur.lose_because(format_args!("the last file is truncated"));
        }
        let start = cur.pos();
        if there > 0 {
            cur.skip("data", there)?;
        }
        let data = self.source.member("", start, there);
        let data = data.unwrap_or_else(|| Source::from_bytes("", Vec::new()));
        // Relative to the start of the data, which need not be aligned.
        let wanted = there.next_multiple_of(4) - there;
        let fill = cur.padding(wanted.min(cur.remaining()) as usize)?;
        let is_usual = fill.len() as u64 == wanted && fill.iter().all(|byte| *byte == 0);
        let fill = (!is_usual).then(|| fill.to_vec());
        let FileHead { name, unused, hash, size, packing, .. } = head;
        cur.describe(|| format!("{}, {size} bytes", path_of(up_to_nul(&name))));
        Ok(File { name, unused, hash, size, packing, data, fill })
    }
}

/// Name with its NUL and padding to a multiple of four.
fn padded_name<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Vec<u8>> {
    let mut reach = NAME;
    let end = loop {
        let ahead = cur.peek(reach);
        match ahead.iter().position(|byte| *byte == 0) {
            Some(end) => break end as u64 + 1,
            None if ahead.len() < reach => {
                return Err(cur.fail(format_args!("missing NUL after the name")));
            }
            None => reach = reach.saturating_mul(16),
        }
    };
    let len = (cur.pos() + end).next_multiple_of(4) - cur.pos();
    stored_text(cur, len as usize)
}

fn stored_text<R: Recorder>(cur: &mut Cursor<'_, R>, len: usize) -> Result<Vec<u8>> {
    let stored = cur.peek(len).to_vec();
    if len > 0 {
        cur.text("name", len)?;
    }
    Ok(stored)
}
