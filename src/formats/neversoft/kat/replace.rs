//! Replaces sounds of a bank.

use super::records::{Entry, Kat};
use crate::bytes::{Source, count32};
use crate::formats::{EditResult, Records, Refusal};
use crate::scene::{Recording, Replacement, Samples};

/// Replaces the recording of one sound; later data move.
pub(super) fn with_sound(kat: &Kat, path: &str, new: &Replacement) -> EditResult<Vec<u8>> {
    let none = || Refusal(format!("{path} is not a sound of this bank"));
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
        return Err(Refusal("another sound shares part of its bytes".to_owned()));
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

/// Encodes a recording with the coding of an entry; returns the old bytes if they already decode to it.
fn data_of(entry: &Entry, old: &Source, new: &Replacement) -> EditResult<Vec<u8>> {
    let refuse = |why: &str| Err(Refusal(why.to_owned()));
    let Recording { channels, rate, samples, .. } = new.in_the_one_coding().map_err(Refusal)?;
    if *channels != 1 {
        return Err(Refusal(format!("expected a recording with 1 channel, found {channels}")));
    }
    let Some(bits) = entry.stored().filter(|_| old.len() == u64::from(entry.size)) else {
        return refuse("the current samples cannot be read");
    };
    if *rate != entry.rate {
        return Err(Refusal(format!("expected a rate of {} Hz, found {rate}", entry.rate)));
    }
    if bits.decode(old.bytes()) == *samples {
        return Ok(old.bytes().to_vec());
    }
    match bits.encode(samples) {
        Some(data) if !data.is_empty() => Ok(data),
        Some(_) => refuse("the recording is empty"),
        None => {
            let is_8_bit = matches!(samples, Samples::U8(_));
            let (wanted, found) = if is_8_bit { (16, 8) } else { (8, 16) };
            Err(Refusal(format!("expected samples of {wanted} bits, found {found}")))
        }
    }
}
