//! Files packed by gzip.
//!
//! | part | layout, little-endian |
//! |---|---|
//! | `header` | `1F 8B`, u8 method 8, u8 flags, u32 time, u8 level, u8 system |
//! | `extra` | u16 length and data, with flag 4 |
//! | `name`, `comment` | NUL-terminated texts, with flags 8 and 16 |
//! | `header_crc` | u16, with flag 2 |
//! | `stream` | deflated |
//! | `crc32`, `size` | u32 each, of the unpacked data |
//!
//! A file may consist of several such parts. The retail Tony Hawk games call gzip files `.zlb`.
//!
//! Source: RFC 1952.

use std::io::Read;

use flate2::bufread::DeflateEncoder;
use flate2::{Compression, Decompress, FlushDecompress, Status};

use crate::bytes::{Bit, Cursor, Hint, Recorder, Result, Severity};
use crate::formats::{Capability, EditResult, FormatInfo, Head, Probe, Refusal, Wrapper};

const MAGIC: [u8; 3] = [0x1F, 0x8B, 8];
const HEADER_CRC: u8 = 2;
const EXTRA: u8 = 4;
const NAME: u8 = 8;
const COMMENT: u8 = 16;
/// Reserved flags.
const UNKNOWN: u8 = 0xE0;
const FLAGS: &[Bit] = &[
    Bit::sure(1, "text", "the data is text"),
    Bit::sure(2, "header CRC", "a checksum of the header follows"),
    Bit::sure(4, "extra", "extra fields follow the header"),
    Bit::sure(8, "name", "the name of the file follows the header"),
    Bit::sure(16, "comment", "a comment follows the header"),
];
/// Maximum number of parts in a file.
const MAX_PARTS: usize = 10_000;
/// Maximum unpacked size in memory.
const MAX_UNPACKED: usize = 256 << 20;
/// The same limit for nested gzip files: some contain themselves and grow at every level.
const MAX_NESTED: usize = 16 << 20;
/// Number of bytes unpacked at a time.
const STEP: usize = 1 << 20;

/// Packing of a gzip file.
pub struct Gzip {
    /// Bytes before the stream.
    header: Vec<u8>,
    /// Stored name of the file inside.
    name: Option<String>,
    /// Bytes after the last part.
    tail: Vec<u8>,
}

impl Wrapper for Gzip {
    const INFO: FormatInfo = FormatInfo {
        id: "archive.gzip",
        name: "gzip file",
        extensions: &["gz", "tgz", "zlb"],
        versions: &[],
        can: &[Capability::Write],
    };
    const ROOT: &'static str = "Gzip";
    const CODEC: &'static str = "gzip";

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let flags = *head.bytes.get(3)?;
        let is_gzip = head.bytes.starts_with(&MAGIC) && flags & UNKNOWN == 0;
        let reason = "signature and method of gzip".to_owned();
        is_gzip.then_some(Probe { score: 95, reason })
    }

    fn unpack<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(Self, Vec<u8>)> {
        let mut out = Vec::new();
        let mut parts: Vec<Header> = Vec::new();
        cur.array("parts", |cur| {
            while cur.peek(MAGIC.len()) == MAGIC && parts.len() < MAX_PARTS {
                let start = cur.pos();
                let part = cur.element(parts.len(), "Part", |cur| part(cur, &mut out));
                match part {
                    Ok(part) => parts.push(part),
                    // Data unpacked so far is returned.
                    Err(error) if start > 0 => {
                        cur.lose(error);
                        break;
                    }
                    Err(error) => return Err(error),
                }
            }
            Ok(())
        })?;
        let mut parts = parts.into_iter();
        let Some(Header { bytes: header, name }) = parts.next() else {
            return Err(cur.fail_at((0, 3), "", format_args!("missing signature 1F 8B 08")));
        };
        let tail = cur.peek(usize::MAX).to_vec();
        if !tail.is_empty() {
            let span = (cur.pos(), tail.len() as u64);
            let message = format_args!("{} bytes after the packed file", tail.len());
            cur.problem(Severity::Note, span, "padding", message);
            cur.padding(tail.len())?;
        }
        Ok((Self { header, name, tail }, out))
    }

    fn name_inside(&self, name: &str) -> String {
        match &self.name {
            Some(name) => name.clone(),
            None => plain_name(name),
        }
    }

    fn pack(&self, inside: &[u8]) -> EditResult<Vec<u8>> {
        let size = u32::try_from(inside.len())
            .map_err(|_| Refusal("gzip files larger than 4 GB cannot be written".to_owned()))?;
        let mut out = self.header.clone();
        // Reading from memory cannot fail.
        let _ = DeflateEncoder::new(inside, Compression::best()).read_to_end(&mut out);
        out.extend(crc32fast::hash(inside).to_le_bytes());
        out.extend(size.to_le_bytes());
        out.extend(&self.tail);
        Ok(out)
    }
}

