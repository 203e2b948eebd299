//! The packed stream at the end of a file, and what can be wrong with it.

use crate::bytes::{Cursor, Recorder, Result, Severity};
use crate::codec::lzss::{self, Dialect};
use crate::formats::Refusal;

/// An unpacked stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stream {
    /// As many bytes as were promised, or as there are.
    pub plain: Vec<u8>,
    /// What stands behind the last unit that is needed.
    pub tail: Vec<u8>,
    /// What of the promised bytes is not there, in words.
    pub lost: Option<String>,
}

impl Stream {
    /// Refuses to pack again what is not all there: a new size would hide the damage.
    pub fn whole(&self) -> std::result::Result<(), Refusal> {
        self.lost.clone().map_or(Ok(()), |lost| Err(Refusal(lost)))
    }
}

/// Reads everything from here to the end as one stream that holds `size` bytes.
pub fn read_stream<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    dialect: Dialect,
    size: u32,
) -> Result<Stream> {
    let (start, packed) = (cur.pos(), cur.peek(usize::MAX));
    let limit = usize::try_from(size).unwrap_or(usize::MAX);
    let unpacked = lzss::unpack(packed, dialect, limit);
    cur.bytes_if_any("stream", start + unpacked.used as u64)?;
    let got = unpacked.bytes.len();
    let mut lost = None;
    if got < limit {
        let most = lzss::most(packed.len());
        let message = match unpacked.cut {
            _ if limit > most => format!(
                "{} packed bytes hold at most {most} bytes, not the promised {size}",
                packed.len()
            ),
            Some(_) => format!("the stream ends inside a unit, after {got} of {size} bytes"),
            None => format!("the stream ends after {got} of {size} bytes"),
        };
        let span = (start, packed.len() as u64);
        cur.problem(Severity::Error, span, "stream", format_args!("{message}"));
        lost = Some(message);
    }
    if let Some(at) = unpacked.ambiguous {
        let message = format_args!("a unit refers to the very byte it makes");
        cur.problem(Severity::Warning, (start + at as u64, 2), "stream", message);
    }
    let tail = packed.get(unpacked.used..).unwrap_or(&[]);
    if !tail.is_empty() {
        let message = format_args!("{} bytes stand behind the end of the stream", tail.len());
        let span = (cur.pos(), tail.len() as u64);
        cur.problem(Severity::Note, span, "padding", message);
        cur.padding(tail.len())?;
    }
    Ok(Stream { plain: unpacked.bytes, tail: tail.to_vec(), lost })
}
