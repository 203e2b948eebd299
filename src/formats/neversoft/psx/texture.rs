//! Texture records and the v6 escape before them (section 12).

use super::flags;
use super::records::{Escape, EscapeName, Pixels, Texture};
use crate::bytes::{Cursor, Hint, RecordReader, Recorder, Result, Severity};

/// Payload is a complete PVR file.
pub const FLAG_PVR: u32 = 0x8000_0000;

/// Reads a record; `pixels` becomes the offset of its texels. False when it is cut off.
pub fn read<R: Recorder>(cur: &mut Cursor<'_, R>, pixels: &mut u64) -> Result<(Texture, bool)> {
    let mut texture = Texture {
        flags: cur.get_as("flags", Hint::Flags(flags::TEXTURE))?,
        colours: cur.get("colours")?,
        palette: cur.get_as("palette", Hint::Name)?,
        name: cur.get_as("name", Hint::Index("texture_names"))?,
        width: cur.get("width")?,
        height: cur.get("height")?,
        pixels: Pixels::Unknown,
    };
    let (width, height, colours) = (texture.width, texture.height, texture.colours);
    cur.describe(|| format!("{width} x {height}, {colours} colours"));
    *pixels = cur.pos();
    let (payload, whole) = match texture.colours {
        16 | 256 => read_indexed(cur, &texture)?,
        65536 if texture.flags & FLAG_PVR != 0 => read_pvr(cur)?,
        65536 => read_direct(cur, &texture, pixels)?,
        other => {
            let start = cur.pos() - 16;
            let message = format_args!("{other} colours is no known depth (16, 256, 65536)");
            cur.problem(Severity::Error, (start, 4), "colours", message);
            (Pixels::Unknown, true)
        }
    };
    texture.pixels = payload;
    Ok((texture, whole))
}

/// Bytes of a record that tell its size.
pub const HEAD: usize = FIELDS + 20;
/// Bytes before the texels, and what precedes them.
const FIELDS: usize = 20;

/// Size of the record that starts with `head`; `None` for one that only reading tells.
pub fn size(head: &[u8]) -> Option<u64> {
    let word = |at: usize| head.get(at..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes));
    let half = |at: usize| head.get(at..)?.first_chunk().map(|bytes| u16::from_le_bytes(*bytes));
    let (flags, colours) = (word(0)?, word(4)?);
    let (width, height) = (half(16)?, half(18)?);
    let payload = match colours {
        16 | 256 => row_bytes(colours, width) as u64 * u64::from(height),
        65536 if flags & FLAG_PVR == 0 => {
            let extra = extra(flags, |at| word(FIELDS + at));
            extra as u64 + 8 + u64::from(word(FIELDS + extra + 4)?)
        }
        _ => return None,
    };
    Some(FIELDS as u64 + payload)
}

/// THPS2X puts 8 and 4 more bytes before the format word of texels, by flags that mean other things
/// elsewhere [S]: they are there when a format word follows them and none stands at once.
fn extra(flags: u32, word: impl Fn(usize) -> Option<u32>) -> usize {
    let announced =
        if flags & 0xE00 != 0 { 8 } else { 0 } + if flags & 0x1000 != 0 { 4 } else { 0 };
    let is_word = |at| word(at).is_some_and(is_format);
    if !is_word(0) && is_word(announced) { announced } else { 0 }
}

/// Bytes of a row of texels that are indices of `colours`.
pub fn row_bytes(colours: u32, width: u16) -> usize {
    let width = usize::from(width);
    match colours {
        16 => width.next_multiple_of(4) / 2,
        _ => width.next_multiple_of(2),
    }
}

/// Stands for a record that lies outside the file.
pub fn unreadable() -> Texture {
    let pixels = Pixels::Unknown;
    Texture { flags: 0, colours: 0, palette: 0, name: u32::MAX, width: 0, height: 0, pixels }
}

