//! Sounds that get another recording.

use super::records::{Entry, Kat};
use crate::bytes::{Source, count32};
use crate::formats::{Records, Refusal};
use crate::scene::{Recording, Replacement};

/// The bank with another recording in the place of one; what is behind it moves.
pub(super) fn with_sound(kat: &Kat, path: &str, new: &Replacement) -> Result<Vec<u8>, Refusal> {
    let none = || Refusal(format!("{path} is no sound of this bank"));
    let index = path.strip_prefix("sounds[").and_then(|rest| rest.strip_suffix(']'));
    let index: usize = index.and_then(|index| index.parse().ok()).ok_or_else(none)?;
    let distinct = kat.distinct();
    let first = distinct.get(index).and_then(|entries| entries.first()).ok_or_else(none)?;
    let entry = kat.entries.get(*first).ok_or_else(none)?;
    let (old, table) = (kat.data(entry), kat.table_len());
    let data = data_of(entry, &old, new)?;
    if data == old.bytes() {
        return kat.write();
    }
    let (start, end) = (u64::from(entry.offset), entry.end());
    let overlaps = |other: &&Entry| {
        let is_it =
            (other.offset, other.size, other.bits) == (entry.offset, entry.size, entry.bits);
        other.is_sound() && !is_it && u64::from(other.offset) < end && other.end() > start
    };
    if kat.entries.iter().any(|other| overlaps(&other)) {
        return Err(Refusal("another sound has some of its bytes".to_owned()));
    }
    let bytes = kat.body.bytes();
    let (front, back) = ((start - table) as usize, (end - table) as usize);
    let parts = [bytes.get(..front), Some(data.as_slice()), bytes.get(back..)];
    let body = parts.map(|part| part.unwrap_or(&[])).concat();
    let grown = i64::from(count32(data.len())) - i64::from(entry.size);
    let moved = |other: &Entry| {
        let mut other = *other;
        if (other.offset, other.size, other.bits) == (entry.offset, entry.size, entry.bits) {
            other.size = count32(data.len());
        } else if u64::from(other.offset) >= end {
            let offset = i64::from(other.offset) + grown;
            other.offset = u32::try_from(offset).unwrap_or(other.offset);
        }
        other
    };
    let entries = kat.entries.iter().map(moved).collect();
    Kat { entries, body: Source::from_bytes("body", body), stale_count: kat.stale_count }.write()
}

/// The bytes of a recording in the coding of an entry; the old ones where they hold just that.
fn data_of(entry: &Entry, old: &Source, new: &Replacement) -> Result<Vec<u8>, Refusal> {
    let refuse = |why: &str| Err(Refusal(why.to_owned()));
    let Recording { channels, rate, samples, .. } = new.in_the_one_coding().map_err(Refusal)?;
    if *channels != 1 {
        return refuse("a recording of one channel is needed for it");
    }
    let Some(bits) = entry.stored().filter(|_| old.len() == u64::from(entry.size)) else {
        return refuse("its own samples cannot be read");
    };
    if *rate != entry.rate {
        return refuse("the recording has another rate");
    }
    if bits.decode(old.bytes()) == *samples {
        return Ok(old.bytes().to_vec());
    }
    match bits.encode(samples) {
        Some(data) if !data.is_empty() => Ok(data),
        Some(_) => refuse("the recording is empty"),
        None => refuse("the recording has samples of another kind"),
    }
}
