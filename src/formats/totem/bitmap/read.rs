//! Bytes to records.

use super::records::{Bitmap, BitmapHeader};
use crate::bytes::{Cursor, Hint, NoRecorder, Recorder, Result, Severity, Source};
use crate::codec::gx::PaletteCoding;
use crate::formats::totem::Platform;

/// Where the parts were found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::formats::totem) struct Place {
    pub pixels: u64,
    pub palette: u64,
}

/// The bitmap in `source`.
pub(in crate::formats::totem) fn parse(source: &Source) -> Result<(Bitmap, Place)> {
    let platform = super::platform(source);
    let mut cur = Cursor::new(source, platform.endian, NoRecorder);
    read(&mut cur, platform)
}

pub(super) fn read<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    platform: Platform,
) -> Result<(Bitmap, Place)> {
    let platform = platform.read(cur)?;
    let at = cur.pos();
    let header: BitmapHeader = cur.record("header")?;
    unknown_codes(cur, at, &header);
    let mut place = Place { pixels: cur.pos(), palette: 0 };
    let wanted = match header.coding() {
        Some(_) => header.pixel_bytes().unwrap_or(u64::MAX),
        // Of an unknown format everything that follows may be pixels.
        None => cur.remaining(),
    };
    let (pixels, mut is_cut) = part(cur, "pixels", wanted)?;
    place.palette = cur.pos();
    let mut palette = Vec::new();
    if let Some(coding) = header.palette_coding().filter(|_| header.palette_bytes() > 0) {
        let wanted = header.palette_bytes() as u64;
        let there = wanted.min(cur.remaining());
        if there < wanted {
            is_cut = true;
            too_few(cur, "palette", wanted);
        }
        palette = cur.slice(place.palette, place.palette + there).to_vec();
        colours(cur, coding, there)?;
    }
    let end = cur.source_len();
    let tail = cur.bytes_if_any("tail", end)?.to_vec();
    let pixels = pixels.into();
    Ok((Bitmap { platform, header, pixels, palette, tail, is_cut }, place))
}

/// Claims the palette's bytes as colours.
fn colours<R: Recorder>(cur: &mut Cursor<'_, R>, coding: PaletteCoding, len: u64) -> Result<()> {
    let count = usize::try_from(len).unwrap_or(0) / coding.size();
    let end = cur.pos() + len;
    if coding.size() == 4 {
        cur.records_as::<u32>("palette", count, Hint::Hex)?;
    } else {
        cur.records_as::<u16>("palette", count, Hint::Hex)?;
    }
    cur.bytes_if_any("palette_rest", end)?;
    Ok(())
}

fn part<'a, R: Recorder>(
    cur: &mut Cursor<'a, R>,
    name: &'static str,
    wanted: u64,
) -> Result<(&'a [u8], bool)> {
    let there = wanted.min(cur.remaining());
    if there < wanted {
        too_few(cur, name, wanted);
    }
    let bytes = cur.bytes_if_any(name, cur.pos() + there)?;
    Ok((bytes, there < wanted))
}

fn too_few<R: Recorder>(cur: &mut Cursor<'_, R>, name: &str, wanted: u64) {
    let (at, there) = (cur.pos(), cur.remaining());
    let message = format_args!("only {there} of {wanted} bytes are in the file");
    cur.problem(Severity::Error, (at, wanted), name, message);
}

fn unknown_codes<R: Recorder>(cur: &mut Cursor<'_, R>, at: u64, header: &BitmapHeader) {
    let BitmapHeader { format, palette_format, filter, .. } = *header;
    if header.coding().is_none() {
        let message = format_args!("{format} is no known format of pixels (1, 2, 8, 10, 12, 13)");
        cur.problem(Severity::Error, (at + 12, 1), "header.format", message);
    }
    let indexed = header.coding().is_some_and(|coding| coding.is_indexed());
    if indexed && header.palette_coding().is_none() {
        let message = format_args!("{palette_format} is no known format of colours (1, 2, 3)");
        cur.problem(Severity::Error, (at + 14, 1), "header.palette_format", message);
    }
    if header.is_cut_rgba() {
        let message =
            format_args!("format 13 with filter {filter} holds RGBA8 tiles, and not all of them");
        cur.problem(Severity::Warning, (at + 17, 1), "header.filter", message);
    }
    if header.width == 0 || header.height == 0 {
        cur.problem(Severity::Warning, (at, 8), "header", format_args!("the picture is empty"));
    }
}
