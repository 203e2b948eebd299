//! Nero images (`.nrg`): the sectors of all tracks, followed by chunks that list the tracks.
//!
//! | part | layout, big-endian |
//! |---|---|
//! | chunk | 4 letters, u32 length, data |
//! | `DAOI`, `DAOX` | 22 bytes, then for each track 12 bytes, u16 sector size, u8 mode, 3 bytes, and the offsets of its gap, its start and its end, of 32 or 64 bits |
//! | `ETNF`, `ETN2` | for each track offset and length, of 32 or 64 bits, u32 mode, u32 LBA, and 4 or 8 bytes |
//! | `CUEX` | for each index u8 control, u8 track (BCD), u8 index, a byte, i32 LBA |
//! | end | `NERO` and u32, or `NER5` and u64: the offset of the first chunk |
//!
//! Source: format document `disc-image.md` section 9.

use super::sectors::{Mode, RAW, Sectors, USER, WITH_SUBHEADER};
use super::tracks::{Track, TrackKind};
use crate::formats::Head;

/// Maximum number of tracks of a disc.
const MAX_TRACKS: usize = 99;
/// Maximum number of chunks that are read, and maximum size of one.
const MAX_CHUNKS: usize = 64;
const MAX_CHUNK: u64 = 64 * 1024;
/// Bytes of a track chunk before the first track.
const HEADER: usize = 22;
/// Size of a sector with its subchannel.
const WITH_SUBCHANNEL: u64 = 2448;

/// Tracks of a Nero image; `None` if the file is not one or lists no tracks.
pub fn tracks(head: &Head<'_>) -> Option<Vec<Track>> {
    let chunks = chunks(head)?;
    let starts = chunks.iter().filter(|(name, _)| name == b"CUEX").flat_map(|(_, data)| {
        // Control, track, index and LBA.
        data.chunks_exact(8).filter_map(|entry| match entry {
            [_, track, 1, _, lba @ ..] => {
                Some((decimal(*track), u32::from_be_bytes(lba.try_into().ok()?)))
            }
            _ => None,
        })
    });
    let starts: Vec<(u8, u32)> = starts.collect();
    let mut tracks: Vec<Track> = Vec::new();
    for (name, data) in &chunks {
        match name {
            b"DAOI" => tracks.extend(at_once(data, 4)),
            b"DAOX" => tracks.extend(at_once(data, 8)),
            b"ETNF" => tracks.extend(track_by_track(data, 4)),
            b"ETN2" => tracks.extend(track_by_track(data, 8)),
            _ => {}
        }
    }
    tracks.truncate(MAX_TRACKS);
    for (number, track) in (1..).zip(&mut tracks) {
        track.number = number;
        let listed = starts.iter().find(|(track, _)| *track == number);
        track.lba = track.lba.or(listed.map(|(_, lba)| *lba));
    }
    (!tracks.is_empty()).then_some(tracks)
}

/// Names and data of the chunks.
fn chunks(head: &Head<'_>) -> Option<Vec<([u8; 4], Vec<u8>)>> {
    let end = head.len.checked_sub(12)?;
    let tail = head.at(end, 12);
    let mut at = match *tail {
        [b'N', b'E', b'R', b'5', ref offset @ ..] => number(offset)?,
        [_, _, _, _, b'N', b'E', b'R', b'O', ref offset @ ..] => number(offset)?,
        _ => return None,
    };
    let mut chunks = Vec::new();
    while chunks.len() < MAX_CHUNKS && at < end {
        let front = head.at(at, 8);
        let (name, len) = front.split_first_chunk::<4>()?;
        let (len, start) = (number(len)?, at.checked_add(8)?);
        let read = usize::try_from(len.min(MAX_CHUNK)).ok()?;
        chunks.push((*name, head.at(start, read).into_owned()));
        if name == b"END!" {
            break;
        }
        at = start.checked_add(len)?;
    }
    Some(chunks)
}

/// Tracks of a disc that was written disc-at-once; offsets have `wide` bytes.
fn at_once(data: &[u8], wide: usize) -> impl Iterator<Item = Track> {
    let entries = data.get(HEADER..).unwrap_or(&[]).chunks_exact(18 + 3 * wide);
    entries.filter_map(move |entry| {
        let (front, offsets) = entry.split_at_checked(18)?;
        let stride = number(front.get(12..14)?)?;
        let mode = number(front.get(14..15)?)?;
        let mut offsets = offsets.chunks_exact(wide).map(number);
        let (_, start, end) = (offsets.next()??, offsets.next()??, offsets.next()??);
        Some(track(mode, Some(stride), start, end.checked_sub(start)?, None))
    })
}

/// Tracks of a disc that was written track-at-once; offsets and lengths have `wide` bytes.
fn track_by_track(data: &[u8], wide: usize) -> impl Iterator<Item = Track> {
    let entries = data.chunks_exact(if wide == 4 { 20 } else { 32 });
    entries.filter_map(move |entry| {
        let (start, rest) = entry.split_at_checked(wide)?;
        let (len, rest) = rest.split_at_checked(wide)?;
        let (mode, lba) = (number(rest.get(..4)?)?, number(rest.get(4..8)?)?);
        let lba = u32::try_from(lba).ok();
        Some(track(mode, None, number(start)?, number(len)?, lba))
    })
}

/// A track of `len` bytes, without its number.
fn track(mode: u64, stride: Option<u64>, start: u64, len: u64, lba: Option<u32>) -> Track {
    let (own, before, sector) = match mode {
        0x00 => (USER, 0, Mode::One),
        0x02 => (USER, 0, Mode::Two),
        0x03 => (WITH_SUBHEADER, 8, Mode::Two),
        0x05 => (RAW, 16, Mode::One),
        0x06 => (RAW, 24, Mode::Two),
        0x0F => (WITH_SUBCHANNEL, 16, Mode::One),
        0x11 => (WITH_SUBCHANNEL, 24, Mode::Two),
        0x10 => (WITH_SUBCHANNEL, 0, Mode::One),
        _ => (RAW, 0, Mode::One),
    };
    let stride = stride.filter(|stride| *stride > 0).unwrap_or(own);
    let (kind, mode) = if matches!(mode, 0x07 | 0x10) {
        (TrackKind::Audio { is_big: false }, "AUDIO".to_owned())
    } else {
        let zero = i64::try_from(start).unwrap_or(0);
        let sectors = Sectors { zero, first: 0, stride, before, mode: sector };
        (TrackKind::Data(sectors), sectors.cue_mode())
    };
    let sectors = len.div_ceil(stride);
    Track { number: 0, kind, mode, image: None, start, stride, sectors, lba }
}

/// A big-endian number of up to eight bytes.
fn number(bytes: &[u8]) -> Option<u64> {
    let add = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
    (bytes.len() <= 8).then(|| bytes.iter().fold(0, add))
}

/// A two-digit BCD number.
fn decimal(byte: u8) -> u8 {
    (byte >> 4).saturating_mul(10).saturating_add(byte & 15)
}
