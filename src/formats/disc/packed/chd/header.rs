//! Headers of the versions used for discs.

use crate::bytes::{Cursor, Hint, Recorder, Result, Severity};

/// Maximum size of a hunk.
const MAX_HUNK: u32 = 1 << 20;

/// Header of a CHD.
pub struct Header {
    pub version: u32,
    pub size: u64,
    pub hunk: u32,
    pub hunks: u64,
    pub metadata: u64,
}

/// Reads the header and checks its counts against the file size: the map of the hunks is built in memory.
pub fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Header> {
    let magic = cur.text("magic", 8)?;
    cur.get::<u32>("length")?;
    let version: u32 = cur.get("version")?;
    if magic != b"MComprHD" {
        return Err(cur.fail_at((0, 8), "magic", format_args!("not a CHD")));
    }
    let header = match version {
        3 | 4 => older(cur, version)?,
        5 => newest(cur)?,
        _ => {
            let message = format_args!("unsupported version {version}; expected 3 to 5");
            return Err(cur.fail_at((12, 4), "version", message));
        }
    };
    if header.hunk == 0 || header.hunk > MAX_HUNK {
        let message = format_args!("unsupported hunk size {}", header.hunk);
        return Err(cur.fail_at((0, 4), "hunk_size", message));
    }
    Ok(header)
}

fn older<R: Recorder>(cur: &mut Cursor<'_, R>, version: u32) -> Result<Header> {
    let flags: u32 = cur.get_as("flags", Hint::Hex)?;
    cur.get::<u32>("compression")?;
    let declared: u32 = cur.get("hunk_count")?;
    let size = cur.get("size")?;
    let metadata = cur.get_as("metadata", Hint::Pointer)?;
    if version == 3 {
        cur.bytes("md5", 16)?;
        cur.bytes("parent_md5", 16)?;
    }
    let hunk = cur.get("hunk_size")?;
    cur.bytes("sha1", 20)?;
    cur.bytes("parent_sha1", 20)?;
    if version == 4 {
        cur.bytes("data_sha1", 20)?;
    }
    if flags & 1 != 0 {
        parent(cur);
    }
    let hunks = u64::from(declared);
    if hunks > cur.remaining() / 16 {
        let message = format_args!("incomplete map of {hunks} hunks");
        return Err(cur.fail(message));
    }
    if hunks > 0 {
        cur.skip("map", hunks * 16)?;
    }
    Ok(Header { version, size, hunk, hunks, metadata })
}

fn newest<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Header> {
    let mut is_packed = false;
    for index in 0..4 {
        let codec = cur.peek(4);
        is_packed |= index == 0 && codec != [0; 4];
        cur.text(["codec_1", "codec_2", "codec_3", "codec_4"].get(index).unwrap_or(&""), 4)?;
    }
    let size: u64 = cur.get("size")?;
    let map: u64 = cur.get_as("map", Hint::Pointer)?;
    let metadata = cur.get_as("metadata", Hint::Pointer)?;
    let hunk: u32 = cur.get("hunk_size")?;
    let unit: u32 = cur.get("unit_size")?;
    cur.bytes("data_sha1", 20)?;
    cur.bytes("sha1", 20)?;
    let has_parent = cur.bytes("parent_sha1", 20)?.iter().any(|byte| *byte != 0);
    if has_parent {
        parent(cur);
    }
    if hunk == 0 || unit == 0 || !hunk.is_multiple_of(unit) {
        let message =
            format_args!("the hunk size {hunk} is not a multiple of the unit size {unit}");
        return Err(cur.fail(message));
    }
    let hunks = size.div_ceil(hunk.into());
    cur.at(map, |cur| cur.group("hunk_map", "Map", |cur| packed_map(cur, is_packed, hunks)))?;
    Ok(Header { version: 5, size, hunk, hunks, metadata })
}

/// Skips the map of the hunks. A packed map has at least one bit for every eight hunks.
fn packed_map<R: Recorder>(cur: &mut Cursor<'_, R>, is_packed: bool, hunks: u64) -> Result<()> {
    let too_many =
        |cur: &Cursor<'_, R>| Err(cur.fail(format_args!("incomplete map of {hunks} hunks")));
    if !is_packed {
        let Some(len) = hunks.checked_mul(4).filter(|len| *len <= cur.remaining()) else {
            return too_many(cur);
        };
        return if len > 0 { cur.skip("offsets", len) } else { Ok(()) };
    }
    let len: u32 = cur.get("length")?;
    cur.bytes("first_offset", 6)?;
    cur.get_as::<u16>("crc16", Hint::Hex)?;
    for bits in ["length_bits", "self_bits", "parent_bits"] {
        cur.get::<u8>(bits)?;
    }
    cur.padding(1)?;
    if u64::from(len) > cur.remaining() || hunks > cur.source_len().saturating_mul(8) {
        return too_many(cur);
    }
    if len > 0 {
        cur.skip("packed", len.into())?;
    }
    Ok(())
}

fn parent<R: Recorder>(cur: &mut Cursor<'_, R>) {
    let pos = cur.pos();
    let message =
        format_args!("contains only differences from another CHD, which is not supported");
    cur.problem(Severity::Error, (pos, 0), "", message);
}
