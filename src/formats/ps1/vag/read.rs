//! Reads the records.

use super::records::{Header, INTERLEAVED_AT, Kind, Vag};
use crate::bytes::layout::{Pass, Reading};
use crate::bytes::{Cursor, Recorder, Result, Severity, Source};
use crate::formats::Head;
use crate::formats::ps1::spu::name_blocks;

/// Reads a sound.
pub(super) fn vag<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Vag> {
    let mark = source.window(0, 0x6004);
    let kind = Kind::of(mark).unwrap_or(Kind::Mono);
    if let Kind::Foreign(_) = kind {
        cur.bytes("magic", 4)?;
        cur.bytes_if_any("data", cur.limit())?;
        let (header, data) = (Header::default(), source.clone());
        return Ok(Vag { kind, header, gap: Vec::new(), data, tail: Vec::new() });
    }
    let mut header = Header::default();
    Reading { cur }.group("header", &mut header, ())?;
    if Kind::of(&header.magic).is_none() && Kind::without_magic(&Head::of(source)).is_none() {
        return Err(cur.fail_at((0, 4), "header.magic", format_args!("missing VAG signature")));
    }
    let start = if kind == Kind::Interleaved { INTERLEAVED_AT } else { Header::SIZE };
    let gap = cur.bytes_or_padding(start.min(cur.limit()))?.to_vec();
    let end = match kind {
        Kind::Interleaved => cur.limit(),
        _ => end(cur, &header),
    };
    let at = cur.pos();
    name_blocks(cur, end)?;
    let data = source.member("blocks", at, end - at);
    let data = data.unwrap_or_else(|| Source::from_bytes("blocks", Vec::new()));
    let tail = cur.bytes_or_padding(cur.limit())?.to_vec();
    Ok(Vag { kind, header, gap, data, tail })
}

/// End offset of the blocks.
fn end<R: Recorder>(cur: &mut Cursor<'_, R>, header: &Header) -> u64 {
    let declared = cur.pos().saturating_add(header.size.into());
    let (limit, size) = (cur.limit(), header.size);
    if declared > limit {
        let there = limit - cur.pos();
        let message = format_args!("expected {size} bytes of blocks, found {there}");
        cur.problem(Severity::Warning, (0xC, 4), "header.size", message);
    }
    declared.min(limit)
}
