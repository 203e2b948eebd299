//! Lines to blocks.

use super::{Block, Line, Tpm};
use crate::bytes::{Cursor, RecordReader, Recorder, Result, Severity};
use crate::formats::trespasser::places::spans;
use crate::scene::Spans;

/// Reads a file, and where the lines of each block are.
pub(super) fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(Tpm, Vec<Spans>)> {
    let (mut tpm, mut places) = (Tpm::default(), Vec::new());
    let source = cur.source_id();
    cur.array("blocks", |cur| {
        while cur.remaining() > 0 {
            let (index, start) = (tpm.blocks.len(), cur.pos());
            let (count, closed) = lines_of_block(cur.peek(usize::MAX));
            let run = cur.element(index, "Block", |cur| {
                let run = cur.run("lines", count, LineReader);
                Ok(run)
            })?;
            let path = format!("blocks[{index}].lines");
            places.push(spans(source, &run, path));
            let block = Block { lines: run.items };
            let is_open = !closed && block.lines.iter().any(|line| !line.is_comment());
            if is_open {
                let message = format_args!("no }} ends this block");
                let span = (start, cur.pos() - start);
                cur.problem(Severity::Error, span, &format!("[{index}]"), message);
            }
            tpm.blocks.push(block);
            if cur.pos() == start {
                break;
            }
        }
        Ok(())
    })?;
    Ok((tpm, places))
}

/// Number of lines up to the `}` that ends a block, and whether there is one.
fn lines_of_block(bytes: &[u8]) -> (usize, bool) {
    let mut count = 0;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        count += 1;
        if line.trim_ascii() == b"}" {
            return (count, true);
        }
    }
    (count, false)
}

#[derive(Clone, Copy)]
struct LineReader;

impl RecordReader for LineReader {
    type Out = Line;
    const TYPE: &'static str = "Line";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Line> {
        let rest = cur.peek(usize::MAX);
        let len = rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |at| at + 1);
        let line = rest.get(..len).unwrap_or(rest);
        let before = line.len() - line.trim_ascii_start().len();
        let before = cur.padding(before)?.into();
        let text = line.trim_ascii();
        let (key, between, value) = pieces(text);
        if !key.is_empty() {
            cur.text("key", key.len())?;
            cur.padding(between.len())?;
        }
        if !value.is_empty() {
            cur.text(if key.is_empty() { "text" } else { "value" }, value.len())?;
        }
        let used = line.trim_ascii_end().len().max(line.len() - line.trim_ascii_start().len());
        let after = cur.padding(line.len() - used)?.into();
        Ok(Line { before, key: key.into(), between: between.into(), value: value.into(), after })
    }
}

/// Key, equals sign and value of a line; a line that is no property is all value.
fn pieces(text: &[u8]) -> (&[u8], &[u8], &[u8]) {
    let all = || (&[][..], &[][..], text);
    let Some(at) = text.iter().position(|byte| *byte == b'=') else { return all() };
    let key = text.get(..at).unwrap_or(&[]).trim_ascii_end();
    // A comment, a name in quotes or a bare equals sign is no key.
    if key.is_empty() || key.iter().any(|byte| b"\"/{".contains(byte)) {
        return all();
    }
    let value = text.get(at + 1..).unwrap_or(&[]).trim_ascii_start();
    let between = text.get(key.len()..text.len() - value.len()).unwrap_or(&[]);
    (key, between, value)
}
