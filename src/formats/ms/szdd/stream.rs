//! Reads the packed stream at the end of a file.

use crate::bytes::{Cursor, Recorder, Result, Severity};
use crate::codec::lzss::{self, Dialect};

/// Reads all remaining bytes as one stream of `size` unpacked bytes. Returns the bytes that could be
/// unpacked, and the bytes after the last required unit.
///
/// # Errors
/// Never; missing data is reported as a problem and a loss.
pub fn read_stream<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    dialect: Dialect,
    size: u32,
) -> Result<(Vec<u8>, Vec<u8>)> {
    let (start, packed) = (cur.pos(), cur.peek(usize::MAX));
    let limit = usize::try_from(size).unwrap_or(usize::MAX);
    let unpacked = lzss::unpack(packed, dialect, limit);
    cur.bytes_if_any("stream", start + unpacked.used as u64)?;
    let got = unpacked.bytes.len();
    if got < limit {
        let most = lzss::most(packed.len());
        let message = match unpacked.cut {
            _ if limit > most => {
                format!("{} packed bytes hold at most {most} bytes; expected {size}", packed.len())
            }
            Some(_) => format!("the stream ends inside a unit, after {got} of {size} bytes"),
            None => format!("the stream ends after {got} of {size} bytes"),
        };
        let span = (start, packed.len() as u64);
        cur.problem(Severity::Error, span, "stream", format_args!("{message}"));
        cur.lose_because(format_args!("{message}"));
    }
    if let Some(at) = unpacked.ambiguous {
        let message = format_args!("a unit copies from the position that it writes to");
        cur.problem(Severity::Warning, (start + at as u64, 2), "stream", message);
    }
    let tail = packed.get(unpacked.used..).unwrap_or(&[]);
    if !tail.is_empty() {
        let message = format_args!("{} bytes after the end of the stream", tail.len());
        let span = (cur.pos(), tail.len() as u64);
        cur.problem(Severity::Note, span, "padding", message);
        cur.padding(tail.len())?;
    }
    Ok((unpacked.bytes, tail.to_vec()))
}
