//! Trespasser `*-130.spz`: the pixel file of a level, packed.
//!
//! | offset | type | field |
//! |---|---|---|
//! | 0 | u32 | `size` when unpacked |
//! | 4 | bytes | `stream`, see [`lzss`] |
//!
//! The unpacked file is a [`swp`](super::swp). A file of four bytes is a stub: the game uses the
//! unpacked file next to it as long as that file has the stated length and the stub's modification
//! time.
//!
//! Source: format document `trespasser-level.md`, section 8.

use crate::bytes::{Cursor, Endian, Hint, Recorder, Result, Severity, Writer, count32};
use crate::codec::lzss::{self, SPZ};
use crate::formats::ms::szdd::read_stream;
use crate::formats::{Capability, EditResult, FormatInfo, Head, Probe, Refusal, Wrapper};

/// Bytes before the stream.
pub const HEADER: usize = 4;
/// Maximum unpacked size of a file that is recognised by its extension. The pixels of the demo level have
/// 30 MB; levels made later have more.
pub const MAX_SIZE: u32 = 256 << 20;

/// Maximum size of a file that is recognised without its extension, which is read for that.
const MAX_UNNAMED: u64 = 32 << 20;

/// Bytes of a page of pixels.
const PAGE: u32 = 512;

/// A packed file.
pub struct Spz {
    /// Bytes after the stream.
    tail: Vec<u8>,
}

impl Wrapper for Spz {
    const INFO: FormatInfo = FormatInfo {
        id: "trespasser.spz",
        name: "Trespasser packed texture pixels",
        extensions: &["spz"],
        versions: &[],
        can: &[Capability::Write],
    };
    const CODEC: &'static str = "spz";

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let size = head.u32(0)?;
        let packed = usize::try_from(head.len).ok()?.checked_sub(HEADER)?;
        let fits = size as usize <= lzss::most(packed);
        let named = head.has_extension(Self::INFO.extensions);
        // In other data the first word is usually too large, or is zero although more bytes follow.
        let is_possible = size <= MAX_SIZE && (size > 0 || packed == 0);
        if named && is_possible {
            let (score, fit) = if fits { (80, "can") } else { (30, "cannot") };
            let reason = format!("matching extension; {size} bytes {fit} be packed in it");
            return Some(Probe { score, reason });
        }
        // Without the extension only a stream that unpacks exactly is accepted. If the first word equals
        // the number of bytes after it, the file belongs to another game.
        if !fits || packed < 8 || size as usize <= packed {
            return None;
        }
        // A file that is larger than the head must have whole pages, before the rest of it is read.
        if head.len > head.bytes.len() as u64 && size % PAGE != 0 {
            return None;
        }
        let whole = head.whole(MAX_UNNAMED)?;
        let exact = lzss::is_exactly(whole.get(HEADER..)?, SPZ, size as usize);
        exact.then(|| Probe { score: 25, reason: format!("unpacks to exactly {size} bytes") })
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn unpack<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(Self, Vec<u8>)> {
        let size = cur.get_as::<u32>("size", Hint::Unit("bytes"))?;
        if cur.remaining() == 0 {
            let message = format_args!(
                "this is a stub without a stream; the pixels are in the unpacked file next to it"
            );
            cur.problem(Severity::Warning, (0, 4), "size", message);
            return Ok((Self { tail: Vec::new() }, Vec::new()));
        }
        let (plain, tail) = read_stream(cur, SPZ, size)?;
        Ok((Self { tail }, plain))
    }

    /// `x-130.spz` → `x-130.swp`.
    fn name_inside(&self, name: &str) -> String {
        let dot = name.len().saturating_sub(4);
        match (name.get(..dot), name.get(dot..)) {
            (Some(stem), Some(end)) if end.eq_ignore_ascii_case(".spz") => format!("{stem}.swp"),
            _ => format!("{name}.swp"),
        }
    }

    fn is_usable(&self, inside: &[u8]) -> bool {
        !inside.is_empty()
    }

    fn pack(&self, inside: &[u8]) -> EditResult<Vec<u8>> {
        if inside.is_empty() {
            return Err(Refusal("nothing to pack".to_owned()));
        }
        Ok([pack(inside), self.tail.clone()].concat())
    }
}

/// Packs a pixel file.
pub fn pack(pixels: &[u8]) -> Vec<u8> {
    let mut out = Writer::new(Endian::Little);
    out.put(count32(pixels.len()));
    out.bytes(&lzss::pack(pixels, SPZ));
    out.finish()
}
