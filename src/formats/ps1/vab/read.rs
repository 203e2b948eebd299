//! Reads the records.

use super::MAGIC;
use super::body::Body;
use super::records::{Front, Header, Vab};
use crate::bytes::layout;
use crate::bytes::{Cursor, Recorder, Result, Severity, Shaped, Source};

/// Reads a bank.
pub(super) fn vab<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Vab> {
    let mut front = Front::default();
    layout::read(cur, &mut front, (), Header::SIZE as u64)?;
    let Front { header, slots, tables, sizes } = front;
    if header.magic != MAGIC {
        return Err(cur.fail_at((0, 4), "header.magic", format_args!("missing pBAV signature")));
    }
    let at = cur.pos();
    let body = source.member("body", at, cur.limit() - at);
    let body = body.unwrap_or_else(|| Source::from_bytes("body", Vec::new()));
    let vab = Vab { header, slots, tables, sizes, body };
    let placed = Body::of(&vab, vab.body.clone());
    if !vab.is_head() {
        report_truncated(cur, &vab, &placed);
    }
    if cur.remaining() > 0 {
        placed.name(cur)?;
    }
    Ok(vab)
}

/// Reports VAGs that reach beyond the end of the file.
fn report_truncated<R: Recorder>(cur: &mut Cursor<'_, R>, vab: &Vab, body: &Body) {
    let cut = |(_, place): &(usize, &super::body::VagLocation)| place.len < place.declared;
    let mut all = body.places.iter().enumerate().filter(cut);
    let Some((index, place)) = all.next() else { return };
    let (number, there, declared) = (index + 1, place.len, place.declared);
    let more = all.count();
    let entry = vab.front_len() - 2 * vab.sizes.len() as u64 + 2 * number as u64;
    let field = format!("sizes[{number}]");
    let message = format_args!(
        "VAG {number}: expected {declared} bytes, found {there} ({more} more are truncated)"
    );
    cur.problem(Severity::Error, (entry, 2), &field, message);
}
