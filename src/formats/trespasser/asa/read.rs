//! Words to statements.

use super::{Asa, Frame, FrameText, Statement};
use crate::bytes::{Cursor, RecordReader, Recorder, Result, Severity};
use crate::formats::trespasser::places::spans;
use crate::formats::trespasser::words::{Word, next_is, number, peek_word, tail, word};
use crate::scene::Spans;

/// Reads a script, and where each object's frames are.
pub(super) fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(Asa, Vec<(Spans, usize)>)> {
    let (mut asa, mut frames) = (Asa::default(), Vec::new());
    cur.array("statements", |cur| {
        while peek_word(cur).is_some() {
            let (index, start) = (asa.statements.len(), cur.pos());
            let read = statement(cur, index, &mut frames);
            match cur.or_keep(read) {
                Some(statement) => asa.statements.push(statement),
                // The game reads no further either.
                None => {
                    cur.seek(start)?;
                    break;
                }
            }
        }
        Ok(())
    })?;
    if asa.statements.is_empty() {
        return Err(cur.fail(format_args!("there is not a single statement")));
    }
    asa.tail = tail(cur)?;
    Ok((asa, frames))
}

fn statement<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    index: usize,
    frames: &mut Vec<(Spans, usize)>,
) -> Result<Statement> {
    if next_is(cur, "object") {
        return cur.element(index, "Object", |cur| object(cur, index, frames));
    }
    let is_version = next_is(cur, "version");
    if !is_version && !next_is(cur, "forced_rate") {
        let unknown = peek_word(cur).map_or(&[][..], |(_, word)| word);
        let unknown = String::from_utf8_lossy(unknown);
        return Err(cur.fail(format_args!("{unknown:?} begins no statement")));
    }
    cur.element(index, if is_version { "Version" } else { "Rate" }, |cur| {
        let keyword = word(cur, "keyword")?;
        let (value, number) = number(cur, "value")?;
        if is_version && number != f64::from(super::VERSION) {
            let len = value.text.len() as u64;
            let message = format_args!("version {number} is not known, only 2 is");
            cur.problem(Severity::Error, (cur.pos() - len, len), "value", message);
        }
        let words = [keyword, value];
        Ok(if is_version {
            Statement::Version(words, number)
        } else {
            Statement::ForcedRate(words, number)
        })
    })
}

fn object<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    index: usize,
    places: &mut Vec<(Spans, usize)>,
) -> Result<Statement> {
    let words = [word(cur, "keyword")?, word(cur, "name")?];
    let run = cur.run("frames", usize::MAX, FrameReader);
    let path = format!("statements[{index}].frames");
    places.push((spans(cur.source_id(), &run, path), run.items.len()));
    let end = if next_is(cur, "end_object") {
        Some(word(cur, "end")?)
    } else {
        // A frame that cannot be read has been reported; a missing end has not.
        let message = format_args!("no end_object follows the frames");
        cur.problem(Severity::Error, (cur.pos(), 0), "end", message);
        None
    };
    Ok(Statement::Object { words, frames: run.items, end })
}

#[derive(Clone, Copy)]
struct FrameReader;

impl RecordReader for FrameReader {
    type Out = FrameText;
    const TYPE: &'static str = "Frame";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<FrameText> {
        let mut text = FrameText::default();
        // Anything else ends the run.
        if !next_is(cur, "frame") {
            return Ok(text);
        }
        let words = &mut text.words;
        words.push(word(cur, "keyword")?);
        let seconds = value(cur, "seconds", words)?;
        keyword(cur, "pos", words)?;
        let position = [value(cur, "x", words)?, value(cur, "y", words)?, value(cur, "z", words)?];
        keyword(cur, "rot", words)?;
        let [x, y, z, w] = [
            value(cur, "rotation_x", words)?,
            value(cur, "rotation_y", words)?,
            value(cur, "rotation_z", words)?,
            value(cur, "rotation_w", words)?,
        ];
        keyword(cur, "scale", words)?;
        let scale = value(cur, "scale_factor", words)?;
        text.frame = Frame { seconds, position, rotation: [w, x, y, z], scale };
        Ok(text)
    }
}

fn keyword<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    expected: &'static str,
    words: &mut Vec<Word>,
) -> Result<()> {
    if !next_is(cur, expected) {
        return Err(cur.fail(format_args!("the word {expected} is missing here")));
    }
    words.push(word(cur, expected)?);
    Ok(())
}

fn value<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    name: &'static str,
    words: &mut Vec<Word>,
) -> Result<f32> {
    let (word, value) = number(cur, name)?;
    words.push(word);
    Ok(value as f32)
}
