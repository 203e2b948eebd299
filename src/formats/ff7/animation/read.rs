//! Reads animations.

use std::sync::Arc;

use super::code::{Code, MAX_KEY};
use super::fields::FrameFields;
use super::{Animation, Head, Header};
use crate::bytes::layout::{Layout, Reading, field_span};
use crate::bytes::{Cursor, Recorder, Result, Severity};
use crate::codec::bits::{BitReader, Bits};

/// Sections are padded to a multiple of this.
const ALIGN: u64 = 4;

/// Reads the animation of a skeleton with `bones` bones (including the root), from the cursor up to its
/// limit, field by field into the open group.
pub fn animation<R: Recorder>(cur: &mut Cursor<'_, R>, bones: usize) -> Result<Arc<Animation>> {
    let start = cur.pos();
    let mut found = Animation { bones, ..Animation::empty(0) };
    if headless(cur, bones) {
        let size: u16 = cur.get("stream_size")?;
        let key = cur.get("key")?;
        found.header = Header::Headless { key };
        let message = format_args!(
            "missing frame count: the stream starts at offset 3, and the game misreads it"
        );
        cur.problem(Severity::Warning, (start, 3), "", message);
        found = frames(cur, found, size.into(), usize::MAX)?;
    } else {
        if cur.peek_at::<u16>(2) == Some(0) {
            found.header = Header::Empty { frames: cur.get("frame_count")? };
            cur.get::<u16>("stream_size")?;
            found.fill = cur.bytes_if_any("rest", cur.limit())?.to_vec();
            cur.describe(|| "empty slot".to_owned());
            return Ok(Arc::new(found));
        }
        let mut head = Head::default();
        Layout::<()>::pass(&mut head, &mut Reading { cur }, ())?;
        let Head { frame_count: count, stream_size: size, key } = head;
        let there = u64::from(size).min(cur.remaining()) as usize;
        let stale = (there < usize::from(size)).then_some(size);
        found.header = Header::Usual { frames: count, size: stale, key };
        found = check_and_read(cur, found, (start, count, size), there)?;
    }
    found.fill = fill(cur)?;
    let frames = found.frames();
    cur.describe(|| format!("{frames} frames"));
    Ok(Arc::new(found))
}

/// Reads the bytes after the stream: up to three are padding of the section; more have another purpose.
fn fill<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Vec<u8>> {
    let left = cur.remaining();
    let bytes = cur.peek(usize::MAX).to_vec();
    if left < ALIGN {
        cur.padding(bytes.len())?;
    } else {
        let message = format_args!("{left} bytes follow the animation");
        cur.problem(Severity::Note, (cur.pos(), left), "rest", message);
        cur.bytes("rest", bytes.len())?;
    }
    Ok(bytes)
}

/// Reads the stream of a usual header, and reports its problems.
fn check_and_read<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    found: Animation,
    (start, count, size): (u64, u16, u16),
    there: usize,
) -> Result<Animation> {
    if there < usize::from(size) {
        let message = format_args!("expected a stream of {size} bytes, found {there}");
        cur.problem(
            Severity::Error,
            field_span::<Head>(start, "stream_size"),
            "stream_size",
            message,
        );
    }
    let (key, key_span) = (found.key(), field_span::<Head>(start, "key"));
    if key > MAX_KEY {
        let message = format_args!("{key} leaves no bits for an angle: nothing is decoded");
        cur.problem(Severity::Error, key_span, "key", message);
        return frames(cur, found, there, 0);
    }
    if !matches!(key, 0 | 2 | 4) {
        let message = format_args!("unusual precision {key}; expected 0, 2 or 4");
        cur.problem(Severity::Note, key_span, "key", message);
    }
    let stream = cur.pos();
    let found = frames(cur, found, there, count.into())?;
    let (read, bits) = (found.frames(), found.bits());
    if read < usize::from(count) {
        let message = format_args!(
            "expected {count} frames, found {read} complete ones; the stream ends inside the next, which starts at bit {bits}"
        );
        let at = stream + bits as u64 / 8;
        cur.problem(Severity::Error, (at, 1), "frames", message);
    } else if bits.div_ceil(8) < there {
        let used = bits.div_ceil(8);
        let message = format_args!(
            "{count} frames of {} rotations take {used} of {size} bytes: wrong frame count or \
             number of bones",
            found.bones
        );
        cur.problem(Severity::Warning, (start, 4), "stream_size", message);
    }
    Ok(found)
}

