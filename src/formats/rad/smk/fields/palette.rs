//! Fields of palette changes.

use crate::bytes::{Cursor, RecordReader, Recorder, Result, TreeRecorder};

/// Creates the fields of a palette chunk, which ends before `end`.
pub(super) fn fields(cur: &mut Cursor<'_, TreeRecorder>, end: u64) -> Result<()> {
    cur.group("palette", "PaletteChunk", |cur| {
        let start = cur.pos();
        cur.within(start, end, |cur| {
            let fours: u8 = cur.get("length")?;
            cur.explain(|| format!("4 × {fours} = {} bytes", 4 * u32::from(fours)));
            let count = changes(cur.peek(usize::MAX));
            cur.describe(|| format!("{count} changes"));
            cur.run("changes", count, Change);
            cur.bytes_or_padding(end)
        })?;
        cur.seek(end)
    })
}

/// Number of changes in a palette chunk.
fn changes(mut bytes: &[u8]) -> usize {
    let (mut count, mut at) = (0, 0);
    while let (Some(first), true) = (bytes.first(), at < 256) {
        let (colours, len) = extent(*first);
        let Some(rest) = bytes.get(len..) else { break };
        (count, at, bytes) = (count + 1, at + colours, rest);
    }
    count
}

/// Number of colours in a change, and its size in bytes.
fn extent(first: u8) -> (usize, usize) {
    match first >> 6 {
        0 => (1, 3),
        1 => (usize::from(first & 63) + 1, 2),
        _ => (usize::from(first & 127) + 1, 1),
    }
}

struct Change;

impl RecordReader for Change {
    type Out = ();
    const TYPE: &'static str = "Change";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<()> {
        let first = cur.peek_at::<u8>(0).unwrap_or(0);
        let (colours, _) = extent(first);
        match first >> 6 {
            0 => {
                let red: u8 = cur.get("red")?;
                let (green, blue): (u8, u8) = (cur.get("green")?, cur.get("blue")?);
                cur.describe(|| format!("colour: {red}, {green}, {blue} of 63"));
            }
            1 => {
                cur.get::<u8>("copy")?;
                let from: u8 = cur.get("from")?;
                cur.describe(|| format!("{colours} colours of the previous palette, from {from}"));
            }
            _ => {
                cur.get::<u8>("keep")?;
                cur.describe(|| format!("{colours} unchanged colours"));
            }
        }
        Ok(())
    }
}
