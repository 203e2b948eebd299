//! Reads the records.

use super::records::{Entry, Kat};
use crate::bytes::{Cursor, Recorder, Result, Shaped, Source, stale_count};

/// Reads a bank.
pub(super) fn kat<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Kat> {
    let declared: u32 = cur.get("entry_count")?;
    let count = cur.bounded("entry_count", declared.into(), Entry::SIZE as u64);
    let entries: Vec<Entry> = cur.records("entries", count)?;
    let stale_count = stale_count(declared, entries.len());
    let at = cur.pos();
    let body = source.member("body", at, cur.limit() - at);
    let body = body.unwrap_or_else(|| Source::from_bytes("body", Vec::new()));
    let kat = Kat { entries, stale_count, body };
    name_body(cur, &kat)?;
    Ok(kat)
}

/// Names the sounds and claims the bytes between them.
fn name_body<R: Recorder>(cur: &mut Cursor<'_, R>, kat: &Kat) -> Result<()> {
    let (mut at, end) = (cur.pos(), cur.limit());
    let mut pieces = Vec::new();
    for (sound, entries) in kat.distinct().iter().enumerate() {
        let entry = entries.first().and_then(|index| kat.entries.get(*index));
        pieces.extend(entry.map(|entry| (u64::from(entry.offset), entry.end().min(end), sound)));
    }
    pieces.sort();
    let mut free = Vec::new();
    // Bytes shared by several entries belong to the first.
    let mut own = vec![None; pieces.len()];
    for (start, stop, sound) in pieces {
        let from = start.max(at);
        if from < stop {
            free.extend((from > at).then_some((at, from)));
            own.get_mut(sound).into_iter().for_each(|own| *own = Some((from, stop)));
            at = stop;
        }
    }
    free.extend((end > at).then_some((at, end)));
    let first = own.iter().flatten().map(|(start, _)| *start).min();
    let last = own.iter().flatten().map(|(_, end)| *end).max();
    if let Some((first, last)) = first.zip(last) {
        cur.seek(first)?;
        cur.array("sounds", |cur| {
            for (index, own) in own.iter().enumerate() {
                match own {
                    Some((start, end)) => {
                        cur.seek(*start)?;
                        cur.element(index, "Sound", |cur| cur.skip("data", end - start))?;
                    }
                    None => cur.link_element(index, first),
                }
            }
            cur.seek(last)
        })?;
    }
    cur.paddings(&free);
    cur.seek(end)
}