/// `true` if the frame count is missing from the header: the bytes do not fit the usual header, and fit
/// exactly without the count (section 10, item 6).
fn headless<R: Recorder>(cur: &Cursor<'_, R>, bones: usize) -> bool {
    let bytes = cur.peek(usize::MAX);
    !fits_usually(bytes, bones) && fits_headless(bytes, bones)
}

/// `true` if the bytes are an animation of a skeleton with `bones` bones (including the root): the
/// expected frames end in the last byte of the stream (section 7.1).
pub fn fits(bytes: &[u8], bones: usize) -> bool {
    fits_usually(bytes, bones) || fits_headless(bytes, bones)
}

fn fits_usually(bytes: &[u8], bones: usize) -> bool {
    let word = |at: usize| Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
    let (Some(frames), Some(size), Some(key)) = (word(0), word(2), bytes.get(4)) else {
        return false;
    };
    let stream = bytes.get(5..5 + usize::from(size)).filter(|_| size > 0 && *key <= MAX_KEY);
    stream.is_some_and(|stream| {
        let (codes, bits) = decode(stream, *key, bones, frames.into());
        codes.len() == usize::from(frames) * (3 + 3 * bones) && bits.div_ceil(8) == stream.len()
    })
}

fn fits_headless(bytes: &[u8], bones: usize) -> bool {
    let [low, high, key, _, ..] = *bytes else { return false };
    let size = usize::from(u16::from_le_bytes([low, high]));
    if !matches!(key, 0 | 2 | 4) || size + 5 != bytes.len() {
        return false;
    }
    let stream = bytes.get(3..3 + size).unwrap_or(&[]);
    let (codes, bits) = decode(stream, key, bones, usize::MAX);
    !codes.is_empty() && bits.div_ceil(8) == stream.len()
}

/// Decodes complete frames, at most `most`. Returns their codes and their length in bits.
fn decode(stream: &[u8], key: u8, bones: usize, most: usize) -> (Vec<Code>, usize) {
    let mut bits = BitReader::new(stream);
    let mut codes = Vec::new();
    let mut end = 0;
    for frame in 0..most {
        let whole = codes.len();
        if one_frame(&mut bits, frame == 0, key, bones, &mut codes).is_none() {
            codes.truncate(whole);
            break;
        }
        end = bits.at();
    }
    (codes, end)
}

fn one_frame(
    bits: &mut BitReader<'_>,
    first: bool,
    key: u8,
    bones: usize,
    codes: &mut Vec<Code>,
) -> Option<()> {
    for _ in 0..3 {
        codes.push(if first { Code::read_translation(bits)? } else { Code::read_step(bits)? });
    }
    for _ in 0..3usize.checked_mul(bones)? {
        let angle = if first { Code::read_angle(bits, key)? } else { Code::read_turn(bits, key)? };
        codes.push(angle);
    }
    Some(())
}

/// Reads the stream of `size` bytes: at most `most` frames, then the spare bits.
fn frames<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    mut found: Animation,
    size: usize,
    most: usize,
) -> Result<Animation> {
    let at = cur.pos();
    let stream = cur.slice(at, at.saturating_add(size as u64).min(cur.limit()));
    let key = found.key();
    let (codes, used) = decode(stream, key, found.bones, most);
    let mut rest = BitReader::new(stream);
    rest.skip(used);
    (found.codes, found.spare) = (codes.into(), Bits::rest(rest));
    let bytes = used.div_ceil(8);
    let fields = FrameFields::new(&found, at);
    cur.run_of_bits("frames", bytes, fields.starts(), fields)?;
    cur.bytes_if_any("spare", at + stream.len() as u64)?;
    Ok(found)
}