fn read_indexed<R: Recorder>(cur: &mut Cursor<'_, R>, texture: &Texture) -> Result<(Pixels, bool)> {
    // At most 65535 * 65536 bytes: fits 64 bits.
    let wanted = texture.row_bytes() as u64 * u64::from(texture.height);
    let there = wanted.min(cur.remaining());
    if there < wanted {
        let start = cur.pos();
        let rows = there / (texture.row_bytes() as u64).max(1);
        let height = texture.height;
        let message = format_args!("only {rows} of {height} rows of texels are in the file");
        cur.problem(Severity::Error, (start, wanted), "pixels", message);
    }
    let rows = cur.bytes_if_any("pixels", cur.pos() + there)?;
    Ok((Pixels::Indexed(rows.into()), there == wanted))
}

/// Low byte and second byte of a PowerVR format word that this document knows.
fn is_format(word: u32) -> bool {
    matches!(word & 0xFF, 0..=2) && matches!(word >> 8, 1 | 2 | 3 | 4 | 9 | 0x0D)
}

fn read_direct<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    texture: &Texture,
    pixels: &mut u64,
) -> Result<(Pixels, bool)> {
    let extra = extra(texture.flags, |at| cur.peek_at::<u32>(at));
    let extra = cur.bytes_if_any("extra", cur.pos() + extra as u64)?.to_vec();
    let format: u32 = cur.get_as("format", Hint::Hex)?;
    if !is_format(format) {
        let start = cur.pos() - 4;
        let message = format_args!("pixel format {format:#06x} is unknown");
        cur.problem(Severity::Warning, (start, 4), "format", message);
    }
    let size: u32 = cur.get("size")?;
    *pixels = cur.pos();
    let there = u64::from(size).min(cur.remaining());
    if there < u64::from(size) {
        let start = cur.pos();
        let message = format_args!("only {there} of {size} bytes of texels are in the file");
        cur.problem(Severity::Error, (start, size.into()), "pixels", message);
    }
    let data = cur.bytes_if_any("pixels", cur.pos() + there)?.into();
    Ok((Pixels::Direct { extra, format, data }, there == u64::from(size)))
}

/// `GBIX` (optional), then `PVRT` with its length (section 12.4).
fn read_pvr<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(Pixels, bool)> {
    let head =
        if cur.peek(4) == b"GBIX" { 8 + u64::from(cur.peek_at::<u32>(4).unwrap_or(0)) } else { 0 };
    let at = usize::try_from(head).unwrap_or(usize::MAX);
    let magic = cur.peek_at::<u32>(at);
    if magic != Some(u32::from_le_bytes(*b"PVRT")) {
        return Err(cur.fail(format_args!("the texture is said to be a PVR file, and is none")));
    }
    let size = head + 8 + u64::from(cur.peek_at::<u32>(at.saturating_add(4)).unwrap_or(0));
    let there = size.min(cur.remaining());
    if there < size {
        let start = cur.pos();
        let message = format_args!("only {there} of {size} bytes of the PVR file are there");
        cur.problem(Severity::Error, (start, size), "pvr", message);
    }
    let file = cur.bytes_if_any("pvr", cur.pos() + there)?;
    Ok((Pixels::Pvr(file.into()), there == size))
}

/// Lists of named detail textures and cube maps in place of the texture count (section 12.5).
pub fn read_escape<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Escape> {
    cur.get_as::<u32>("escape", Hint::Hex)?;
    let mut list = |count_name, name| -> Result<Vec<EscapeName>> {
        let stored: u32 = cur.get(count_name)?;
        let count = cur.bounded(count_name, stored.into(), 36);
        Ok(cur.run(name, count, EscapeReader).items)
    };
    Ok(Escape {
        details: list("detail_count", "details")?,
        cube_maps: list("cube_map_count", "cube_maps")?,
    })
}

struct EscapeReader;

impl RecordReader for EscapeReader {
    type Out = EscapeName;
    const TYPE: &'static str = "EscapeName";
    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<EscapeName> {
        let mut name = [0; 32];
        name.copy_from_slice(cur.peek(32).get(..32).unwrap_or(&[0; 32]));
        cur.text("name", 32)?;
        Ok(EscapeName { name, value: cur.get("value")? })
    }
}