/// Name without the extension that marks the packing.
fn plain_name(name: &str) -> String {
    match name.rsplit_once('.') {
        Some((stem, ending)) if ending.eq_ignore_ascii_case("tgz") => format!("{stem}.tar"),
        Some((stem, ending))
            if ["gz", "zlb"].iter().any(|own| own.eq_ignore_ascii_case(ending)) =>
        {
            stem.to_owned()
        }
        _ => name.to_owned(),
    }
}

/// Header of a stream.
struct Header {
    bytes: Vec<u8>,
    name: Option<String>,
}

/// Reads a part and appends its unpacked data.
fn part<R: Recorder>(cur: &mut Cursor<'_, R>, out: &mut Vec<u8>) -> Result<Header> {
    let start = cur.pos();
    cur.bytes("magic", 2)?;
    cur.get::<u8>("method")?;
    let flags: u8 = cur.get_as("flags", Hint::Flags(FLAGS))?;
    cur.get::<u32>("time")?;
    cur.get::<u8>("level")?;
    cur.get::<u8>("system")?;
    if flags & EXTRA != 0 {
        let len: u16 = cur.get("extra_length")?;
        cur.bytes_if_any("extra", cur.pos() + u64::from(len))?;
    }
    let mut name = None;
    if flags & NAME != 0 {
        let stored = crate::bytes::cp1252::text(cur.c_string("name")?);
        let leaf = stored.rsplit(['/', '\\']).next().unwrap_or("").to_owned();
        name = Some(leaf).filter(|leaf| !leaf.is_empty());
    }
    if flags & COMMENT != 0 {
        cur.c_string("comment")?;
    }
    if flags & HEADER_CRC != 0 {
        cur.get_as::<u16>("header_crc", Hint::Hex)?;
    }
    let bytes = cur.slice(start, cur.pos()).to_vec();
    let first = out.len();
    if !stream(cur, out)? {
        cur.bytes_if_any("rest", cur.limit())?;
        return Ok(Header { bytes, name });
    }
    let own = out.get(first..).unwrap_or(&[]);
    if let Err(error) = trailer(cur, own) {
        // The data is complete even if the trailer is missing.
        cur.lose(error);
        cur.bytes_if_any("rest", cur.limit())?;
    }
    Ok(Header { bytes, name })
}

/// Compares checksum and size after a stream with its unpacked data.
fn trailer<R: Recorder>(cur: &mut Cursor<'_, R>, own: &[u8]) -> Result<()> {
    let end = cur.pos();
    let crc: u32 = cur.get_as("crc32", Hint::Hex)?;
    let size: u32 = cur.get("size")?;
    let found = crc32fast::hash(own);
    if crc != found {
        let message = format_args!("expected a CRC-32 of {crc:08x}, found {found:08x}");
        cur.problem(Severity::Error, (end, 4), "crc32", message);
    }
    // Only the low 32 bits are stored.
    if u64::from(size) != own.len() as u64 & u64::from(u32::MAX) {
        let message = format_args!("expected {size} bytes, found {}", own.len());
        cur.problem(Severity::Error, (end + 4, 4), "size", message);
    }
    Ok(())
}

/// Unpacks a stream; returns `true` if it is complete. Data before damage is retained.
fn stream<R: Recorder>(cur: &mut Cursor<'_, R>, out: &mut Vec<u8>) -> Result<bool> {
    let start = cur.pos();
    let packed = cur.peek(usize::MAX);
    let most = if cur.unpacked_by() == Some(Gzip::CODEC) { MAX_NESTED } else { MAX_UNPACKED };
    let mut decoder = Decompress::new(false);
    let why = loop {
        let used = usize::try_from(decoder.total_in()).unwrap_or(usize::MAX);
        let before = (used, out.len());
        // Reserves no more than the limit, as all of the space may be filled.
        out.reserve_exact(out.len().max(STEP).min(most.saturating_sub(out.len())));
        let rest = packed.get(used..).unwrap_or(&[]);
        match decoder.decompress_vec(rest, out, FlushDecompress::None) {
            Ok(Status::StreamEnd) => break None,
            Ok(_) if out.len() >= most => {
                break Some(format!("unpacked size exceeds the limit of {most} bytes"));
            }
            Ok(_) if before == (decoder.total_in() as usize, out.len()) => {
                break Some(format!("the stream is truncated after {} bytes", out.len()));
            }
            Ok(_) => {}
            Err(error) => break Some(format!("the stream is damaged: {error}")),
        }
    };
    cur.bytes_if_any("stream", start + decoder.total_in())?;
    if let Some(why) = &why {
        let span = (start, decoder.total_in());
        cur.problem(Severity::Error, span, "stream", format_args!("{why}"));
        cur.lose_because(format_args!("{why}"));
    }
    Ok(why.is_none())
}
