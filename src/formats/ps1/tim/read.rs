//! Reads the records.

use std::sync::Arc;

use super::records::{BLOCK, Block, FLAGS, ID, Kind, Rect, Tim};
use crate::bytes::{ColourWord, Cursor, Hint, Recorder, Result, Severity};

/// Reads a TIM from the cursor to its limit, field by field into the open group.
pub fn tim<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Tim> {
    let start = cur.pos();
    let id: u32 = cur.get_as("id", Hint::Hex)?;
    if id != ID {
        let why = if id & 0xFF == ID {
            "the id of a packed variant of another game"
        } else {
            "not a TIM id"
        };
        return Err(cur.fail_at((start, 4), "id", format_args!("{id:#x} is {why}")));
    }
    let flags: u32 = cur.get_as("flags", Hint::Flags(FLAGS))?;
    let kind = Kind::of(flags);
    let at = (start + 4, 4);
    if let Kind::Unknown(number) = kind {
        let message = format_args!("unknown type {number}, displayed as 16 bits");
        cur.problem(Severity::Note, at, "flags", message);
    }
    if flags & !0xF != 0 {
        let message = format_args!("unknown flag bits {:#x}", flags & !0xF);
        cur.problem(Severity::Note, at, "flags", message);
    }
    let mut tim = Tim { flags, clut: None, image: None, rest: Vec::new() };
    if flags & 8 != 0 {
        tim.clut = Some(cur.group("clut", "Block", clut)?);
    }
    if cur.remaining() >= BLOCK {
        tim.image = Some(cur.group("image", "Block", |cur| image(cur, kind))?);
    } else if cur.remaining() == 0 && tim.clut.as_ref().is_some_and(|clut| !clut.data.is_empty()) {
        let message = format_args!("palettes only: no image follows");
        cur.problem(Severity::Note, (cur.pos(), 0), "clut", message);
    } else {
        let (pos, left) = (cur.pos(), cur.remaining());
        let message = format_args!("the image is missing");
        cur.problem(Severity::Error, (pos, left), "image", message);
    }
    tim.rest = cur.bytes_if_any("rest", cur.limit())?.to_vec();
    Ok(tim)
}

/// Reads the header of a block; returns its stored length, its rectangle, and the length that follows
/// from it.
fn header<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(u32, Rect, u64)> {
    let length: u32 = cur.get_as("length", Hint::Unit("bytes"))?;
    let rect: Rect = cur.record("rect")?;
    Ok((length, rect, BLOCK + rect.halfwords() * 2))
}

/// Reads the colours and any further bytes of the block: an image follows.
fn clut<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Block<Vec<u16>>> {
    let start = cur.pos();
    let (length, rect, needed) = header(cur)?;
    let room = cur.limit() - start;
    // A stored length greater than the rectangle is accepted if another block follows there.
    let stored = u64::from(length);
    let longer = stored > needed && stored <= room && starts_block(cur, start + stored);
    let end = start + if longer { stored } else { needed.min(room) };
    if stored != needed {
        let message = format_args!("expected {needed} bytes for the rectangle, found {length}");
        cur.problem(Severity::Warning, (start, 4), "length", message);
    }
    let colours = cur.bounded("rect", rect.halfwords(), 2);
    let data = cur.records_as("colours", colours, Hint::Colour(ColourWord::Stp15))?;
    let rest = cur.bytes_if_any("rest", end)?.to_vec();
    let own = cur.pos() - start;
    Ok(Block { length: (stored != own).then_some(length), rect, data, rest })
}

/// `true` if the length at `at` matches the rectangle of that block.
fn starts_block<R: Recorder>(cur: &Cursor<'_, R>, at: u64) -> bool {
    let header = cur.slice(at, at.saturating_add(BLOCK).min(cur.limit()));
    let half = |at: usize| {
        header.get(at..at + 2).map_or(0, |pair| u64::from(u16::from_le_bytes([pair[0], pair[1]])))
    };
    header.len() as u64 == BLOCK && half(0) | half(2) << 16 == BLOCK + half(8) * half(10) * 2
}

/// Reads the texels by the rectangle, not by the length, as nothing follows.
fn image<R: Recorder>(cur: &mut Cursor<'_, R>, kind: Kind) -> Result<Block<Arc<[u8]>>> {
    let start = cur.pos();
    let (length, rect, needed) = header(cur)?;
    let texels = cur.pos();
    let room = cur.limit() - start;
    if u64::from(length) != needed {
        let message = format_args!("expected {needed} bytes for the rectangle, found {length}");
        cur.problem(Severity::Warning, (start, 4), "length", message);
    }
    if needed > room {
        let message = format_args!(
            "{} × {} halfwords need {} bytes, found {}",
            rect.w,
            rect.h,
            needed - BLOCK,
            room - BLOCK
        );
        cur.problem(Severity::Error, (texels, room - BLOCK), "texels", message);
    }
    let data: Arc<[u8]> = cur.bytes_if_any("texels", start + needed.min(room))?.into();
    cur.explain(|| format!("{} × {} texels of {}", kind.width(rect.w), rect.h, kind.name()));
    let own = cur.pos() - start;
    let length = (u64::from(length) != own).then_some(length);
    Ok(Block { length, rect, data, rest: Vec::new() })
}
