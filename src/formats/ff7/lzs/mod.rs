//! Final Fantasy VII `*.LZS`: one compressed file.
//!
//! Battle models and stages of the PlayStation discs (`ENEMY1` … `ENEMY6`, `STAGE1`, `STAGE2`); the game
//! compresses other files the same way.
//!
//! | offset | type | field |
//! |---|---|---|
//! | 0 | u32 | `packed_size` of the stream |
//! | 4 | bytes | `stream`, see [`lzss`] |
//! | … | bytes | `padding`: zeros up to a whole sector if the file was extracted by sectors; anything else is preserved |
//!
//! The unpacked size is not stored: the stream ends with the input.
//!
//! Source: format document `ff7-battle.md`, section 2.

use super::{directory, names};
use crate::bytes::{Cursor, Endian, Recorder, Result as Read, Severity, Writer, count32};
use crate::codec::lzss::{self, LZS};
use crate::formats::{Capability, EditResult, FormatInfo, Head, Probe, Wrapper};

/// Bytes of the size field.
const HEADER: u64 = 4;
const SECTOR: u64 = 2048;
/// Maximum size of a packed file: eight times the memory of the console.
const MAX_LEN: u64 = 16 << 20;

/// Packing parameters of a file.
pub struct Lzs {
    /// Stored size of the stream.
    declared: u32,
    behind: TrailingBytes,
}

impl Wrapper for Lzs {
    const INFO: FormatInfo = FormatInfo {
        id: "ff7.lzs",
        name: "Final Fantasy VII packed file",
        extensions: &["lzs"],
        versions: &[],
        can: &[Capability::Write],
    };
    const ROOT: &'static str = "Lzs";
    const CODEC: &'static str = "lzs";

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let end = HEADER + u64::from(head.u32(0).filter(|_| head.len <= MAX_LEN)?);
        let stream = head.bytes.get(HEADER as usize..)?;
        let stream = stream.get(..usize::try_from(end - HEADER).ok()?).unwrap_or(stream);
        let rest = head.bytes.get(usize::try_from(end).ok()?..).unwrap_or(&[]);
        let (score, fit) = match head.len.checked_sub(end) {
            Some(0) => (95, "matching size"),
            // A file that was extracted by sectors is padded to a whole sector.
            Some(left) if left < SECTOR && head.len.is_multiple_of(SECTOR) => {
                (90, "padded to a whole sector")
            }
            Some(left) if left < SECTOR => (80, "bytes follow the stream"),
            Some(_) => return None,
            None => (60, "truncated stream"),
        };
        let look = |limit| directory::sections_of(&lzss::unpack(stream, LZS, limit).bytes);
        // The first two words nearly always rule a directory out.
        let structured = look(8).and_then(|sections| look(4 * (sections + 1)));
        match structured {
            Some(sections) => {
                Some(Probe { score, reason: format!("{fit}; contains {sections} sections") })
            }
            // Without a directory inside only the size identifies the format: it must fit, and all bytes
            // after the stream must be 0.
            None if score >= 90 && end >= HEADER + 3 && rest.iter().all(|byte| *byte == 0) => {
                let score = if head.has_extension(Self::INFO.extensions) { 45 } else { 25 };
                Some(Probe { score, reason: fit.to_owned() })
            }
            None => None,
        }
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn title(head: &Head<'_>) -> Option<String> {
        names::of(head.name).map(str::to_owned)
    }

    fn unpack<R: Recorder>(cur: &mut Cursor<'_, R>) -> Read<(Self, Vec<u8>)> {
        let declared: u32 = cur.get("packed_size")?;
        let there = cur.remaining();
        if u64::from(declared) > there {
            let message = format!("expected a stream of {declared} bytes, found {there}");
            cur.problem(Severity::Error, (0, HEADER), "packed_size", format_args!("{message}"));
            cur.lose_because(format_args!("{message}"));
        }
        let bytes = stream(cur, u64::from(declared).min(there))?;
        let left = cur.remaining();
        if left >= SECTOR {
            let message = format_args!(
                "{left} bytes follow the stream; sector padding would be less than {SECTOR}"
            );
            cur.problem(Severity::Warning, (cur.pos(), left), "padding", message);
        }
        let behind = TrailingBytes::of(cur.peek(usize::MAX), cur.source_len());
        cur.padding(usize::try_from(left).unwrap_or(usize::MAX))?;
        Ok((Self { declared, behind }, bytes))
    }

    /// The name without `.LZS`; other names are unchanged.
    fn name_inside(&self, name: &str) -> String {
        match name.rsplit_once('.') {
            Some((stem, mark)) if !stem.is_empty() && mark.eq_ignore_ascii_case("lzs") => stem,
            _ => name,
        }
        .to_owned()
    }

    fn is_usable(&self, inside: &[u8]) -> bool {
        !inside.is_empty() || self.declared == 0
    }

    fn pack(&self, inside: &[u8]) -> EditResult<Vec<u8>> {
        let mut packed = wrap(inside);
        match &self.behind {
            TrailingBytes::Sector => {
                packed.resize(packed.len().next_multiple_of(SECTOR as usize), 0);
            }
            TrailingBytes::Bytes(bytes) => packed.extend_from_slice(bytes),
        }
        Ok(packed)
    }
}

/// Bytes after the stream.
enum TrailingBytes {
    /// Zeros to the end of a sector.
    Sector,
    Bytes(Vec<u8>),
}

impl TrailingBytes {
    fn of(bytes: &[u8], file: u64) -> Self {
        let fills = (1..SECTOR).contains(&(bytes.len() as u64)) && file.is_multiple_of(SECTOR);
        match fills && bytes.iter().all(|byte| *byte == 0) {
            true => TrailingBytes::Sector,
            false => TrailingBytes::Bytes(bytes.to_vec()),
        }
    }
}

/// Reads and unpacks a stream of `len` bytes.
fn stream<R: Recorder>(cur: &mut Cursor<'_, R>, len: u64) -> Read<Vec<u8>> {
    let stream = cur.bytes("stream", usize::try_from(len).unwrap_or(usize::MAX))?;
    if len > MAX_LEN {
        let message = format_args!("expected a stream of at most {MAX_LEN} bytes, found {len}");
        return Err(cur.fail_at((0, HEADER), "packed_size", message));
    }
    let unpacked = lzss::unpack(stream, LZS, usize::MAX);
    let size = unpacked.bytes.len();
    cur.explain(|| format!("unpacks to {size} bytes"));
    if let Some(at) = unpacked.cut {
        let message = format_args!("the stream ends inside a reference");
        cur.problem(Severity::Error, (HEADER + at as u64, 1), "stream", message);
        cur.lose_because(message);
    }
    if let Some(at) = unpacked.ambiguous {
        let message = format_args!(
            "a reference with distance 0 is read as 4096 bytes back; other readers differ"
        );
        cur.problem(Severity::Warning, (HEADER + at as u64, 2), "stream", message);
    }
    Ok(unpacked.bytes)
}

/// Packs `inside` into a file.
pub fn wrap(inside: &[u8]) -> Vec<u8> {
    let stream = lzss::pack(inside, LZS);
    let mut out = Writer::new(Endian::Little);
    out.put(count32(stream.len()));
    out.bytes(&stream);
    out.finish()
}
